import { type AgentId, type Crowd, rowOf, slotOf } from '../../crowd/index.ts';
import {
  addHash,
  createHash,
  finishHash,
  type Hash64,
  hashDouble,
  hashWords,
  resetHash,
} from '../../numerics/index.ts';
import { countOf, firstOf, knows, type News, PARTS, Part, sharingOf } from './news.ts';

/** One thing that an agent knows of. */
export type KnownThing = {
  kind: 'agent' | 'obstacle';
  /** The agent's id, or the obstacle's number in the scenario; −1 for the world's border. */
  subject: number;
  /** The element of the obstacle, as the crowd's tables count them; −1 for an agent. */
  element: number;
  /** Where it was seen: the centre of a body, circle or sphere, the middle of a wall or a face. */
  x: number;
  y: number;
  z: number;
  /** When it was seen and when the agent learnt of it, and how old the news is now, seconds. */
  seen: number;
  heard: number;
  age: number;
  /** The agent that told it; the agent itself where it has seen the thing. */
  from: AgentId;
  /** How often it was passed on; 0 for what the agent has seen itself. */
  hops: number;
  /** Whether the agent acts on it and passes it on by now; else it is still being told. */
  usable: boolean;
};

/** Everything that an agent knows of, the freshest first; empty where its group does not share. */
export function readNews(
  news: News | undefined,
  crowd: Crowd,
  owners: Int32Array,
  agent: AgentId,
  step: number,
  dt: number,
): KnownThing[] {
  const row = rowOf(crowd, agent);
  const sharing = news && sharingOf(news, crowd, row);
  if (!news || !sharing || !knows(news, crowd, row)) return [];
  const { entries } = news;
  const slot = slotOf(agent);
  const things: KnownThing[] = [];
  for (let part = 0; part < PARTS; part++) {
    const first = firstOf(slot, part);
    for (let entry = first; entry < first + countOf(news, slot, part); entry++) {
      if (entries.seen[entry] < step - sharing.memorySteps) continue;
      const isAgent = entries.subject[entry] >= 0;
      const element = isAgent ? -1 : -1 - entries.subject[entry];
      things.push({
        kind: isAgent ? 'agent' : 'obstacle',
        subject: isAgent ? entries.subject[entry] : owners[element],
        element,
        x: entries.x[entry],
        y: entries.y[entry],
        z: entries.z[entry],
        seen: entries.seen[entry] * dt,
        heard: entries.heard[entry] * dt,
        age: (step - entries.seen[entry]) * dt,
        from: entries.from[entry],
        hops: entries.hops[entry],
        usable: part !== Part.coming || entries.heard[entry] <= step - sharing.delaySteps,
      });
    }
  }
  return things.sort(
    (a, b) => b.seen - a.seen || a.hops - b.hops || a.element - b.element || a.subject - b.subject,
  );
}

/** Adds to the total the hashes of everything that is known; in whatever order, the sum is the same. */
export function addNewsHashes(news: News, crowd: Crowd, total: Hash64): void {
  const { entries, looked } = news;
  for (let row = 0; row < crowd.count; row++) {
    if (!knows(news, crowd, row)) continue;
    const slot = slotOf(crowd.ids[row]);
    resetHash(scratch);
    hashDouble(scratch, crowd.ids[row]);
    hashDouble(scratch, looked[slot]);
    finishHash(scratch);
    addHash(total, scratch);
    for (let part = 0; part < PARTS; part++) {
      const first = firstOf(slot, part);
      for (let entry = first; entry < first + countOf(news, slot, part); entry++) {
        resetHash(scratch);
        hashDouble(scratch, crowd.ids[row]);
        hashDouble(scratch, entries.subject[entry]);
        hashDouble(scratch, entries.x[entry]);
        hashDouble(scratch, entries.y[entry]);
        hashDouble(scratch, entries.z[entry]);
        hashDouble(scratch, entries.radius[entry]);
        hashDouble(scratch, entries.seen[entry]);
        hashDouble(scratch, entries.heard[entry]);
        hashDouble(scratch, entries.from[entry]);
        hashWords(scratch, PARTS * entries.hops[entry] + part, entries.class[entry]);
        finishHash(scratch);
        addHash(total, scratch);
      }
    }
  }
}

/** The current hash, never read across calls. */
const scratch = createHash();
