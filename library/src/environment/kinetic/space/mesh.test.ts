import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import { dropVertex, enterVertex, isInBox } from './build.ts';
import { locate } from './insert.ts';
import {
  aliveCells,
  cellsOf,
  expectEmptySpheres,
  meshOf,
  type Point,
  placeOf,
  scenes,
} from './mesh.fixture.ts';
import { addVertex, volumeSign } from './mesh.ts';
import { assertDelaunay } from './validate.ts';

const draw = (name: string, count: number, seed: number): Point[] => {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => scenes[name](dice));
};

describe.each(Object.keys(scenes))('%s', (name) => {
  test('every sphere is empty, for 0 to 6 points and for 50', () => {
    for (const count of [0, 1, 2, 3, 4, 5, 6, 50]) expectEmptySpheres(meshOf(draw(name, count, 5)).mesh);
  });

  test('the mesh depends on the places alone: not on what was put in and taken out before, nor in which order', () => {
    const points = draw(name, 60, 9);
    const { mesh, workshop, vertices } = meshOf(points);
    const { rebuilds } = mesh;
    const order = shuffledOrder(points.length, 3);
    order.subarray(0, 40).forEach((k, step) => {
      dropVertex(mesh, workshop, vertices[k]);
      if (step % 5 === 0) assertDelaunay(mesh);
    });
    expectEmptySpheres(mesh);
    const left = cellsOf(mesh);
    const rest = [...order.subarray(40)];
    for (const k of rest) dropVertex(mesh, workshop, vertices[k]);
    expect(aliveCells(mesh)).toHaveLength(1);
    for (const k of rest.reverse()) enterVertex(mesh, workshop, ...points[k]);
    expect(cellsOf(mesh)).toBe(left);
    // Every hole was filled.
    expect(mesh.rebuilds).toBe(rebuilds);
  });
});

test('a place is found in a cell that holds it, from wherever the search begins', () => {
  const { mesh, workshop } = meshOf(draw('a cubic lattice', 60, 2));
  const probe = addVertex(mesh);
  const dice = createDice(8);
  for (let k = 0; k < 300; k++) {
    // Half of the places lie on vertices, edges and faces.
    const place = [0, 1, 2].map(() => (k % 2 ? Math.floor(9 * dice()) / 2 : 5 * dice())) as [
      number,
      number,
      number,
    ];
    const start = Math.floor(mesh.cellCount * dice());
    const cell = locate(mesh, ...place, start);

    [mesh.x[probe], mesh.y[probe], mesh.z[probe]] = place;
    const [a, b, c, d] = mesh.corner.subarray(4 * cell, 4 * cell + 4);
    expect(volumeSign(mesh, probe, b, c, d)).toBeGreaterThanOrEqual(0);
    expect(volumeSign(mesh, a, probe, c, d)).toBeGreaterThanOrEqual(0);
    expect(volumeSign(mesh, a, b, probe, d)).toBeGreaterThanOrEqual(0);
    expect(volumeSign(mesh, a, b, c, probe)).toBeGreaterThanOrEqual(0);
  }
  expect(() => locate(mesh, 1e9, 0, 0, 0)).toThrow(RangeError);
  expect(workshop.stack.count).toBe(0);
});

test('agents at one place are twins: one of them is in the mesh, and another takes over when it leaves', () => {
  const { mesh, workshop, vertices } = meshOf([
    [1, 2, 3],
    [1, 2, 3],
    [0, 0, 0],
    [1, 2, 3],
  ]);
  const inMesh = () => vertices.filter((vertex) => mesh.cellOf[vertex] >= 0);
  expect(inMesh()).toEqual([vertices[0], vertices[2]]);
  dropVertex(mesh, workshop, vertices[0]);
  assertDelaunay(mesh);
  expect(inMesh()).toHaveLength(2);
  dropVertex(mesh, workshop, vertices[1]);
  dropVertex(mesh, workshop, vertices[3]);
  assertDelaunay(mesh);
  expect(inMesh()).toEqual([vertices[2]]);
});

test('a vertex in the middle of a sphere of others is taken out by building again, which is cheaper', () => {
  const dice = createDice(12);
  const points: Point[] = [[0, 0, 0]];
  while (points.length < 700) {
    const [x, y, z] = [dice() - 0.5, dice() - 0.5, dice() - 0.5];
    const length = Math.hypot(x, y, z);
    points.push([(20 * x) / length, (20 * y) / length, (20 * z) / length]);
  }
  const { mesh, workshop, vertices } = meshOf(points);
  const { rebuilds } = mesh;
  dropVertex(mesh, workshop, vertices[0]);
  expect(mesh.rebuilds).toBe(rebuilds + 1);
  assertDelaunay(mesh);
  expect(vertices.filter((vertex) => mesh.cellOf[vertex] >= 0)).toHaveLength(699);
  // The others have few cells.
  dropVertex(mesh, workshop, vertices[1]);
  expect(mesh.rebuilds).toBe(rebuilds + 1);
  assertDelaunay(mesh);
});

test('a vertex outside of the box makes a larger frame', () => {
  const { mesh, workshop } = meshOf([[0, 0, 0]]);
  expect(isInBox(mesh, 500, 0, 0)).toBe(false);
  const far = enterVertex(mesh, workshop, 500, 0, 0);
  assertDelaunay(mesh);
  expect(placeOf(mesh, far)).toEqual([500, 0, 0]);
  expect(isInBox(mesh, 500, 0, 0)).toBe(true);
});

describe('assertDelaunay finds', () => {
  const faults: [string, (mesh: ReturnType<typeof meshOf>['mesh']) => void, RegExp][] = [
    ['a cell turned over', ({ corner }) => corner.subarray(0, 2).reverse(), /turned over|different faces/],
    ['a missing neighbour', ({ opposite }) => opposite.fill(-1, 40, 41), /outside|disagree/],
    ['neighbours that disagree', ({ opposite }) => opposite.fill(opposite[41], 40, 41), /disagree/],
    ['a vertex that has moved', ({ x }) => x.fill(x[9] + 5, 9, 10), /inside the sphere|turned over/],
    ['a vertex without its cell', ({ cellOf }) => cellOf.fill(-1, 9, 10), /not in the mesh/],
    ['twins apart', (mesh) => mesh.x.fill(7, mesh.vertexCount - 1, mesh.vertexCount), /different places/],
    ['a lost cell', (mesh) => (mesh.freeCellCount += 1), /lost/],
  ];
  test.each(faults)('%s', (_, spoil, message) => {
    const points = draw('a random cloud', 30, 4);
    const { mesh } = meshOf([...points, points[0]]);
    assertDelaunay(mesh);
    spoil(mesh);
    expect(() => assertDelaunay(mesh)).toThrow(message);
  });
});
