import { BadInput } from '../../failure.ts';
import { type Distribution, distributions, quantileIn } from './quantile-functions.ts';

/** A value of a scenario, as JSON has it. */
export type Value = unknown;

/** One thing that a sweep varies: levels to combine, or a distribution to draw from. */
export type Factor = {
  /** Where in the scenario, such as `groups[0].speed`. */
  path: string;
  levels?: readonly Value[];
  distribution?: Distribution;
};

/** The most levels of a factor. */
const MOST_LEVELS = 100_000;

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER}):(${NUMBER})(?:([:/])(${NUMBER}))?$`);
const DRAWN = /^([a-z]+)\(([^()]*)\)$/;

const FORMS =
  'expected path=a,b,c (a list), path=from:to:step, path=from:to/count, path=from:to (with --design lhs, sobol or random), or a distribution such as path=normal(1.34,0.26)';

/** Reads `--vary path=…`. */
export function parseFactor(text: string): Factor {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(0, at)).trim();
  const given = text.slice(at + 1).trim();
  if (at < 1 || path === '' || given === '') throw new BadInput(`--vary ${text}: ${FORMS}`);
  requireVariable(path, `--vary ${text}`);
  const range = RANGE.exec(given);
  if (range) return { path, ...readRange(range, `--vary ${text}`) };
  const drawn = DRAWN.exec(given);
  if (drawn && Object.hasOwn(distributions, drawn[1])) {
    const parameters = drawn[2].split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    return { path, distribution: checkDistribution({ name: drawn[1], parameters }, `--vary ${text}`) };
  }
  const levels = splitList(given).map(parseValue);
  requireLevels(levels, `--vary ${text}`);
  return { path, levels };
}

/** Seeds have an option of their own: each setting runs with the same ones. */
export function requireVariable(path: string, place: string): void {
  if (path === 'seed') throw new BadInput(`${place}: expected another path; --seeds says which seeds run`);
}

export function requireLevels(levels: readonly Value[], place: string): void {
  if (levels.length > MOST_LEVELS) throw new BadInput(`${place}: expected at most ${MOST_LEVELS} values`);
  const seen = new Set<string>();
  for (const level of levels) {
    const text = JSON.stringify(level);
    if (seen.has(text)) throw new BadInput(`${place}: ${text} is listed twice`);
    seen.add(text);
  }
}

/** Refuses parameters that a distribution cannot have. */
export function checkDistribution(distribution: Distribution, place: string): Distribution {
  const { fault, parameters: names } = distributions[distribution.name];
  const { parameters } = distribution;
  if (parameters.length !== names.length || !parameters.every(Number.isFinite)) {
    throw new BadInput(`${place}: expected ${distribution.name}(${names.join(', ')})`);
  }
  const wanted = fault(...parameters);
  if (wanted !== undefined) throw new BadInput(`${place}: expected ${wanted}`);
  return distribution;
}

function readRange(
  [, first, last, kind, third]: RegExpExecArray,
  place: string,
): Pick<Factor, 'levels' | 'distribution'> {
  const [from, to, by] = [Number(first), Number(last), Number(third)];
  if (kind === undefined) {
    return { distribution: checkDistribution({ name: 'uniform', parameters: [from, to] }, place) };
  }
  return { levels: kind === '/' ? spacedLevels(from, to, by, place) : steppedLevels(from, to, by, place) };
}

/** From one number to another in equal parts, both ends included. */
export function spacedLevels(from: number, to: number, count: number, place: string): number[] {
  if (!Number.isInteger(count) || count < 2 || count > MOST_LEVELS || from === to) {
    throw new BadInput(
      `${place}: expected two different ends and a whole number of values from 2 to ${MOST_LEVELS}`,
    );
  }
  return Array.from({ length: count }, (_, k) => tidy(from + ((to - from) * k) / (count - 1)));
}

/** From one number in steps; the other end is included where a step meets it. */
export function steppedLevels(from: number, to: number, step: number, place: string): number[] {
  const steps = (to - from) / step;
  if (!(steps >= 0 && steps < MOST_LEVELS)) {
    throw new BadInput(
      `${place}: expected a step that leads from ${from} to ${to} in at most ${MOST_LEVELS} values`,
    );
  }
  return Array.from({ length: Math.floor(steps + 1e-9) + 1 }, (_, k) => tidy(from + k * step));
}

/** 0.1 + 2 × 0.1 is written 0.3: levels are numbers that a person would write. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Parts between commas that are outside brackets and quotes. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let [depth, begin, quoted] = [0, 0, false];
  for (let k = 0; k < text.length; k++) {
    const letter = text[k];
    if (letter === '"' && text[k - 1] !== '\\') quoted = !quoted;
    else if (quoted) continue;
    else if ('[{('.includes(letter)) depth++;
    else if (']})'.includes(letter)) depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(begin, k));
      begin = k + 1;
    }
  }
  return [...parts, text.slice(begin)].map((part) => part.trim());
}

function parseValue(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value of a factor at a share from 0 to 1. */
export function valueAt({ distribution, levels }: Factor, share: number): Value {
  if (distribution) return quantileIn(distribution, share);
  return levels![Math.min(levels!.length - 1, Math.floor(share * levels!.length))];
}
