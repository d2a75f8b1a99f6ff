import {
  anchorOf,
  closestFraction,
  heightOf,
  outlineOf,
  type Place,
  polygonArea,
  type Shape,
  type ShapeRegion,
  shapeOfRegion,
  sideOfPolygon,
} from '../geometry/index.ts';

type Point = readonly [number, number];

const RegionKind = { none: 0, box: 1, disc: 2, ring: 3 } as const;

/** An agent outside a region aims this far inside it, metres; less in a narrow one. */
const DEEPEST_INSET = 0.1;
/** Largest inset of a region, as a share of half its width. */
const INSET_SHARE = 0.5;

/** The shapes of targets that are regions, one row for each target, relative to the place of the target. */
export type Regions = {
  /** How many targets are regions. */
  count: number;
  /** 0 where the target is not a region. */
  kind: Uint8Array;
  /** Half the sides of a box, or the radius of a disc. */
  halfX: Float64Array;
  halfY: Float64Array;
  halfZ: Float64Array;
  /**
   * A ring: a lower bound of the distance from its innermost point to the outline. A box: half its shortest side. A
   * disc: its radius. Metres.
   */
  width: Float64Array;
  inset: Float64Array;
  /** Corners of rings, empty elsewhere, and for each the direction inwards that halves its angle. */
  corners: (readonly Point[])[];
  inwards: (readonly Point[])[];
};

/** The place of the target; its region is relative to it. */
export function placeOfRegion(region: ShapeRegion): [number, number, number] {
  return anchorOf(shapeOfRegion(region));
}

export function createRegions(specifications: readonly (ShapeRegion | undefined)[]): Regions {
  const count = specifications.length;
  const column = () => new Float64Array(count);
  const regions: Regions = {
    count: specifications.reduce((sum, region) => sum + (region ? 1 : 0), 0),
    kind: new Uint8Array(count),
    halfX: column(),
    halfY: column(),
    halfZ: column(),
    width: column(),
    inset: column(),
    corners: specifications.map(() => []),
    inwards: specifications.map(() => []),
  };
  specifications.forEach((region, k) => {
    if (!region) return;
    const shape = shapeOfRegion(region);
    if (shape.shape === 'box') setBox(regions, k, shape);
    else setOutline(regions, k, shape);
    regions.inset[k] = Math.min(DEEPEST_INSET, INSET_SHARE * regions.width[k]);
  });
  return regions;
}

/** A box may be one of space. */
function setBox(regions: Regions, k: number, { min, max }: { min: Place; max: Place }): void {
  regions.kind[k] = RegionKind.box;
  regions.halfX[k] = (max[0] - min[0]) / 2;
  regions.halfY[k] = (max[1] - min[1]) / 2;
  // In the plane a box has no height, and all agents are at height 0.
  regions.halfZ[k] = (heightOf(max) - heightOf(min)) / 2;
  const level = Math.min(regions.halfX[k], regions.halfY[k]);
  regions.width[k] = regions.halfZ[k] > 0 ? Math.min(level, regions.halfZ[k]) : level;
}

function setOutline(regions: Regions, k: number, shape: Shape): void {
  const outline = outlineOf(shape);
  if (outline.kind === 'disc') {
    regions.kind[k] = RegionKind.disc;
    regions.halfX[k] = outline.radius;
    regions.width[k] = outline.radius;
  } else if (outline.kind === 'ring') {
    const { points } = outline;
    const [x, y] = anchorOf(shape);
    regions.kind[k] = RegionKind.ring;
    regions.corners[k] = points.map((point) => [point[0] - x, point[1] - y] as const);
    regions.inwards[k] = inwardsOf(points);
    // The strips of this width along the edges do not fill the area.
    regions.width[k] = Math.abs(polygonArea(points)) / perimeterOf(points);
  } else throw new TypeError(`a ${shape.shape} has no inside to go to`);
}

