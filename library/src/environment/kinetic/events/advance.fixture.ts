import { crossingTimes } from '../../common/crossing-times.ts';
import { insertVertex } from '../mesh/insert.ts';
import { createMesh, type Mesh } from '../mesh/mesh.ts';
import { advance } from './advance.ts';
import type { Certificates } from './certificates.ts';
import { type Crossings, reserveCircles } from './crossings.ts';
import type { Tracked } from './tracked.ts';

export type Point = readonly [number, number];

export function randomPoints(count: number, size: number, dice: () => number): Point[] {
  return Array.from({ length: count }, (): Point => [size * dice(), size * dice()]);
}

/** A mesh of points in a room of 400 m; vertex k + 4 is point k. */
export function meshOf(points: readonly Point[], half = 200): Mesh {
  const mesh = createMesh(-half, -half, half, half);
  for (const [x, y] of points) insertVertex(mesh, x, y);
  return mesh;
}

function setTargets(mesh: Mesh, targets: readonly Point[]): void {
  for (const [k, [x, y]] of targets.entries()) {
    mesh.nextX[k + 4] = x;
    mesh.nextY[k + 4] = y;
  }
}

export function setRadii(mesh: Mesh, crossings: Crossings, radii: readonly number[]): void {
  reserveCircles(crossings, mesh);
  crossings.radius.fill(-1);
  crossings.endRadius.fill(-1);
  for (const [k, radius] of radii.entries()) {
    crossings.radius[k + 4] = radius;
    crossings.endRadius[k + 4] = radius;
  }
}

/** One line for each crossing, by points; sorted. */
export function crossingLines({
  count,
  times,
  agent,
  other,
  startsInside,
  first,
  second,
}: Crossings): string[] {
  const lines: string[] = [];
  for (let k = 0; k < count; k++) {
    for (let n = 0; n < times[k]; n++) {
      const leaves = (n === 0) === (startsInside[k] === 1);
      lines.push(
        `${agent[k] - 4} ${leaves ? 'loses' : 'meets'} ${other[k] - 4} at ${n === 0 ? first[k] : second[k]}`,
      );
    }
  }
  return lines.sort();
}

/** The same by asking every pair. */
export function bruteCrossings(
  from: readonly Point[],
  to: readonly Point[],
  radii: readonly number[],
): string[] {
  const lines: string[] = [];
  const times = new Float64Array(2);
  for (const [p, radius] of radii.entries()) {
    if (radius < 0) continue;
    for (let q = 0; q < from.length; q++) {
      if (p === q) continue;
      const startX = from[q][0] - from[p][0];
      const startY = from[q][1] - from[p][1];
      const count = crossingTimes(
        startX,
        startY,
        0,
        to[q][0] - to[p][0],
        to[q][1] - to[p][1],
        0,
        radius,
        times,
      );
      let inside = startX * startX + startY * startY <= radius * radius;
      for (let n = 0; n < count; n++) {
        lines.push(`${p} ${inside ? 'loses' : 'meets'} ${q} at ${times[n]}`);
        inside = !inside;
      }
    }
  }
  return lines.sort();
}

export function step(
  certificates: Certificates,
  mesh: Mesh,
  to: readonly Point[],
  dt: number,
  tracked?: Tracked,
): 0 | 1 | 2 {
  setTargets(mesh, to);
  return advance(certificates, mesh, dt, tracked);
}
