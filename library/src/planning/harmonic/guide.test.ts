import { describe, expect, test } from 'vitest';
import { createCrowd, createObstacles, createTargets, enterAgent, reserveAgent } from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { DirectionState, type PlanningInput } from '../base/contract.ts';
import { createPlanner } from '../base/planner.ts';
import { planningInput } from '../base/planning.fixture.ts';
import { advanceField, beginField, createHarmonicField } from './field.ts';
import { createHarmonicGuide } from './guide.ts';
import { mazeTerrain, openCell, roomsTerrain, roomTerrain } from './mazes.fixture.ts';
import { sampleField } from './sample.ts';

describe('following the sampled field', () => {
  test.each([
    ['a maze of 1', mazeTerrain(31, 1, 3)],
    ['a maze of 2', mazeTerrain(40, 2, 4)],
    ['a maze of 4 with more doors', mazeTerrain(46, 4, 5, 12)],
    ['rooms', roomsTerrain(41, 10, 2, 6)],
    ['columns', roomTerrain(40, 0.2, 7)],
    ['many columns', roomTerrain(40, 0.35, 8)],
  ])(
    'in steps of a fifth of a cell, from every cell of %s, arrives and enters no closed cell',
    (_, terrain) => {
      const { map, open } = terrain;
      const source = openCell(terrain, 20, 20);
      const field = createHarmonicField(terrain);
      beginField(field, { cells: Int32Array.of(source), labels: Int32Array.of(0) });
      advanceField(field, Number.MAX_SAFE_INTEGER);
      const out = new Float64Array(2);
      const faults: string[] = [];
      for (let start = 0; start < open.length; start++) {
        if (field.label[start] < 0) continue;
        let x = (start % map.columns) + 0.5;
        let y = Math.floor(start / map.columns) + 0.5;
        const most = 12 * field.length[start] + 100;
        let steps = 0;
        for (; steps < most; steps++) {
          const cell = Math.floor(y) * map.columns + Math.floor(x);
          if (open[cell] === 0) faults.push(`${start}: in the wall at ${x}, ${y}`);
          if (open[cell] === 0 || !sampleField(field, cell, x, y, out)) break;
          x += 0.2 * out[0];
          y += 0.2 * out[1];
        }
        if (steps >= most) faults.push(`${start}: not there after ${steps} steps, at ${x}, ${y}`);
      }
      expect(faults.slice(0, 5)).toEqual([]);
    },
  );
});

/** A wall with a door at one end between the agents and the target; the door is an obstacle that can be shifted away. */
function scene(budgetCells = 1e9) {
  const obstacles = createObstacles([
    { shape: 'box', min: [9.5, 0], max: [10.5, 8] },
    { shape: 'box', min: [9.5, 8], max: [10.5, 10] },
  ]);
  shiftObstacle(obstacles, 1, 0, 30);
  const targets = createTargets([
    { at: [18, 2], radius: 0.5 },
    { at: [2, 8], radius: 0.5, open: false },
  ]);
  const crowd = createCrowd(4);
  for (const [x, y] of [
    [2, 2],
    [7, 1],
  ]) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    crowd.motion.x[row] = x;
    crowd.motion.y[row] = y;
    crowd.motion.headingX[row] = 1;
    crowd.traits.radius[row] = 0.25;
    crowd.traits.desiredSpeed[row] = 1.3;
    crowd.plan.targetSet[row] = 0;
  }
  const input = planningInput({
    crowd,
    targets,
    targetSets: [Int32Array.of(0, 1)],
    obstacles,
    bounds: { minX: 0, minY: 0, maxX: 20, maxY: 10 },
  });
  const own = { name: 'own', findDirection: () => {} };
  const options = { cell: 0.25, clearance: 0.1, budgetCells, solver: 'auto' as const, own };
  return { input, options, obstacles, targets, crowd };
}

/** Walks the agents along their directions; returns how often each changed between straight and field. */
function walk(input: PlanningInput, planner: ReturnType<typeof createPlanner>, from: number, steps: number) {
  const { crowd } = input;
  const switches = new Int32Array(crowd.count);
  for (let step = from; step < from + steps; step++) {
    const before = crowd.plan.inSight.slice();
    planner.updatePlans({ ...input, step });
    for (let row = 0; row < crowd.count; row++) {
      if (before[row] !== crowd.plan.inSight[row]) switches[row]++;
      crowd.motion.x[row] += 0.05 * crowd.plan.pace[row] * crowd.plan.directionX[row];
      crowd.motion.y[row] += 0.05 * crowd.plan.pace[row] * crowd.plan.directionY[row];
    }
  }
  return switches;
}

