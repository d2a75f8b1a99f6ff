import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpaceTimeSearch, planSpaceTime, type SpaceTimeProblem, straighten } from './index.ts';
import {
  distanceToTrack,
  distanceToWall,
  faultsOf,
  lengthOf,
  problemOf,
  SPEED,
  tracksOf,
  wallsOf,
} from './spacetime.fixture.ts';

type Place = { x: number; y: number; walked: number };
type Cost = { layers: number; metres: number };

/** The minimum of a convex function on 0 … 1. */
function leastOf(distance: (t: number) => number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 26; i++) {
    const third = (high - low) / 3;
    if (distance(low + third) <= distance(high - third)) high -= third;
    else low += third;
  }
  return Math.min(distance(0), distance(1), distance(low));
}

/** All steps from a place, by angles, and along the wall with the least gap. */
function stepsFrom({ x, y }: Place, problem: SpaceTimeProblem): [number, number][] {
  const full = problem.speed * problem.layer;
  const distance = lengthOf(problem.goalX - x, problem.goalY - y);
  const bearing = distance > 0 ? Math.atan2(problem.goalY - y, problem.goalX - x) : 0;
  const steps: [number, number][] = [[0, 0]];
  const add = (angle: number, length: number) =>
    steps.push([length * Math.cos(angle), length * Math.sin(angle)]);
  for (let k = 0; k < 16; k++) {
    add(bearing + (k * Math.PI) / 8, k === 0 ? Math.min(full, distance) : full);
    if (k % 2 === 0) add(bearing + (k * Math.PI) / 8, k === 0 ? Math.min(full / 2, distance) : full / 2);
  }
  const { walls } = problem;
  let nearest = -1;
  let least = problem.radius + full;
  for (let k = 0; k < walls.count; k++) {
    const gap = distanceToWall(walls, k, x, y) - walls.radius[k];
    const isDisc = walls.startX[k] === walls.endX[k] && walls.startY[k] === walls.endY[k];
    if (isDisc || gap >= least) continue;
    nearest = k;
    least = gap;
  }
  if (nearest < 0) return steps;
  const along = Math.atan2(
    walls.endY[nearest] - walls.startY[nearest],
    walls.endX[nearest] - walls.startX[nearest],
  );
  add(along, full);
  add(along + Math.PI, full);
  return steps;
}

/** Whether a step stays clear of everything, by minimizing the distance. */
function isFree(
  { x, y }: Place,
  [dx, dy]: [number, number],
  layer: number,
  problem: SpaceTimeProblem,
): boolean {
  const { tracks, walls, radius } = problem;
  for (let k = 0; k < tracks.count; k++) {
    const distance = (t: number) => distanceToTrack(tracks, k, layer + t, x + t * dx, y + t * dy);
    if (
      leastOf((t) => distance(Math.min(t, 1 - 1e-12))) <
      Math.min(radius + tracks.radius[k], distance(0)) - 1e-7
    )
      return false;
  }
  for (let k = 0; k < walls.count; k++) {
    const distance = (t: number) => distanceToWall(walls, k, x + t * dx, y + t * dy);
    if (leastOf(distance) < Math.min(radius + walls.radius[k], distance(0)) - 1e-7) return false;
  }
  return true;
}

/** The cheapest plan by exhaustive search; undefined if there is none. */
function tryAll(problem: SpaceTimeProblem): Cost | undefined {
  let best: Cost | undefined;
  let places: Place[] = [{ x: problem.x, y: problem.y, walked: 0 }];
  for (let layer = 0; ; layer++) {
    const next: Place[] = [];
    for (const place of places) {
      const distance = lengthOf(problem.goalX - place.x, problem.goalY - place.y);
      const step = problem.speed * problem.layer;
      const left = Math.max(0, Math.ceil((distance - problem.goalRadius) / step - 1e-9));
      if (left === 0 || layer === problem.tracks.layers) {
        const cost = { layers: layer + left, metres: place.walked + distance };
        if (best === undefined || isCheaper(cost, best)) best = cost;
        continue;
      }
      for (const offset of stepsFrom(place, problem)) {
        if (!isFree(place, offset, layer, problem)) continue;
        const walked = place.walked + lengthOf(offset[0], offset[1]);
        next.push({ x: place.x + offset[0], y: place.y + offset[1], walked });
      }
    }
    if (layer === problem.tracks.layers) return best;
    places = next;
  }
}

function isCheaper(a: Cost, b: Cost): boolean {
  return a.layers < b.layers || (a.layers === b.layers && a.metres < b.metres);
}

/** Numbers that no step of the search meets by chance, without the special values that fast-check prefers. */
const metre = (reach: number) =>
  fc.integer({ min: -1000 * reach, max: 1000 * reach }).map((k) => k * 0.0010003711);
const walker = (reach: number) =>
  fc.record({
    x: metre(reach),
    y: metre(reach),
    velocityX: metre(SPEED),
    velocityY: metre(SPEED),
    radius: fc.constantFrom(0.2, 0.3, 0.5),
  });
