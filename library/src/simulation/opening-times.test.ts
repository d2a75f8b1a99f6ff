import { describe, expect, test } from 'vitest';
import { EventKind, Status } from '../crowd/index.ts';
import { distanceToSegmentSquared } from '../geometry/index.ts';
import { isOver } from './is-over.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { timeOf } from './world.ts';

/** A room whose only exit is a door of the ground. */
function room(door: object): ScenarioInput {
  return {
    version: 1,
    name: 'room',
    bounds: { min: [0, 0], max: [20, 10], walls: true },
    duration: 200,
    obstacles: [
      { shape: 'segment', from: [10, 0], to: [10, 4] },
      { shape: 'segment', from: [10, 6], to: [10, 10] },
    ],
    ground: [{ name: 'exit', kind: 'door', from: [10, 4], to: [10, 6], ...door }],
    planner: { name: 'path' },
    targets: [{ name: 'out', at: [17, 5], radius: 1, sink: true }],
    groups: [{ name: 'people', count: 12, region: { box: { min: [1, 1], max: [7, 9] } }, targets: ['out'] }],
  };
}

/** When the run is over, and how many have arrived by then. */
function endOf(door: object): { time: number; arrived: number } {
  let world = createWorld(room(door));
  while (!isOver(world) && timeOf(world) < 120) {
    stepWorld(world);
    // A saved world knows what is still to come.
    if (world.step === 100) world = loadWorld(saveWorld(world));
  }
  return { time: timeOf(world), arrived: world.arrived };
}

describe('a run waits for a door that opens by its schedule', () => {
  test.each([
    { open: false, schedule: [{ at: 30, open: true }] },
    {
      schedule: [
        { at: 6, open: false },
        { at: 30, open: true },
      ],
    },
    {
      open: false,
      rate: 0.5,
      schedule: [
        { at: 10, open: true },
        { at: 14, open: false },
        { at: 30, open: true },
      ],
    },
  ])('%j', (door) => {
    const { arrived, time } = endOf(door);
    expect(arrived).toBe(12);
    expect(time).toBeGreaterThan(30);
    expect(time).toBeLessThan(100);
  });

  test('and for no other', () => {
    // It only shuts again.
    const shut = endOf({
      rate: 1,
      schedule: [
        { at: 6, open: false },
        { at: 30, open: false },
      ],
    });
    expect(shut.arrived).toBeLessThan(12);
    expect(shut.time).toBeLessThan(30);
  });
});

describe('a crowd that has waited at the door leaves when it opens', () => {
  test.each([
    ['pipeline', 'distance', 60],
    ['pipeline', 'harmonic', 60],
  ] as const)('%s, %s, after %d s', (steering, planner, at) => {
    const input = room({ open: false, schedule: [{ at, open: true }] });
    const groups = [{ ...input.groups![0], count: 30 }];
    const world = createWorld({ ...input, groups, steering: { name: steering }, planner: { name: planner } });
    while (!isOver(world) && timeOf(world) < 200) stepWorld(world);
    expect(world.arrived).toBe(30);
  });
});

describe('before a door that opens later', () => {
  test.each(['walker', 'nonlinear', 'pipeline'] as const)(
    '%s: a crowd with paths walks up and stands',
    (name) => {
      const input = room({ open: false, schedule: [{ at: 30, open: true }] });
      const world = createWorld({ ...input, steering: { name } });
      const { motion, plan } = world.crowd;
      while (timeOf(world) < 29) {
        stepWorld(world);
        expect(world.events.kind.subarray(0, world.events.count)).not.toContain(EventKind.unreachable);
      }
      for (let row = 0; row < world.crowd.count; row++) {
        expect(plan.status[row]).toBe(Status.walking);
        expect(distanceToSegmentSquared(motion.x[row], motion.y[row], 10, 4, 10, 6)).toBeLessThan(3 * 3);
      }
      const headings = motion.headingX.slice();
      while (timeOf(world) < 29.9) {
        stepWorld(world);
        for (let row = 0; row < world.crowd.count; row++) {
          expect(Math.hypot(motion.velocityX[row], motion.velocityY[row])).toBeLessThan(0.01);
        }
      }
      expect(motion.headingX).toEqual(headings);
      while (!isOver(world) && timeOf(world) < 120) stepWorld(world);
      expect(world.arrived).toBe(12);
    },
  );

  test('agents take an open door, however far, and wait at none that stays shut', () => {
    const later = { open: false, schedule: [{ at: 100, open: true }] };
    const input = room(later);
    const obstacles = [
      { shape: 'segment', from: [10, 1], to: [10, 4] },
      { shape: 'segment', from: [10, 6], to: [10, 10] },
    ] as ScenarioInput['obstacles'];
    const world = createWorld({ ...input, obstacles });
    while (world.arrived < 12 && timeOf(world) < 60) stepWorld(world);
    expect(world.arrived).toBe(12);

    const shut = createWorld(room({ schedule: [{ at: 1, open: false }] }));
    while (timeOf(shut) < 20) stepWorld(shut);
    expect(shut.crowd.plan.status.slice(0, shut.crowd.count)).toContain(Status.stranded);
  });
});
