import { describe, expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { distanceToSegmentSquared } from '../../../geometry/index.ts';
import { wallHides } from '../../sight/sight.ts';
import { FIRST_VERTEX, type Mesh, nextEdge } from '../mesh/mesh.ts';
import { assertDelaunay } from '../mesh/validate.ts';
import { createLayer, layWall } from '../walls/constraints.ts';
import { meshOf, type Point, randomPoints, setRadii, step } from './advance.fixture.ts';
import { createCertificates } from './certificates.ts';
import type { CrossedEdges } from './crossed-sets.ts';
import { createTracked, type Tracked } from './tracked.ts';

type Sets = { approachable: Set<number>; crossed: Set<string>; inside: Set<number> };

/** A_p and E_p by their definitions on the mesh, with every agent at a fraction of the step; none where roundings decide. */
function setsByDefinition(mesh: Mesh, radius: number, p: number, s: number): Sets | undefined {
  const { x, y, nextX, nextY, origin, edgeOf, triangleCount } = mesh;
  const placeX = (v: number) => x[v] + s * (nextX[v] - x[v]);
  const placeY = (v: number) => y[v] + s * (nextY[v] - y[v]);
  const inside = new Set<number>();
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    if (edgeOf[v] < 0) continue;
    const gap = Math.hypot(placeX(v) - placeX(p), placeY(v) - placeY(p)) - radius;
    if (Math.abs(gap) < 1e-10) return undefined;
    if (gap < 0) inside.add(v);
  }
  const approachable = new Set([p]);
  for (let size = 0; size !== approachable.size; ) {
    size = approachable.size;
    for (let e = 0; e < 3 * triangleCount; e++) {
      const to = origin[nextEdge(e)];
      if (approachable.has(origin[e]) && inside.has(to)) approachable.add(to);
    }
  }
  const crossed = new Set<string>();
  for (let e = 0; e < 3 * triangleCount; e++) {
    const [from, to] = [origin[e], origin[nextEdge(e)]];
    if (approachable.has(from) && !inside.has(to)) crossed.add(`${from} ${to}`);
  }
  approachable.delete(p);
  inside.delete(p);
  return { approachable, crossed, inside };
}

function trackedSets(mesh: Mesh, halfOf: Int32Array, sets: CrossedEdges, p: number): Omit<Sets, 'inside'> {
  const approachable = new Set<number>();
  for (let entry = sets.firstMember[p]; entry >= 0; entry = sets.nextMember[entry])
    approachable.add(sets.member[entry]);
  const crossed = new Set<string>();
  for (let entry = sets.firstOfOwner[p]; entry >= 0; entry = sets.nextOfOwner[entry]) {
    const e = halfOf[sets.edge[entry]];
    const [from, to] = [mesh.origin[e], mesh.origin[nextEdge(e)]];
    crossed.add(approachable.has(from) || from === p ? `${from} ${to}` : `${to} ${from}`);
  }
  return { approachable, crossed };
}

const sorted = <T>(values: Set<T>) => [...values].map(String).sort();

/** After each event of a step, and halfway to the next, all sets have to be what the definitions say. */
function watch(
  mesh: Mesh,
  tracked: Tracked,
  certificates: ReturnType<typeof createCertificates>,
  circles: number[],
) {
  const seen = { compared: 0, hidden: 0 };
  const { queue } = certificates;
  tracked.observe = (s) => {
    const next = queue.length > 0 ? queue.times[queue.heap[0]] : 1;
    if (next - s < 1e-8) return;
    for (const p of circles) {
      const expected = setsByDefinition(mesh, tracked.crossings.radius[p], p, s + (next - s) / 2);
      if (!expected) continue;
      const found = trackedSets(mesh, certificates.halfOf, tracked.sets, p);
      expect(sorted(found.approachable)).toEqual(sorted(expected.approachable));
      expect(sorted(found.crossed)).toEqual(sorted(expected.crossed));
      if (!tracked.sets.walled) expect(sorted(found.approachable)).toEqual(sorted(expected.inside));
      seen.hidden += expected.inside.size - expected.approachable.size;
      seen.compared++;
    }
  };
  return seen;
}

