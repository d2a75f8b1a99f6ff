import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createObstacles, createTargets, moveTarget } from '../../crowd/index.ts';
import { createWorld, type ScenarioInput, stepWorld } from '../../simulation/index.ts';
import { createPlanner } from '../base/planner.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createGround } from '../map/index.ts';
import { addTargetCells, clearGoals, createGoals } from './goals.ts';
import { createPathGuide } from './guide.ts';
import { createPaths } from './paths.ts';
import { hasCellsOnPart } from './reach.ts';
import { tierFor } from './tiers.ts';

const options = { cell: 0.25, clearance: 0.1, searches: 32, cells: 20_000 };

test('a target has cells on those parts of the ground on which a search is given some, wherever it goes', () => {
  const metres = fc.double({ min: -1, max: 9, noNaN: true });
  const wall = fc.record({ isUpright: fc.boolean(), at: fc.integer({ min: 1, max: 7 }) });
  fc.assert(
    fc.property(
      fc.array(wall, { maxLength: 3 }),
      fc.double({ min: 0.05, max: 3, noNaN: true }),
      fc.boolean(),
      fc.array(fc.tuple(metres, metres), { minLength: 1, maxLength: 4 }),
      (walls, half, isRegion, places) => {
        const [x, y] = places[0];
        const region = { box: { min: [x - half, y - half], max: [x + half, y + half] } } as const;
        const targets = createTargets([isRegion ? { radius: 0, region } : { at: [x, y], radius: half }]);
        const input = planningInput({
          crowd: crowdOf([{ x: 1, y: 1 }]),
          targets,
          targetSets: [Int32Array.of(0)],
          obstacles: createObstacles(
            walls.map(({ isUpright, at }) => ({
              shape: 'box',
              min: isUpright ? [at, 0] : [0, at],
              max: isUpright ? [at + 0.3, 8] : [8, at + 0.3],
            })),
          ),
          bounds: { minX: 0, minY: 0, maxX: 8, maxY: 8 },
        });
        const paths = createPaths(options);
        const tier = tierFor([], createGround(input, options.cell), input, 0.25, options.clearance);
        const goals = createGoals();
        for (const [toX, toY] of places) {
          moveTarget(targets, 0, toX, toY);
          for (let part = 0; part < tier.wide.partCount; part++) {
            clearGoals(goals);
            addTargetCells(goals, tier.wide, targets, 0, part);
            expect(hasCellsOnPart(paths, tier, targets, 0, part)).toBe(goals.count > 0);
          }
        }
      },
    ),
  );
});

test('however many ask whether a region can be reached, its cells are looked at once', () => {
  // All of its cells were gone through for each agent, and not counted: the first step took seconds.
  const scenario: ScenarioInput = {
    version: 1,
    name: 'field',
    bounds: { min: [0, 0], max: [60, 60] },
    duration: 10,
    steering: { name: 'nonlinear' },
    obstacles: [
      { shape: 'box', min: [30, 5], max: [31, 60] },
      { shape: 'box', min: [40, 50], max: [40.5, 60] },
      { shape: 'box', min: [40, 50], max: [60, 50.5] },
    ],
    targets: [{ name: 'east', region: { box: { min: [32, 0], max: [60, 49] } } }],
    agents: Array.from({ length: 25 }, (_, k) => ({ at: [2 + k, 50], targets: ['east'] })),
  };
  const guide = createPathGuide(options);
  const world = createWorld(scenario, { planner: createPlanner(guide) });
  stepWorld(world);
  // No agent is served before it has asked. The part in the corner is none of the region's, so that no cell is left out.
  expect(guide.work.searches).toBe(0);
  expect(guide.work.cells).toBeGreaterThan(20_000);
  expect(guide.work.cells).toBeLessThanOrEqual((28 / options.cell + 1) * (49 / options.cell + 1));
});