function inwardsOf(points: readonly Point[]): Point[] {
  const sense = polygonArea(points) > 0 ? 1 : -1;
  return points.map(([x, y], k) => {
    const [lastX, lastY] = points[(k + points.length - 1) % points.length];
    const [nextX, nextY] = points[(k + 1) % points.length];
    const [beforeX, beforeY] = unit(x - lastX, y - lastY);
    const [afterX, afterY] = unit(nextX - x, nextY - y);
    // The normals of both edges, turned inwards.
    return unit(-sense * (beforeY + afterY), sense * (beforeX + afterX));
  });
}

function unit(x: number, y: number): Point {
  const size = Math.sqrt(x * x + y * y);
  return size > 0 ? [x / size, y / size] : [0, 0];
}

function perimeterOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = points[(k + 1) % points.length];
    return sum + Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y));
  }, 0);
}

/** Whether a point, relative to the target's place, is inside or on the outline. */
export function isInRegion(regions: Regions, target: number, x: number, y: number, z: number): boolean {
  const halfX = regions.halfX[target];
  switch (regions.kind[target]) {
    case RegionKind.box:
      return (
        Math.abs(x) <= halfX && Math.abs(y) <= regions.halfY[target] && Math.abs(z) <= regions.halfZ[target]
      );
    case RegionKind.disc:
      return x * x + y * y <= halfX * halfX;
    default:
      return sideOfPolygon(regions.corners[target], x, y) >= 0;
  }
}

/** Writes the point a little inside the region that is closest to a point; both relative to the target's place. */
export function closestOfRegion(
  regions: Regions,
  target: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const inset = regions.inset[target];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  switch (regions.kind[target]) {
    case RegionKind.box:
      out[0] = clamp(x, regions.halfX[target] - inset);
      out[1] = clamp(y, regions.halfY[target] - inset);
      out[2] = clamp(z, Math.max(0, regions.halfZ[target] - inset));
      return;
    case RegionKind.disc: {
      const radius = regions.halfX[target] - inset;
      const distance = Math.sqrt(x * x + y * y);
      if (distance <= radius) return;
      out[0] = (x / distance) * radius;
      out[1] = (y / distance) * radius;
      return;
    }
    default:
      if (sideOfPolygon(regions.corners[target], x, y) < 0) enterPolygon(regions, target, x, y, out);
  }
}

/**
 * Writes the closest point of the outline, moved inwards by the inset: by less where a spike is too narrow, and at its
 * tip into the spike.
 */
function enterPolygon(
  { corners, inset, inwards }: Regions,
  target: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const points = corners[target];
  let least = Number.POSITIVE_INFINITY;
  let corner = 0;
  for (let k = 0, last = points.length - 1; k < points.length; last = k++) {
    const [ax, ay] = points[last];
    const [bx, by] = points[k];
    const part = closestFraction(x, y, ax, ay, bx, by);
    const px = ax + part * (bx - ax);
    const py = ay + part * (by - ay);
    const squared = (px - x) * (px - x) + (py - y) * (py - y);
    if (squared >= least) continue;
    least = squared;
    corner = part < 0.5 ? last : k;
    out[0] = px;
    out[1] = py;
  }
  const distance = Math.sqrt(least);
  if (distance === 0) return;
  const towardsX = (out[0] - x) / distance;
  const towardsY = (out[1] - y) / distance;
  if (stepInside(points, out[0], out[1], towardsX, towardsY, inset[target], out)) return;
  const [tipX, tipY] = points[corner];
  const [inX, inY] = inwards[target][corner];
  stepInside(points, tipX, tipY, inX, inY, inset[target], out);
}

/** How often a step inwards is halved until it does not leave the region on the other side. */
const HALVINGS = 12;

function stepInside(
  points: readonly Point[],
  fromX: number,
  fromY: number,
  x: number,
  y: number,
  inset: number,
  out: Float64Array,
): boolean {
  let depth = inset;
  for (let k = 0; k < HALVINGS; k++, depth /= 2) {
    if (sideOfPolygon(points, fromX + x * depth, fromY + y * depth) < 0) continue;
    out[0] = fromX + x * depth;
    out[1] = fromY + y * depth;
    return true;
  }
  return false;
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
