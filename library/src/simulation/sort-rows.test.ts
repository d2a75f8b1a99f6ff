import { describe, expect, test } from 'vitest';
import { createWorld, readAgent, type ScenarioInput, stepWorld, type World } from './index.ts';
import { hashesOf, shuffleRows } from './worlds.fixture.ts';

/** Agents at random places, in rows that say nothing about where they are. */
const crowd = (count: number): ScenarioInput => {
  const box = { min: [0, 0] as const, max: [40, 40] as const };
  return {
    version: 1,
    name: 'crowd',
    bounds: { min: [0, 0], max: [40, 40] },
    dt: 0.05,
    duration: 100,
    groups: [{ name: 'all', count, region: { box }, goal: { random: { box } }, radius: 0.2 }],
  } as ScenarioInput;
};

/** The mean number of rows between an agent and the one nearest to it. */
function rowsToNearest({ crowd: { count, motion } }: World): number {
  let sum = 0;
  for (let row = 0; row < count; row++) {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other++) {
      const distance = Math.hypot(motion.x[other] - motion.x[row], motion.y[other] - motion.y[row]);
      if (other === row || distance >= least) continue;
      least = distance;
      nearest = other;
    }
    sum += Math.abs(nearest - row);
  }
  return sum / count;
}

describe('rows of a large crowd', () => {
  test('are sorted by place after the first step: the nearest agent is in a near row', () => {
    const world = createWorld(crowd(600));
    // Of random rows: a third of their number.
    expect(rowsToNearest(world)).toBeGreaterThan(150);
    stepWorld(world);
    expect(rowsToNearest(world)).toBeLessThan(60);
  });

  test('stay as they are in a small one', () => {
    const world = createWorld(crowd(500));
    stepWorld(world);
    expect([...world.crowd.ids.subarray(0, 500)]).toEqual(Array.from({ length: 500 }, (_, id) => id));
  });

  test('are those of the same agents: each id is where it was', () => {
    const world = createWorld(crowd(600));
    const before = Array.from({ length: 600 }, (_, id) => readAgent(world, id));
    stepWorld(world);
    for (const [id, { x, y }] of before.entries()) {
      const now = readAgent(world, id);
      expect(Math.hypot(now.x - x, now.y - y)).toBeLessThan(0.2);
    }
  });

  test('do not change a state: 300 steps, with rows in another order before each', () => {
    expect(hashesOf(crowd(600), 300, {}, shuffleRows)).toEqual(hashesOf(crowd(600), 300));
  });
});
