import { triangulateD } from 'clipper2-ts';
import type { Point2, Point3 } from '../playback/index.ts';

/** Triangles with a normal at each corner: three numbers a corner. */
export type Mesh = { positions: number[]; normals: number[]; indices: number[] };

/** A person in profile, from the ground up: distance from the axis in radii, height in metres. */
const PERSON: readonly Point2[] = [
  [0, 0],
  [0.52, 0],
  [0.62, 0.53],
  [0.72, 0.88],
  [1, 1.3],
  [0.34, 1.46],
  [0.46, 1.55],
  [0.5, 1.62],
  [0.42, 1.7],
  [0.2, 1.74],
  [0, 1.75],
];

/** A person of radius 1 who faces along x: wider than deep, so that its facing is seen. */
export function personMesh(): Mesh {
  return lathe(PERSON, 10, 0.62);
}

/** What flies or swims: a dart of radius 1 along x, with wings. */
export function dartMesh(): Mesh {
  const [nose, left, right, back]: Point3[] = [
    [1, 0, 0],
    [-0.8, 0.7, 0],
    [-0.8, -0.7, 0],
    [-0.5, 0, 0.3],
  ];
  const belly: Point3 = [-0.5, 0, -0.15];
  return flatFaces([
    [nose, left, back],
    [nose, back, right],
    [nose, belly, left],
    [nose, right, belly],
    [left, belly, back],
    [right, back, belly],
  ]);
}

/** A ball of radius 1 around the origin. */
export function ballMesh(): Mesh {
  const rings = 12;
  const profile = Array.from({ length: rings + 1 }, (_, k): Point2 => {
    const angle = (Math.PI * k) / rings;
    return [k % rings === 0 ? 0 : Math.sin(angle), -Math.cos(angle)];
  });
  return lathe(profile, 20, 1);
}

/** A flat face with corners in a plane, seen from both sides. */
export function faceMesh(corners: readonly Point3[]): Mesh {
  const triangles = corners.slice(2).map((corner, k): Point3[] => [corners[0], corners[k + 1], corner]);
  return flatFaces(triangles.flatMap((one) => [one, [...one].reverse()]));
}

/** The area inside a ring, at a height, seen from above. */
export function plateMesh(ring: readonly Point2[], height: number): Mesh {
  return flatFaces(capOf(counterclockwise(ring), height));
}

/** A column with the ring as its ground plan, from the ground up to a height. */
export function columnMesh(ring: readonly Point2[], height: number): Mesh {
  const corners = counterclockwise(ring);
  const sides = corners.flatMap(([x, y], k): Point3[][] => {
    const [nextX, nextY] = corners[(k + 1) % corners.length];
    const [low, nextLow]: Point3[] = [
      [x, y, 0],
      [nextX, nextY, 0],
    ];
    const [high, nextHigh]: Point3[] = [
      [x, y, height],
      [nextX, nextY, height],
    ];
    return [
      [low, nextLow, nextHigh],
      [low, nextHigh, high],
    ];
  });
  return flatFaces([...sides, ...capOf(corners, height)]);
}

/** A circle as a ring. */
export function circleRing(radius: number, corners = 24): Point2[] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A wall of a thickness between two places, as a ring. */
export function wallRing([fromX, fromY]: Point2, [toX, toY]: Point2, thickness: number): Point2[] {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length === 0) return circleRing(thickness / 2, 8).map(([x, y]) => [x + fromX, y + fromY]);
  const alongX = ((toX - fromX) * thickness) / 2 / length;
  const alongY = ((toY - fromY) * thickness) / 2 / length;
  return [
    [fromX - alongX + alongY, fromY - alongY - alongX],
    [toX + alongX + alongY, toY + alongY - alongX],
    [toX + alongX - alongY, toY + alongY + alongX],
    [fromX - alongX - alongY, fromY - alongY + alongX],
  ];
}

function counterclockwise(ring: readonly Point2[]): readonly Point2[] {
  let area = 0;
  for (const [k, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(k + 1) % ring.length];
    area += x * nextY - y * nextX;
  }
  return area < 0 ? ring.toReversed() : ring;
}

function capOf(ring: readonly Point2[], height: number): Point3[][] {
  const { solution } = triangulateD([ring.map(([x, y]) => ({ x, y }))], 6);
  return solution.map((triangle) =>
    counterclockwise(triangle.map(({ x, y }): Point2 => [x, y])).map(([x, y]): Point3 => [x, y, height]),
  );
}

/** A surface of revolution around the vertical axis, with smooth normals, compressed by `depth` along x. */
function lathe(profile: readonly Point2[], segments: number, depth: number): Mesh {
  const places: Point3[] = [];
  const rows = profile.map(([radius, height]) => {
    const count = radius === 0 ? 1 : segments;
    const first = places.length;
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / segments;
      places.push([depth * radius * Math.cos(angle), radius * Math.sin(angle), height]);
    }
    return (k: number) => first + (k % count);
  });
  const triangles = rows.slice(1).flatMap((above, row) =>
    Array.from({ length: segments }, (_, k) => {
      const below = rows[row];
      const corners = [below(k), below(k + 1), above(k + 1), above(k)];
      const quad = [corners.slice(0, 3), [corners[0], corners[2], corners[3]]];
      return quad.filter((triangle) => new Set(triangle).size === 3);
    }).flat(),
  );
  const normals = places.map((): Point3 => [0, 0, 0]);
  for (const triangle of triangles) {
    const normal = crossOf(triangle.map((k) => places[k]));
    for (const k of triangle) for (const axis of [0, 1, 2]) normals[k][axis] += normal[axis];
  }
  return {
    positions: places.flatMap(yUp),
    normals: normals.map(unit).flatMap(yUp),
    indices: triangles.flat(),
  };
}

/** Triangles that share no corner, each with its own normal; those without an area are left out. */
function flatFaces(triangles: readonly (readonly Point3[])[]): Mesh {
  const mesh: Mesh = { positions: [], normals: [], indices: [] };
  for (const triangle of triangles) {
    const normal = crossOf(triangle);
    if (Math.hypot(...normal) === 0) continue;
    for (const corner of triangle) {
      mesh.indices.push(mesh.indices.length);
      mesh.positions.push(...yUp(corner));
      mesh.normals.push(...yUp(unit(normal)));
    }
  }
  return mesh;
}

function crossOf([a, b, c]: readonly Point3[]): Point3 {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function unit([x, y, z]: Point3): Point3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** wend has z up, glTF y: (x, y, z) is at (x, z, −y). */
export function yUp([x, y, z]: Point3): Point3 {
  // Adding 0 makes 0 of −0.
  return [x, z, 0 - y];
}
