import { type Findings, type Path, report } from './error.ts';
import type { Distribution } from './schema.ts';

/** No value of a normal distribution is drawn as many deviations from its mean. */
const FARTHEST = 8;

/** Whether values can be drawn from a distribution; tables have speeds only. */
export function checkDistribution(
  distribution: Distribution,
  path: Path,
  findings: Findings,
  isSpeed = false,
): void {
  if (typeof distribution === 'number') return;
  if ('uniform' in distribution) {
    const [low, high] = distribution.uniform;
    if (low > high) report(findings, [...path, 'uniform'], `expected low ≤ high, got ${low} and ${high}`);
  } else if ('values' in distribution) {
    checkWeights(distribution, path, findings);
  } else if ('table' in distribution) {
    const { ages, table } = distribution;
    if (!isSpeed)
      report(findings, [...path, 'table'], 'expected another distribution: tables have walking speeds');
    if (ages && table !== 'rimea') report(findings, [...path, 'ages'], 'only with "rimea"');
    if (ages && ages[0] > ages[1]) {
      report(findings, [...path, 'ages'], `expected youngest ≤ oldest, got ${ages[0]} and ${ages[1]}`);
    }
  } else if ('triangular' in distribution) {
    const { max, min, mode } = distribution.triangular;
    if (min <= mode && mode <= max && min < max) return;
    report(
      findings,
      [...path, 'triangular'],
      `expected min ≤ mode ≤ max and min < max, got ${min}, ${mode} and ${max}`,
    );
  } else {
    const [[kind, own]] = Object.entries(distribution) as [
      string,
      { min?: number; max?: number; mean?: number; deviation?: number },
    ][];
    const { deviation = 0, max, mean, min } = own;
    if (min !== undefined && max !== undefined && min > max) {
      report(findings, [...path, kind, 'max'], `expected at least min, ${min}, got ${max}`);
    }
    // The other kinds are above 0.
    const isNormal = kind === 'normal';
    const least = isNormal ? mean! - FARTHEST * deviation : 0;
    const most = isNormal ? mean! + FARTHEST * deviation : Number.POSITIVE_INFINITY;
    if (max !== undefined && max < least)
      report(
        findings,
        [...path, kind, 'max'],
        `expected at least ${short(least)}, as no value is drawn below that, got ${max}`,
      );
    if (min !== undefined && min > most)
      report(
        findings,
        [...path, kind, 'min'],
        `expected at most ${short(most)}, as no value is drawn above that, got ${min}`,
      );
    if (kind === 'lognormal' && !(mean! > 0)) {
      report(findings, [...path, kind, 'mean'], `expected a mean above 0, got ${mean}`);
    }
  }
}

/** Without the digits of rounding. */
const short = (value: number) => Number(value.toPrecision(12));

function checkWeights(
  { values, weights }: Extract<Distribution, { values: unknown }>,
  path: Path,
  findings: Findings,
): void {
  if (!weights) return;
  if (weights.length !== values.length) {
    report(
      findings,
      [...path, 'weights'],
      `expected ${values.length} weights, one for each value, got ${weights.length}`,
    );
  } else if (!weights.some((weight) => weight > 0)) {
    report(findings, [...path, 'weights'], 'expected a weight above 0, got none');
  }
}
