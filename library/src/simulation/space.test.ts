import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NonlinearParameters } from '../steering/nonlinear/index.ts';
import { createNonlinearModel } from '../steering/nonlinear/model.ts';
import { checkScenario, createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';
import { lifted } from './space.fixture.ts';

/** A crowd with spheres, boxes, a solid border and things that move, in the plane. */
const crowded: ScenarioInput = {
  version: 1,
  name: 'crowded',
  bounds: { min: [0, 0], max: [16, 12], walls: true },
  duration: 20,
  steering: { name: 'nonlinear' },
  obstacles: [
    { shape: 'circle', center: [8, 6], radius: 1 },
    { shape: 'box', min: [13, 1], max: [14, 3] },
    {
      shape: 'box',
      min: [1.5, 3],
      max: [2.5, 5],
      course: { kind: 'oscillation', amplitude: [0, 1], period: 3 },
    },
    {
      shape: 'circle',
      center: [2, 10.5],
      radius: 0.4,
      course: { kind: 'loop', points: [[9, 11]], speed: 1.5 },
    },
  ],
  groups: [
    {
      name: 'ring',
      count: 24,
      region: { ring: { center: [8, 6], radius: 4.6 } },
      personality: { aggressiveness: { uniform: [0, 1] }, agility: { uniform: [0, 1] }, mass: 0.3 },
      goal: { mirror: [8, 6] },
    },
  ],
  agents: [
    { at: [1, 1], goal: [15, 11] },
    { at: [15, 1], heading: 2, goal: [1, 1] },
  ],
  arrival: 'continue',
};

const columns = ['x', 'y', 'headingX', 'headingY', 'velocityX', 'velocityY'] as const;
const ownColumns = ['turnRate', 'weight0', 'weight1'];

/** The bits of what the plane has, and whether the rest is zero. */
function stateOf({ crowd }: World) {
  const { count, motion, steer } = crowd;
  const inSpace = [motion.z, motion.headingZ, motion.velocityZ, steer.turnX, steer.turnY];
  const inPlane = [...columns.map((name) => motion[name]), ...ownColumns.map((name) => steer[name])];
  return {
    plane: inPlane.map((column) => Array.from(column.subarray(0, count))),
    isFlat: inSpace.every((column) => column.subarray(0, count).every((value) => value === 0)),
  };
}

function expectSamePaths(scenario: ScenarioInput, steps: number, compiled: boolean): void {
  const inPlane = createWorld(scenario);
  const raised = checkScenario(lifted(scenario));
  const steering = createNonlinearModel(raised.steering as NonlinearParameters, compiled);
  const inSpace = createWorld(lifted(scenario), { steering });
  for (let step = 0; step < steps; step++) {
    stepWorld(inPlane);
    stepWorld(inSpace);
    const expected = stateOf(inPlane);
    const got = stateOf(inSpace);
    expect(got.isFlat).toBe(true);
    expect(got.plane).toEqual(expected.plane);
  }
}

describe('a plane scene put into space at z = 0', () => {
  test.each([
    ['the kernel', true],
    ['JavaScript', false],
  ])('gives the same paths, to the bit: %s', (_, compiled) => {
    for (const variant of ['smooth', 'faithful'] as const) {
      expectSamePaths({ ...crowded, steering: { variant } }, 200, compiled);
    }
  });

  test('whatever is where', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const disc = fc.record({ x: number(-5, 5), y: number(-5, 5), radius: number(0.1, 1.5) });
    fc.assert(
      fc.property(
        fc.array(disc, { maxLength: 5 }),
        fc.integer({ min: 2, max: 12 }),
        fc.nat(1000),
        fc.boolean(),
        (discs, count, seed, walls) => {
          const scenario: ScenarioInput = {
            version: 1,
            name: 'anything',
            bounds: { min: [-10, -10], max: [10, 10], walls },
            duration: 10,
            steering: { name: 'nonlinear' },
            seed,
            obstacles: discs.map(({ x, y, radius }, k) =>
              k % 2 === 0
                ? { shape: 'circle', center: [x, y], radius }
                : { shape: 'box', min: [x - radius, y - radius], max: [x + radius, y + 0.5] },
            ),
            groups: [
              {
                name: 'ring',
                count,
                region: { ring: { center: [0, 0], radius: 9.5 } },
                goal: { mirror: [0, 0] },
                personality: { aggressiveness: { uniform: [0, 1] } },
              },
            ],
          };
          expectSamePaths(scenario, 60, true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
