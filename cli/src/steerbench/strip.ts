import { decimal, escapeText, roundTicks, tickLabel } from 'wend/draw';
import { medianOf, type Outcome } from './outcome.ts';

/** Units of the plot; the page scales it to the width of its column. */
const WIDTH = 640;
const HEIGHT = 112;
const SIDE = 24;
/** Height of the line of dots, and of the axis. */
const MIDDLE = 52;
const AXIS = 84;

/** The scores of all seeds as dots on a line, with the median and the figure to beat. */
export function stripOf({ figures, name, seeds }: Outcome): string {
  const scores = seeds.map(({ score }) => score);
  const marked = figures.toBeat === null ? scores : [...scores, figures.toBeat];
  const [low, high] = [Math.min(...marked), Math.max(...marked)];
  // A single score, or equal scores, still need an axis of some length.
  const slack = Math.max(0.06 * (high - low), 0.01 * high, 1);
  const across = (score: number) =>
    SIDE + ((score - low + slack) / (high - low + 2 * slack)) * (WIDTH - 2 * SIDE);
  const ticks = roundTicks(low - slack, high + slack, 5);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
  const at = (score: number) => decimal(across(score));
  const median = medianOf(scores);
  return [
    `<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(name)}: scores of ${scores.length} runs">`,
    `<path class="axis" d="M${SIDE} ${AXIS}H${WIDTH - SIDE}"/>`,
    ...ticks.map(
      (tick) =>
        `<path class="axis" d="M${at(tick)} ${AXIS}v6"/><text class="tick" x="${at(tick)}" y="${AXIS + 24}">${tickLabel(tick, step)}</text>`,
    ),
    ...(figures.toBeat === null ? [] : [lineAt(across(figures.toBeat), figures.toBeat)]),
    ...spread(scores, across).map(
      ({ u, v }, k) =>
        `<circle class="${seeds[k].completed ? 'run' : 'run open'}" cx="${decimal(u)}" cy="${decimal(v)}" r="6"/>`,
    ),
    `<path class="median" d="M${at(median)} ${MIDDLE - 17}v34"/>`,
    '</svg>',
  ].join('\n');
}

function lineAt(u: number, figure: number): string {
  const end = u > WIDTH / 2;
  const anchor = end ? 'end' : 'start';
  return `<path class="figure" d="M${decimal(u)} 6V${AXIS}"/><text class="figure" x="${decimal(u + (end ? -7 : 7))}" y="18" text-anchor="${anchor}">to beat: ${figure}</text>`;
}

/** Dots that would overlap are placed alternately a little above and below the line. */
function spread(scores: readonly number[], across: (score: number) => number): { u: number; v: number }[] {
  const rows = [0, -9, 9];
  const lastIn = rows.map(() => Number.NEGATIVE_INFINITY);
  const order = scores.map((_, k) => k).sort((a, b) => scores[a] - scores[b]);
  const dots = scores.map(() => ({ u: 0, v: MIDDLE }));
  for (const k of order) {
    const u = across(scores[k]);
    const free = rows.findIndex((_, row) => u - lastIn[row] > 12);
    const row = free >= 0 ? free : lastIn.indexOf(Math.min(...lastIn));
    lastIn[row] = u;
    dots[k] = { u, v: MIDDLE + rows[row] };
  }
  return dots;
}
