import { expect, test } from 'vitest';
import { growthOf } from '../../numerics/growth.fixture.ts';
import type { NonlinearParameters } from '../../steering/nonlinear/index.ts';
import { ScenarioError } from './error.ts';
import { checkScenario, parseScenario } from './load.ts';
import { refusalOf } from './refusal.fixture.ts';
import { everything, inSpace, smallest, swarm, withValue } from './scenarios.fixture.ts';
import type { Scenario, ScenarioInput } from './schema.ts';

test('the smallest scenario is filled with every default', () => {
  expect(checkScenario(smallest)).toEqual({
    version: 1,
    name: 'empty room',
    dimension: 2,
    bounds: { min: [0, 0], max: [10, 10], walls: false },
    dt: 0.05,
    duration: 5,
    seed: 1,
    obstacles: [],
    targets: [],
    velocityFields: [],
    teams: [],
    script: [],
    agents: [],
    ground: [],
    groups: [],
    measurements: { areas: [], from: 0, interval: 0.5, lines: [] },
    steering: {
      name: 'walker',
      horizon: 8,
      wallHorizon: 0.3,
      spaceTime: true,
      planningCrowd: 3,
      headway: 0.95,
      impatientHeadway: 0.57,
    },
    neighbours: { name: 'grid', radius: 10, sight: true, events: false },
    planner: {
      name: 'direct',
      sight: false,
      cell: 0.25,
      clearance: 0.1,
      budget: { searches: 32, cells: 200_000 },
      solver: 'auto',
    },
    automaton: { name: 'none' },
    automata: [],
    changes: [],
    cadence: { planning: 1, perception: 1, prediction: 1, reaction: 1, steering: 1 },
    contacts: 'solid',
    arrival: 'stop',
  });
});

test('the model decides what is perceived where the scenario does not say', () => {
  const nonlinear = checkScenario({ ...smallest, steering: { name: 'nonlinear' } });
  expect(nonlinear.neighbours).toMatchObject({ radius: 3, sight: false });
  const given = checkScenario({ ...smallest, neighbours: { radius: 5, sight: false } });
  expect(given.neighbours).toMatchObject({ radius: 5, sight: false });
  const many: ScenarioInput = {
    ...smallest,
    bounds: { min: [0, 0], max: [40, 40] },
    groups: [{ name: 'all', count: 51, region: { box: { min: [1, 1], max: [39, 39] } } }],
  };
  expect(checkScenario(many).cadence).toMatchObject({ perception: 4 });
  expect(checkScenario({ ...many, cadence: { perception: 1 } }).cadence).toMatchObject({ perception: 1 });
  expect(
    checkScenario({ ...smallest, dimension: 3, bounds: { min: [0, 0, 0], max: [9, 9, 9] } }).steering.name,
  ).toBe('nonlinear');
});

test('defaults of one scenario are not shared with the next', () => {
  const timesOf = ({ steering }: Scenario) =>
    (steering as NonlinearParameters).agilityTime as [number, number];
  const input: ScenarioInput = { ...smallest, steering: { name: 'nonlinear' } };
  const first = checkScenario(input);
  timesOf(first)[0] = 99;
  first.agents.push(...checkScenario(everything).agents);
  expect(timesOf(checkScenario(input))[0]).toBe(0.05);
  expect(checkScenario(input).agents).toEqual([]);
});

test('a scenario survives being written and read', () => {
  for (const input of [smallest, everything, inSpace, swarm]) {
    const scenario = checkScenario(input);
    expect(parseScenario(JSON.stringify(scenario))).toStrictEqual(scenario);
    expect(parseScenario(JSON.stringify(input))).toStrictEqual(scenario);
  }
});

test('minus zero becomes zero, so that a written scenario gives the same bits', () => {
  expect(Object.is(checkScenario(withValue(['agents', 0, 'heading'], -0)).agents[0].heading, 0)).toBe(true);
});

test('a program may pass undefined for what it leaves out, and its object is not changed', () => {
  const input = { ...structuredClone(smallest), description: undefined, expect: undefined };
  expect(Object.keys(checkScenario(input))).not.toContain('description');
  expect(input).toEqual({ ...smallest, description: undefined, expect: undefined });
});

test('touching is allowed: a wall, the border, a neighbour, and a target in a pillar that can be reached', () => {
  expect(refusalOf(withValue(['agents', 2, 'at'], [2.25, 0]))).toBe('accepted');
  expect(refusalOf(withValue(['agents', 2, 'at'], [49.75, 0]))).toBe('accepted');
  expect(refusalOf(withValue(['agents', 2, 'at'], [-29.45, -30]))).toBe('accepted');
  expect(refusalOf(withValue(['targets', 0, 'at'], [0, 1.5]))).toBe('accepted');
});

