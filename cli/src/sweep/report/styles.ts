import { styles } from '../../report/styles.ts';

/** Styles of pages with plots. A plot is never smaller than its texts can be read: it scrolls. */
export const plotStyles = `${styles}
main > h2 { margin-top: 28px; }
thead th:first-child, tbody th { text-align: left; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(520px, 100%), 1fr)); gap: 16px; margin: 16px 0; }
.plots figure { margin: 0; overflow-x: auto; }
.plots svg { min-width: 480px; height: auto; }`;

/** Colours of curves: each has a contrast of at least 4.5 to white. */
export const curveColours = [
  ...['#0072b2', '#c14f00', '#007d5b', '#a8437f', '#946200', '#5a4fcf', '#a3171e', '#444444'],
] as const;

/** Units of figures, by the ends of their names. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^travel\..*(detour|count|arrived|agents)$/i, ''],
  [/^travel\./, 's'],
  [/^(time|.*[tT]ime)$/, 's'],
  [/^lines\..*\.specificFlow$/, '1/(m s)'],
  [/^lines\..*\.flow$/, '1/s'],
  [/[dD]ensity$/, '1/m²'],
  [/([sS]peed)$/, 'm/s'],
  [/Displacement$/, 'm'],
];

/** A figure with its unit, where it has one. */
export function withUnit(figure: string): string {
  const unit = UNITS.find(([pattern]) => pattern.test(figure))?.[1] ?? '';
  return unit === '' ? figure : `${figure} (${unit})`;
}
