import { findRingFaults } from 'wend/scenario';

export type ShapePoint = [x: number, y: number];

/** A polygon with holes. Rings are closed: the last point repeats the first; either sense of rotation. */
export type ShapePolygon = { outer: ShapePoint[]; holes: ShapePoint[][] };

/** What a file of shapes holds; metres in the plane. */
export type Shapes = { polygons: ShapePolygon[]; lines: ShapePoint[][] };

/** Thrown when shapes cannot be read; the message names the source, and the ring or the place in the text. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly source: string;
  /** The message without anything that the text contains. */
  readonly withoutContent: string;

  constructor(source: string, expected: string, found = '') {
    super(`${source}: ${expected}${found}`);
    this.source = source;
    this.withoutContent = `${source}: ${expected}`;
  }
}

/** The most points in one file; a reader stops there, before memory runs out. */
const maximumShapePoints = 1_000_000;

/** The deepest nesting of collections. */
export const maximumCollectionDepth = 32;

/** Shapes while they are read. */
export type Draft = {
  source: string;
  shapes: Shapes;
  points: number;
  /** The common height of all points; undefined before the first point with a height. */
  height: number | undefined;
};

export function createDraft(source: string): Draft {
  return { source, shapes: { polygons: [], lines: [] }, points: 0, height: undefined };
}

/** A point of the plane; `rest` is its height, if it has one, and what may come after that. */
export function takePoint(
  draft: Draft,
  place: string,
  x: number,
  y: number,
  rest: readonly number[],
): ShapePoint {
  const { source } = draft;
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new ShapeError(source, `${place}: expected finite numbers`, `, got ${x} and ${y}`);
  }
  if (++draft.points > maximumShapePoints) {
    throw new ShapeError(source, `expected at most ${maximumShapePoints} points`);
  }
  if (rest.length > 0) {
    draft.height ??= rest[0];
    // A plan with several heights is not flat: its floors would overlap.
    if (rest[0] !== draft.height) {
      throw new ShapeError(
        source,
        `${place}: expected one height for all points`,
        `, got ${draft.height} and ${rest[0]}`,
      );
    }
  }
  // −0 becomes 0, because writing does not keep the sign.
  return [x + 0, y + 0];
}

/** 'polygon 2, hole 1', counted through the file. */
export function ringName(draft: Draft, ring: number): string {
  return `polygon ${draft.shapes.polygons.length + 1}, ${ring === 0 ? 'outer ring' : `hole ${ring}`}`;
}

export function lineName(draft: Draft): string {
  return `line ${draft.shapes.lines.length + 1}`;
}

export function addPolygon(draft: Draft, rings: readonly ShapePoint[][]): void {
  if (rings.length === 0) return;
  const checked = rings.map((ring, k) => checkRing(draft, ringName(draft, k), ring));
  draft.shapes.polygons.push({ outer: checked[0], holes: checked.slice(1) });
}

export function addLine(draft: Draft, points: readonly ShapePoint[]): void {
  const line = withoutRepetition(points);
  if (line.length < 2) {
    throw new ShapeError(draft.source, `${lineName(draft)}: expected two different points`);
  }
  draft.shapes.lines.push(line);
}

function checkRing({ source }: Draft, name: string, points: readonly ShapePoint[]): ShapePoint[] {
  const ring = withoutRepetition(points);
  const first = ring[0];
  const last = ring[ring.length - 1];
  if (points.length < 4) {
    throw new ShapeError(source, `${name}: expected at least four points, got ${points.length}`);
  }
  if (first[0] !== last[0] || first[1] !== last[1]) {
    const ends = `: it begins at (${first[0]}, ${first[1]}) and ends at (${last[0]}, ${last[1]})`;
    throw new ShapeError(source, `${name}: expected a closed ring`, ends);
  }
  if (ring.length < 4) {
    throw new ShapeError(source, `${name}: expected at least three different points, got ${ring.length - 1}`);
  }
  return ring;
}

/** Merges consecutive equal points: programs that round leave such points behind. */
function withoutRepetition(points: readonly ShapePoint[]): ShapePoint[] {
  return points.filter(([x, y], k) => k === 0 || x !== points[k - 1][0] || y !== points[k - 1][1]);
}

/** The shapes, once their rings are polygons with holes. */
export function finishShapes({ shapes, source }: Draft): Shapes {
  const faults = findRingFaults(shapes.polygons.map(({ outer, holes }) => [outer, ...holes]));
  if (faults.length > 0) {
    throw new ShapeError(
      source,
      faults
        .slice(0, 20)
        .map(({ message }) => message)
        .join(`\n${source}: `),
    );
  }
  return shapes;
}
