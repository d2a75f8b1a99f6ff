import { quantileOf } from '../statistics/quantiles.ts';
import type { ReportSetting } from './data.ts';
import { valueIn } from './data.ts';

/** Values of a factor that a plot tells apart: each level, or ranges of a factor that was drawn. */
export type Level = { label: string; at: number; settings: readonly ReportSetting[] };

/** More different numbers than this are put into ranges. */
const MOST_LEVELS = 12;
const RANGES = 8;

/** The settings by the levels of a factor, in order. */
export function levelsOf(
  settings: readonly ReportSetting[],
  factor: number,
): { levels: Level[]; isNumeric: boolean } {
  const byText = new Map<string, ReportSetting[]>();
  for (const setting of settings) {
    const text = JSON.stringify(setting.parameters[factor]);
    byText.set(text, [...(byText.get(text) ?? []), setting]);
  }
  const isNumeric = settings.every(({ parameters }) => typeof parameters[factor] === 'number');
  if (isNumeric && byText.size > MOST_LEVELS) return { levels: rangesOf(settings, factor), isNumeric };
  const levels = [...byText].map(([text, own], k): Level => {
    const value: unknown = JSON.parse(text);
    return { label: valueIn(value), at: isNumeric ? (value as number) : k, settings: own };
  });
  if (isNumeric) levels.sort((a, b) => a.at - b.at);
  return { levels: levels.slice(0, 40), isNumeric };
}

/** Ranges with as many settings each. */
function rangesOf(settings: readonly ReportSetting[], factor: number): Level[] {
  const numberIn = ({ parameters }: ReportSetting) => parameters[factor] as number;
  const sorted = settings.map(numberIn).sort((a, b) => a - b);
  const ends = Array.from({ length: RANGES + 1 }, (_, k) => quantileOf(sorted, k / RANGES));
  return Array.from({ length: RANGES }, (_, k): Level => {
    const isLast = k === RANGES - 1;
    const own = settings.filter((one) => {
      const value = numberIn(one);
      return value >= ends[k] && (value < ends[k + 1] || (isLast && value <= ends[k + 1]));
    });
    const label = `${valueIn(ends[k])} to ${valueIn(ends[k + 1])}`;
    return { label, at: (ends[k] + ends[k + 1]) / 2, settings: own };
  }).filter(({ settings: own }) => own.length > 0);
}

/** The mean of a figure over settings that have it. */
export function meanIn(settings: readonly ReportSetting[], figure: string): number {
  const values = settings.map(({ means }) => means[figure]).filter(Number.isFinite);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
