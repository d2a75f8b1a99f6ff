import { expect, test } from 'vitest';
import { EventKind } from '../crowd/index.ts';
import { smallestGap } from '../environment/contacts/wall-contacts.fixture.ts';
import { registerSteering, type SteeringDefinition } from '../steering/index.ts';
import { straight } from '../steering/straight/index.ts';
import { observe } from './bodies-apart.fixture.ts';
import { createWorld, type ScenarioInput, stepWorld } from './index.ts';

/** The model `straight`, whose agents have a hard core. */
function withCore(name: string, hardCore: number): SteeringDefinition {
  return {
    ...straight,
    name,
    create: () => ({ ...straight.create(), bounds: { hardCore } }),
  };
}

for (const [name, share] of [
  ['slim', 0.6],
  ['slimmer', 0.4],
] as const)
  registerSteering(withCore(name, share));

/** Agents on a grid that press towards a point of the right wall. */
function press(count: number, agent: (k: number) => object): ScenarioInput {
  const side = Math.ceil(Math.sqrt(count));
  return {
    version: 1,
    name: 'press',
    dt: 0.05,
    duration: 600,
    arrival: 'continue',
    bounds: { min: [0, 0], max: [14, 14], walls: true },
    steering: { name: 'straight' },
    agents: Array.from({ length: count }, (_, k) => ({
      at: [2 + 0.6 * (k % side), 2 + 0.6 * Math.floor(k / side)],
      goal: [13.7, 7],
      goalRadius: 0.01,
      ...agent(k),
    })),
  } as ScenarioInput;
}

test('in a press, hard cores stay apart, outlines do not, and walls stay a whole radius away', () => {
  const world = createWorld(press(200, () => ({ steering: { name: 'slim' } })));
  // The last agent finds its place behind those at rest after 16 s.
  const { outlines, overlap, passes } = observe(world, 400);
  expect(passes).toBe(0);
  expect(overlap).toBeLessThan(0.02);
  // The radii are 0.25 m, so 0.2 m of each pair is soft.
  expect(outlines).toBeGreaterThan(0.19);
  expect(observe(world, 20, 20).speed).toBe(0);
  for (let row = 0; row < world.crowd.count; row++) {
    expect(smallestGap(world.crowd, row, world.obstacles)).toBeGreaterThanOrEqual(0);
  }
});

test('models with different cores share a crowd: each pair stays apart by the sum of its cores', () => {
  const names = ['straight', 'slim', 'slimmer'];
  const world = createWorld(
    press(150, (k) => ({
      steering: { name: names[k % 3] },
      speed: [1.3, 5, 10][Math.floor(k / 3) % 3],
      radius: [0.15, 0.25][k % 2],
    })),
  );
  const { overlap, passes, share } = observe(world, 200);
  expect(passes).toBe(0);
  expect(overlap).toBeLessThan(0.02);
  expect(share).toBeLessThan(0.05);
});

test('two bodies touch when their cores do', () => {
  const scenario = press(2, (k) => ({ at: [5 + 2 * k, 5], goal: [9 - 6 * k, 5], radius: 0.3, speed: 1 }));
  const world = createWorld({ ...scenario, steering: { name: 'slimmer' } } as unknown as ScenarioInput);
  const times: number[] = [];
  for (let step = 0; step < 30; step++) {
    stepWorld(world);
    const { count, kind, time } = world.events;
    for (let k = 0; k < count; k++) if (kind[k] === EventKind.contact) times.push(step * 0.05 + time[k]);
  }
  // 2 m apart, they close in at 2 m/s and touch at 2 · 0.4 · 0.3 m.
  expect(times[0]).toBeCloseTo((2 - 0.24) / 2, 6);
  expect(world.crowd.motion.x[1] - world.crowd.motion.x[0]).toBeCloseTo(0.24, 3);
});

test('the soft part is at most as deep as the model says', () => {
  const soft = { ...withCore('soft', 0.4) };
  const create = () => ({ ...straight.create(), bounds: { hardCore: 0.4, softDepth: 0.05 } });
  const meet = (radius: number) => {
    const scenario = press(2, (k) => ({ at: [5 + 2 * k, 5], goal: [9 - 6 * k, 5], radius, speed: 1 }));
    const world = createWorld(scenario, { steering: { ...soft, create } });
    for (let step = 0; step < 40; step++) stepWorld(world);
    return world.crowd.motion.x[1] - world.crowd.motion.x[0];
  };
  expect(meet(0.3)).toBeCloseTo(2 * 0.25, 3);
  expect(meet(0.05)).toBeCloseTo(2 * 0.02, 3);
});

test.each([0, -0.5, Number.NaN])('a soft part %d m deep is refused', (softDepth) => {
  const create = () => ({ ...straight.create(), bounds: { hardCore: 0.4, softDepth } });
  expect(() =>
    createWorld(
      press(1, () => ({})),
      { steering: { ...withCore('none', 0.4), create } },
    ),
  ).toThrow(/^steering model .*bounds\.softDepth is .*; expected metres above 0$/);
});

test.each([0, -0.5, 1.2, Number.NaN])('a hard core of %d of the radius is refused', (share) => {
  expect(() =>
    createWorld(
      press(1, () => ({})),
      { steering: withCore('none', share) },
    ),
  ).toThrow(
    /^steering model .*bounds\.hardCore is .*; expected a share of the radius, above 0 and at most 1$/,
  );
});
