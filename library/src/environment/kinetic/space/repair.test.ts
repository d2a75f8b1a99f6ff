import { describe, expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { rebuild } from './build.ts';
import { expectSameAsBuilt, meshOf, moveTo, type Point, placeOf, scenes } from './mesh.fixture.ts';
import { assertDelaunay } from './validate.ts';

/** Directions over the sphere, from dice. */
function direction(dice: () => number): Point {
  for (;;) {
    const [x, y, z] = [2 * dice() - 1, 2 * dice() - 1, 2 * dice() - 1];
    const length = Math.hypot(x, y, z);
    if (length < 1 && length > 0.1) return [x / length, y / length, z / length];
  }
}

/** Agents in a cube that turn back at its sides. */
function walkers(count: number, side: number, speed: number, seed: number) {
  const dice = createDice(seed);
  let places: Point[] = Array.from({ length: count }, () => [side * dice(), side * dice(), side * dice()]);
  const headings = places.map(() => direction(dice));
  return {
    places: () => places,
    walk(dt: number): Point[] {
      places = places.map((place, k) => {
        headings[k] = headings[k].map((heading, axis) =>
          place[axis] < 0 ? Math.abs(heading) : place[axis] > side ? -Math.abs(heading) : heading,
        ) as unknown as Point;
        return place.map((value, axis) => value + dt * speed * headings[k][axis]) as unknown as Point;
      });
      return places;
    },
  };
}

test('ordinary motion (1.3 m/s, steps of 0.05 s) needs no rebuild, and the mesh is Delaunay after every step', () => {
  const crowd = walkers(200, 13, 1.3, 7);
  const world = meshOf(crowd.places());
  const { mesh, workshop } = world;
  rebuild(mesh, workshop, new Int32Array(0), 0);
  const { rebuilds } = mesh;
  for (let step = 0; step < 80; step++) {
    moveTo(world, crowd.walk(0.05));
    assertDelaunay(mesh);
  }
  expectSameAsBuilt(world, crowd.places());
  expect(mesh.rebuilds).toBe(rebuilds);
  // What it took instead: all of these paths of repair are in use.
  expect(mesh.flips).toBeGreaterThan(3000);
  expect(mesh.rollbacks).toBeGreaterThan(100);
  expect(mesh.reinsertions).toBeGreaterThan(0);
});

test('a lattice that drifts as a whole and one whose layers shear stay Delaunay', () => {
  const lattice: Point[] = [];
  for (let k = 0; k < 64; k++) lattice.push([k % 4, Math.floor(k / 4) % 4, Math.floor(k / 16)]);
  const world = meshOf(lattice);
  rebuild(world.mesh, world.workshop, new Int32Array(0), 0);
  let places = lattice;
  for (let step = 1; step <= 24; step++) {
    const shear = step > 12 ? 0.1 : 0;
    places = places.map(([x, y, z], k) => [x + 0.065 + shear * lattice[k][2], y + 0.01, z]);
    moveTo(world, places);
    assertDelaunay(world.mesh);
  }
  expectSameAsBuilt(world, places);
});

describe.each(Object.keys(scenes))('%s', (name) => {
  test('some, many or all jump to other places, meet there and part: the mesh is that of a build from nothing', () => {
    const dice = createDice(11);
    const world = meshOf(Array.from({ length: 50 }, () => scenes[name](dice)));
    let places: Point[] = world.vertices.map((vertex) => placeOf(world.mesh, vertex));
    for (let step = 0; step < 24; step++) {
      const share = [0.03, 0.1, 0.3, 1][step % 4];
      places = places.map((place) => (dice() < share ? scenes[name](dice) : place));
      moveTo(world, places);
      assertDelaunay(world.mesh);
    }
    expectSameAsBuilt(world, places);
  });
});

test('every agent leaves the box at once, and comes back', () => {
  const crowd = walkers(40, 8, 1.3, 3);
  const home = crowd.places();
  const world = meshOf(home);
  const away = home.map(([x, y, z]): Point => [x + 5e5, 3 * y - 2e5, z]);
  moveTo(world, away);
  expectSameAsBuilt(world, away);
  moveTo(world, home);
  expectSameAsBuilt(world, home);
});

test('two walk through one another and through a third, meeting at exactly one place', () => {
  const at = (t: number): Point[] => [
    [t, 0, 0],
    [-t, 0, 0],
    [0, t, 0],
    [0, 0, 0],
    [0, 0, 0],
    [3, 3, 3],
  ];
  const world = meshOf(at(-2));
  for (let t = -8; t <= 8; t++) {
    moveTo(world, at(t / 4));
    expectSameAsBuilt(world, at(t / 4));
  }
});
