import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { addAgent } from '../commands.ts';
import type { ScenarioInput } from '../scenario/index.ts';
import { comerSchema } from '../scenario/schema-agents.ts';
import { commandSchema } from '../scenario/schema-script.ts';
import { createWorld } from '../scenario-world.ts';
import { stepWorld } from '../step.ts';
import { stateHashOf, type World } from '../world.ts';
import { readSimpleComer } from './simple-comer.ts';

afterEach(() => vi.restoreAllMocks());

const value = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: 0.01, max: 9, noNaN: true }) },
  fc.constantFrom(0, -0, Number.NaN, '1', null, undefined, 1e9),
);
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('door', 'moon') },
  fc.constantFrom('', 'x'.repeat(100), 'x'.repeat(101), 3, null, undefined),
);
const place = fc.oneof({ weight: 6, arbitrary: fc.array(value, { minLength: 2, maxLength: 3 }) }, value);
const agent = fc.record(
  {
    at: place,
    group: name,
    targets: fc.oneof({ weight: 6, arbitrary: fc.array(name, { maxLength: 3 }) }, name),
    goal: place,
    goalRadius: value,
    radius: value,
    speed: value,
    heading: value,
    name,
  },
  { requiredKeys: ['at'] },
);

test('an agent that is read in short is what the schema makes of it, with its keys in the same order', () => {
  let accepted = 0;
  fc.assert(
    fc.property(agent, (drawn) => {
      const given = { ...drawn };
      const short = readSimpleComer(given, 3);
      if (!short) return;
      accepted++;
      expect(JSON.stringify(short)).toBe(JSON.stringify(comerSchema.parse(given)));
    }),
    { numRuns: 6000 },
  );
  expect(accepted).toBeGreaterThan(20);
});

test.each([
  ['a key that is not simple', { at: [1, 2], group: 'people', premovement: 1 }],
  ['an inherited group', Object.assign(Object.create({ group: 'people' }), { at: [1, 2] })],
  ['targets without a name', { at: [1, 2], targets: [] }],
  ['a hole in the targets', { at: [1, 2], targets: new Array(2) }],
  ['a group that is undefined', { at: [1, 2], group: undefined }],
  ['a height in a world of two dimensions', { at: [1, 2, 3], group: 'people' }],
])('%s is left to the schema', (_, given) => {
  expect(readSimpleComer(given, 2)).toBeUndefined();
});

const scenario: ScenarioInput = {
  version: 1,
  name: 'yard',
  bounds: { min: [0, 0], max: [40, 40] },
  duration: 10,
  steering: { name: 'nonlinear' },
  targets: [{ name: 'door', at: [38, 20] }],
  groups: [
    {
      name: 'people',
      count: 2,
      region: { box: { min: [30, 30], max: [35, 35] } },
      speed: { normal: { mean: 1.3, deviation: 0.2 } },
      radius: { uniform: [0.15, 0.25] },
      viewRadius: 3,
      targets: ['door'],
    },
    {
      name: 'mirrored',
      count: 1,
      region: { box: { min: [30, 5], max: [35, 9] } },
      goal: { mirror: [20, 20] },
    },
  ],
};

/** A world that reads all agents by the schema. */
function createSlowWorld(): World {
  const world = createWorld(scenario);
  const { readComer: _, ...parts } = world.parts;
  return Object.assign(world, { parts });
}

const comers = [
  { at: [2, 2], targets: ['door'] },
  { at: [2, 4], group: 'people' },
  { at: [2, 6], group: 'mirrored', speed: 1.1, heading: 1 },
  { at: [2, 8], group: 'people', goal: [10, 8], goalRadius: 0.5 },
  { at: [2, 10], group: 'mirrored', targets: ['door'], radius: 0.3 },
] as const;

test('agents with targets and groups need no schema, and come to the same bits as with it', () => {
  const slow = createSlowWorld();
  for (const comer of comers) addAgent(slow, comer as never);
  const parse = vi.spyOn(commandSchema, 'safeParse');
  const fast = createWorld(scenario);
  for (const comer of comers) addAgent(fast, comer as never);
  expect(parse).not.toHaveBeenCalled();
  expect(JSON.stringify(fast.commands)).toBe(JSON.stringify(slow.commands));
  for (let k = 0; k < 30; k++) for (const world of [fast, slow]) stepWorld(world);
  expect(fast.crowd.count).toBe(8);
  expect(stateHashOf(fast)).toBe(stateHashOf(slow));
});

test.each([
  { at: [2, 2], targets: ['moon'] },
  { at: [2, 2], group: 'nobody' },
  { at: [2, 2], targets: ['door'], goal: [3, 3] },
  { at: [2, 2], targets: [3] },
  { at: [2, 2], group: 'people', speed: -1 },
  { at: [50, 2], group: 'people' },
  { at: [32, 32], group: 'people', radius: 1.5 },
])('%o is refused with the same message as by the schema', (given) => {
  const messageOf = (world: World) => {
    try {
      addAgent(world, given as never);
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };
  const message = messageOf(createWorld(scenario));
  expect(message).toContain('command: ');
  expect(message).toBe(messageOf(createSlowWorld()));
});
