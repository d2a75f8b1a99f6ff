import { expect, test } from 'vitest';
import { createWorld } from '../simulation/scenario-world.ts';
import { stepWorld } from '../simulation/step.ts';
import { pathAhead } from './path-ahead.ts';

const scene = (planner: string) => ({
  version: 1 as const,
  name: 'a wall to go round',
  bounds: { min: [0, 0], max: [20, 10] },
  duration: 10,
  planner: { name: planner },
  obstacles: [{ shape: 'box', min: [9, 0], max: [11, 8] }],
  targets: [{ name: 'exit', at: [18, 2], radius: 0.5 }],
  agents: [{ at: [2, 2], targets: ['exit'] }],
});

/** Metres from a point to the box, 0 inside. */
const gapToBox = ([x, y]: readonly number[]) =>
  Math.hypot(Math.max(0, 9 - x, x - 11), Math.max(0, 0 - y, y - 8));

test.each([
  ['path', 'route'],
  ['distance', 'field'],
  ['harmonic', 'field'],
])('with the planner %s the path ahead goes round the wall and ends at the goal', (planner, kind) => {
  const world = createWorld(scene(planner) as never);
  // A search may continue in the next step.
  for (let step = 0; step < 3; step++) stepWorld(world);
  const { kind: found, points } = pathAhead(world, world.crowd.ids[0]);
  expect(found).toBe(kind);
  expect(points[0]).toEqual([world.crowd.motion.x[0], world.crowd.motion.y[0]]);
  const [endX, endY] = points.at(-1)!;
  expect(Math.hypot(endX - 18, endY - 2)).toBeLessThan(1);
  // The body has a radius of 0.25 m; a cell is 0.25 m wide.
  for (const point of points) expect(gapToBox(point)).toBeGreaterThan(0.1);
  for (const [k, [x, y]] of points.entries()) {
    if (k > 0) expect(Math.hypot(x - points[k - 1][0], y - points[k - 1][1])).toBeLessThan(0.8);
  }
});

test('a route that an agent has left behind begins where the agent is', () => {
  const world = createWorld(scene('path') as never);
  for (let step = 0; step < 3; step++) stepWorld(world);
  // It was pushed four metres on, and half a metre aside.
  world.crowd.motion.x[0] = 6;
  world.crowd.motion.y[0] -= 0.5;
  const { kind, points } = pathAhead(world, world.crowd.ids[0]);
  expect(kind).toBe('route');
  // The route rises from (2, 2) to the corner (9, 8): what is nearest to (6, 1.5) on it is near (4, 3.7).
  for (const [x] of points) expect(x).toBeGreaterThan(3.2);
});

test('without a map the path is the straight line to the goal', () => {
  const world = createWorld({ ...scene('direct'), obstacles: [] } as never);
  stepWorld(world);
  const { kind, points } = pathAhead(world, world.crowd.ids[0]);
  expect(kind).toBe('line');
  // To the border of the target, or its middle.
  expect(Math.hypot(points[1][0] - 18, points[1][1] - 2)).toBeLessThan(1);
});
