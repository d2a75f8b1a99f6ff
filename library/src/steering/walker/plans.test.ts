import { describe, expect, test } from 'vitest';
import { reorderRows } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { walkerDefaults } from './parameters.ts';
import { createPlans, followPlan, loadPlans, type Plans, savePlans, updatePlans } from './plans.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

/** Seconds per layer. */
const LAYER = 0.5;

/** Two agents that stand face to face, each on its path past the other. */
const facing: Walker[] = [
  { at: [0, 0], wish: [1.3, 0] },
  { at: [1.2, 0], wish: [-1.3, 0] },
];

const columnsOf = ({ crowd }: SteeringInput) => crowd.steer as WalkerColumns;

/** The ids of the agents with a plan after an update. */
function planners(input: SteeringInput, plans: Plans = createPlans()): number[] {
  const { crowd } = input;
  for (let row = 0; row < crowd.count; row++) crowd.plan.goalRadius[row] = 0.5;
  updatePlans(plans, input, walkerDefaults);
  return [...crowd.ids.subarray(0, crowd.count)]
    .filter((_, row) => columnsOf(input).planLayers[row] > 0)
    .sort();
}

/** The displacement of a plan within a layer, from the velocity with which it is followed. */
function wayOf(input: SteeringInput, plans: Plans, row: number): [number, number] {
  const velocity = { x: 0, y: 0 };
  followPlan(plans, input, row, velocity);
  return [LAYER * velocity.x, LAYER * velocity.y];
}

describe('a plan is made', () => {
  test('by a stuck agent, and by those that block it and see it', () => {
    const input = inputOf({ walkers: [...facing, { at: [0, 9], wish: [0, 1.3] }] });
    expect(planners(input)).toEqual([]);
    columnsOf(input).stuck[1] = 1.2;
    expect(planners(input)).toEqual([0, 1]);
  });

  test('however many others are in view, if few are beside the agent or come towards it', () => {
    const far = [4, 6, 8, 10, 12].map((y) => ({ at: [0, y] as const, walks: false }));
    const input = inputOf({ walkers: [...facing, ...far] });
    columnsOf(input).stuck[0] = 1.2;
    expect(planners(input)).toEqual([0, 1]);
  });

  test('not by an agent with more than a few others around it, or that has just failed', () => {
    const beside = [
      [0, 1.1],
      [0, -1.1],
      [-1.1, 0],
    ] as const;
    const crowd = inputOf({ walkers: [...facing, ...beside.map((at) => ({ at, walks: false }))] });
    columnsOf(crowd).stuck[0] = 1.2;
    expect(planners(crowd)).toEqual([]);
    // One that comes from afar counts like one beside it.
    const coming = { at: [6, 0] as const, velocity: [-1, 0] as const };
    const met = inputOf({
      walkers: [...facing, coming, ...beside.slice(1).map((at) => ({ at, walks: false }))],
    });
    columnsOf(met).stuck[0] = 1.2;
    expect(planners(met)).toEqual([]);
    const failed = inputOf({ walkers: facing });
    columnsOf(failed).stuck[0] = 1.2;
    columnsOf(failed).planAgain[0] = 5;
    expect(planners(failed)).toEqual([]);
  });

  test('together with an agent whose plan has just ended, in any order of rows', () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const input = inputOf({ walkers: facing });
      const columns = columnsOf(input);
      columns.stuck[0] = 1.2;
      // A plan of two layers that began three layers ago.
      columns.planLayers[1] = 2;
      columns.planSince[1] = -Math.round((3 * LAYER) / input.dt);
      reorderRows(input.crowd, Int32Array.from(order));
      const plans = createPlans();
      loadPlans(plans, new Uint8Array(2 * 8 * 21 * 8));
      expect(planners(input, plans)).toEqual([0, 1]);
    }
  });
});

describe('right of way', () => {
  test('goes to the smaller id: it walks on, and the other gives way', () => {
    const input = inputOf({ walkers: facing });
    columnsOf(input).stuck[0] = 1.2;
    const plans = createPlans();
    expect(planners(input, plans)).toEqual([0, 1]);
    const [x, y] = wayOf(input, plans, 0);
    expect(x).toBeCloseTo(1.3 * LAYER, 6);
    expect(y).toBeCloseTo(0, 6);
    expect(wayOf(input, plans, 1)[0]).toBeGreaterThan(-0.3);
  });

  test('but first to the agent that has failed more often', () => {
    const input = inputOf({ walkers: facing });
    columnsOf(input).stuck[0] = 1.2;
    columnsOf(input).failures[1] = 1;
    const plans = createPlans();
    planners(input, plans);
    expect(wayOf(input, plans, 1)[0]).toBeCloseTo(-1.3 * LAYER, 6);
    expect(columnsOf(input).failures[1]).toBe(0);
  });
});

test('plans are saved and loaded', () => {
  const input = inputOf({ walkers: facing });
  columnsOf(input).stuck[0] = 1.2;
  const plans = createPlans();
  planners(input, plans);
  const loaded = createPlans();
  loadPlans(loaded, savePlans(plans));
  for (const row of [0, 1]) expect(wayOf(input, loaded, row)).toEqual(wayOf(input, plans, row));
  expect(savePlans(loaded)).toEqual(savePlans(plans));
});
