/** Gossip once more, with maps and sorted lists: how docs/models/sharing.md says it, and nothing else. */

type Report = {
  /** 'agent 3', 'element 0'. */
  subject: string;
  x: number;
  y: number;
  z: number;
  seen: number;
  heard: number;
  from: number;
  hops: number;
};

type Reports = Map<string, Report>;
export type Mind = { seen: Reports; told: Reports; coming: Reports };

/**
 * An agent that shares: its place, the agents that it would tell, and what it perceives if it looks around in this
 * round.
 */
export type Gossiper = {
  id: number;
  group: number;
  x: number;
  y: number;
  z: number;
  perceives: { subject: string; x: number; y: number; z: number }[] | undefined;
};

export type Rules = {
  channel: string;
  distance: number;
  delaySteps: number;
  memorySteps: number;
  subjects: 'obstacles' | 'agents' | 'all';
};

function concerns({ subjects }: Rules, subject: string): boolean {
  return subjects === 'all' || subject.startsWith(subjects === 'agents' ? 'agent ' : 'element ');
}

const ROOM = { seen: 16, told: 32, coming: 16 };

/** Subjects in the order of ties: elements before agents, the later elements first. */
function rank(subject: string): number {
  return subject.startsWith('agent ') ? Number(subject.slice(6)) : -1 - Number(subject.slice(8));
}

const byWorth = (a: Report, b: Report) =>
  b.seen - a.seen || a.hops - b.hops || rank(a.subject) - rank(b.subject) || a.from - b.from;

const asMap = (reports: Report[]): Reports => new Map(reports.map((report) => [report.subject, report]));

export function emptyMind(): Mind {
  return { seen: new Map(), told: new Map(), coming: new Map() };
}

/** One round for every agent; `minds` holds what each id knows. */
export function gossipRound(
  minds: Map<number, Mind>,
  people: readonly Gossiper[],
  rules: readonly Rules[],
  step: number,
): void {
  for (const { group, id } of people) {
    const mind = minds.get(id)!;
    for (const part of [mind.seen, mind.told, mind.coming]) {
      for (const [subject, { seen }] of part) {
        if (seen < step - rules[group].memorySteps) part.delete(subject);
      }
    }
    takeIn(mind, step - rules[group].delaySteps);
  }
  for (const { group, id, perceives, x, y, z } of people) {
    if (!perceives) continue;
    const mind = minds.get(id)!;
    for (const thing of perceives) {
      if (!concerns(rules[group], thing.subject)) continue;
      mind.told.delete(thing.subject);
      mind.coming.delete(thing.subject);
      mind.seen.set(thing.subject, { ...thing, seen: step, heard: step, from: id, hops: 0 });
    }
    const distance = (report: Report) => (report.x - x) ** 2 + (report.y - y) ** 2 + (report.z - z) ** 2;
    const ranked = [...mind.seen.values()].sort(
      (a, b) => b.seen - a.seen || distance(a) - distance(b) || rank(a.subject) - rank(b.subject),
    );
    mind.seen = asMap(ranked.slice(0, ROOM.seen));
  }
  const told = new Map(
    people.map(({ id }) => [id, [...minds.get(id)!.seen.values(), ...minds.get(id)!.told.values()]]),
  );
  for (const listener of people) {
    const { group, id, perceives } = listener;
    if (!perceives) continue;
    const { coming, seen, told: known } = minds.get(id)!;
    const inView = new Set(perceives.map(({ subject }) => subject));
    const reports: Report[] = [];
    for (const teller of people) {
      const squared =
        (teller.x - listener.x) ** 2 + (teller.y - listener.y) ** 2 + (teller.z - listener.z) ** 2;
      if (teller.id === id || squared > rules[group].distance ** 2) continue;
      if (rules[teller.group].channel !== rules[group].channel) continue;
      for (const report of told.get(teller.id)!) {
        const { subject } = report;
        if (subject === `agent ${id}` || coming.has(subject)) continue;
        if (inView.has(subject) || !concerns(rules[group], subject)) continue;
        if (report.seen < step - rules[group].memorySteps) continue;
        const freshest = Math.max(seen.get(subject)?.seen ?? -1, known.get(subject)?.seen ?? -1);
        if (report.seen <= freshest) continue;
        reports.push({ ...report, heard: step, from: teller.id, hops: report.hops + 1 });
      }
    }
    const sorted = reports.sort(byWorth);
    const best = [...new Map(sorted.toReversed().map((report) => [report.subject, report])).values()].sort(
      byWorth,
    );
    for (const report of best.slice(0, ROOM.coming - coming.size)) coming.set(report.subject, report);
  }
  for (const { group, id } of people) {
    if (rules[group].delaySteps === 0) takeIn(minds.get(id)!, step);
  }
}

function takeIn(mind: Mind, latest: number): void {
  const arrived = [...mind.coming.values()].filter(({ heard }) => heard <= latest);
  for (const report of arrived) {
    const { subject } = report;
    mind.coming.delete(subject);
    if ((mind.seen.get(subject)?.seen ?? -1) >= report.seen) continue;
    if ((mind.told.get(subject)?.seen ?? -1) >= report.seen) continue;
    mind.seen.delete(subject);
    mind.told.set(subject, report);
  }
  mind.told = asMap([...mind.told.values()].sort(byWorth).slice(0, ROOM.told));
}
