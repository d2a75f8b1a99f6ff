import type { Colours, LegendEntry } from './colours.ts';
import { speedColours } from './speed-scale.ts';
import { decimal, escapeText, fitText, ink, roundDown, textAt, wholeNumber, widthOf } from './svg.ts';

/** The most entries; a longer legend would not be read. */
const MAXIMUM_ENTRIES = 12;
const ROW = 24;
const GAP = 24;

type LegendItem = { body: string; width: number };

/** The scale bar, and to its right, or below it in a narrow picture, the legend of colours and marks of classes. */
export function drawLegend(
  pixelsPerMetre: number,
  width: number,
  { legend, hasScale, end }: Colours,
  scaleNote = '',
  classes: readonly LegendItem[] = [],
): { body: string; height: number } {
  const bar = drawScaleBar(pixelsPerMetre, scaleNote);
  const items = [...(hasScale ? [speedItem(end)] : entryItems(legend, width)), ...classes];
  const widest = Math.max(0, ...items.map((item) => item.width));
  // Entries that need several rows stand in columns, beside the bar where there is room for one.
  const beside = bar.width + 40;
  const left = beside + widest <= width ? beside : 0;
  const onOneRow = items.reduce((sum, item) => sum + item.width + GAP, -GAP) <= width - beside;
  const columns = Math.max(1, Math.floor((width - left + GAP) / (widest + GAP)));
  let x = left;
  const placed = items.map((item, i) => {
    const row = onOneRow ? 0 : Math.floor(i / columns) + (left === 0 ? 1 : 0);
    const at = onOneRow ? x : left + (i % columns) * (widest + GAP);
    x += item.width + GAP;
    return `<g transform="translate(${decimal(at)} ${row * ROW})">${item.body}</g>`;
  });
  const rows = onOneRow ? 1 : Math.ceil(items.length / columns) + (left === 0 ? 1 : 0);
  return { body: [bar.body, ...placed].join('\n'), height: rows * ROW };
}

/** A round length between 60 and 150 pixels. */
function drawScaleBar(pixelsPerMetre: number, note: string): LegendItem {
  const metres = roundDown(150 / pixelsPerMetre);
  const width = metres * pixelsPerMetre;
  const label = `${lengthLabel(metres)}${note}`;
  const line = `<path d="M.75 4v8h${decimal(width - 1.5)}v-8" fill="none" stroke="${ink.text}" stroke-width="1.5"/>`;
  return { body: `${line}${textAt(width + 8, 13, label)}`, width: width + 8 + widthOf(label, 13) };
}

function lengthLabel(metres: number): string {
  if (metres >= 1000) return `${decimal(metres / 1000, 0)} km`;
  if (metres >= 1) return `${decimal(metres, 0)} m`;
  if (metres >= 0.01) return `${decimal(metres * 100, 0)} cm`;
  return `${decimal(metres * 1000, 6)} mm`;
}

function entryItems(entries: readonly LegendEntry[], width: number): LegendItem[] {
  const shown = entries.slice(0, entries.length > MAXIMUM_ENTRIES ? MAXIMUM_ENTRIES - 1 : MAXIMUM_ENTRIES);
  const items = shown.map(({ colour, ring, label, count }) => {
    const name = fitText(label, 13, Math.min(260, width - 80));
    const number = wholeNumber(count);
    const nameWidth = widthOf(name, 13);
    const body = [
      `<circle cx="6" cy="8.5" r="5.5" ${ring ? `fill="${ink.paper}" stroke="${colour}" stroke-width="2.5"` : `fill="${colour}" stroke="${ink.line}" stroke-width=".75"`}/>`,
      `<text x="18" y="13" font-size="13" fill="${ink.text}">${escapeText(name)}<tspan fill="${ink.quiet}" dx="6">${number}</tspan></text>`,
    ];
    return { body: body.join(''), width: 18 + nameWidth + 6 + widthOf(number, 13) };
  });
  const more = entries.length - shown.length;
  if (more > 0) {
    const label = `and ${more} more`;
    items.push({ body: textAt(0, 13, label, { colour: ink.quiet }), width: widthOf(label, 13) });
  }
  return items;
}

/** Where the colours begin, after the word and the zero. */
const SCALE = 66;

function speedItem(end: number): LegendItem {
  const block = 22;
  const blocks = speedColours.map(
    (colour, i) => `<rect x="${SCALE + i * block}" y="2" width="${block}" height="12" fill="${colour}"/>`,
  );
  const right = SCALE + speedColours.length * block;
  const label = `${decimal(end, 3)} m/s`;
  return {
    body: [
      textAt(0, 13, 'speed'),
      textAt(SCALE - 7, 13, '0', { anchor: 'end' }),
      ...blocks,
      textAt(right + 7, 13, label),
    ].join(''),
    width: right + 7 + widthOf(label, 13),
  };
}
