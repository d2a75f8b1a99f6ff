import {
  type Crowd,
  createCrowd,
  enterAgent,
  type Obstacles,
  reserveAgent,
  reserveRows,
  SolidKind,
  type Solids,
} from '../../crowd/index.ts';
import { createSolids, settleSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';

registerSpace();

export type Ball = { x: number; y: number; z: number; radius?: number; viewRadius?: number };

/** A crowd of balls in space: agent n of the list has the id n and lies in row n. */
export function ballsOf(balls: readonly Ball[]): Crowd {
  const crowd = createCrowd(8, { dimension: 3, targetClasses: 1, memory: {} });
  reserveRows(crowd, balls.length);
  for (const { x, y, z, radius = 0.25, viewRadius = 3 } of balls) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    for (const motion of [crowd.motion, crowd.next]) {
      motion.x[row] = x;
      motion.y[row] = y;
      motion.z[row] = z;
    }
    crowd.motion.headingX[row] = 1;
    crowd.traits.radius[row] = radius;
    crowd.traits.viewRadius[row] = viewRadius;
  }
  return crowd;
}

/** The obstacles of a plane put upright into space: circles as spheres, segments as rectangles `height` tall. */
export function raiseObstacles(obstacles: Obstacles, height: number): Solids {
  const { count, owner, radius, rest, courses, firstMoving } = obstacles;
  const solids = createSolids(
    Array.from({ length: count }, () => ({ shape: 'sphere', center: [0, 0], radius: 1 })),
  );
  const isCircle = (element: number) => radius[element] > 0;
  const columns = (at: typeof rest) => ({
    originX: at.startX.slice(),
    originY: at.startY.slice(),
    originZ: radius.map((_, element) => (isCircle(element) ? 0 : -height / 2)),
    sideEndX: at.endX.slice(),
    sideEndY: at.endY.slice(),
    sideEndZ: radius.map((_, element) => (isCircle(element) ? 0 : -height / 2)),
    otherEndX: at.startX.slice(),
    otherEndY: at.startY.slice(),
    otherEndZ: radius.map((_, element) => (isCircle(element) ? 0 : height / 2)),
  });
  Object.assign(solids, columns(obstacles), {
    rest: columns(rest),
    kind: Uint8Array.from(radius, (r) => (r > 0 ? SolidKind.sphere : SolidKind.rectangle)),
    radius: radius.slice(),
    owner: owner.slice(),
    courses,
    firstMoving,
  });
  settleSolids(solids);
  return solids;
}

/** The faces of a triangle mesh over a field of heights, `size` × `size` squares of `side` metres. */
export function heightField(size: number, side: number, heightAt: (i: number, j: number) => number) {
  const points: [number, number, number][] = [];
  const faces: [number, number, number][] = [];
  const half = (size * side) / 2;
  for (let j = 0; j <= size; j++) {
    for (let i = 0; i <= size; i++) points.push([i * side - half, j * side - half, heightAt(i, j)]);
  }
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const corner = j * (size + 1) + i;
      faces.push([corner, corner + 1, corner + size + 2], [corner, corner + size + 2, corner + size + 1]);
    }
  }
  return { shape: 'triangles' as const, points, faces };
}

type Vector = readonly [number, number, number];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector, part = 1): Vector => [
  a[0] + part * b[0],
  a[1] + part * b[1],
  a[2] + part * b[2],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Distance of a point to a triangle by the regions that its corners, edges and face own (Ericson 2005, 5.1.5). */
function distanceToTriangle(p: Vector, a: Vector, b: Vector, c: Vector): number {
  const [ab, ac, ap, bp, cp] = [minus(b, a), minus(c, a), minus(p, a), minus(p, b), minus(p, c)];
  const [d1, d2, d3, d4, d5, d6] = [
    dot(ab, ap),
    dot(ac, ap),
    dot(ab, bp),
    dot(ac, bp),
    dot(ab, cp),
    dot(ac, cp),
  ];
  const to = (q: Vector) => Math.hypot(...minus(p, q));
  if (d1 <= 0 && d2 <= 0) return to(a);
  if (d3 >= 0 && d4 <= d3) return to(b);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return to(plus(a, ab, d1 / (d1 - d3)));
  if (d6 >= 0 && d5 <= d6) return to(c);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return to(plus(a, ac, d2 / (d2 - d6)));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return to(plus(b, minus(c, b), (d4 - d3) / (d4 - d3 + (d5 - d6))));
  const sum = va + vb + vc;
  return to(plus(plus(a, ab, vb / sum), ac, vc / sum));
}

/** Free space between a ball and an element, by other means than the library's. Rectangles are two triangles. */
export function gapToSolid(solids: Solids, element: number, p: Vector, radius: number): number {
  const at = (columns: [Float64Array, Float64Array, Float64Array]): Vector => [
    columns[0][element],
    columns[1][element],
    columns[2][element],
  ];
  const origin = at([solids.originX, solids.originY, solids.originZ]);
  const side = at([solids.sideX, solids.sideY, solids.sideZ]);
  const other = at([solids.otherX, solids.otherY, solids.otherZ]);
  switch (solids.kind[element]) {
    case SolidKind.sphere:
      return Math.hypot(...minus(p, origin)) - solids.radius[element] - radius;
    case SolidKind.plane:
      return dot(minus(p, origin), at([solids.normalX, solids.normalY, solids.normalZ])) - radius;
    case SolidKind.triangle:
      return distanceToTriangle(p, origin, plus(origin, side), plus(origin, other)) - radius;
    default: {
      const far = plus(plus(origin, side), other);
      const first = distanceToTriangle(p, origin, plus(origin, side), far);
      return Math.min(first, distanceToTriangle(p, origin, plus(origin, other), far)) - radius;
    }
  }
}

/** Smallest gap of a body to the elements from `first` to `end`, looking at each; infinite when there are none. */
export function smallestSolidGap({ motion, traits }: Crowd, row: number, solids: Solids, first = 0): number {
  let least = Number.POSITIVE_INFINITY;
  const place: Vector = [motion.x[row], motion.y[row], motion.z[row]];
  for (let element = first; element < solids.count; element++) {
    least = Math.min(least, gapToSolid(solids, element, place, traits.radius[row]));
  }
  return least;
}

/** How often a closed mesh winds around a point: the sum of the faces' solid angles (van Oosterom and Strackee 1983). */
export function windingOf(points: readonly Vector[], faces: readonly Vector[], p: Vector): number {
  let sum = 0;
  for (const face of faces) {
    const [a, b, c] = face.map((corner) => minus(points[corner], p));
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.round(sum / (4 * Math.PI));
}

/** A box as twelve triangles that look outwards. */
export function boxMesh([x0, y0, z0]: Vector, [x1, y1, z1]: Vector) {
  const points: [number, number, number][] = [];
  for (const z of [z0, z1]) points.push([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);
  const quads = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ];
  const faces = quads.flatMap(([a, b, c, d]): [number, number, number][] => [
    [a, b, c],
    [a, c, d],
  ]);
  return { shape: 'triangles' as const, points, faces };
}
