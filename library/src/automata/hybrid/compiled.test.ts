import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { advanceSheet } from './advance.ts';
import type { AutomatonModel } from './model.ts';
import { readModel } from './read-model.ts';
import { createRunner, type Runner } from './runner.ts';
import { beginRow, createSheet } from './sheet.ts';
import type { Tree } from './trees/expression.ts';

// The interpreter is the oracle: compiled code has to give the same bits, jumps and errors.

const AGENTS = 150;
const names = ['x', 'y', 'z', 'level', 'count', 'sensed', 'now', 'weather'];

const numbers = fc.oneof(
  fc.constantFrom<Tree>(0, 1, -1, 0.5, 2, 1e-9, 1e200),
  fc.double({ min: -5, max: 5, noNaN: true }),
  fc.constantFrom<Tree>(...names),
  fc.constantFrom<Tree>(...names),
);

const { condition, number } = fc.letrec<{ number: Tree; condition: Tree }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: numbers },
    fc
      .tuple(fc.constantFrom('+', '*', 'min', 'max'), tie('number'), tie('number'), tie('number'))
      .map((tree): Tree => tree),
    fc.tuple(fc.constantFrom('+', '-', '*', '/', 'min', 'max'), tie('number'), tie('number')),
    fc.tuple(fc.constantFrom('-', 'abs', 'floor', 'sqrt'), tie('number')),
    fc.tuple(fc.constant('if'), tie('condition'), tie('number'), tie('number')),
  ) as fc.Arbitrary<Tree>,
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
        tie('number'),
        numbers,
      ) as fc.Arbitrary<Tree>,
    },
    fc.constantFrom<Tree>('flag', true, false),
    fc.tuple(fc.constantFrom('and', 'or'), tie('condition'), tie('condition')),
    fc.tuple(fc.constant('not'), tie('condition')),
    fc.tuple(fc.constant('if'), tie('condition'), tie('condition'), tie('condition')),
  ) as fc.Arbitrary<Tree>,
}));

const mode = fc.record({
  flow: fc.record({ x: number, y: number, z: numbers }, { requiredKeys: [] }),
  set: fc.record({ speed: number, mass: number }, { requiredKeys: [] }),
  invariant: fc.oneof({ weight: 3, arbitrary: fc.constant<Tree>(true) }, condition),
});

const transition = fc.record({
  when: condition,
  do: fc.record({ x: numbers, level: number, count: fc.integer({ min: -3, max: 3 }) }, { requiredKeys: [] }),
});

const models: fc.Arbitrary<AutomatonModel> = fc
  .record({
    integrator: fc.constantFrom('euler' as const, 'rk4' as const),
    policy: fc.constantFrom('urgent' as const, 'urgent' as const, 'lazy' as const, { random: 0.3 }),
    modes: fc.record({ a: mode, b: mode, c: mode }),
    ways: fc.tuple(transition, transition, transition),
  })
  .map(({ integrator, modes, policy, ways }) => ({
    name: 'any',
    integrator,
    policy,
    inputs: { sensed: 'gap', now: 'time' },
    noise: { weather: [-0.3, 0.7] },
    variables: {
      x: {},
      y: { start: 1 },
      z: { start: -1 },
      level: { kind: 'real' },
      count: { kind: 'integer' },
      flag: { kind: 'boolean', start: true },
    },
    start: 'a',
    modes,
    transitions: ways.map((way, k) => ({ ...way, from: 'abc'[k], to: 'bca'[k] })),
  }));

type Run = {
  runner: Runner;
  steps: number;
  columns: bigint[][];
  modes: number[];
  jumps: number[][];
  error: string;
};

