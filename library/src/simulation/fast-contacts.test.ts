import { describe, expect, test } from 'vitest';
import { EventKind } from '../crowd/index.ts';
import { smallestGap } from '../environment/contacts/wall-contacts.fixture.ts';
import { createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';

const RADIUS = 0.25;
const COUNT = 30;

type Point = [number, number] | [number, number, number];

/** Agents in single file in a tube, too narrow to let two past each other, who run at each other at 50 m/s. */
function tube(dimension: 2 | 3, seed: number, width: number): ScenarioInput {
  const at = (x: number): Point => (dimension === 2 ? [x, width / 2] : [x, width / 2, width / 2]);
  return {
    version: 1,
    name: 'tube',
    dimension,
    seed,
    dt: 0.25,
    duration: 60,
    bounds: {
      min: dimension === 2 ? [0, 0] : [0, 0, 0],
      max: dimension === 2 ? [80, width] : [80, width, width],
      walls: true,
    },
    agents: Array.from({ length: COUNT }, (_, k) => ({
      at: at(2 + 2.5 * k),
      goal: at(k % 2 === 0 ? 79 : 1),
      goalRadius: 0.01,
      speed: 50,
      radius: RADIUS,
    })),
    arrival: 'continue',
    steering: { speedLaw: 'constant', noise: 2, attraction: 5 },
  };
}

/** The largest displacement of an agent; throws when an agent has left the tube or its place in the file. */
function stepInFile(world: World, width: number): number {
  const before = world.crowd.motion.x.slice(0, COUNT);
  stepWorld(world);
  const { x, y, z } = world.crowd.motion;
  let longest = 0;
  for (let row = 0; row < COUNT; row++) {
    longest = Math.max(longest, Math.abs(x[row] - before[row]));
    const inside = (value: number, size: number) => value >= RADIUS && value <= size - RADIUS;
    const outside =
      !inside(x[row], 80) ||
      !inside(y[row], width) ||
      !(world.crowd.dimension === 2 || inside(z[row], width));
    if (outside) throw new Error(`step ${world.step}: ${row} is at ${x[row]}, ${y[row]}, ${z[row]}`);
    if (row > 0 && !(x[row] > x[row - 1])) {
      throw new Error(`step ${world.step}: ${row - 1} is at ${x[row - 1]}, ${row} at ${x[row]}`);
    }
  }
  return longest;
}

describe('at 50 m/s and steps of 0.25 s', () => {
  test.each([
    [2, 1],
    [2, 2],
    [3, 1],
    [3, 2],
  ] as const)(
    'nobody in a file overtakes anybody or leaves the tube: %i dimensions, seed %i',
    (dimension, seed) => {
      const world = createWorld(tube(dimension, seed, 0.6));
      let longest = 0;
      let contacts = 0;
      for (let step = 0; step < 120; step++) {
        longest = Math.max(longest, stepInFile(world, 0.6));
        const { count, kind } = world.events;
        for (let k = 0; k < count; k++) if (kind[k] === EventKind.contact) contacts++;
      }
      expect(longest).toBeGreaterThan(5);
      expect(contacts).toBeGreaterThan(500);
    },
  );

  test('nobody in a file gets past a wall that comes and goes', () => {
    const world = createWorld({
      ...tube(2, 3, 0.6),
      agents: tube(2, 3, 0.6).agents!.filter((_, k) => k !== 15),
      obstacles: [
        {
          shape: 'segment',
          from: [39.5, 0],
          to: [39.5, 0.6],
          course: { kind: 'oscillation', amplitude: [2, 0], period: 25 },
        },
      ],
    });
    const { crowd, obstacles } = world;
    const wall = obstacles.firstMoving;
    let touches = 0;
    for (let step = 0; step < 200; step++) {
      stepWorld(world);
      for (let row = 0; row < crowd.count; row++) {
        const aside = crowd.motion.x[row] - obstacles.startX[wall];
        if (!(row < 15 ? aside <= -RADIUS : aside >= RADIUS)) {
          throw new Error(`step ${world.step}: ${row} is ${aside} m beside the wall`);
        }
        expect(smallestGap(crowd, row, obstacles, 0, wall)).toBeGreaterThanOrEqual(0);
      }
      const { count, kind, other } = world.events;
      for (let k = 0; k < count; k++) if (kind[k] === EventKind.obstacleContact && other[k] === 0) touches++;
    }
    expect(touches).toBeGreaterThan(100);
  });

  test('one that slides along a wall stops at the body that stands there, and does not feel those behind the wall', () => {
    const world = createWorld({
      version: 1,
      name: 'slide',
      dt: 0.25,
      duration: 10,
      bounds: { min: [-50, -50], max: [50, 50] },
      obstacles: [{ shape: 'segment', from: [-20, 0], to: [20, 0] }],
      agents: [
        { at: [-4, 2], heading: -0.7, goal: [9, -9], speed: 50 },
        { at: [2, 0.3], speed: 0 },
        { at: [5, -4], speed: 0 },
      ],
      steering: { speedLaw: 'constant', massTime: [0.0001, 0.0001] },
    });
    for (let step = 0; step < 5; step++) {
      stepWorld(world);
      const { x, y } = world.crowd.motion;
      expect(Math.hypot(x[0] - x[1], y[0] - y[1])).toBeGreaterThan(0.98 * 2 * RADIUS);
      expect(x[0]).toBeLessThan(x[1]);
      expect(y[0]).toBeGreaterThanOrEqual(RADIUS);
    }
    const { x, y } = world.crowd.motion;
    // It shoves the body that stands, by no more than a radius in a step.
    expect(x[0]).toBeGreaterThan(1);
    expect(x[1]).toBeLessThan(2 + 5 * RADIUS);
    expect([x[2], y[2]]).toEqual([5, -4]);
  });
});
