import { describe, expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { createCurveOrder } from '../mesh/order.ts';
import { rebuildMesh } from '../mesh/rebuild.ts';
import { assertDelaunay } from '../mesh/validate.ts';
import {
  bruteCrossings,
  crossingLines,
  meshOf,
  type Point,
  randomPoints,
  setRadii,
  step,
} from './advance.fixture.ts';
import { createCertificates } from './certificates.ts';
import { createTracked, searchAll } from './tracked.ts';

type Walk = (places: readonly Point[], step: number) => Point[];

/** Carries points along for some steps; the mesh has to be Delaunay and the events those of all pairs after each. */
function carry(
  start: readonly Point[],
  walk: Walk,
  radii: (step: number) => number[],
  steps: number,
  dt = 0.05,
) {
  let places: readonly Point[] = start;
  const mesh = meshOf(start);
  const certificates = createCertificates();
  const tracked = createTracked();
  const curve = createCurveOrder();
  let events = 0;
  for (let k = 0; k < steps; k++) {
    const radius = radii(k);
    setRadii(mesh, tracked.crossings, radius);
    const to = walk(places, k);
    if (step(certificates, mesh, to, dt, tracked) !== 0) {
      for (const [index, [x, y]] of to.entries()) {
        mesh.x[index + 4] = x;
        mesh.y[index + 4] = y;
      }
      rebuildMesh(mesh, curve);
    }
    assertDelaunay(mesh);
    for (const [index, [x, y]] of to.entries())
      expect([mesh.x[index + 4], mesh.y[index + 4]]).toEqual([x, y]);
    if (!tracked.carried) searchAll(tracked, mesh);
    const lines = crossingLines(tracked.crossings);
    expect(lines).toEqual(bruteCrossings(places, to, radius));
    events += lines.length;
    places = to;
  }
  return { events, mesh, tracked, counts: certificates.counts };
}

/** Every agent on a straight line with a velocity of its own, turned back by the sides of a square. */
function straight(velocities: readonly Point[], dt: number, size: number): Walk {
  const own = velocities.map(([x, y]) => [x, y]);
  return (places) =>
    places.map(([x, y], k): Point => {
      for (const [axis, value] of [x, y].entries()) {
        if ((value < 0 && own[k][axis] < 0) || (value > size && own[k][axis] > 0)) own[k][axis] *= -1;
      }
      return [x + dt * own[k][0], y + dt * own[k][1]];
    });
}

const threeRadii = (count: number) => () => Array.from({ length: count }, (_, k) => 0.7 + (k % 3));

describe('a mesh carried by its certificates', () => {
  test('ordinary motion: Delaunay after every step, all events, and nothing is left to the repair', () => {
    let events = 0;
    let failures = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const dice = createDice(seed);
      const velocities = randomPoints(60, 2.6, dice).map(([x, y]): Point => [x - 1.3, y - 1.3]);
      const result = carry(randomPoints(60, 11, dice), straight(velocities, 0.05, 11), threeRadii(60), 60);
      expect(result.counts.brokenSteps).toBe(0);
      expect(result.counts.lateFlips).toBe(0);
      expect(result.tracked.searched).toBe(0);
      expect(result.counts.skipped).toBeGreaterThan(result.counts.certificates);
      events += result.events;
      failures += result.counts.failures;
    }
    expect(events).toBeGreaterThan(1000);
    expect(failures).toBeGreaterThan(500);
  });

  test('fast crowds and huge steps: every agent to a place of its own anywhere, many flips for each edge', () => {
    let failures = 0;
    for (let seed = 1; seed <= 2; seed++) {
      const dice = createDice(seed);
      const result = carry(randomPoints(50, 10, dice), () => randomPoints(50, 10, dice), threeRadii(50), 10);
      expect(result.counts.brokenSteps).toBe(0);
      expect(result.tracked.corrected).toBe(0);
      failures += result.counts.failures;
    }
    expect(failures).toBeGreaterThan(10 * 2 * 500);
  });

  test('coherent motion with turns: promises are broken and given again, certificates are skipped', () => {
    const dice = createDice(5);
    const walk: Walk = (places, k) =>
      places.map(
        ([x, y]): Point => [
          x + 0.07 * Math.cos(0.1 * k) + 0.002 * dice(),
          y + 0.07 * Math.sin(0.1 * k) + 0.002 * dice(),
        ],
      );
    const result = carry(randomPoints(80, 12, dice), walk, threeRadii(80), 40);
    expect(result.counts.brokenPromises).toBeGreaterThan(100);
    expect(result.counts.skipped).toBeGreaterThan(1000);
    expect(result.counts.lateFlips).toBe(0);
  });

  test('a lattice in rigid motion, every square cocircular: no flip, no end', () => {
    const lattice = Array.from({ length: 64 }, (_, k): Point => [k % 8, Math.floor(k / 8)]);
    const shift: Walk = (places) => places.map(([x, y]): Point => [x + 0.125, y - 0.0625]);
    const result = carry(lattice, shift, () => lattice.map(() => 2), 20);
    // Only towards the frame, which stands, an edge may flip: the outermost row sees its corners move.
    expect(result.counts.failures + result.counts.lateFlips).toBeLessThan(8);
    expect(result.events).toBe(0);
    // Turned and moved by numbers that round, it flips what roundings say, and ends.
    const turned = lattice.map(([x, y]): Point => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y]);
    carry(
      turned,
      (places) => places.map(([x, y]): Point => [x + 0.1, y - 0.07]),
      () => lattice.map(() => 2),
      20,
    );
  });

  test('at rest nothing happens; an agent that walks past all agents at rest is seen by all', () => {
    const dice = createDice(9);
    const points = [...randomPoints(40, 8, dice), [-3, 4.1] as Point];
    const rest = carry(points, (places) => [...places], threeRadii(41), 5);
    expect(rest.counts.failures + rest.events).toBe(0);
    expect(rest.counts.certificates).toBeLessThan(2 * 3 * 44);
    const walker: Walk = (places) => places.map(([x, y], k): Point => (k === 40 ? [x + 0.6, y] : [x, y]));
    expect(carry(points, walker, threeRadii(41), 25).events).toBeGreaterThan(50);
  });

  test('radii that change between steps, also to none', () => {
    const dice = createDice(11);
    const velocities = randomPoints(50, 4, dice).map(([x, y]): Point => [x - 2, y - 2]);
    const radii = (k: number) =>
      velocities.map((_, p) => ((p + k) % 5 === 0 ? -1 : 0.5 + ((p * 7 + k) % 6) / 2));
    expect(
      carry(randomPoints(50, 10, dice), straight(velocities, 0.05, 10), radii, 40).events,
    ).toBeGreaterThan(200);
  });

  test('paths that meet exactly: two rows through one another, four to one point, twins that part', () => {
    const rows = Array.from({ length: 20 }, (_, k): Point => [k % 10, k < 10 ? 0 : 3]);
    const through: Walk = (places) => places.map(([x, y], k): Point => [x, y + (k < 10 ? 0.25 : -0.25)]);
    carry(rows, through, () => rows.map(() => 1.5), 14);
    const cross: Point[] = [
      [2, 0],
      [0, 2],
      [-2, 0],
      [0, -2],
    ];
    carry(
      cross,
      (places) => places.map(([x, y], k): Point => [x - cross[k][0] / 8, y - cross[k][1] / 8]),
      () => [1, 1, 2, 3],
      16,
    );
    carry(
      cross,
      (places) => places.map(([x, y], k): Point => [x - cross[k][0] / 3, y - cross[k][1] / 3]),
      () => [1, 1, 2, 3],
      6,
    );
    const twins: Point[] = [...cross, [1, 1], [1, 1], [1, 1]];
    const part: Walk = (places) => places.map(([x, y], k): Point => [x + (k - 3) / 10, y + (k % 2) / 10]);
    carry(twins, part, () => twins.map(() => 1.2), 8);
  });

  test('fly-bys in one step are found: fast ones through a standing crowd, in and out again', () => {
    const dice = createDice(21);
    const standing = randomPoints(60, 12, dice);
    const fast: Point[] = [
      [-5, 3],
      [-5, 9],
      [6, -4],
    ];
    const paths: Point[] = [
      [24, 1],
      [25, -7],
      [0.5, 20],
    ];
    const walk: Walk = (places) =>
      places.map(([x, y], k): Point => (k < 60 ? [x, y] : [x + paths[k - 60][0], y + paths[k - 60][1]]));
    const radii = () => Array.from({ length: 63 }, (_, k) => 0.3 + (k % 4) / 2);
    const result = carry([...standing, ...fast], walk, radii, 1);
    expect([...result.tracked.crossings.times.subarray(0, result.tracked.crossings.count)]).toContain(2);
    expect(result.events).toBeGreaterThan(100);
  });

  test('clusters as close as roundings, and circles through points exactly', () => {
    const dice = createDice(31);
    const clusters = Array.from(
      { length: 48 },
      (_, k): Point => [
        (k % 4) * 3 + 1e-9 * Math.floor(dice() * 8),
        (Math.floor(k / 4) % 3) * 4 + 1e-9 * Math.floor(dice() * 8),
      ],
    ).filter(
      (point, k, all) => all.findIndex((other) => other[0] === point[0] && other[1] === point[1]) === k,
    );
    const wander: Walk = (places) =>
      places.map(
        ([x, y]): Point => [x + 1e-9 * Math.floor(8 * dice() - 4), y + 1e-9 * Math.floor(8 * dice() - 4)],
      );
    carry(clusters, wander, () => clusters.map((_, k) => [3, 4, 5][k % 3]), 20);
  });

  test('100 small scenes of coarse places, collisions, jumps and circles through points: always all events', () => {
    let [events, broken] = [0, 0];
    for (let seed = 1; seed <= 100; seed++) {
      const dice = createDice(100 + seed);
      const pick = (count: number) => Math.floor(count * dice());
      const grain = [0, 1, 0.5, 0.1][pick(4)];
      const coarse = (value: number) => (grain > 0 ? Math.round(value / grain) * grain : value);
      const size = [2, 6, 15][pick(3)];
      const start = randomPoints(1 + pick(30), size, dice).map(([x, y]): Point => [coarse(x), coarse(y)]);
      const paths = start.map(
        (): Point => [coarse(size * (dice() - 0.5)) / 4, coarse(size * (dice() - 0.5)) / 4],
      );
      const kind = pick(5);
      const walk: Walk = (places) =>
        places.map(([x, y], k): Point => {
          if (kind === 0) return [x + paths[k][0], y + paths[k][1]];
          if (kind === 1) return [x + paths[0][0], y + paths[0][1]];
          if (kind === 2) return [size - x, size - y];
          if (kind === 3 && pick(3) > 0) return [x, y];
          return [coarse(size * dice()), coarse(size * dice())];
        });
      const radii = () => start.map(() => [0, coarse(3 * dice()), 3 * dice(), 1, 2, 1e4, -1][pick(7)]);
      const result = carry(start, walk, radii, 4);
      events += result.events;
      broken += result.counts.brokenSteps;
    }
    // Many of these scenes have vertices that meet, and the path round that has to be right as well.
    expect(broken).toBeGreaterThan(50);
    expect(events).toBeGreaterThan(5000);
  });
});
