import {
  Clipper,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type Paths64,
  PointInPolygonResult,
  type PolyPath64,
  PolyTree64,
} from 'clipper2-ts';
import type { Shape } from 'wend';
import type { Bounds } from '../jupedsim/index.ts';
import { createGrid, doubleArea, type Grid, stepsPerMetre, toGrid, toMetres } from './grid.ts';
import { type Point, shapeRings } from './shapes.ts';
import { ringsKeepClear } from './simple.ts';

/** Rings are closed: the last point repeats the first. */
export type Ring = Point[];

export type WalkableArea = {
  /** `POLYGON ((exterior), (hole), ...)`, valid by the rules of OGC, GEOS and shapely. */
  wkt: string;
  /** Counter-clockwise. */
  exterior: Ring;
  /** Clockwise. */
  holes: Ring[];
  /** Square metres. */
  area: number;
  /**
   * Parts of the world that obstacles cut off; the format allows only one polygon. Largest first, each with one of
   * its corners and the number of `occupied` points in it.
   */
  dropped: { area: number; corner: Point; occupied: number }[];
  /** The `occupied` points that are on no walkable ground. */
  blocked: number;
  /** Metres by which obstacles had to be thickened where they only just touch; 0 or some tenths of a millimetre. */
  thickenedBy: number;
};

/** Steps of the grid, tried in turn. */
const thickenings = [0, 1, 2, 4, 8, 16, 32];

/**
 * The world's rectangle without its static obstacles, as one polygon with holes. Obstacles that overlap become one
 * hole, those at the border a part of it. Coordinates are rounded to 0.1 mm (more in worlds above 4 km).
 *
 * `rings` inside the bounds may replace the rectangle: outer rings, holes in them, islands in the holes.
 *
 * If obstacles cut the world into pieces, the piece with most of the `occupied` points (the agents' starts, say) is
 * kept; without such points, the largest piece. `dropped` lists the others.
 */
export function walkableArea(
  bounds: Bounds,
  shapes: readonly Shape[],
  occupied: readonly Point[] = [],
  rings: readonly (readonly Point[])[] = [],
): WalkableArea {
  requireExtent(bounds);
  const grid = createGrid(bounds);
  const world =
    rings.length > 0
      ? Clipper.union(
          rings.flatMap((points, k) => shapeRings(grid, { shape: 'polygon', points }, `ring ${k}`)),
          FillRule.EvenOdd,
        )
      : shapeRings(
          grid,
          { shape: 'box', min: [bounds.minX, bounds.minY], max: [bounds.maxX, bounds.maxY] },
          'bounds',
        );
  const obstacles = Clipper.union(
    shapes.flatMap((shape, index) => shapeRings(grid, shape, `shape ${index}`)),
    FillRule.NonZero,
  );
  for (const steps of thickenings) {
    const pieces = subtract(world, thicken(obstacles, steps));
    if (pieces.length === 0) throw new RangeError('obstacles cover the whole world: nothing is walkable');
    // Every piece, the dropped ones too: parts that are connected by a single point are two pieces.
    if (!pieces.every(({ exterior, holes }) => ringsKeepClear([exterior, ...holes]))) continue;
    const counts = countPoints(pieces, occupied, grid);
    const ranked = pieces
      .map((piece, index) => ({ piece, count: counts[index], area: pieceArea(piece, grid) }))
      .sort((a, b) => b.count - a.count || b.area - a.area);
    const [kept, ...others] = ranked;
    return {
      ...describe(kept.piece, grid),
      area: kept.area,
      dropped: others
        .sort((a, b) => b.area - a.area)
        .map(({ piece, count, area }) => ({
          area,
          corner: toMetres(grid, piece.exterior[0]),
          occupied: count,
        })),
      blocked: occupied.length - counts.reduce((sum, count) => sum + count, 0),
      thickenedBy: steps / stepsPerMetre(grid),
    };
  }
  throw new Error('the walkable area could not be made a valid polygon: obstacles touch in too many points');
}

type Piece = { exterior: Path64; holes: Paths64 };

function requireExtent({ minX, minY, maxX, maxY }: Bounds): void {
  // Written so that NaN fails too.
  const sound = maxX - minX > 0 && maxY - minY > 0 && [minX, minY, maxX, maxY].every(Number.isFinite);
  if (!sound) throw new RangeError(`bounds from (${minX}, ${minY}) to (${maxX}, ${maxY}) have no area`);
}

/**
 * The rings of a polygon must not touch so that they pinch it. Obstacles that meet in a corner, or touch the border in
 * a point, overlap properly once they are a little thicker.
 */
function thicken(obstacles: Paths64, steps: number): Paths64 {
  if (steps === 0) return obstacles;
  return Clipper.inflatePaths(obstacles, steps, JoinType.Miter, EndType.Polygon);
}

function subtract(world: Paths64, obstacles: Paths64): Piece[] {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(ClipType.Difference, world, obstacles, tree, FillRule.NonZero);
  const pieces: Piece[] = [];
  collectPieces(tree, pieces);
  return pieces;
}

/** Outer rings and holes alternate from level to level of the tree. */
function collectPieces(parent: PolyPath64, pieces: Piece[]): void {
  for (let k = 0; k < parent.count; k++) {
    const outer = parent.child(k);
    const holes: Paths64 = [];
    for (let h = 0; h < outer.count; h++) {
      holes.push(outer.child(h).poly ?? []);
      collectPieces(outer.child(h), pieces);
    }
    pieces.push({ exterior: outer.poly ?? [], holes });
  }
}

/** How many of the points each piece holds; a point on a border counts for the first piece it touches. */
function countPoints(pieces: readonly Piece[], points: readonly Point[], grid: Grid): number[] {
  const counts = pieces.map(() => 0);
  for (const point of points) {
    const at = toGrid(grid, point);
    const index = pieces.findIndex(
      ({ exterior, holes }) =>
        Clipper.pointInPolygon(at, exterior) !== PointInPolygonResult.IsOutside &&
        holes.every((hole) => Clipper.pointInPolygon(at, hole) !== PointInPolygonResult.IsInside),
    );
    if (index >= 0) counts[index]++;
  }
  return counts;
}

function pieceArea({ exterior, holes }: Piece, grid: Grid): number {
  const squares = holes.reduce(
    (sum, hole) => sum - Math.abs(doubleArea(hole)),
    Math.abs(doubleArea(exterior)),
  );
  return squares / 2 / stepsPerMetre(grid) ** 2;
}

function describe(piece: Piece, grid: Grid): { wkt: string; exterior: Ring; holes: Ring[] } {
  const close = (ring: Path64): Ring => [...ring, ring[0]].map((point) => toMetres(grid, point));
  const exterior = close(piece.exterior);
  const holes = piece.holes.map(close);
  return { wkt: polygonText([exterior, ...holes]), exterior, holes };
}

/** JavaScript prints the shortest text that reads back as the same double. */
function polygonText(rings: readonly Ring[]): string {
  const texts = rings.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(', ')})`);
  return `POLYGON (${texts.join(', ')})`;
}
