import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createCrowd,
  createObstacles,
  createPerception,
  dropAgent,
  enterAgent,
  type NearLists,
  reorderRows,
  reserveAgent,
  reserveEntries,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import { emptyMind, type Gossiper, gossipRound, type Mind, type Rules } from './gossip.fixture.ts';
import { createNews, type KnownThing, readNews, spreadNews } from './index.ts';
import type { Sharing } from './sharing.ts';

registerSpace();

const DT = 0.1;
const NO_GROUP = -1;
/** Metres. */
const SIDE = 14;

/** A town in which people come, go, walk at random and look around when they like; a run of it against the oracle. */
type Town = {
  seed: number;
  people: number;
  elements: number;
  dimension: 2 | 3;
  /** Chance that one person perceives one thing, and that an agent looks around. */
  curiosity: number;
  attention: number;
  sharing: Sharing[];
};

const towns = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  people: fc.integer({ min: 2, max: 24 }),
  elements: fc.integer({ min: 0, max: 60 }),
  dimension: fc.constantFrom(2 as const, 3 as const),
  curiosity: fc.constantFrom(0.001, 0.01, 0.1, 0.5),
  attention: fc.constantFrom(0.3, 1),
  sharing: fc.array(
    fc.record({
      distance: fc.constantFrom(2, 5, 40),
      delay: fc.constantFrom(0, 0.1, 0.3, 1),
      memory: fc.constantFrom(0.1, 0.5, 2, 100),
      subjects: fc.constantFrom('all' as const, 'all' as const, 'agents' as const, 'obstacles' as const),
      channel: fc.constantFrom('one', 'two', undefined),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Groups: those of the sharing, one that does not share, and no agent's. */
function enter(crowd: Crowd, dice: () => number, groups: number): void {
  const row = enterAgent(crowd, reserveAgent(crowd));
  crowd.motion.x[row] = SIDE * dice();
  crowd.motion.y[row] = SIDE * dice();
  crowd.motion.z[row] = crowd.dimension === 3 ? SIDE * dice() : 0;
  crowd.traits.radius[row] = 0.25;
  crowd.traits.group[row] = Math.floor(dice() * (groups + 2)) - 1;
}

function list(lists: NearLists, row: number, items: readonly number[]): void {
  const room = reserveEntries(lists, items.length);
  lists.starts[row] = lists.length;
  lists.counts[row] = items.length;
  for (const item of items) room[lists.length++] = item;
}

function live(
  town: Town,
  rounds: number,
  look: (actual: string[], expected: string[], known: KnownThing[]) => void,
): void {
  const { attention, curiosity, dimension, elements, people, seed, sharing } = town;
  const dice = createDice(seed);
  const crowd = createCrowd(4, { dimension, targetClasses: 1, memory: {} });
  const places = Array.from(
    { length: elements },
    () => [SIDE * dice(), SIDE * dice(), SIDE * dice()] as const,
  );
  const obstacles = createObstacles(
    dimension === 3 ? [] : places.map(([x, y]) => ({ shape: 'circle', center: [x, y], radius: 0.1 })),
  );
  const solids = createSolids(
    dimension === 2 ? [] : places.map((center) => ({ shape: 'sphere', center: [...center], radius: 0.1 })),
  );
  const owners = (dimension === 3 ? solids : obstacles).owner;
  const surroundings = { crowd, obstacles, solids };
  const news = createNews([...sharing, undefined], DT)!;
  const rules: Rules[] = sharing.map(({ channel, delay, distance, memory, subjects }, group) => ({
    channel: channel ?? `group ${group}`,
    subjects,
    distance,
    delaySteps: Math.round(delay / DT),
    memorySteps: Math.round(memory / DT),
  }));
  const index = createBruteIndex();
  const perception = createPerception();
  const minds = new Map<number, Mind>();
  for (let k = 0; k < people; k++) enter(crowd, dice, sharing.length);
  for (let step = 0; step < rounds; step++) {
    if (dice() < 0.1 && crowd.count > 2) {
      const id = crowd.ids[Math.floor(dice() * crowd.count)];
      dropAgent(crowd, id);
      minds.delete(id);
    }
    if (dice() < 0.1) enter(crowd, dice, sharing.length);
    reorderRows(crowd, shuffledOrder(crowd.count, seed + step));
    const { group } = crowd.traits;
    const { x, y, z } = crowd.motion;
    const due = new Uint8Array(crowd.count);
    const gossipers: Gossiper[] = [];
    beginLists(perception.agents, crowd.capacity);
    beginLists(perception.obstacles, crowd.capacity);
    for (let row = 0; row < crowd.count; row++) {
      x[row] += dice() - 0.5;
      y[row] += dice() - 0.5;
      if (dimension === 3) z[row] += dice() - 0.5;
    }
    for (let row = 0; row < crowd.count; row++) {
      due[row] = dice() < attention ? 1 : 0;
      const seen = (count: number) =>
        Array.from({ length: count }, (_, k) => k).filter(() => dice() < curiosity);
      const others = seen(crowd.count).filter((other) => other !== row);
      const things = seen(elements);
      list(perception.agents, row, others);
      list(perception.obstacles, row, things);
      if (group[row] === NO_GROUP || group[row] === sharing.length) continue;
      const id = crowd.ids[row];
      if (!minds.has(id)) minds.set(id, emptyMind());
      const perceives = [
        ...others.map((other) => ({
          subject: `agent ${crowd.ids[other]}`,
          x: x[other],
          y: y[other],
          z: z[other],
        })),
        ...things.map((element) => {
          const [atX, atY, atZ] = places[element];
          return { subject: `element ${element}`, x: atX, y: atY, z: dimension === 3 ? atZ : 0 };
        }),
      ];
      const place = { x: x[row], y: y[row], z: z[row] };
      gossipers.push({ id, group: group[row], ...place, perceives: due[row] === 1 ? perceives : undefined });
    }
    index.update(surroundings);
    spreadNews(news, index, surroundings, perception, due, step);
    gossipRound(minds, gossipers, rules, step);
    for (const id of crowd.ids.slice(0, crowd.count)) {
      const known = readNews(news, crowd, owners, id, step, DT);
      const mind = minds.get(id) ?? emptyMind();
      look(known.map(inWords).sort(), wordsOf(mind, step).sort(), known);
    }
  }
}

/** A line that says it all, to the bit. */
function inWords({ element, from, hops, kind, subject, usable, x, y, z, ...times }: KnownThing): string {
  const what = kind === 'agent' ? `agent ${subject}` : `element ${element}`;
  return `${what} at ${x} ${y} ${z} from ${from} by ${hops}, ${usable}, ${times.seen} ${times.heard} ${times.age}`;
}

function wordsOf(mind: Mind, step: number): string[] {
  return [mind.seen, mind.told, mind.coming].flatMap((part) =>
    [...part.values()].map(({ from, heard, hops, seen, subject, x, y, z }) => {
      const times = `${seen * DT} ${heard * DT} ${(step - seen) * DT}`;
      return `${subject} at ${x} ${y} ${z} from ${from} by ${hops}, ${part !== mind.coming}, ${times}`;
    }),
  );
}

describe('knowledge of each agent, with its time and source', () => {
  test('as a gossip of maps and sorted lists says, in 80 towns', () => {
    const counted = { told: 0, coming: 0, hops: 0, most: 0 };
    fc.assert(
      fc.property(towns, (town) => {
        live(town, 40, (actual, expected, known) => {
          if (actual.join() !== expected.join()) expect(actual).toEqual(expected);
          for (const { hops, usable } of known) {
            if (hops > 0) counted[usable ? 'told' : 'coming']++;
            counted.hops = Math.max(counted.hops, hops);
          }
          counted.most = Math.max(counted.most, known.length);
        });
      }),
      { numRuns: 80, seed: 4 },
    );
    // Or it would have compared nothing: rooms were full, and news came a long path.
    expect(counted.told).toBeGreaterThan(10_000);
    expect(counted.coming).toBeGreaterThan(10_000);
    expect(counted.hops).toBeGreaterThan(4);
    expect(counted.most).toBeGreaterThan(50);
  });
});