describe('the harmonic guide', () => {
  test('leads through the door and straight to the target from there, with one change', () => {
    const { crowd, input, options } = scene();
    const switches = walk(input, createPlanner(createHarmonicGuide(options)), 0, 800);
    for (const row of [0, 1]) {
      const distance = Math.hypot(crowd.motion.x[row] - 18, crowd.motion.y[row] - 2);
      expect(distance).toBeLessThan(0.5);
      expect(switches[row]).toBe(1);
      expect(crowd.plan.target[row]).toBe(0);
    }
  });

  test('says that there is no way once the door is shut, and finds it again when it opens', () => {
    const { input, obstacles, options } = scene();
    const guide = createHarmonicGuide(options);
    const aim = { x: 18, y: 2, z: 0, radius: 0.5, target: 0 };
    const way = { x: 0, y: 0, z: 0, distance: 0, ahead: 0, state: 0, isStraight: false };
    const ask = (step: number) => {
      guide.begin!({ ...input, step });
      const target = guide.chooseTarget!(input, 0);
      guide.findDirection(input, 0, aim, way);
      return [target, way.state];
    };
    expect(ask(0)).toEqual([0, DirectionState.known]);
    // Up to the gap at (10, 8), along and back: longer than straight.
    expect(way.distance).toBeGreaterThan(18);
    shiftObstacle(obstacles, 1, 0, -30);
    expect(ask(1)).toEqual([-1, DirectionState.none]);
    shiftObstacle(obstacles, 1, 0, 30);
    expect(ask(2)).toEqual([0, DirectionState.known]);
  });

  test('with a small budget agents wait for it, and then go the same way', () => {
    const { crowd, input, options } = scene(20_000);
    const planner = createPlanner(createHarmonicGuide(options));
    let step = 1;
    while (crowd.plan.directionX[0] === 0 && step < 1000) planner.updatePlans({ ...input, step: step++ });
    expect(step).toBeGreaterThan(10);
    expect(step).toBeLessThan(1000);
    const other = scene();
    createPlanner(createHarmonicGuide(other.options)).updatePlans({ ...other.input, step: 1 });
    expect(crowd.plan.directionX[0]).toBe(other.crowd.plan.directionX[0]);
    expect(crowd.plan.directionY[0]).toBe(other.crowd.plan.directionY[0]);
  });

  test('goes on with the same bits after being saved, also in the middle of a solution', () => {
    for (const budget of [20_000, 1e9]) {
      const first = scene(budget);
      const planner = createPlanner(createHarmonicGuide(first.options));
      walk(first.input, planner, 1, 10);
      const second = scene(budget);
      const loaded = createPlanner(createHarmonicGuide(second.options));
      loaded.load!(planner.save!());
      for (const table of ['motion', 'plan'] as const) {
        for (const [name, column] of Object.entries(first.crowd[table])) {
          (second.crowd[table] as unknown as Record<string, Float64Array>)[name].set(column as Float64Array);
        }
      }
      // A wall moves while they walk: the next field starts from this one.
      for (const { input, obstacles } of [first, second]) {
        shiftObstacle(obstacles, 0, 0, -0.75);
        walk(input, input === first.input ? planner : loaded, 11, 150);
      }
      expect(second.crowd.motion.x).toEqual(first.crowd.motion.x);
      expect(second.crowd.motion.y).toEqual(first.crowd.motion.y);
      expect(first.crowd.motion.x[0]).toBeGreaterThan(2.5);
    }
  });

  test('follows a target that moves', () => {
    const { crowd, input, options, targets } = scene();
    const planner = createPlanner(createHarmonicGuide(options));
    planner.updatePlans({ ...input, step: 0 });
    const up = crowd.plan.directionY[0];
    expect(up).toBeGreaterThan(0);
    // To this side of the wall, behind nothing: straight on.
    for (let k = 1; k <= 30; k++) {
      targets.x[0] = 18 - k * 0.5;
      planner.updatePlans({ ...input, step: k });
    }
    expect(crowd.plan.inSight[0]).toBe(1);
    expect(crowd.plan.directionX[0]).toBeCloseTo(1, 12);
  });
});
