import { describe, expect, test } from 'vitest';
import { addAgent, createWorld as createPlainWorld } from '../index.ts';
import { explainAgent } from './explain-agent.ts';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  stepWorld,
  type World,
} from './index.ts';
import { walker } from './walker.fixture.ts';
import { hashesOf, runHashes, shuffleRows } from './worlds.fixture.ts';

/** A passage of 1.2 m that turns a corner, for bodies of 0.9 m: from a room on the left to one above. */
const corner = (left: number, above: number): ScenarioInput => ({
  version: 1,
  name: 'corner',
  duration: 200,
  bounds: { min: [0, 0], max: [13, 15], walls: true },
  obstacles: [
    { shape: 'box', min: [6, 4.2], max: [9, 8] },
    { shape: 'box', min: [6, 0], max: [13, 3] },
    { shape: 'box', min: [10.2, 3], max: [13, 8] },
    { shape: 'box', min: [6, 8], max: [6.2, 15] },
    { shape: 'box', min: [0, 6], max: [6, 15] },
  ],
  arrival: 'vanish',
  agents: [
    ...Array.from({ length: left }, (_, k) => walker([5 - 1.1 * k, 3.6], [8 + k, 13], { radius: 0.45 })),
    ...Array.from({ length: above }, (_, k) => walker([9.6, 8.8 + 1.1 * k], [1 + k, 1], { radius: 0.45 })),
  ],
});

const columnsOf = ({ crowd }: World) => crowd.steer;

/** Steps until an agent gives way. */
function untilGivesWay(world: World): World {
  while (
    !columnsOf(world)
      .right.subarray(0, world.crowd.count)
      .some((right) => right < 0)
  ) {
    stepWorld(world);
    expect(world.step).toBeLessThan(1200);
  }
  return world;
}

describe('columns that meet in a passage for one with a corner', () => {
  test.each([
    [1, 1],
    [1, 3],
    [2, 4],
    [4, 2],
    [4, 4],
  ])('%i from the left and %i from above: all arrive', (left, above) => {
    const world = createWorld(corner(left, above));
    while (world.arrived < left + above && world.step < 3600) stepWorld(world);
    expect(world.arrived).toBe(left + above);
  });

  test('one side goes first, and stays first until it is through; the other waits off its path', () => {
    const world = createWorld(corner(2, 4));
    const before = new Map<number, number>();
    const sides = new Map<number, Set<number>>();
    while (world.arrived < 6 && world.step < 3600) {
      stepWorld(world);
      const { count, ids } = world.crowd;
      for (let row = 0; row < count; row++) {
        const right = columnsOf(world).right[row];
        // Never from one side to the other: an agent that gives way later has been through.
        if (right !== 0) expect(before.get(ids[row])).not.toBe(-right);
        before.set(ids[row], right);
        if (right === 0) continue;
        const roles = sides.get(Math.abs(right)) ?? new Set();
        sides.set(Math.abs(right), roles.add(Math.sign(right)));
      }
    }
    expect(world.arrived).toBe(6);
    expect(sides.size).toBeGreaterThan(0);
    for (const roles of sides.values()) expect([...roles].sort()).toEqual([-1, 1]);
  });

  test('an agent that gives way says to which others, and where it goes', () => {
    const world = untilGivesWay(createWorld(corner(2, 4)));
    const { ids, steer } = world.crowd;
    const row = steer.right.findIndex((right) => right < 0);
    const winners = [...ids.subarray(0, world.crowd.count)].filter(
      (_, k) => steer.right[k] === -steer.right[row],
    );
    const { plan, rightOfWay, stages } = explainAgent(world, ids[row]);
    expect(rightOfWay!.yieldsTo).toEqual(expect.arrayContaining(winners));
    expect(stages.map(({ name }) => name)).toContain('give way');
    const last = plan!.points[plan!.points.length - 1];
    for (const winner of winners) {
      const { x, y } = readAgent(world, winner);
      expect(Math.hypot(last.x - x, last.y - y)).toBeGreaterThan(0.9);
    }
  });

  test('the same bits, however the rows are ordered', () => {
    const scene = corner(4, 4);
    expect(hashesOf(scene, 500, {}, shuffleRows)).toEqual(hashesOf(scene, 500));
  });

  test('the same bits, saved and loaded while some give way', () => {
    const scene = corner(2, 4);
    const world = untilGivesWay(createWorld(scene));
    const { step } = world;
    expect(runHashes(loadWorld(saveWorld(world)), 200)).toEqual(hashesOf(scene, step + 200).slice(step));
  });
});

test('in the world of a program no agent goes back, and neither once it is saved and loaded', () => {
  const { agents, bounds, obstacles } = corner(4, 4);
  const world = createPlainWorld({ bounds, obstacles, arrival: 'vanish' });
  for (const agent of agents!) addAgent(world, agent as Parameters<typeof addAgent>[1]);
  for (let step = 0; step < 300; step++) stepWorld(world);
  const loaded = loadWorld(saveWorld(world));
  expect(runHashes(loaded, 300)).toEqual(runHashes(world, 300));
  expect(loaded.crowd.steer.right.some((right) => right !== 0)).toBe(false);
});