const wall = (reach: number) =>
  fc.oneof(
    fc.tuple(metre(reach), metre(reach), metre(reach), metre(reach)),
    fc.tuple(metre(reach), metre(reach)).map(([x, y]) => [x, y, x, y, 0.3]),
  );
const problems = (layers: number, reach: number, most: number) =>
  fc
    .record({
      goalX: metre(reach),
      goalY: metre(reach),
      goalRadius: fc.constantFrom(0, 0.2, 0.5),
      walkers: fc.array(walker(reach), { maxLength: most }),
      segments: fc.array(wall(reach), { maxLength: most }),
      clearance: fc.constantFrom(0, 0.1, 0.3),
    })
    .map(({ walkers, segments, ...rest }) =>
      problemOf({
        ...rest,
        radius: 0.3,
        tracks: tracksOf(layers, walkers),
        walls: wallsOf(segments),
        nodeLimit: 2000,
      }),
    );

/** The length of a plan in metres, and the number of changes of its velocity. */
function wayOf(x: Float64Array, y: Float64Array, layers: number): { length: number; turns: number } {
  let length = 0;
  let turns = 0;
  for (let t = 1; t <= layers; t++) {
    length += lengthOf(x[t] - x[t - 1], y[t] - y[t - 1]);
    if (t === 1) continue;
    if (lengthOf(x[t] - 2 * x[t - 1] + x[t - 2], y[t] - 2 * y[t - 1] + y[t - 2]) > 1e-9) turns++;
  }
  return { length, turns };
}

describe('a search', () => {
  const fine = createSpaceTimeSearch(1e-6);
  const coarse = createSpaceTimeSearch();

  it('finds the plan that an exhaustive search finds, and with cells of the usual size none better', () => {
    let found = 0;
    fc.assert(
      fc.property(problems(3, 1.6, 3), (given) => {
        const problem = { ...given, clearance: 0, nodeLimit: 1e6 };
        const best = tryAll(problem);
        planSpaceTime(fine, problem);
        if (best === undefined) expect(fine.outcome).toBe('none');
        else {
          found++;
          expect(fine.layers).toBe(best.layers);
          expect(fine.metres).toBeCloseTo(best.metres, 4);
          planSpaceTime(coarse, problem);
          expect(isCheaper({ layers: coarse.layers, metres: coarse.metres + 1e-5 }, best)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
    expect(found).toBeGreaterThan(15);
  });

  it('gives plans that touch nothing, even after straightening', () => {
    let planned = 0;
    let bends = 0;
    fc.assert(
      fc.property(problems(16, 5, 6), (problem) => {
        const layers = planSpaceTime(coarse, problem);
        if (layers > 0) planned++;
        expect(faultsOf(coarse, problem, layers)).toEqual([]);
        const { length, turns } = wayOf(coarse.pathX, coarse.pathY, layers);
        straighten(coarse, problem, layers);
        const straight = wayOf(coarse.pathX, coarse.pathY, layers);
        expect(faultsOf(coarse, problem, layers)).toEqual([]);
        expect(straight.length).toBeLessThanOrEqual(length + 1e-9);
        expect(straight.turns).toBeLessThanOrEqual(turns);
        bends += turns - straight.turns;
        expect(coarse.expanded).toBeLessThanOrEqual(problem.nodeLimit);
      }),
      { numRuns: 150 },
    );
    expect(planned).toBeGreaterThan(75);
    expect(bends).toBeGreaterThan(planned);
  });

  it('does not depend on the searches before it', () => {
    fc.assert(
      fc.property(problems(10, 4, 4), (problem) => {
        const fresh = createSpaceTimeSearch();
        const layers = planSpaceTime(fresh, problem);
        expect(planSpaceTime(coarse, problem)).toBe(layers);
        expect(coarse.expanded).toBe(fresh.expanded);
        expect(coarse.outcome).toBe(fresh.outcome);
        for (let t = 0; t <= layers && layers > 0; t++) {
          expect(coarse.pathX[t]).toBe(fresh.pathX[t]);
          expect(coarse.pathY[t]).toBe(fresh.pathY[t]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps its memory', () => {
    const problem = problemOf({
      walls: wallsOf([[5, -3, 5, 3]]),
      tracks: tracksOf(40, [{ x: 3, y: 3, velocityY: -0.5 }]),
    });
    const search = createSpaceTimeSearch();
    planSpaceTime(search, problem);
    const before = [...Object.values(search.nodes), ...Object.values(search.queue), search.pathX];
    const arrays = before.filter((value) => typeof value !== 'number');
    expect(search.nodes.count).toBeGreaterThan(1024);
    planSpaceTime(search, problem);
    const after = [...Object.values(search.nodes), ...Object.values(search.queue), search.pathX];
    for (const array of arrays) expect(after.includes(array)).toBe(true);
  });
});
