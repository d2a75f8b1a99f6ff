import { describe, expect, it } from 'vitest';
import { createSpaceTimeSearch, planSpaceTime, type SpaceTimeProblem } from './index.ts';
import { corridor, faultsOf, lengthOf, problemOf, SPEED, tracksOf, wallsOf } from './spacetime.fixture.ts';

/** A checked plan as points. */
function plan(given: Partial<SpaceTimeProblem>) {
  const problem = problemOf(given);
  const search = createSpaceTimeSearch();
  const layers = planSpaceTime(search, problem);
  expect(faultsOf(search, problem, layers)).toEqual([]);
  const points = Array.from({ length: layers + 1 }, (_, t) => [search.pathX[t], search.pathY[t]]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { search, layers, points, xs, ys };
}

describe('a plan through space and time', () => {
  it('goes straight where nothing is in the way', () => {
    const { search, layers, ys } = plan({});
    expect(search.outcome).toBe('goal');
    expect(layers).toBe(Math.ceil(9.5 / 0.65));
    expect(search.metres).toBeCloseTo(10, 5);
    expect(ys.every((y) => y === 0)).toBe(true);
    expect(search.expanded).toBe(layers);
  });

  it('passes an oncoming walker on the right, seen from either', () => {
    const there = plan({ tracks: tracksOf(40, [{ x: 10, y: 0, velocityX: -SPEED }]) });
    const back = plan({ x: 10, goalX: 0, tracks: tracksOf(40, [{ x: 0, y: 0, velocityX: SPEED }]) });
    expect(Math.min(...there.ys)).toBeLessThan(-0.9);
    expect(Math.max(...there.ys)).toBeLessThan(0.1);
    expect(Math.max(...back.ys)).toBeGreaterThan(0.9);
    expect(there.layers).toBeLessThanOrEqual(16);
  });

  it('loses at most a second at an open crossing', () => {
    const { layers, search } = plan({ tracks: tracksOf(40, [{ x: 5, y: -5, velocityY: SPEED }]) });
    expect(search.outcome).toBe('goal');
    expect(layers).toBeLessThanOrEqual(17);
  });

  it('squeezes past in a corridor where the other leaves room', () => {
    const walls = wallsOf([
      [-5, 1.25, 15, 1.25],
      [-5, -1.25, 15, -1.25],
    ]);
    const { layers, ys, search } = plan({
      walls,
      tracks: tracksOf(40, [{ x: 10, y: 0.3, velocityX: -SPEED }]),
    });
    expect(search.outcome).toBe('goal');
    expect(layers).toBeLessThanOrEqual(16);
    expect(Math.min(...ys)).toBeLessThanOrEqual(-0.7);
    expect(search.expanded).toBeLessThan(400);
  });

  it('gives way to a walker in the middle of the corridor that leaves no room', () => {
    const walls = wallsOf([
      [-30, 1.25, 15, 1.25],
      [-30, -1.25, 15, -1.25],
    ]);
    const { search, xs } = plan({ walls, tracks: tracksOf(16, [{ x: 10, y: 0, velocityX: -SPEED }]) });
    expect(search.outcome).toBe('horizon');
    expect(xs.at(-1)).toBeLessThan(0);
  });

  it('backs out of a narrow corridor, steps aside, lets the other out and goes on', () => {
    const { search, layers, points, xs } = plan({
      x: 2,
      goalX: 12,
      walls: wallsOf(corridor(1.2)),
      tracks: tracksOf(40, [{ x: 11, y: 0, velocityX: -SPEED }]),
    });
    expect(search.outcome).toBe('goal');
    const out = xs.findIndex((x) => x < 0);
    const aside = points.findIndex(([x, y]) => x < 0 && Math.abs(y) >= 0.9);
    const through = xs.findIndex((x) => x > 8);
    expect([out, aside, through].every((at) => at > 0)).toBe(true);
    expect(out).toBeLessThanOrEqual(aside);
    expect(aside).toBeLessThan(through);
    // The other is gone after 9.2 s at the earliest, and it is 12.4 m from there: about 38 layers.
    expect(layers).toBeLessThanOrEqual(39);
  });

  it('finds the path back even if the corridor is not on the line to the goal', () => {
    const { search, xs } = plan({
      x: 3,
      y: 0.04,
      goalX: 11,
      goalY: -0.5,
      walls: wallsOf(corridor(1.2)),
      tracks: tracksOf(40, [{ x: 9, y: 0.02, velocityX: -SPEED }]),
    });
    expect(search.outcome).toBe('goal');
    expect(Math.min(...xs)).toBeLessThan(0);
  });

  it('goes around a walker that stands in a door', () => {
    const walls = wallsOf([
      [0, 0.8, 0, 4],
      [0, -0.8, 0, -4],
    ]);
    const { search, ys } = plan({ x: -4, goalX: 6, walls, tracks: tracksOf(40, [{ x: 0, y: 0 }]) });
    expect(search.outcome).toBe('goal');
    expect(Math.max(...ys.map(Math.abs))).toBeGreaterThanOrEqual(4);
  });
});

describe('the outcome of a search', () => {
  const box = (half: number) =>
    wallsOf([
      [-2, -half, 2, -half],
      [-2, half, 2, half],
      [-2, -half, -2, half],
      [2, -half, 2, half],
    ]);
  const through = tracksOf(20, [{ x: 6, y: 0, velocityX: -SPEED }]);

  it('stays free up to the horizon if the goal is out of reach', () => {
    const { search, layers } = plan({ walls: box(2), tracks: through });
    expect(search.outcome).toBe('horizon');
    expect(layers).toBe(20);
  });

  it('has no plan if no agent could stay free', () => {
    const { search, layers } = plan({ walls: box(0.7), tracks: through });
    expect(search.outcome).toBe('none');
    expect(layers).toBe(0);
  });

  it('needs no plan within reach of the goal', () => {
    for (const goalX of [0, 0.3, 0.5]) {
      const { search, layers } = plan({ goalX });
      expect([search.outcome, layers, search.expanded]).toEqual(['goal', 0, 0]);
    }
  });

  it('meets a goal of no size', () => {
    const { search, layers } = plan({ goalX: 2, goalY: 1.1, goalRadius: 0 });
    expect(search.outcome).toBe('goal');
    expect(layers).toBe(Math.ceil(Math.hypot(2, 1.1) / 0.65));
    expect(Math.hypot(search.pathX[layers] - 2, search.pathY[layers] - 1.1)).toBeLessThan(1e-9);
  });

  it('stands if it cannot walk, while no agent comes', () => {
    const alone = plan({ speed: 0, tracks: tracksOf(10, []) });
    expect([alone.search.outcome, alone.layers]).toEqual(['horizon', 10]);
    expect(alone.xs.every((x) => x === 0)).toBe(true);
    const hit = plan({ speed: 0, tracks: tracksOf(10, [{ x: 3, y: 0, velocityX: -SPEED }]) });
    expect([hit.search.outcome, hit.layers]).toEqual(['none', 0]);
  });

  it('has an empty plan if nothing is known ahead', () => {
    const { search, layers } = plan({ tracks: tracksOf(0, []) });
    expect([search.outcome, layers]).toEqual(['horizon', 0]);
  });

  it('stops at the limit of nodes', () => {
    const walls = wallsOf(corridor(1.2));
    const tracks = tracksOf(40, [{ x: 11, y: 0, velocityX: -SPEED }]);
    for (const clearance of [0, 0.3]) {
      const { search, layers } = plan({ x: 2, goalX: 12, walls, tracks, clearance, nodeLimit: 100 });
      expect([search.outcome, layers, search.expanded]).toEqual(['limit', 0, 100]);
    }
  });
});

describe('a start that overlaps', () => {
  it('leaves a wall', () => {
    const { search, ys } = plan({ walls: wallsOf([[-5, -0.48, 15, -0.48]]) });
    expect(search.outcome).toBe('goal');
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(-1e-9);
  });

  it('leaves another agent, though it follows', () => {
    const { search, points } = plan({
      tracks: tracksOf(40, [{ x: 0.6, y: 0.2, velocityX: -0.3 }]),
    });
    expect(search.outcome).toBe('goal');
    expect(Math.hypot(points[0][0] - 0.6, points[0][1] - 0.2)).toBeLessThan(1);
  });

  it('goes along two walls that squeeze it', () => {
    const { search, ys } = plan({
      walls: wallsOf([
        [-5, -0.49, 15, -0.49],
        [-5, 0.49, 15, 0.49],
      ]),
    });
    expect(search.outcome).toBe('goal');
    expect(ys.every((y) => Math.abs(y) < 1e-9)).toBe(true);
  });
});

describe('clearance', () => {
  const post = { tracks: tracksOf(40, [{ x: 5, y: 0 }]) };
  const gapOf = ({ points }: { points: number[][] }) =>
    Math.min(
      ...points.slice(1).flatMap(([x, y], t) =>
        Array.from({ length: 51 }, (_, i) => {
          const [fromX, fromY] = points[t];
          return Math.hypot(fromX + (i / 50) * (x - fromX) - 5, fromY + (i / 50) * (y - fromY)) - 1;
        }),
      ),
    );

  it('is kept if there is room', () => {
    expect(gapOf(plan({ ...post, clearance: 0.3 }))).toBeGreaterThanOrEqual(0.3 - 1e-6);
    expect(gapOf(plan(post))).toBeLessThan(0.3);
  });

  it('is given up if there is none', () => {
    const walls = wallsOf([
      [-5, 1.25, 15, 1.25],
      [-5, -1.25, 15, -1.25],
    ]);
    const tracks = tracksOf(40, [{ x: 10, y: 0.3, velocityX: -SPEED }]);
    const { search, layers } = plan({ walls, tracks, clearance: 0.3 });
    expect(search.outcome).toBe('goal');
    expect(layers).toBe(plan({ walls, tracks }).layers);
  });

  it('does not hinder an agent that starts with less', () => {
    const tracks = tracksOf(40, [{ x: -0.4, y: 1, velocityX: SPEED }]);
    const { search, ys } = plan({ tracks, clearance: 0.3 });
    expect(search.outcome).toBe('goal');
    expect(ys.every((y) => y <= 0)).toBe(true);
  });

  it('is kept beside the mouth of a corridor, while the other comes out', () => {
    const tracks = tracksOf(40, [{ x: 9, y: 0, velocityX: -SPEED }]);
    const problem = { x: 2, goalX: 12, walls: wallsOf(corridor(1.2)), tracks };
    const gap = (points: number[][]) =>
      Math.min(...points.map(([x, y], t) => lengthOf(x - tracks.x[t], y - tracks.y[t]) - 1));
    expect(gap(plan({ ...problem, clearance: 0.2 }).points)).toBeGreaterThanOrEqual(0.2 - 1e-6);
  });
});
