import { describe, expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { orient } from '../../../geometry/index.ts';
import { assertDelaunay } from './delaunay.fixture.ts';
import { insertVertex } from './insert.ts';
import { arrangements, expectEmptyCircles, placesOf } from './mesh.fixture.ts';
import { createMesh, FIRST_VERTEX, flip, type Mesh, nextEdge, previousEdge } from './mesh.ts';
import { createCurveOrder } from './order.ts';
import { rebuildMesh } from './rebuild.ts';
import { removeVertex } from './remove.ts';
import { renumberMesh } from './renumber.ts';
import { Moved, moveVertices } from './repair.ts';

/** Sets the next place of each vertex to what it is told. */
function aim(mesh: Mesh, live: readonly number[], target: (v: number) => readonly [number, number]): void {
  for (const v of live) {
    const [x, y] = target(v);
    mesh.nextX[v] = x;
    mesh.nextY[v] = y;
  }
}

describe.each(Object.entries(arrangements))('%s points', (_, place) => {
  test('coming, leaving and moving by steps and leaps leave a Delaunay mesh of just those points', () => {
    const scratch = createCurveOrder();
    const counts = { twins: 0, done: 0, stuck: 0 };
    for (let seed = 1; seed <= 16; seed++) {
      const dice = createDice(seed);
      const mesh = createMesh(-16, -16, 16, 16);
      const live: number[] = [];
      const expected = () => live.map((v) => `${mesh.x[v]} ${mesh.y[v]}`).sort();
      for (let operation = 0; operation < 60; operation++) {
        const choice = dice();
        if (choice < 0.5 || live.length === 0) {
          const [x, y] = place(dice);
          live.push(insertVertex(mesh, x, y));
          expect([mesh.x[live.at(-1)!], mesh.y[live.at(-1)!]]).toEqual([x, y]);
        } else if (choice < 0.65) {
          removeVertex(mesh, live.splice(Math.floor(dice() * live.length), 1)[0]);
        } else {
          // Every agent moves a little, to another place of the kind, or stays.
          const targets = new Map(
            live.map((v) => {
              const step = dice();
              const [leapX, leapY] = place(dice);
              if (step < 0.2) return [v, [leapX, leapY]] as const;
              if (step < 0.4) return [v, [mesh.x[v], mesh.y[v]]] as const;
              return [v, [mesh.x[v] + (dice() - 0.5) / 4, mesh.y[v] + (dice() - 0.5) / 4]] as const;
            }),
          );
          aim(mesh, live, (v) => targets.get(v)!);
          const moved = moveVertices(mesh);
          expect(moved).not.toBe(Moved.outside);
          if (moved === Moved.stuck) rebuildMesh(mesh, scratch);
          counts[moved === Moved.stuck ? 'stuck' : 'done']++;
          for (const [v, target] of targets) expect([mesh.x[v], mesh.y[v]]).toEqual(target);
        }
        assertDelaunay(mesh);
        counts.twins += mesh.twinCount;
      }
      const places = expected();
      expect(placesOf(mesh)).toEqual(places);
      expectEmptyCircles(mesh);
      renumberMesh(mesh, scratch);
      assertDelaunay(mesh);
      expect(placesOf(mesh)).toEqual(places);
      rebuildMesh(mesh, scratch);
      expectEmptyCircles(mesh);
      assertDelaunay(mesh);
    }
    expect(counts.done).toBeGreaterThan(100);
  });
});

test('places that are outside the room or no numbers leave the mesh as it was', () => {
  const mesh = createMesh(-4, -4, 4, 4);
  const live = [insertVertex(mesh, 1, 1), insertVertex(mesh, 2, 1), insertVertex(mesh, 2, 3)];
  const before = placesOf(mesh);
  for (const place of [
    [5, 0],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
  ] as const) {
    aim(mesh, live, (v) => (v === live[1] ? place : [0, 0]));
    expect(moveVertices(mesh)).toBe(Moved.outside);
    expect(placesOf(mesh)).toEqual(before);
    expect(() => insertVertex(mesh, place[0], place[1])).toThrow(RangeError);
  }
  assertDelaunay(mesh);
  expect(mesh.vertexCount - mesh.freeVertexCount).toBe(7);
});

test('agents that take the places of one another meet no agent there', () => {
  // Every agent moves on to where the next in a ring is: in between, several are at one place.
  for (const count of [2, 3, 7, 12]) {
    const mesh = createMesh(-16, -16, 16, 16);
    const ring = Array.from({ length: count }, (_, k) => [(k * 5) % 13, (k * k) % 11] as const);
    const live = ring.map(([x, y]) => insertVertex(mesh, x, y));
    for (let step = 1; step <= 2 * count; step++) {
      aim(mesh, live, (v) => ring[(live.indexOf(v) + step) % count]);
      if (moveVertices(mesh) === Moved.stuck) rebuildMesh(mesh, createCurveOrder());
      assertDelaunay(mesh);
      expect(mesh.twinCount).toBe(0);
      for (const v of live) {
        expect([mesh.x[v], mesh.y[v]]).toEqual(ring[(live.indexOf(v) + step) % count]);
      }
    }
  }
});

/** An edge between two triangles that could as well be parted along the other diagonal. */
function convexEdge(mesh: Mesh): number {
  const { x, y, origin, twin, beyond } = mesh;
  for (let e = 0; ; e++) {
    const [p, q, r, s] = [origin[e], origin[nextEdge(e)], origin[previousEdge(e)], beyond[e]];
    if (twin[e] < 0 || Math.min(p, q, r, s) < FIRST_VERTEX) continue;
    const turn = (a: number, b: number, c: number) => orient(x[a], y[a], x[b], y[b], x[c], y[c]);
    if (turn(p, s, r) > 0 && turn(s, q, r) > 0) return e;
  }
}

test('a mesh that is not Delaunay is refused', () => {
  const spoil: ((mesh: Mesh) => void)[] = [
    (mesh) => {
      mesh.x[4] += 3;
    },
    (mesh) => {
      mesh.twin[mesh.edgeOf[4]] = mesh.edgeOf[5];
    },
    (mesh) => {
      mesh.beyond[mesh.edgeOf[5]] = 0;
    },
    (mesh) => {
      mesh.wall[mesh.edgeOf[6]] = 1;
    },
    (mesh) => {
      mesh.twinCount++;
    },
    (mesh) => {
      mesh.edgeOf[4] = mesh.edgeOf[5];
    },
    (mesh) => {
      flip(mesh, convexEdge(mesh));
    },
  ];
  for (const [number, change] of spoil.entries()) {
    const mesh = createMesh(-8, -8, 8, 8);
    for (const [x, y] of [
      [0, 0],
      [4, 0],
      [4, 4],
      [1, 2.5],
      [0.5, 5],
    ]) {
      insertVertex(mesh, x, y);
    }
    assertDelaunay(mesh);
    change(mesh);
    expect(() => assertDelaunay(mesh), `change ${number}`).toThrow('not a Delaunay mesh');
  }
});

test('ordinary walking needs no rebuilding, and next to no one is taken out and put in again', () => {
  const dice = createDice(5);
  const mesh = createMesh(-100, -100, 200, 200);
  const live: number[] = [];
  for (let k = 0; k < 2000; k++) live.push(insertVertex(mesh, 63 * dice(), 63 * dice()));
  const paths = live.map(() => {
    const [x, y] = [dice() - 0.5, dice() - 0.5];
    const length = Math.sqrt(x * x + y * y);
    return [(0.065 * x) / length, (0.065 * y) / length];
  });
  for (let step = 0; step < 100; step++) {
    live.forEach((v, k) => {
      mesh.nextX[v] = mesh.x[v] + paths[k][0];
      mesh.nextY[v] = mesh.y[v] + paths[k][1];
    });
    expect(moveVertices(mesh)).toBe(Moved.done);
    if (step % 10 === 0) assertDelaunay(mesh);
  }
  assertDelaunay(mesh);
  expect(mesh.counts.flips).toBeGreaterThan(10_000);
  expect(mesh.counts.rollbacks).toBeLessThan(0.05 * 2000 * 100);
  expect(mesh.counts.reinsertions).toBeLessThan(0.001 * 2000 * 100);
  expect(mesh.counts.rebuilds).toBe(0);
});
