import { Clipper, FillRule, type Path64, type Paths64 } from 'clipper2-ts';
import { type contracts, outlineOf, type Shape } from 'wend';
import { type Grid, toGrid } from './grid.ts';

export type Point = readonly [x: number, y: number];

/** Metres; a wall without thickness becomes a strip this wide, since a polygon's hole must have an area. */
const wallThickness = 0.01;

/** Metres; how far a circle's chords may lie inside it. */
const chordTolerance = 0.005;
const minimumSides = 32;
const maximumSides = 360;

/** The shape as rings on the grid, counter-clockwise around what is blocked. */
export function shapeRings(grid: Grid, shape: Shape, name: string): Paths64 {
  const outline = outlineOf(shape);
  if (outline.kind === 'disc' && !(outline.radius >= 0)) {
    throw new RangeError(`${name}: a ${shape.shape} cannot have the radius ${outline.radius}`);
  }
  if (outline.kind === 'ring' && outline.points.length < 3) {
    throw new RangeError(`${name}: a ${shape.shape} needs three points, not ${outline.points.length}`);
  }
  const corners = cornersOf(outline);
  const ring: Path64 = corners.map((point) => toGrid(grid, point));
  const lost = ring.findIndex(({ x, y }) => !(Number.isSafeInteger(x) && Number.isSafeInteger(y)));
  if (lost >= 0) {
    throw new RangeError(`${name}: a ${shape.shape} with the point (${corners[lost]}) is out of range`);
  }
  // Each shape on its own: a polygon may be clockwise or cross itself, and must not cancel a neighbour's winding.
  return Clipper.union([ring], FillRule.NonZero);
}

function cornersOf(outline: contracts.Outline): readonly Point[] {
  switch (outline.kind) {
    case 'disc':
      return circleCorners(outline.center, outline.radius);
    case 'wall':
      return wallCorners(outline.from, outline.to);
    case 'ring':
      return outline.points;
  }
}

/**
 * An inscribed polygon: ground that is free in the simulation is never outside the area, so a trajectory that is
 * valid there is valid for the reader of the file too.
 */
function circleCorners([x, y]: Point, radius: number): Point[] {
  const sidesWithinTolerance = Math.PI / Math.acos(Math.max(0, 1 - chordTolerance / radius));
  const sides = Math.ceil(Math.min(maximumSides, Math.max(minimumSides, sidesWithinTolerance)));
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}

/** Half a thickness longer at both ends: walls that meet in a corner leave no notch there. */
function wallCorners(from: Point, to: Point): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const half = wallThickness / 2;
  const alongX = length > 0 ? (half * (to[0] - from[0])) / length : half;
  const alongY = length > 0 ? (half * (to[1] - from[1])) / length : 0;
  return [
    [from[0] - alongX + alongY, from[1] - alongY - alongX],
    [to[0] + alongX + alongY, to[1] + alongY - alongX],
    [to[0] + alongX - alongY, to[1] + alongY + alongX],
    [from[0] - alongX - alongY, from[1] - alongY + alongX],
  ];
}
