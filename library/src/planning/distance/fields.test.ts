import { expect, test } from 'vitest';
import { crowdOf } from '../../crowd/crowd.fixture.ts';
import { createObstacles, createTargets, openTarget, Status } from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { createFields, FIRST_SET, wantField, workOnFields } from '../field-guide/index.ts';
import { createPlanner } from '../index.ts';
import { sizeFor, updateSizes } from '../map/index.ts';
import { createDistanceGuide } from './guide.ts';
import { createDistanceMaker } from './maker.ts';

/** A wall with a door at its upper end between the agent and the targets, and a box that blocks no path. */
function createScene(budgetCells = 1000) {
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
    targets: createTargets([
      { at: [17, 1], radius: 0.5 },
      { at: [17, 3], radius: 0.5 },
    ]),
    targetSets: [Int32Array.of(0, 1)],
  });
  const own = { name: 'own', findDirection: () => {} };
  const create = () => createPlanner(createDistanceGuide({ cell: 0.25, clearance: 0.1, budgetCells, own }));
  return { create, crowd, input, plan: crowd.plan, planner: create() };
}

/** A march takes four steps here; found with a box that was shifted every other step: no agent ever started. */
test('a field is made in the end, however often the ground changes', () => {
  const { input, plan, planner } = createScene();
  const paces: number[] = [];
  for (let step = 1; step <= 8; step++) {
    if (step % 2 === 0) shiftObstacle(input.obstacles, 1, step % 4 === 0 ? -0.5 : 0.5, 0);
    planner.updatePlans({ ...input, step });
    paces.push(plan.pace[0]);
  }
  expect(paces).toEqual([0, 0, 0, 1.3, 1.3, 1.3, 1.3, 1.3]);
});

test('a march that the ground has changed under is made again, and ends with what it would have been', () => {
  const { input, plan, planner } = createScene();
  planner.updatePlans({ ...input, step: 1 });
  // Across the agent's way.
  shiftObstacle(input.obstacles, 1, 5, 1.5);
  for (let step = 2; step <= 9; step++) planner.updatePlans({ ...input, step });
  const late = [plan.directionX[0], plan.directionY[0], plan.goalDistance[0]];
  const other = createScene();
  shiftObstacle(other.input.obstacles, 1, 5, 1.5);
  other.planner.updatePlans({ ...other.input, step: 0 });
  expect(late).toEqual([other.plan.directionX[0], other.plan.directionY[0], other.plan.goalDistance[0]]);
});

test('targets that open and close all the time strand nobody who has another', () => {
  const { input, plan, planner } = createScene();
  for (let step = 1; step <= 40; step++) {
    openTarget(input.targets, 1, step % 2 === 0);
    planner.updatePlans({ ...input, step });
    expect(plan.status[0]).toBe(Status.walking);
  }
  expect(plan.pace[0]).toBe(1.3);
});

test('saved in the middle of a march on ground that has changed since, it goes on to the same bits', () => {
  const { create, input, plan, planner } = createScene();
  planner.updatePlans({ ...input, step: 1 });
  shiftObstacle(input.obstacles, 1, 5, 1.5);
  planner.updatePlans({ ...input, step: 2 });
  const loaded = create();
  loaded.load!(planner.save!());
  for (let step = 3; step < 12; step++) {
    planner.updatePlans({ ...input, step });
    const expected = [plan.directionX[0], plan.directionY[0], plan.goalDistance[0]];
    loaded.updatePlans({ ...input, step });
    expect([plan.directionX[0], plan.directionY[0], plan.goalDistance[0]]).toEqual(expected);
    expect(loaded.save!()).toEqual(planner.save!());
  }
});

test('of ever new sets of targets as many fields are kept as 64 MB hold', () => {
  const { input } = createScene();
  const sets = Array.from({ length: 300 }, () => Int32Array.of(0));
  const fields = createFields({ ...input, targetSets: sets }, createDistanceMaker(), 0.05, 0.1, 1);
  for (let step = 1; step <= 3000; step++) {
    const now = { ...input, targetSets: sets, step };
    updateSizes(fields, now);
    wantField(fields, now, FIRST_SET + Math.floor((step - 1) / 10), sizeFor(fields, now, 0.25));
    workOnFields(fields, now);
  }
  // 400 × 240 cells of 12 bytes. The first is still being made.
  expect(fields.list).toHaveLength(Math.floor(64e6 / (400 * 240 * 12)));
  const numbers = fields.list.map(({ number }) => number);
  expect(numbers[0]).toBe(FIRST_SET);
  expect(numbers.slice(1)).toEqual(
    Array.from({ length: numbers.length - 1 }, (_, k) => FIRST_SET + 301 - numbers.length + k),
  );
});
