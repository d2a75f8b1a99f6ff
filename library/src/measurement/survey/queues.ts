import { QueuePhase } from '../../crowd/queues.ts';
import type { World } from '../../simulation/world.ts';
import { addRow, createSeries, meanOf, quantileOf, type Series } from './series.ts';

/** What is measured of one queue; docs/guide/queues.md. */
export type QueueRecord = {
  readonly name: string;
  /** One row for each agent that began to be served: when it joined the line, and when its service began, s. */
  readonly waits: Series<'id' | 'joined' | 'served'>;
  /** One row for each sample: agents that come, that wait in the line, and that are with a server. */
  readonly lengths: Series<'time' | 'coming' | 'waiting' | 'served'>;
  joined: number;
  longest: number;
  /** Agents in the line, added up over steps; and the steps. */
  total: number;
  steps: number;
  /** The agents that wait, with the steps in which they joined. */
  waiting: Map<number, number>;
};

/** The figures of a queue. Times in seconds. */
export type QueueSummary = {
  name: string;
  /** Agents that have joined the line, that began to be served, and that wait at the end. */
  joined: number;
  served: number;
  waiting: number;
  longest: number;
  /** Agents in the line, on average over time. */
  meanLength: number;
  /** From joining the line to the beginning of the service; null where no agent was served. */
  meanWait: number | null;
  medianWait: number | null;
  longestWait: number | null;
};

/** Observes the queues after a step; queues that are new get a record. */
export function observeQueues(records: QueueRecord[], world: World, isSample: boolean): void {
  if (!world.patches) return;
  for (const queue of world.patches.queues) {
    const record = recordOf(records, queue.name);
    const { id, phase, since } = queue.members;
    const present = new Map<number, number>();
    let served = 0;
    for (let k = 0; k < queue.joined; k++) {
      const isNew = !record.waiting.has(id[k]);
      if (phase[k] === QueuePhase.served) {
        served++;
        if (!isNew) recordWait(record, world, id[k]);
        continue;
      }
      if (isNew) record.joined++;
      present.set(id[k], since[k]);
    }
    record.waiting = present;
    record.longest = Math.max(record.longest, present.size);
    record.total += present.size;
    record.steps++;
    if (!isSample) continue;
    const n = addRow(record.lengths);
    record.lengths.columns.time[n] = world.step * world.dt;
    record.lengths.columns.coming[n] = queue.count - queue.joined;
    record.lengths.columns.waiting[n] = present.size;
    record.lengths.columns.served[n] = served;
  }
}

function recordOf(records: QueueRecord[], name: string): QueueRecord {
  const known = records.find((record) => record.name === name);
  if (known) return known;
  const record: QueueRecord = {
    name,
    waits: createSeries(['id', 'joined', 'served']),
    lengths: createSeries(['time', 'coming', 'waiting', 'served']),
    joined: 0,
    longest: 0,
    total: 0,
    steps: 0,
    waiting: new Map(),
  };
  records.push(record);
  return record;
}

/** The service has begun in the step that is over now. */
function recordWait({ waiting, waits }: QueueRecord, { dt, step }: World, id: number): void {
  const n = addRow(waits);
  waits.columns.id[n] = id;
  waits.columns.joined[n] = waiting.get(id)! * dt;
  waits.columns.served[n] = (step - 1) * dt;
}

export function summarizeQueue(record: QueueRecord): QueueSummary {
  const { joined, longest, name, steps, total, waiting, waits } = record;
  const { joined: from, served } = waits.columns;
  const times = served
    .slice(0, waits.count)
    .map((time, k) => time - from[k])
    .sort();
  return {
    name,
    joined,
    served: waits.count,
    waiting: waiting.size,
    longest,
    meanLength: steps > 0 ? total / steps : 0,
    meanWait: meanOf(times),
    medianWait: quantileOf(times, 0.5),
    longestWait: times.length > 0 ? times[times.length - 1] : null,
  };
}
