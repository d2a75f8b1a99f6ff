import { describe, expect, test } from 'vitest';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { createScene, plug, type Scene, wall } from './guide.fixture.ts';

describe('on a budget', () => {
  const far: Scene = { agents: [[3, 3]], targets: [{ at: [17, 1], radius: 0.5 }] };

  test('agents wait for the field, as many steps as its cells take, and then have what they would have had at once', () => {
    const rich = createScene(far);
    rich.look();
    const poor = createScene({ ...far, options: { budgetCells: 1000 } });
    // 80 × 48 cells, of which 350 or so are closed.
    const steps: number[] = [];
    // Step 0 would do all of it.
    for (let step = 1; step < 9; step++) {
      poor.look(poor.planner, { step });
      steps.push(poor.plan.pace[0]);
    }
    expect(steps).toEqual([0, 0, 0, 1.3, 1.3, 1.3, 1.3, 1.3]);
    expect(poor.plan.directionX[0]).toBe(rich.plan.directionX[0]);
    expect(poor.plan.goalDistance[0]).toBe(rich.plan.goalDistance[0]);
  });

  test('the old field serves, untouched, until the new one is whole', () => {
    const { input, look, plan } = createScene({
      ...far,
      obstacles: [wall, plug],
      options: { budgetCells: 1000 },
    });
    for (let step = 0; step < 6; step++) look();
    const [x, y] = [plan.directionX[0], plan.directionY[0]];
    shiftObstacle(input.obstacles, 1, 1, -6);
    const seen = Array.from({ length: 6 }, () => {
      look();
      return plan.directionX[0] === x && plan.directionY[0] === y;
    });
    expect(seen).toEqual([true, true, true, false, false, false]);
  });

  test('fields are made in the order in which they are asked for, then by number', () => {
    const { crowd, look, plan } = createScene({
      agents: [
        [3, 3],
        [3, 4],
        [3, 5],
      ],
      targets: [
        { at: [17, 1], radius: 0.5 },
        { at: [17, 3], radius: 0.5 },
        { at: [17, 5], radius: 0.5 },
      ],
      sets: [[0], [1], [2]],
      options: { budgetCells: 2000 },
    });
    plan.targetSet.set([2, 1, 0]);
    const due = Uint8Array.of(0, 1, 0);
    look(undefined, { due });
    const begun: number[][] = [];
    for (let step = 0; step < 8; step++) {
      look();
      begun.push([...plan.pace.subarray(0, crowd.count)].map((pace) => (pace > 0 ? 1 : 0)));
    }
    // Agent 1 asked a step before the others; of those agent 2 has the set of the lower number.
    const first = [0, 1, 2].map((row) => begun.findIndex((walks) => walks[row] === 1));
    expect(first[1]).toBeLessThan(first[2]);
    expect(first[2]).toBeLessThan(first[0]);
  });

  test('saved while a field is being made, it goes on to the same bits', () => {
    for (const rerouting of [undefined, { every: 0.2, weight: 2, comfort: 0 }]) {
      const scene = createScene({
        ...far,
        agents: [
          [3, 3],
          [4, 8],
        ],
        options: { budgetCells: 1000, rerouting },
      });
      const columns = () => [
        ...scene.plan.directionX.subarray(0, 2),
        ...scene.plan.directionY.subarray(0, 2),
        ...scene.plan.goalDistance.subarray(0, 2),
      ];
      for (let step = 0; step < 6; step++) scene.look();
      const saved = scene.planner.save!();
      const loaded = scene.createGuided();
      loaded.load!(saved);
      // The crowd moves on, so that a field made at another time would be another.
      for (let step = 6; step < 20; step++) {
        scene.crowd.motion.x[1] += 0.1;
        scene.planner.updatePlans({ ...scene.input, step });
        const expected = columns();
        loaded.updatePlans({ ...scene.input, step });
        expect(columns()).toEqual(expected);
      }
      expect(loaded.save!()).toEqual(scene.planner.save!());
    }
  });
});
