import { EventKind, longer } from '../crowd/index.ts';
import type { World } from '../simulation/world.ts';

/** What is measured at sources and sinks: the queues outside, and where agents left. */
export type EntryLog = {
  /** The longest queue of each source so far, and the seconds that agents have waited in it, added up. */
  longest: Float64Array;
  waited: Float64Array;
  /** Agents that have left at each target that is a sink. */
  left: Float64Array;
};

/** The figures of a source. */
export type SourceSummary = {
  group: string;
  /** Agents that have come, that have entered, and that wait outside at the end. */
  came: number;
  entered: number;
  waiting: number;
  longestQueue: number;
  /** Seconds between coming and entering, on average over the agents that came. */
  meanWait: number;
};

/** The figures of a sink. */
export type SinkSummary = { target: string; left: number };

export function createEntryLog({ sources, targets }: World): EntryLog {
  const count = sources?.groups.length ?? 0;
  return {
    longest: new Float64Array(count),
    waited: new Float64Array(count),
    left: new Float64Array(targets.count),
  };
}

/** Observes the queues and the sinks after a step. */
export function observeEntries(log: EntryLog, world: World): void {
  const { dt, events, sources, targets } = world;
  // A command may have given a group a source.
  const count = sources?.groups.length ?? 0;
  if (count > log.longest.length) {
    for (const key of ['longest', 'waited'] as const) {
      const longer = new Float64Array(count);
      longer.set(log[key]);
      log[key] = longer;
    }
  }
  if (targets.count > log.left.length) log.left = longer(log.left, targets.count);
  const { left, longest, waited } = log;
  for (let source = 0; source < longest.length; source++) {
    const { came, entered } = sources!.table;
    const waiting = came[source] - entered[source];
    if (waiting > longest[source]) longest[source] = waiting;
    waited[source] += waiting * dt;
  }
  for (let event = 0; event < events.count; event++) {
    const target = events.other[event];
    if (events.kind[event] === EventKind.arrival && target >= 0 && targets.sink[target] === 1) left[target]++;
  }
}

/** The figures of all sources and sinks so far; only what the scenario has. */
export function summarizeEntries(
  { left, longest, waited }: EntryLog,
  { scenario, sources, targets }: World,
): { sources?: SourceSummary[]; sinks?: SinkSummary[] } {
  const summaries = (sources?.groups ?? []).map((group, source) => {
    const { came, entered } = sources!.table;
    return {
      group: scenario.groups[group].name,
      came: came[source],
      entered: entered[source],
      waiting: came[source] - entered[source],
      longestQueue: longest[source],
      meanWait: came[source] > 0 ? waited[source] / came[source] : 0,
    };
  });
  const sinks = scenario.targets.flatMap(({ name, sink }, target) =>
    sink || targets.sink[target] === 1 || left[target] > 0 ? [{ target: name, left: left[target] }] : [],
  );
  return { ...(summaries.length > 0 && { sources: summaries }), ...(sinks.length > 0 && { sinks }) };
}
