import { describe, expect, test } from 'vitest';
import { reorderRows, rowOf } from '../crowd/index.ts';
import { steeringModels } from '../steering/index.ts';
import { observe } from './bodies-apart.fixture.ts';
import {
  createWorld,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  timeOf,
  type World,
} from './index.ts';
import { registerBuiltIn } from './scenario/built-in.ts';

registerBuiltIn();
const models = steeringModels().map(({ name }) => name);

type Point = [number, number];

/** Agents in rows of 15, 0.7 m apart. */
const placesFrom = (x: number, y: number, count: number) =>
  Array.from({ length: count }, (_, k): Point => [x + 0.7 * (k % 15), y + 0.7 * Math.floor(k / 15)]);

/** A room of 24 m by 24 m. */
function roomOf(steering: string, agents: ScenarioInput['agents'], more: Partial<ScenarioInput> = {}): World {
  return createWorld({
    version: 1,
    name: 'room',
    dt: 0.05,
    duration: 600,
    arrival: 'continue',
    bounds: { min: [0, 0], max: [24, 24], walls: true },
    steering: { name: steering },
    agents,
    ...more,
  } as ScenarioInput);
}

const toGoal = (goal: Point, count = 200) =>
  placesFrom(3, 3, count).map((at) => ({ at, goal, goalRadius: 0.01 }));

function runUntil(world: World, seconds: number): World {
  while (timeOf(world) < seconds) stepWorld(world);
  return world;
}

const restingIn = ({ crowd: { count, plan } }: World) =>
  plan.rests.subarray(0, count).reduce((sum, rests) => sum + rests, 0);

describe.each(models)('%s: a crowd of 200 stands still', (steering) => {
  test.each<[string, ScenarioInput['agents']]>([
    ['around one goal', toGoal([12, 12])],
    ['around a goal at a wall', toGoal([23.7, 12])],
    [
      'before a wall across its direction',
      placesFrom(3, 3, 200).map((at) => ({
        at,
        heading: 0,
        journey: { stages: [{ kind: 'direction', along: [1, 0] }] },
      })),
    ],
  ])('%s', (_, agents) => {
    const { speed } = observe(runUntil(roomOf(steering, agents), 80), 40, 40);
    expect(speed).toBeLessThan(0.001);
  });
});

/** A crowd from random places, large and small, fast and slow, that presses towards a goal in the open or at a wall. */
const fromRandomPlaces = (steering: string, count: number, seed: number, goal: Point) =>
  roomOf(steering, undefined, {
    seed,
    dt: [0.05, 0.1, 0.25][seed % 3],
    obstacles: [{ shape: 'circle', center: [17, 12], radius: 1 }],
    groups: [
      {
        name: 'crowd',
        count,
        radius: seed % 2 === 0 ? { uniform: [0.1, 0.3] } : 0.25,
        speed: { uniform: [0.5, [1.5, 3, 10][seed % 3]] },
        region: { box: { min: [1, 1], max: [23, 23] } },
        goal: { point: goal },
        goalRadius: 0.01,
      },
    ],
  } as Partial<ScenarioInput>);

describe.each(models)('%s: a crowd from random places comes to rest, its bodies stay apart', (steering) => {
  test.each<[number, number, Point]>([
    [60, 1, [12, 12]],
    [60, 3, [23.7, 12]],
    [200, 2, [23.6, 23.6]],
    [500, 5, [23.7, 12]],
  ])('%i agents, seed %i, goal %o', (count, seed, goal) => {
    const world = fromRandomPlaces(steering, count, seed, goal);
    const { overlap, passes, share, speed } = observe(world, 90 / world.dt, 2 / world.dt);
    expect(passes).toBe(0);
    expect(overlap).toBeLessThan(0.02);
    expect(share).toBeLessThan(0.05);
    expect(speed).toBeLessThan(0.001);
  });
});

test('a crowd at rest gets up when those at the goal leave, and when it gets another goal', () => {
  const world = runUntil(roomOf('walker', toGoal([12, 12], 60)), 60);
  expect(restingIn(world)).toBeGreaterThan(50);
  const { crowd } = world;
  const farFrom = ([x, y]: Point, id: number) => {
    const row = rowOf(crowd, id);
    return Math.hypot(crowd.motion.x[row] - x, crowd.motion.y[row] - y);
  };
  const ids = [...crowd.ids.subarray(0, crowd.count)].sort(
    (a, b) => farFrom([12, 12], a) - farFrom([12, 12], b),
  );
  const nearest = (goal: Point) => Math.min(...ids.slice(30).map((id) => farFrom(goal, id)));
  expect(nearest([12, 12])).toBeGreaterThan(1.5);
  world.commands.push(...ids.slice(0, 30).map((id) => ({ kind: 'remove', id }) as const));
  runUntil(world, 75);
  expect(nearest([12, 12])).toBeLessThan(0.5);
  world.commands.push(
    ...ids.slice(30).map((id) => ({ kind: 'retarget' as const, id, goal: [5, 5] as Point })),
  );
  runUntil(world, 90);
  expect(nearest([5, 5])).toBeLessThan(0.5);
});

test('an agent with a goal of its own never rests behind others at rest', () => {
  for (const steering of models) {
    const standing = [-0.6, 0, 0.6].map((y) => ({ at: [12, 12 + y], goal: [12, 12 + y] }));
    const walking = { at: [6, 12.1], goal: [13.5, 12], goalRadius: 0.2 };
    const world = roomOf(steering, [...standing, walking] as ScenarioInput['agents'], { arrival: 'stop' });
    for (let step = 0; step < 400; step++) {
      stepWorld(world);
      expect({ steering, step, resting: restingIn(world) }).toEqual({ steering, step, resting: 0 });
    }
  }
});

test('a crowd that leaves through a door never rests', () => {
  const world = roomOf('walker', undefined, {
    arrival: 'stop',
    planner: { name: 'path' },
    obstacles: [
      { shape: 'segment', from: [12, 0], to: [12, 11.5] },
      { shape: 'segment', from: [12, 12.5], to: [12, 24] },
    ],
    targets: [{ name: 'outside', region: { box: { min: [18, 0], max: [24, 24] } }, sink: true }],
    groups: [
      {
        name: 'people',
        count: 100,
        region: { box: { min: [4, 6], max: [11.5, 18] } },
        targets: ['outside'],
      },
    ],
  } as Partial<ScenarioInput>);
  while (world.crowd.count > 0 && timeOf(world) < 120) {
    stepWorld(world);
    expect(restingIn(world)).toBe(0);
  }
  expect(world.crowd.count).toBe(0);
});

test('who rests does not depend on the order of rows, and goes on alike in a saved world', () => {
  const make = () => roomOf('nonlinear', toGoal([12, 12], 80));
  const [world, other] = [make(), make()];
  for (let step = 0; step < 500; step++) {
    reorderRows(
      other.crowd,
      Int32Array.from({ length: 80 }, (_, row) => (row * 37 + step) % 80),
    );
    stepWorld(world);
    stepWorld(other);
  }
  expect(restingIn(world)).toBeGreaterThan(5);
  expect(restingIn(world)).toBeLessThan(80);
  expect(stateHashOf(other)).toBe(stateHashOf(world));
  const loaded = loadWorld(saveWorld(world));
  runUntil(world, 40);
  runUntil(loaded, 40);
  expect(stateHashOf(loaded)).toBe(stateHashOf(world));
});
