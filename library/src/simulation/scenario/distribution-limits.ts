import type { Distribution } from './schema.ts';

/** Between which values the draws of a distribution are clipped. */
export function limitsOf(distribution: Distribution, range: { min: number; max: number }): [number, number] {
  if (typeof distribution === 'number') return [distribution, distribution];
  if ('uniform' in distribution) return distribution.uniform;
  if ('values' in distribution) {
    return [Math.min(...distribution.values), Math.max(...distribution.values)];
  }
  if ('table' in distribution) return [Math.max(range.min, slowest), range.max];
  const [own] = Object.values(distribution) as { min?: number; max?: number }[];
  return [own.min ?? range.min, own.max ?? range.max];
}

/** No person of a table is slower, m/s. */
const slowest = 0.1;
