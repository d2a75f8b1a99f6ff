import { expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { rebuild } from './build.ts';
import { legalize, pushIllegalFaces } from './flips.ts';
import { isStarPositive } from './insert.ts';
import { expectSameAsBuilt, type MeshWorld, meshOf, type Point, placeOf } from './mesh.fixture.ts';
import { collectStar, unstick } from './patch.ts';

/**
 * A triangulation that is far from Delaunay: the vertices of one that was go about, `rounds` times each, wherever no
 * cell turns over, and nothing is flipped.
 */
function tangled(count: number, rounds: number, seed: number): MeshWorld {
  const dice = createDice(seed);
  const world = meshOf(Array.from({ length: count }, (): Point => [10 * dice(), 10 * dice(), 10 * dice()]));
  const { mesh, vertices, workshop } = world;
  rebuild(mesh, workshop, new Int32Array(0), 0);
  const { patch } = workshop;
  for (let round = 0; round < rounds; round++) {
    for (const vertex of vertices) {
      const old = placeOf(mesh, vertex);
      collectStar(mesh, patch, vertex);
      mesh.x[vertex] += 4 * (dice() - 0.5);
      mesh.y[vertex] += 4 * (dice() - 0.5);
      mesh.z[vertex] += 4 * (dice() - 0.5);
      if (isStarPositive(mesh, patch.cells, patch.cellCount)) continue;
      [mesh.x[vertex], mesh.y[vertex], mesh.z[vertex]] = old;
    }
  }
  return world;
}

const placesOf = ({ mesh, vertices }: MeshWorld) => vertices.map((vertex) => placeOf(mesh, vertex));

test('flips alone make a tangled mesh Delaunay, nearly always', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const world = tangled(40, 20, seed);
    const { mesh, workshop } = world;
    pushIllegalFaces(mesh, workshop.stack);
    expect(workshop.stack.count).toBeGreaterThan(10);
    expect(legalize(mesh, workshop.stack, workshop.patch)).toBe(true);
    expectSameAsBuilt(world, placesOf(world));
    expect(mesh.patches).toBe(0);
    expect(mesh.flips).toBeGreaterThan(50);
  }
});

// Found by trying thousands: here no face that is not Delaunay can be flipped any more.
test.each([
  [60, 40, 339],
  [60, 40, 1703],
  [40, 20, 1249],
])(
  'where flips get stuck a region is filled again: %i vertices, %i rounds, seed %i',
  (count, rounds, seed) => {
    const world = tangled(count, rounds, seed);
    const { mesh, workshop } = world;
    pushIllegalFaces(mesh, workshop.stack);
    expect(legalize(mesh, workshop.stack, workshop.patch)).toBe(true);
    expect(mesh.patches).toBeGreaterThan(0);
    expectSameAsBuilt(world, placesOf(world));
  },
);

test('regions filled again, without any flip, make a tangled mesh Delaunay too', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const world = tangled(30, 4, seed);
    const { mesh, workshop } = world;
    let patches = 0;
    for (;;) {
      workshop.stack.count = 0;
      pushIllegalFaces(mesh, workshop.stack);
      if (workshop.stack.count === 0) break;
      expect(unstick(mesh, workshop.patch, workshop.stack.faces[0])).toBe(true);
      patches++;
    }
    expect(patches).toBeGreaterThan(0);
    expectSameAsBuilt(world, placesOf(world));
  }
});