/** Runs a model, whatever its units, for many agents that begin with different values. */
function run(model: AutomatonModel, seed: number, worthCompiling: number, steps = 5): Run {
  const runner = createRunner(readModel(model, []), {}, worthCompiling);
  const sheet = createSheet(runner, AGENTS);
  const outputs = { speed: new Float64Array(AGENTS), mass: new Float64Array(AGENTS) };
  Object.assign(sheet, { dt: 0.1, outputs, seed });
  for (let row = 0; row < AGENTS; row++) {
    beginRow(runner, sheet, row);
    sheet.ids[row] = row * 2 ** 25;
    for (const [k, column] of sheet.values.slice(0, 4).entries())
      column[row] = (((row * 37 + k * 11) % 41) - 20) / 8;
    if (sheet.inputs[0]) sheet.inputs[0][row] = row / 16;
  }
  let error = '';
  try {
    for (; sheet.step < steps; sheet.step++) {
      sheet.begin = sheet.step * sheet.dt;
      advanceSheet(runner, sheet);
    }
  } catch (failure) {
    error = String(failure);
  }
  // The log is not cleared between the steps: it has all jumps, those of a step that failed too.
  const { after, agent, count, time, transition: taken } = sheet.jumps;
  const jumps = Array.from({ length: count }, (_, k) => [agent[k], taken[k], time[k], after[k]]);
  const columns = [...sheet.values, outputs.speed, outputs.mass].map(bitsOf);
  return { runner, steps: sheet.step, columns, modes: Array.from(sheet.modes[0]), jumps, error };
}

const bitsOf = (column: ArrayLike<number>) =>
  Array.from(new BigUint64Array(Float64Array.from(column).buffer));

const countKernels = ({ locations }: Runner) => locations.filter((location) => location?.kernel).length;

test('compiled automata give the bits, jumps and errors of interpreted ones', () => {
  const seen = { kernels: 0, jumps: 0, errors: 0, complete: 0 };
  fc.assert(
    fc.property(models, fc.nat(), (model, seed) => {
      const { runner: interpreting, ...expected } = run(model, seed, Number.POSITIVE_INFINITY);
      const { runner, ...compiled } = run(model, seed, 1);
      expect(compiled).toEqual(expected);
      expect(countKernels(interpreting)).toBe(0);
      seen.kernels += countKernels(runner);
      seen.jumps += compiled.jumps.length;
      if (compiled.error) seen.errors++;
      else seen.complete++;
    }),
    { numRuns: 400 },
  );
  // All that was to be compared has been there.
  expect(seen.kernels).toBeGreaterThan(400);
  expect(seen.jumps).toBeGreaterThan(1000);
  expect(seen.errors).toBeGreaterThan(40);
  expect(seen.complete).toBeGreaterThan(40);
});

const plain: AutomatonModel = {
  name: 'plain',
  noise: { weather: [0, 1] },
  variables: { x: {} },
  start: 'a',
  modes: { a: { flow: { x: 'weather / (x - 2)' } }, b: { flow: { x: 'exp(-x)' } } },
  transitions: [
    { from: 'a', to: 'b', when: 'x > 2.4' },
    { from: 'b', to: 'a', when: 'x < -1e9' },
  ],
};

describe('what is not compiled', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('a location with a function that WebAssembly does not have is interpreted', () => {
    const { runner } = run(
      { ...plain, modes: { ...plain.modes, a: { flow: { x: '1 + weather' } } } },
      1,
      1,
      10,
    );
    expect(runner.locations.map((location) => location?.kernel === null)).toEqual([false, true]);
  });

  test('a division by zero names agent, mode and expression', () => {
    const { error } = run(plain, 1, 1);
    expect(error).toMatch(
      /agent \d+, mode a: division by zero in "weather \/ \(x - 2\)" \(modes\.a\.flow\.x\)/,
    );
    expect(run(plain, 1, Number.POSITIVE_INFINITY).error).toBe(error);
  });

  test('where WebAssembly is forbidden, everything is interpreted', () => {
    const forbidden = () => {
      throw new EvalError('refused to compile');
    };
    vi.stubGlobal('WebAssembly', { ...WebAssembly, Module: forbidden });
    const model = { ...plain, modes: { ...plain.modes, a: { flow: { x: '1 + weather' } } } };
    const { runner, ...refused } = run(model, 1, 1);
    expect(countKernels(runner)).toBe(0);
    vi.unstubAllGlobals();
    const { runner: compiling, ...compiled } = run(model, 1, 1);
    expect(countKernels(compiling)).toBe(1);
    expect(refused).toEqual(compiled);
  });
});
