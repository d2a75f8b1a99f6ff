import { expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createObstacles, createTargets } from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { createPlanner } from '../base/planner.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createFields, FIRST_SET, wantField, workOnFields } from '../field-guide/index.ts';
import { sizeFor, updateSizes } from '../map/index.ts';
import { createHarmonicGuide } from './guide.ts';
import { createHarmonicMaker } from './maker.ts';

/** A wall with a door at its upper end between the agent and the target, and a box that blocks no path. */
function createScene() {
  const crowd = crowdOf([{ x: 3, y: 3 }]);
  crowd.traits.desiredSpeed.fill(1.3);
  crowd.plan.target.fill(-1);
  const input = planningInput({
    crowd,
    bounds: { minX: 0, minY: 0, maxX: 20, maxY: 12 },
    obstacles: createObstacles([
      { shape: 'box', min: [9.9, 0], max: [10.1, 10] },
      { shape: 'box', min: [1, 8], max: [2, 9] },
    ]),
    targets: createTargets([{ at: [17, 1], radius: 0.5 }]),
    targetSets: [Int32Array.of(0)],
  });
  const own = { name: 'own', findDirection: () => {} };
  const create = () =>
    createPlanner(
      createHarmonicGuide({ cell: 0.25, clearance: 0.1, budgetCells: 20_000, solver: 'auto', own }),
    );
  return { create, input, plan: crowd.plan, planner: create() };
}

test('a field is solved in the end, however often the ground changes', () => {
  const { input, plan, planner } = createScene();
  let step = 1;
  for (; step < 500 && plan.pace[0] === 0; step++) {
    if (step % 2 === 0) shiftObstacle(input.obstacles, 1, step % 4 === 0 ? -0.5 : 0.5, 0);
    planner.updatePlans({ ...input, step });
  }
  expect(step).toBeGreaterThan(10);
  expect(step).toBeLessThan(500);
});

test('saved in the middle of a solution on ground that has changed since, it goes on to the same bits', () => {
  const { create, input, plan, planner } = createScene();
  for (let step = 1; step < 4; step++) planner.updatePlans({ ...input, step });
  shiftObstacle(input.obstacles, 1, 5, 1.5);
  planner.updatePlans({ ...input, step: 4 });
  const loaded = create();
  loaded.load!(planner.save!());
  let first = 0;
  let changes = 0;
  for (let step = 5; step < 200; step++) {
    const before = plan.directionX[0];
    planner.updatePlans({ ...input, step });
    const expected = [plan.directionX[0], plan.directionY[0], plan.goalDistance[0]];
    loaded.updatePlans({ ...input, step });
    expect([plan.directionX[0], plan.directionY[0], plan.goalDistance[0]]).toEqual(expected);
    if (plan.directionX[0] !== before) changes++;
    if (first === 0 && changes > 0) first = step;
  }
  expect(loaded.save!()).toEqual(planner.save!());
  // On the ground of before, and on that of now.
  expect(first).toBeGreaterThan(5);
  expect(changes).toBe(2);
});

test('what nobody wants is not solved again, until somebody does', () => {
  const { input } = createScene();
  const fields = createFields(input, createHarmonicMaker('auto'), 0.25, 0.1, 1e9);
  const look = (step: number, numbers: readonly number[]) => {
    const now = { ...input, step };
    updateSizes(fields, now);
    for (const number of numbers) wantField(fields, now, number, sizeFor(fields, now, 0.25));
    workOnFields(fields, now);
    return fields.list.map(({ ground, size }) => ground === size.ground);
  };
  expect(look(0, [0, FIRST_SET])).toEqual([true, true]);
  for (let step = 1; step < 4; step++) look(step, [FIRST_SET]);
  shiftObstacle(input.obstacles, 1, 5, 1.5);
  expect(look(4, [FIRST_SET])).toEqual([false, true]);
  expect(look(5, [0])).toEqual([true, true]);
});

test('of ever new sets of targets as many fields are kept as 64 MB hold', () => {
  const { input } = createScene();
  const sets = Array.from({ length: 100 }, () => Int32Array.of(0));
  const fields = createFields({ ...input, targetSets: sets }, createHarmonicMaker('auto'), 0.05, 0.1, 1);
  for (let step = 1; step <= 1000; step++) {
    const now = { ...input, targetSets: sets, step };
    updateSizes(fields, now);
    wantField(fields, now, FIRST_SET + Math.floor((step - 1) / 10), sizeFor(fields, now, 0.25));
    workOnFields(fields, now);
  }
  // 400 × 240 cells of 24 bytes.
  expect(fields.list).toHaveLength(Math.floor(64e6 / (400 * 240 * 24)));
  expect(fields.list.at(-1)!.number).toBe(FIRST_SET + 99);
});
