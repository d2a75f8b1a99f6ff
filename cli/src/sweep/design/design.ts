import { BadInput } from '../../failure.ts';
import { type Factor, type Value, valueAt } from './factors.ts';
import { createDraws, shuffled } from './random.ts';
import { createSobol, MOST_SOBOL_FACTORS } from './sobol.ts';

export const designKinds = ['factorial', 'lhs', 'sobol', 'random'] as const;
export type DesignKind = (typeof designKinds)[number];

/** Which settings a sweep runs. */
export type Design = {
  factors: readonly Factor[];
  kind: DesignKind;
  /** Settings of the kinds that draw them. */
  samples?: number;
  /** Seed of the draws of the design. */
  seed: number;
  /** Settings one by one, in place of a rule: values in the order of the factors. */
  list?: readonly (readonly Value[])[];
};

/** The settings of a design by number: nothing is stored for a factorial design, and two numbers a value for others. */
export type Settings = { count: number; valuesOf: (index: number) => Value[] };

/** Puts a design into effect; refuses one that has no settings or that contradicts itself. */
export function createSettings(design: Design): Settings {
  const { factors, kind, list } = design;
  requireDistinctPaths(factors);
  if (list) return { count: list.length, valuesOf: (index) => [...list[index]] };
  if (kind === 'factorial') return createFactorial(design);
  const { samples } = design;
  if (samples === undefined) throw new BadInput(`--design ${kind}: expected with --samples N`);
  if (factors.length === 0) throw new BadInput(`--design ${kind}: expected with --vary`);
  const shareOf = { lhs: createLatin, sobol: createShiftedSobol, random: createRandom }[kind](
    factors.length,
    samples,
    design.seed,
  );
  return {
    count: samples,
    valuesOf: (index) => factors.map((factor, k) => valueAt(factor, shareOf(index, k))),
  };
}

function requireDistinctPaths(factors: readonly Factor[]): void {
  const seen = new Set<string>();
  for (const { path } of factors) {
    if (seen.has(path)) throw new BadInput(`--vary ${path}: is varied twice`);
    seen.add(path);
  }
}

/** Every combination; the last factor changes fastest. */
function createFactorial({ factors, samples }: Design): Settings {
  if (samples !== undefined) throw new BadInput('--samples: expected with --design lhs, sobol or random');
  const drawn = factors.find(({ levels }) => levels === undefined);
  if (drawn) {
    throw new BadInput(
      `--vary ${drawn.path}: a distribution or a range without steps is drawn from: expected with --design lhs, sobol or random and --samples N`,
    );
  }
  const sizes = factors.map(({ levels }) => levels!.length);
  const count = sizes.reduce((product, size) => product * size, 1);
  return {
    count,
    valuesOf(index) {
      const values: Value[] = [];
      let rest = index;
      for (let k = factors.length - 1; k >= 0; k--) {
        values.unshift(factors[k].levels![rest % sizes[k]]);
        rest = Math.floor(rest / sizes[k]);
      }
      return values;
    },
  };
}

/** A share from 0 to 1 for a setting and a factor. */
type Shares = (index: number, factor: number) => number;

/** One sample in each of as many strata as there are samples, for every factor. */
export function createLatin(factors: number, samples: number, seed: number): Shares {
  const columns = Array.from({ length: factors }, (_, k) => {
    const draw = createDraws(seed, k);
    const order = shuffled(samples, draw);
    return Float64Array.from(order, (stratum) => (stratum + draw()) / samples);
  });
  return (index, factor) => columns[factor][index];
}

/** Sobol's points with a digital shift; half a step keeps 0 away, where some distributions are infinite. */
function createShiftedSobol(factors: number, _: number, seed: number): Shares {
  if (factors > MOST_SOBOL_FACTORS) {
    throw new BadInput(`--design sobol: expected at most ${MOST_SOBOL_FACTORS} factors; lhs has no limit`);
  }
  const points = Array.from({ length: factors }, (_, k) =>
    createSobol(k, Math.floor(createDraws(seed, k)() * 2 ** 32)),
  );
  return (index, factor) => points[factor](index) + 2 ** -33;
}

function createRandom(factors: number, samples: number, seed: number): Shares {
  const columns = Array.from({ length: factors }, (_, k) => {
    const draw = createDraws(seed, k);
    return Float64Array.from({ length: samples }, () => draw() + 2 ** -33);
  });
  return (index, factor) => columns[factor][index];
}