test('an obstacle with a phase stands at time 0 where its swing has it', () => {
  const swing = { kind: 'oscillation', amplitude: [20, 0], period: 20, phase: Math.PI / 2 };
  const moved = withValue(['obstacles', 0, 'course'], swing);
  expect(refusalOf(withValue(['agents', 2, 'at'], [0, 0], moved as typeof everything))).toBe('accepted');
  expect(refusalOf(withValue(['agents', 2, 'at'], [20, 0], moved as typeof everything))).toContain(
    'reaches 2.25 m into',
  );
});

test('at most 20 problems are listed, the others are counted', () => {
  const agents = Array.from({ length: 30 }, () => ({ at: [1, 1], speed: -1 }));
  const error = captured(() => checkScenario({ ...smallest, agents }, 'my.json'));
  expect(error.problems).toHaveLength(20);
  expect(error.problems[7]).toEqual({
    path: 'agents[7].speed',
    message: 'expected a number from 0 to 50 m/s, got -1',
  });
  expect(error.omitted).toBe(10);
  expect(error.message.split('\n')[0]).toBe(
    'my.json: agents[0].speed: expected a number from 0 to 50 m/s, got -1',
  );
  expect(error.message.split('\n')[20]).toBe('my.json: and 10 more');
});

test('a search that was given up says so', () => {
  const agents = Array.from({ length: 5000 }, () => 0);
  expect(captured(() => checkScenario({ ...smallest, agents })).message).toContain('and at least 980 more');
});

test('counts in all are refused before anything is made of them', () => {
  const group = { name: 'g', count: 600_000, region: { box: { min: [0, 0], max: [1, 1] } } };
  expect(refusalOf({ ...smallest, groups: [group, group] })).toBe(
    'groups: expected at most 1000000 agents in all, got 1200000',
  );
  const points = Array.from({ length: 600_000 }, () => 0);
  const polygon = { shape: 'polygon', points };
  expect(refusalOf({ ...smallest, obstacles: [polygon, polygon] })).toBe(
    'obstacles: expected at most 1000000 obstacle vertices in all, got 1200000',
  );
  const mesh = { shape: 'triangles', points: points.slice(1), faces: points };
  expect(refusalOf({ ...smallest, dimension: 3, obstacles: [mesh] })).toBe(
    'obstacles: expected at most 1000000 obstacle vertices in all, got 1199999',
  );
  const planes = Array.from({ length: 1001 }, () => ({ shape: 'plane' }));
  expect(refusalOf({ ...smallest, dimension: 3, obstacles: planes })).toBe(
    'obstacles: expected at most 1000 planes in all, got 1001',
  );
  const targets = Array.from({ length: 100_001 }, () => 0);
  expect(refusalOf({ ...smallest, targets })).toBe(
    'targets: expected a list of at most 100000 items, got 100001',
  );
});

test('100 000 agents on one spot are refused, and cost as much each as fewer do', () => {
  const refuse = (length: number) => {
    const agents = Array.from({ length }, () => ({ at: [5, 5] }));
    expect(refusalOf({ ...smallest, agents })).toMatch(
      /^agents\[1\]\.at: the body overlaps agents\[0\] by 0\.5 m/,
    );
  };
  // Comparing all pairs would cost 16 times as much.
  expect(growthOf(refuse, 25_000, 4)).toBeLessThan(10);
});

test('a huge agent among many small ones is found', () => {
  const agents: unknown[] = Array.from({ length: 400 }, (_, k) => ({
    at: [0.1 + (k % 20) * 0.1, 0.1 + Math.floor(k / 20) * 0.1],
    radius: 0.04,
  }));
  agents.push({ at: [5, 5], radius: 4.25 });
  expect(refusalOf({ ...smallest, agents })).toMatch(/^agents\[400\]\.at: the body overlaps agents\[399\]/);
});

function captured(action: () => unknown): ScenarioError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return error as ScenarioError;
  }
  throw new Error('nothing was thrown');
}

test('the former name of the walker is read as walker', () => {
  const { steering } = checkScenario({ ...smallest, steering: { name: 'wend', horizon: 5 } as never });
  expect(steering).toEqual({
    name: 'walker',
    horizon: 5,
    wallHorizon: 0.3,
    spaceTime: true,
    planningCrowd: 3,
    headway: 0.95,
    impatientHeadway: 0.57,
  });
});

test('the former word for the distance walked is read as the present one', () => {
  const change = { name: 'tired', trait: 'speed', over: 'way', points: [[0, 1]] };
  const { changes } = checkScenario({ ...smallest, changes: [change] as never });
  expect(changes).toMatchObject([{ ...change, over: 'distance-walked' }]);
});