/** Whether a place keeps off the walls, so that neither roundings nor their drift put it behind one. */
function isClear([x, y]: Point, walls: readonly [Point, Point][]): boolean {
  return walls.every(([[ax, ay], [bx, by]]) => distanceToSegmentSquared(x, y, ax, ay, bx, by) > 0.04 ** 2);
}

describe('approachable sets and crossed edges at every event', () => {
  test.each([
    ['small steps', 0.3, 12],
    ['large steps', 6, 3],
  ])('without walls, %s: equal to their definitions, and to all that are inside', (_, length, steps) => {
    let compared = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const dice = createDice(seed);
      let places = randomPoints(40, 8, dice);
      const mesh = meshOf(places);
      const certificates = createCertificates();
      const tracked = createTracked();
      const circles = [4, 9, 14, 19, 24, 29];
      const seen = watch(mesh, tracked, certificates, circles);
      for (let k = 0; k < steps; k++) {
        const radii = places.map((__, p) => (circles.includes(p + 4) ? 0.5 + ((p + k) % 4) : -1));
        setRadii(mesh, tracked.crossings, radii);
        places = places.map(([x, y]): Point => [x + length * (dice() - 0.5), y + length * (dice() - 0.5)]);
        step(certificates, mesh, places, 0.1, tracked);
        expect(tracked.carried).toBe(true);
      }
      compared += seen.compared;
    }
    expect(compared).toBeGreaterThan(2000);
  });

  test('with walls, still and moving: hidden ones come and go with those that hide them', () => {
    let [compared, hidden] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const dice = createDice(seed);
      const walls: [Point, Point][] = [
        [
          [2, -1],
          [2.3, 8.5],
        ],
        [
          [3, 7.5],
          [5, 4.5],
        ],
        [
          [5.5, -0.5],
          [6, 8],
        ],
      ];
      const drift = [0, 0.01, -0.01];
      let agents = randomPoints(36, 8, dice).filter((place) => isClear(place, walls));
      const mesh = meshOf([...agents, ...walls.flat()]);
      const first = FIRST_VERTEX + agents.length;
      const layer = createLayer();
      for (const [k] of walls.entries())
        expect(layWall(mesh, layer, first + 2 * k, first + 2 * k + 1, k + 1)).toBe(-1);
      assertDelaunay(mesh);
      const certificates = createCertificates();
      const tracked = createTracked();
      tracked.sets.walled = true;
      const circles = [4, 8, 12, 16, 20, 24];
      const seen = watch(mesh, tracked, certificates, circles);
      for (let k = 0; k < 12; k++) {
        setRadii(
          mesh,
          tracked.crossings,
          agents.map((__, p) => (circles.includes(p + 4) ? 1 + (p % 3) : -1)),
        );
        // No agent goes through a wall: the path relative to each wall must not meet it.
        agents = agents.map(([x, y]): Point => {
          const to: Point = [x + 0.5 * (dice() - 0.5), y + 0.5 * (dice() - 0.5)];
          const meets = walls.some(([[ax, ay], [bx, by]], w) =>
            wallHides(x, y, to[0] - drift[w], to[1], ax, ay, bx, by),
          );
          return meets || !isClear(to, walls) ? [x, y] : to;
        });
        for (const [w, wall] of walls.entries()) {
          walls[w] = wall.map(([x, y]): Point => [x + drift[w], y]) as [Point, Point];
        }
        step(certificates, mesh, [...agents, ...walls.flat()], 0.1, tracked);
        assertDelaunay(mesh);
        expect(tracked.carried).toBe(true);
      }
      compared += seen.compared;
      hidden += seen.hidden;
    }
    expect(compared).toBeGreaterThan(1000);
    expect(hidden).toBeGreaterThan(200);
  });
});
