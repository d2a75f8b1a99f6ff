import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDice, crowdOf } from '../../../crowd/crowd.fixture.ts';
import { createObstacles, type ObstacleSpecification, type Obstacles } from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import { orient } from '../../../geometry/index.ts';
import { assertDelaunay } from '../mesh/delaunay.fixture.ts';
import { FIRST_VERTEX, type Mesh, nextEdge } from '../mesh/mesh.ts';
import { updateWalled } from './walled.ts';
import { createWalled } from './walled-mesh.ts';

type Point = [number, number];
type Segment = { from: Point; to: Point };

const segments = (walls: readonly Segment[]): ObstacleSpecification[] =>
  walls.map((wall) => ({ shape: 'segment', ...wall }));

function meshOf(
  walls: readonly Segment[],
  agents: readonly Point[] = [],
): { mesh: Mesh; obstacles: Obstacles } {
  const obstacles = createObstacles(segments(walls));
  const walled = createWalled();
  const crowd = crowdOf(agents.map(([x, y]) => ({ x, y })));
  updateWalled(walled, { crowd, obstacles, solids: createSolids([]) });
  assertDelaunay(walled.mesh);
  return { mesh: walled.mesh, obstacles };
}

/** The edges that are walls, as the places of their ends. */
function wallEdges({ mesh }: { mesh: Mesh }): [number, number, number, number][] {
  const { origin, twin, wall, x, y } = mesh;
  const edges: [number, number, number, number][] = [];
  for (let e = 0; e < 3 * mesh.triangleCount; e++) {
    const [a, b] = [origin[e], origin[nextEdge(e)]];
    if (wall[e] !== 0 && e < twin[e]) edges.push([x[a], y[a], x[b], y[b]]);
  }
  return edges;
}

/** Whether a place is exactly on a segment. */
function isOn([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): boolean {
  if (orient(ax, ay, bx, by, px, py) !== 0) return false;
  return px >= Math.min(ax, bx) && px <= Math.max(ax, bx) && py >= Math.min(ay, by) && py <= Math.max(ay, by);
}

/** How much of a wall is edges: the sum of their lengths along it over its own; 1 when it is whole. */
function laidPart(edges: [number, number, number, number][], { from, to }: Segment): number {
  let laid = 0;
  for (const [ax, ay, bx, by] of edges) {
    if (isOn([ax, ay], from, to) && isOn([bx, by], from, to)) laid += Math.hypot(bx - ax, by - ay);
  }
  return laid / Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** Every edge that is a wall lies on a wall that was given. */
function expectOnWalls(edges: [number, number, number, number][], walls: readonly Segment[]): void {
  for (const [ax, ay, bx, by] of edges) {
    const isOnOne = walls.some(({ from, to }) => isOn([ax, ay], from, to) && isOn([bx, by], from, to));
    expect(isOnOne, `the edge ${ax}, ${ay} – ${bx}, ${by}`).toBe(true);
  }
}

test('walls with common ends, walls that touch, overlap, repeat and cross at doubles are edges all along', () => {
  const walls: Segment[] = [
    { from: [0, 0], to: [8, 0] },
    { from: [8, 0], to: [8, 8] },
    { from: [4, 0], to: [4, 5] },
    { from: [0, 3], to: [8, 3] },
    { from: [2, 0], to: [10, 0] },
    { from: [8, 8], to: [8, 0] },
    { from: [1, 1], to: [3, 5] },
    { from: [3, 1], to: [1, 5] },
  ];
  const dice = createDice(3);
  const agents = Array.from({ length: 60 }, (): Point => [10 * dice(), 10 * dice()]);
  const edges = wallEdges(meshOf(walls, agents));
  for (const wall of walls) expect(laidPart(edges, wall)).toBeCloseTo(1, 12);
  expectOnWalls(edges, walls);
  // The crossings are vertices.
  for (const crossing of [
    [4, 3],
    [2, 3],
  ]) {
    expect(edges.some(([ax, ay]) => ax === crossing[0] && ay === crossing[1])).toBe(true);
  }
});

test('a long wall among many agents is one edge, though it cuts through many triangles', () => {
  const dice = createDice(5);
  const agents = Array.from({ length: 400 }, (): Point => [20 * dice(), 20 * dice()]);
  const wall: Segment = { from: [0.1, 0.2], to: [19.7, 18.9] };
  const mesh = meshOf([wall], agents);
  expect(wallEdges(mesh)).toHaveLength(1);
  expect(mesh.mesh.vertexCount).toBe(FIRST_VERTEX + 402);
});

test('of two walls that cross at no double the shorter is whole, and neither is bent', () => {
  const short: Segment = { from: [0, 0], to: [3, 1] };
  const long: Segment = { from: [1, -1], to: [2, 5] };
  const edges = wallEdges(meshOf([long, short]));
  expectOnWalls(edges, [short, long]);
  expect(laidPart(edges, short)).toBeCloseTo(1, 12);
  expect(laidPart(edges, long)).toBe(0);
});

test('walls of no length, circles and places that are next to 0 are not in the mesh', () => {
  const walled = createWalled();
  const obstacles = createObstacles([
    { shape: 'segment', from: [1, 1], to: [1, 1] },
    { shape: 'circle', center: [3, 3], radius: 1 },
    { shape: 'segment', from: [2 ** -120, 0], to: [5, 5] },
    { shape: 'segment', from: [0, 0], to: [2 ** 50, 1] },
  ]);
  updateWalled(walled, { crowd: crowdOf([{ x: 0, y: 0 }]), obstacles, solids: createSolids([]) });
  expect(walled.mesh.vertexCount).toBe(FIRST_VERTEX + 1);
});

test('any walls on a lattice: parallel to the axes they are whole, all others are edges or not, never bent', () => {
  const coordinate = fc.integer({ min: 0, max: 6 });
  const place = fc.tuple(coordinate, coordinate);
  const straight = fc
    .tuple(coordinate, coordinate, coordinate, fc.boolean())
    .map(
      ([a, b, c, upright]): Segment =>
        upright ? { from: [a, b], to: [a, c] } : { from: [b, a], to: [c, a] },
    );
  fc.assert(
    fc.property(
      fc.array(straight, { maxLength: 8 }),
      fc.array(fc.record({ from: place, to: place }), { maxLength: 6 }),
      fc.array(place, { maxLength: 5 }),
      (straights, slants, agents) => {
        const alone = wallEdges(meshOf(straights, agents));
        for (const wall of straights) {
          if (wall.from.join() !== wall.to.join()) expect(laidPart(alone, wall)).toBe(1);
        }
        const walls = [...straights, ...slants];
        expectOnWalls(wallEdges(meshOf(walls, agents)), walls);
      },
    ),
    { numRuns: 400 },
  );
});
