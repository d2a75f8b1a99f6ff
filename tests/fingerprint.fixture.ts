// Results that must be the same on every engine. This file runs in Node and, bundled, in a browser.
import { stateHashOf, stepWorld } from '../library/src/index.ts';
import * as numerics from '../library/src/numerics/index.ts';
import { createScenarioWorld, parseScenario } from '../library/src/scenario.ts';

/** The state hash at the start and after each step. */
export function hashesOf(scenarioText: string, steps: number): string[] {
  const world = createScenarioWorld(parseScenario(scenarioText));
  const hashes = [stateHashOf(world)];
  while (world.step < steps) {
    stepWorld(world);
    hashes.push(stateHashOf(world));
  }
  return hashes;
}

const { createHash, finishHash, hashDouble, Purpose, toHex } = numerics;
const SAMPLES = 4000;

const everywhere = { exp: numerics.exp, log: numerics.log, sin: numerics.sin, cos: numerics.cos };
const withinOne = { asin: numerics.asin, fastAsin: numerics.fastAsin };
const nearZero = {
  tanh: numerics.tanh,
  fastTanh: numerics.fastTanh,
  fastExp: numerics.fastExp,
  fastSin: numerics.fastSin,
  fastCos: numerics.fastCos,
};

/** One hash for each function of numerics, over thousands of arguments: any bits, in [−1, 1], and around zero. */
export function fingerprintNumerics(): Record<string, string> {
  const prints: Record<string, string> = {};
  const print = (name: string, compute: (sample: number) => number) => {
    const hash = createHash();
    for (let sample = 0; sample < SAMPLES; sample++) {
      const value = compute(sample);
      // The bits of a NaN may differ between engines.
      hashDouble(hash, Number.isNaN(value) ? 0.123 : value);
    }
    finishHash(hash);
    prints[name] = toHex(hash);
  };
  for (const [name, f] of Object.entries(everywhere)) print(name, (sample) => f(anyDouble(sample)));
  for (const [name, f] of Object.entries(withinOne)) print(name, (sample) => f(2 * fraction(sample) - 1));
  for (const [name, f] of Object.entries({ ...everywhere, ...nearZero })) {
    print(`${name} near zero`, (sample) => f(40 * fraction(sample) - 20));
  }
  print('atan2', (sample) => numerics.atan2(anyDouble(sample), anyDouble(sample + SAMPLES)));
  const angle = (sample: number) => 6.28 * fraction(sample) - 3.14;
  print('fastAngle', (sample) =>
    numerics.fastAngle(numerics.sin(angle(sample)), numerics.cos(angle(sample))),
  );
  print('fastArcRatio', (sample) => numerics.fastArcRatio(1.7 * fraction(sample) - 0.7));
  print('quantizeUnit', (sample) => numerics.quantizeUnit(numerics.sin(sample)));
  print('quantizeWide', (sample) => numerics.quantizeWide(40 * numerics.sin(sample)));
  print('uniform', (sample) => numerics.uniform(2026, Purpose.testing, sample, sample % 7));
  print('normal', (sample) => numerics.normal(2026, Purpose.testing, sample, sample % 7));
  return prints;
}

/** Evenly spread in [0, 1), by a multiplicative hash of the number. */
function fraction(sample: number): number {
  return ((Math.imul(sample + 1, 0x9e3779b1) >>> 0) + 0.5) / 4294967296;
}

const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);

/** A double of mixed bits: any sign, any exponent, subnormals and NaNs too. */
function anyDouble(sample: number): number {
  words[0] = Math.imul(sample + 1, 0x85ebca6b) ^ (sample << 16);
  words[1] = Math.imul(sample + 17, 0xc2b2ae35);
  return double[0];
}
