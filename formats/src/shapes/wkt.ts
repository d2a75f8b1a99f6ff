import {
  addLine,
  addPolygon,
  createDraft,
  type Draft,
  finishShapes,
  lineName,
  maximumCollectionDepth,
  ringName,
  ShapeError,
  type ShapePoint,
  type Shapes,
  takePoint,
} from './shapes.ts';

/** The text, and how far it is read. */
type Reader = { text: string; at: number; draft: Draft };

const kinds = ['POLYGON', 'MULTIPOLYGON', 'LINESTRING', 'MULTILINESTRING', 'GEOMETRYCOLLECTION'];

const word = /[A-Za-z]+/y;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const space = /\s*/y;
const spatialReference = /\s*SRID\s*=\s*\d+\s*;/iy;

/**
 * Well-known text (OGC 06-103r4, with the `SRID=n;` of PostGIS in front) → polygons and lines. The reference system is
 * ignored: numbers are metres in the plane. Heights are dropped if all are equal and refused otherwise; measures (M)
 * are dropped.
 */
export function readWkt(text: string, source = 'WKT'): Shapes {
  const reader: Reader = { text, at: 0, draft: createDraft(source) };
  // A byte order mark is not part of the text.
  if (text.startsWith('\ufeff')) reader.at = 1;
  match(reader, spatialReference);
  readGeometry(reader, 0);
  match(reader, space);
  if (reader.at < text.length) throw unexpected(reader, 'the end of the text');
  return finishShapes(reader.draft);
}

/** How many numbers a point with Z, M or ZM has, and which of them are measures. */
type Layout = '' | 'Z' | 'M' | 'ZM';

function readGeometry(reader: Reader, depth: number): void {
  const start = reader.at;
  let kind = readWord(reader);
  let layout: Layout = '';
  const joined = /^(.*?)(ZM|Z|M)$/.exec(kind);
  if (joined && kinds.includes(joined[1])) {
    kind = joined[1];
    layout = joined[2] as Layout;
  }
  if (!kinds.includes(kind)) {
    reader.at = start;
    throw unexpected(reader, `${kinds.slice(0, -1).join(', ')} or ${kinds[kinds.length - 1]}`);
  }
  let next = peekWord(reader);
  if (next === 'Z' || next === 'M' || next === 'ZM') {
    layout = readWord(reader) as Layout;
    next = peekWord(reader);
  }
  if (next === 'EMPTY') {
    readWord(reader);
    return;
  }
  switch (kind) {
    case 'POLYGON':
      readPolygon(reader, layout);
      break;
    case 'MULTIPOLYGON':
      readList(reader, () => {
        if (!skipEmpty(reader)) readPolygon(reader, layout);
      });
      break;
    case 'LINESTRING':
      readLine(reader, layout);
      break;
    case 'MULTILINESTRING':
      readList(reader, () => {
        if (!skipEmpty(reader)) readLine(reader, layout);
      });
      break;
    default:
      if (depth >= maximumCollectionDepth) {
        throw new ShapeError(
          reader.draft.source,
          `expected collections at most ${maximumCollectionDepth} deep`,
        );
      }
      readList(reader, () => readGeometry(reader, depth + 1));
  }
}

function readPolygon(reader: Reader, layout: Layout): void {
  const rings: ShapePoint[][] = [];
  readList(reader, () => {
    if (!skipEmpty(reader)) rings.push(readPoints(reader, ringName(reader.draft, rings.length), layout));
  });
  addPolygon(reader.draft, rings);
}

function readLine(reader: Reader, layout: Layout): void {
  addLine(reader.draft, readPoints(reader, lineName(reader.draft), layout));
}

function readPoints(reader: Reader, name: string, layout: Layout): ShapePoint[] {
  const points: ShapePoint[] = [];
  readList(reader, () => {
    const x = readNumber(reader);
    const y = readNumber(reader);
    const rest: number[] = [];
    while (rest.length < 2 && match(reader, space) !== undefined) {
      const further = match(reader, number);
      if (further === undefined) break;
      rest.push(Number(further));
    }
    const heights = layout === 'M' ? [] : rest.slice(0, 1);
    points.push(takePoint(reader.draft, `${name}, point ${points.length + 1}`, x, y, heights));
  });
  return points;
}

/** ( item, item, … ) */
function readList(reader: Reader, readItem: () => void): void {
  readMark(reader, '(');
  do readItem();
  while (hasComma(reader));
}

/** After an item: a comma, or the end of the list. */
function hasComma(reader: Reader): boolean {
  match(reader, space);
  const mark = reader.text[reader.at];
  if (mark !== ',' && mark !== ')') throw unexpected(reader, '"," or ")"');
  reader.at++;
  return mark === ',';
}

function readMark(reader: Reader, mark: string): void {
  match(reader, space);
  if (reader.text[reader.at] !== mark) throw unexpected(reader, `"${mark}"`);
  reader.at++;
}

function readWord(reader: Reader): string {
  match(reader, space);
  return match(reader, word)?.toUpperCase() ?? '';
}

function peekWord(reader: Reader): string {
  const { at } = reader;
  const found = readWord(reader);
  reader.at = at;
  return found;
}

function skipEmpty(reader: Reader): boolean {
  if (peekWord(reader) !== 'EMPTY') return false;
  readWord(reader);
  return true;
}

function readNumber(reader: Reader): number {
  match(reader, space);
  const found = match(reader, number);
  if (found === undefined) throw unexpected(reader, 'a number');
  return Number(found);
}

/** Matches an expression at the reader's position and moves the position behind the match. */
function match(reader: Reader, expression: RegExp): string | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function unexpected(reader: Reader, expected: string): ShapeError {
  match(reader, space);
  const rest = reader.text.slice(reader.at, reader.at + 20);
  const got = rest === '' ? 'the end of the text' : JSON.stringify(rest);
  return new ShapeError(
    reader.draft.source,
    `character ${reader.at + 1}: expected ${expected}`,
    `, got ${got}`,
  );
}

/**
 * Shapes as well-known text, numbers in full: readWkt gives the same shapes again. One polygon or line stands alone,
 * several of a kind as MULTIPOLYGON or MULTILINESTRING, both kinds in a GEOMETRYCOLLECTION.
 */
export function writeWkt({ polygons, lines }: Shapes): string {
  const rings = polygons.map(({ outer, holes }) => `(${[outer, ...holes].map(pointsText).join(', ')})`);
  const chains = lines.map(pointsText);
  const parts = [
    ...(rings.length === 0
      ? []
      : [rings.length === 1 ? `POLYGON ${rings[0]}` : `MULTIPOLYGON (${rings.join(', ')})`]),
    ...(chains.length === 0
      ? []
      : [chains.length === 1 ? `LINESTRING ${chains[0]}` : `MULTILINESTRING (${chains.join(', ')})`]),
  ];
  if (parts.length === 1) return parts[0];
  return parts.length === 0 ? 'GEOMETRYCOLLECTION EMPTY' : `GEOMETRYCOLLECTION (${parts.join(', ')})`;
}

/** JavaScript prints the shortest text that reads back as the same double. */
function pointsText(points: readonly ShapePoint[]): string {
  return `(${points.map(([x, y]) => `${x} ${y}`).join(', ')})`;
}
