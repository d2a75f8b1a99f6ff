import { BadInput } from '../failure.ts';
import { createSettings, type Design, type Settings } from './design/design.ts';
import { runKey } from './runs/run-keys.ts';
import type { RunRequest } from './runs/run-one.ts';

/** More runs than this need `--yes`. */
const MOST_RUNS = 1_000_000;

/** The runs of a sweep: every setting with every seed, seeds changing fastest. Nothing of it is stored. */
export type Plan = {
  paths: readonly string[];
  seeds: readonly number[];
  settings: Settings;
  count: number;
  /** The settings of a scenario as texts, `path=value`. */
  textsOf: (setting: number) => readonly string[];
  requestOf: (index: number) => RunRequest;
};

/** Makes the plan of a design; `resolve` may replace a setting, such as a file by its content. */
export function createPlan(
  design: Design,
  seeds: readonly number[],
  sweep: string,
  resolve: (setting: string) => string = (setting) => setting,
): Plan {
  const settings = createSettings(design);
  const paths = design.factors.map(({ path }) => path);
  const resolved = new Map<string, string>();
  const textOf = (setting: string) => {
    if (!setting.startsWith('area.file=')) return setting;
    if (!resolved.has(setting)) resolved.set(setting, resolve(setting));
    return resolved.get(setting)!;
  };
  let [last, texts]: [number, readonly string[]] = [-1, []];
  const textsOf = (setting: number) => {
    if (setting !== last) {
      const values = settings.valuesOf(setting);
      texts = paths.map((path, k) => textOf(`${path}=${JSON.stringify(values[k])}`));
      last = setting;
    }
    return texts;
  };
  return {
    paths,
    seeds,
    settings,
    count: settings.count * seeds.length,
    textsOf,
    requestOf(index) {
      const own = textsOf(Math.floor(index / seeds.length));
      const seed = seeds[index % seeds.length];
      return { index, key: runKey(sweep, own, seed), settings: own, seed };
    },
  };
}

/** Refuses a plan without runs, and one that is so large that it may be a mistake. */
export function requireReasonable({ count, seeds, settings }: Plan, yes: boolean): void {
  if (count === 0) throw new BadInput('the design has no settings: expected one at least');
  if (count > MOST_RUNS && !yes) {
    throw new BadInput(
      `${settings.count} settings with ${seeds.length} seeds are ${count} runs: expected at most ${MOST_RUNS}, or --yes`,
    );
  }
}

/** Reads `--seeds`: `20` is 1 … 20, `5:9` is 5 … 9, `3,7,11` are these. */
export function parseSeeds(text: string, most: number): number[] {
  const whole = String.raw`(\d{1,15})`;
  const count = new RegExp(`^${whole}$`).exec(text);
  const range = new RegExp(`^${whole}:${whole}$`).exec(text);
  const [from, to] = count ? [1, Number(count[1])] : range ? [Number(range[1]), Number(range[2])] : [0, -1];
  if (count || range) {
    if (to >= from && to - from < most) return Array.from({ length: to - from + 1 }, (_, k) => from + k);
  } else if (/^\d{1,15}(,\d{1,15})*,?$/.test(text)) {
    const seeds = text
      .split(',')
      .filter((part) => part !== '')
      .map(Number);
    if (new Set(seeds).size === seeds.length) return seeds;
  }
  throw new BadInput(
    `--seeds ${text}: expected how many (20 means 1 to 20), a range (101:150), or different seeds with commas (3,7,11); at most ${most}`,
  );
}
