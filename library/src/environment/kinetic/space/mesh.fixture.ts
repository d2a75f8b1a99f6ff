import { expect } from 'vitest';
import { createWorkshop, enterVertex, snapped, type Workshop } from './build.ts';
import { createSpaceMesh, FRAME_VERTICES, isInside, placeFrame, type SpaceMesh } from './mesh.ts';
import { createMovement, type Movement, moveVertices, reserveTargets } from './repair.ts';
import { assertDelaunay } from './validate.ts';

export type Point = readonly [number, number, number];

/** A mesh with what is needed to change it. */
export type MeshWorld = { mesh: SpaceMesh; workshop: Workshop; movement: Movement; vertices: number[] };

export function meshOf(points: readonly Point[]): MeshWorld {
  const mesh = createSpaceMesh();
  const workshop = createWorkshop();
  const vertices = points.map(([x, y, z]) => enterVertex(mesh, workshop, x, y, z));
  return { mesh, workshop, movement: createMovement(), vertices };
}

/** Moves vertex k of the list to places[k]. */
export function moveTo({ mesh, movement, vertices, workshop }: MeshWorld, places: readonly Point[]): void {
  reserveTargets(movement, mesh);
  vertices.forEach((vertex, k) => {
    movement.targetX[vertex] = snapped(places[k][0]);
    movement.targetY[vertex] = snapped(places[k][1]);
    movement.targetZ[vertex] = snapped(places[k][2]);
  });
  moveVertices(mesh, workshop, movement);
}

export const placeOf = ({ x, y, z }: SpaceMesh, vertex: number): Point => [x[vertex], y[vertex], z[vertex]];

/** The corners of every cell by their places, in an order of their own: two meshes with the same cells read the same. */
export function cellsOf(mesh: SpaceMesh): string {
  const cells: string[] = [];
  for (const corners of aliveCells(mesh)) {
    cells.push(
      corners
        .map((vertex) => placeOf(mesh, vertex).join())
        .sort()
        .join(' '),
    );
  }
  return cells.sort().join('\n');
}

export function aliveCells({ cellCount, corner }: SpaceMesh): number[][] {
  return Array.from({ length: cellCount }, (_, cell) => [...corner.subarray(4 * cell, 4 * cell + 4)]).filter(
    ([first]) => first >= 0,
  );
}

/** Throws unless the mesh is in order and no vertex at all lies inside the sphere of any cell. */
export function expectEmptySpheres(mesh: SpaceMesh): void {
  assertDelaunay(mesh);
  for (const [a, b, c, d] of aliveCells(mesh)) {
    for (let vertex = FRAME_VERTICES; vertex < mesh.vertexCount; vertex++) {
      if (mesh.cellOf[vertex] < 0 || [a, b, c, d].includes(vertex)) continue;
      if (isInside(mesh, a, b, c, d, vertex))
        throw new Error(`${vertex} inside the sphere of ${[a, b, c, d]}`);
    }
  }
}

/** The mesh must be the one that a build from nothing gives in the same frame, and every agent where it was sent. */
export function expectSameAsBuilt({ mesh, vertices }: MeshWorld, places: readonly Point[]): void {
  expectEmptySpheres(mesh);
  for (const [k, vertex] of vertices.entries()) expect(placeOf(mesh, vertex)).toEqual(places[k].map(snapped));
  const built = createSpaceMesh();
  const { middleX, middleY, middleZ } = mesh;
  placeFrame(built, middleX, middleY, middleZ, mesh.halfSize);
  const workshop = createWorkshop();
  for (const place of places) enterVertex(built, workshop, ...place);
  expect(built.rebuilds).toBe(0);
  expect(cellsOf(built)).toBe(cellsOf(mesh));
}

/** Kinds of scenes, each a function that draws a point from dice: in general position, and in every degenerate one. */
export const scenes: Record<string, (dice: () => number) => Point> = {
  'a random cloud': (dice) => [20 * dice(), 20 * dice(), 20 * dice()],
  'a cubic lattice': (dice) => [Math.floor(5 * dice()), Math.floor(5 * dice()), Math.floor(5 * dice())],
  'a lattice of 0.7 m': (dice) => [
    0.7 * Math.floor(5 * dice()),
    0.7 * Math.floor(5 * dice()),
    0.7 * Math.floor(5 * dice()),
  ],
  'one plane': (dice) => [20 * dice(), 20 * dice(), 3],
  'a lattice in one plane': (dice) => [Math.floor(9 * dice()), 2, Math.floor(9 * dice())],
  'one line': (dice) => [0, Math.floor(99 * dice()), 3],
  'a line across': (dice) => {
    const t = 1000 * dice();
    return [t, t, -t];
  },
  'one sphere': (dice) => {
    for (;;) {
      const [x, y, z] = [dice(), dice(), dice()].map((value) => Math.round(30 * value) - 15);
      if (x * x + y * y + z * z === 225) return [x, y, z];
    }
  },
  'three places': (dice) => [Math.floor(3 * dice()), 0, 0],
  'clusters 1,000 km apart': (dice) => [
    1e6 * Math.floor(3 * dice()) + dice(),
    dice(),
    1e6 * Math.floor(2 * dice()),
  ],
  'all over 10^12 m': (dice) => [1e12 * (dice() - 0.5), 1e12 * (dice() - 0.5), 1e-20 * dice()],
  'within 10^−17 m': (dice) => [1e-17 * dice(), 1e-17 * dice(), 1e-17 * dice()],
  'a dense spot in a thin cloud': (dice) =>
    dice() < 0.5 ? [50 * dice(), 50 * dice(), 50 * dice()] : [25 + 0.01 * dice(), 25 + 0.01 * dice(), 25],
};
