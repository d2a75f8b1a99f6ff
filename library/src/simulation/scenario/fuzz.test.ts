import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScenarioError } from './error.ts';
import { checkScenario, parseScenario } from './load.ts';
import { populate } from './populate.ts';
import { everything, inSpace, swarm } from './scenarios.fixture.ts';
import type { Scenario } from './schema.ts';

/** A scenario or a ScenarioError with a path or a reason: nothing else may come out of a bad file. One that hangs ends the test. */
function expectHonestOutcome(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    expect(error.problems.length).toBeLessThanOrEqual(20);
    expect(error.message.length).toBeLessThan(20_000);
  }
}

type Container = Record<string | number, unknown>;

/** Every place in a value: its container and its key there. */
function placesIn(
  value: unknown,
  found: [Container, string | number][] = [],
): [Container, string | number][] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Container, Array.isArray(value) ? Number(key) : key]);
    placesIn((value as Container)[key], found);
  }
  return found;
}

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    'NaN',
    'Infinity',
    '',
    -1,
    0,
    1e308,
    -1e308,
    5e-324,
    1e6,
    2 ** 53,
    0.5,
    null,
    true,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    [0, 0],
    [1e6, -1e6],
    { __proto__: null },
    { kind: 'loop' },
    { box: 1 },
    { uniform: [1] },
    3,
    [0, 0, 0],
    { ball: { center: [0, 0, 0], radius: 1 } },
    { name: 'critters' },
    { kind: 'obstacle', name: 'walls' },
    { constant: 0 },
    { strength: 1, exponent: -2 },
  ),
  // Names that every object has.
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { hasOwnProperty: 0, length: -1 }, { toJSON: 'x' }),
);

type Mutation = (scenario: Container, place: number, value: unknown) => void;

const mutations: Record<string, Mutation> = {
  remove: (scenario, place) => {
    const [container, key] = pick(scenario, place);
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
  },
  replace: (scenario, place, value) => {
    const [container, key] = pick(scenario, place);
    container[key] = value;
  },
  retype: (scenario, place) => {
    const [container, key] = pick(scenario, place);
    container[key] = typeof container[key] === 'string' ? [container[key]] : JSON.stringify(container[key]);
  },
  duplicate: (scenario, place) => {
    const [container, key] = pick(scenario, place);
    if (Array.isArray(container)) container.push(structuredClone(container[Number(key)]));
    else container[`${key}2`] = structuredClone(container[key]);
  },
  swap: (scenario, place, value) => {
    const [container, key] = pick(scenario, place);
    const [other, otherKey] = pick(scenario, place * 31 + JSON.stringify(value).length);
    [container[key], other[otherKey]] = [structuredClone(other[otherKey]), structuredClone(container[key])];
  },
  shrink: (scenario, place) => {
    const [container, key] = pick(scenario, place);
    if (typeof container[key] === 'number') container[key] = container[key] * 1e-3;
  },
  enlarge: (scenario, place) => {
    const [container, key] = pick(scenario, place);
    if (typeof container[key] === 'number') container[key] = container[key] * -1e3;
  },
};

function pick(scenario: Container, place: number): [Container, string | number] {
  const places = placesIn(scenario);
  return places.length === 0 ? [scenario, 'name'] : places[place % places.length];
}

const mutated = fc
  .tuple(
    fc.constantFrom(everything, inSpace, swarm),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.nat(), strange), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([valid, steps]) => {
    const scenario = structuredClone(valid) as Container;
    for (const [name, place, value] of steps) mutations[name](scenario, place, structuredClone(value));
    return scenario;
  });

test('2000 scenarios with one to three wrong places never crash the check', () => {
  fc.assert(
    fc.property(mutated, (scenario) => {
      expectHonestOutcome(() => checkScenario(scenario));
      expectHonestOutcome(() => parseScenario(JSON.stringify(scenario)));
    }),
    { numRuns: 2000 },
  );
});

test('what is accepted survives being written and read, and finds room or says so, however it was mutated', () => {
  let accepted = 0;
  fc.assert(
    fc.property(mutated, (input) => {
      let scenario: Scenario;
      try {
        scenario = checkScenario(input);
      } catch {
        return;
      }
      accepted++;
      expect(parseScenario(JSON.stringify(scenario))).toStrictEqual(scenario);
      expectHonestOutcome(() => {
        for (const column of Object.values(populate(scenario))) {
          if (column instanceof Float64Array) expect(column.every(Number.isFinite)).toBe(true);
        }
      });
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(40);
});

const text = JSON.stringify(everything, null, 1);

test('1000 texts that were cut, spliced, nested or spoilt never crash the parser', () => {
  const insertion = fc.oneof(
    fc.constantFrom(
      '"__proto__":1,',
      '"constructor":{},',
      'NaN',
      '1e999',
      '\\u0000',
      '\u0000',
      '"',
      '{',
      ']',
      ',,',
      '-',
      'é',
      '\ud800',
    ),
    fc.nat({ max: 1e5 }).map((depth) => '['.repeat(depth)),
    fc.nat({ max: 1e4 }).map((depth) => '{"a":'.repeat(depth)),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat({ max: 40 }),
      insertion,
      fc.boolean(),
      (at, length, inserted, cut) => {
        const rest = cut ? '' : text.slice(at + length);
        expectHonestOutcome(() => parseScenario(text.slice(0, at) + inserted + rest));
      },
    ),
    { numRuns: 1000 },
  );
});

test('random bytes never crash the parser', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expectHonestOutcome(() => parseScenario(new TextDecoder().decode(bytes)));
    }),
    { numRuns: 300 },
  );
});

test('arbitrary values of a program never crash the check', () => {
  const value = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  fc.assert(
    fc.property(value, fc.nat(), (strangeValue, place) => {
      expectHonestOutcome(() => checkScenario(strangeValue));
      const scenario = structuredClone(everything) as Container;
      const [container, key] = pick(scenario, place);
      container[key] = strangeValue;
      expectHonestOutcome(() => checkScenario(scenario));
    }),
    { numRuns: 300 },
  );
});
