import { shuffledOrder } from '../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createCrowd,
  createEvents,
  createObstacles,
  createPerception,
  createTargets,
  enterAgent,
  type Perception,
  reserveAgent,
  reserveEntries,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import type { Automaton, TraitChange } from './index.ts';

/** A change that has no effect, except in the part that a test is about. */
export const change = (part: Partial<TraitChange>): TraitChange => ({
  name: 'change',
  trait: 'agility',
  over: 'time',
  points: [[0, 1]],
  as: 'factor',
  lag: 0,
  ...part,
});

/** A crowd of equal agents. */
export function crowdFor({ memory = {} }: Automaton, count: number, dimension: 2 | 3 = 2): Crowd {
  const crowd = createCrowd(8, { dimension, targetClasses: 1, memory });
  for (let k = 0; k < count; k++) add(crowd);
  return crowd;
}

export function add(crowd: Crowd): number {
  const row = enterAgent(crowd, reserveAgent(crowd));
  crowd.traits.radius[row] = 0.25;
  crowd.traits.desiredSpeed[row] = 1.3;
  crowd.traits.agility[row] = 0.8;
  crowd.traits.mass[row] = 0.5;
  crowd.traits.aggressiveness[row] = 0.4;
  crowd.traits.group[row] = -1;
  return row;
}

/** A world without obstacles, in which nothing has happened. */
export const nothing = {
  obstacles: createObstacles([]),
  solids: createSolids([]),
  events: createEvents(),
  targets: createTargets([]),
  seed: 1,
};

/** Near lists of all agents and all elements, each list in its own order. */
export function everything(crowd: Crowd, elements: number, seed: number): Perception {
  const perception = createPerception();
  for (const [lists, count] of [
    [perception.agents, crowd.count],
    [perception.obstacles, elements],
  ] as const) {
    beginLists(lists, crowd.capacity);
    for (let row = 0; row < crowd.count; row++) {
      const items = reserveEntries(lists, count);
      lists.starts[row] = lists.length;
      for (const item of shuffledOrder(count, seed + row)) {
        if (lists === perception.agents && item === row) continue;
        items[lists.length++] = item;
        lists.counts[row]++;
      }
    }
  }
  return perception;
}
