import { expect, test } from 'vitest';
import { createDice, crowdOf } from '../../../crowd/crowd.fixture.ts';
import { createObstacles } from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import { triangulationOf } from './triangulation.ts';

const dice = createDice(5);
const crowd = crowdOf(Array.from({ length: 40 }, () => ({ x: 10 * dice(), y: 10 * dice() })));
const { x, y } = crowd.motion;

/** The edges of a list as pairs of rows, −1 for the end of a wall. */
function pairsIn(edges: Float64Array): string[] {
  const rowAt = (px: number, py: number) =>
    x.subarray(0, crowd.count).findIndex((value, row) => value === px && y[row] === py);
  return Array.from({ length: edges.length / 4 }, (_, k) =>
    [rowAt(edges[4 * k], edges[4 * k + 1]), rowAt(edges[4 * k + 2], edges[4 * k + 3])]
      .sort((a, b) => a - b)
      .join(),
  ).sort();
}

/**
 * Whether a circle through both has no other agent inside: by the centres on the bisector that every other agent allows. They are
 * at most `farthest` times the distance of the two away.
 */
function isDelaunay(a: number, b: number, farthest: number): boolean {
  const [mx, my] = [(x[a] + x[b]) / 2, (y[a] + y[b]) / 2];
  const [nx, ny] = [y[a] - y[b], x[b] - x[a]];
  let [least, most] = [-farthest, farthest];
  for (let c = 0; c < crowd.count; c++) {
    if (c === a || c === b) continue;
    // |m + t n − c|² ≥ |m + t n − a|² is linear in t.
    const slope = 2 * (nx * (x[c] - x[a]) + ny * (y[c] - y[a]));
    const limit = ((mx - x[c]) ** 2 + (my - y[c]) ** 2 - (mx - x[a]) ** 2 - (my - y[a]) ** 2) / slope;
    if (slope > 0) most = Math.min(most, limit);
    else least = Math.max(least, limit);
  }
  return least <= most;
}

test('without walls the edges are those of the Delaunay triangulation', () => {
  const shown = triangulationOf({ crowd, obstacles: createObstacles([]), solids: createSolids([]) });
  const shownPairs = new Set(pairsIn(shown.edges));
  for (let a = 0; a < crowd.count; a++) {
    for (let b = a + 1; b < crowd.count; b++) {
      const isShown = shownPairs.has(`${a},${b}`);
      if (isShown) expect(isDelaunay(a, b, 1e9), `${a},${b}`).toBe(true);
      // Larger circles reach the frame around the mesh, whose corners are vertices, too.
      else expect(isDelaunay(a, b, 1), `${a},${b}`).toBe(false);
    }
  }
  expect([...shown.constraints, ...shown.crossed]).toEqual([]);
});

test('a wall is an edge that stays, and the sets of a circle are those of the definition', () => {
  const wall = { shape: 'segment', from: [5.5, 1], to: [5.5, 9] } as const;
  const [p, radius] = [crowd.ids[7], 3];
  const shown = triangulationOf(
    { crowd, obstacles: createObstacles([wall]), solids: createSolids([]) },
    { id: p, radius },
  );
  const { constraints, crossed, edges } = shown;
  expect(constraints.length).toBeGreaterThan(0);
  let length = 0;
  for (let k = 0; k < constraints.length; k += 4) {
    expect([constraints[k], constraints[k + 2]]).toEqual([5.5, 5.5]);
    length += Math.abs(constraints[k + 3] - constraints[k + 1]);
  }
  expect(length).toBeCloseTo(8, 9);
  // From the lists of edges alone: what is inside and connected inside, and the edges that leave.
  const ends: [string, string][] = [];
  for (const list of [edges, constraints]) {
    for (let k = 0; k < list.length; k += 4)
      ends.push([`${list[k]} ${list[k + 1]}`, `${list[k + 2]} ${list[k + 3]}`]);
  }
  const isIn = (place: string) => {
    const [px, py] = place.split(' ').map(Number);
    return (px - x[7]) ** 2 + (py - y[7]) ** 2 <= radius ** 2;
  };
  const inside = new Set([`${x[7]} ${y[7]}`]);
  for (const place of inside)
    for (const [a, b] of ends) {
      if (a === place && isIn(b)) inside.add(b);
      if (b === place && isIn(a)) inside.add(a);
    }
  const leave = ends.filter(([a, b]) => (inside.has(a) && !isIn(b)) || (inside.has(b) && !isIn(a)));
  expect(crossed.length / 4).toBe(leave.length);
  const agents = crowd.ids
    .subarray(0, crowd.count)
    .filter((id, row) => id !== p && inside.has(`${x[row]} ${y[row]}`));
  expect(shown.approachable.sort((a, b) => a - b)).toEqual([...agents].sort((a, b) => a - b));
});
