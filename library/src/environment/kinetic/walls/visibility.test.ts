import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crowdOf } from '../../../crowd/crowd.fixture.ts';
import { beginLists, createNearLists, createObstacles } from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import type { Surroundings } from '../../common/contract.ts';
import { assertDelaunay } from '../mesh/delaunay.fixture.ts';
import { appendVisible, listVisible } from './visibility.ts';
import { updateWalled } from './walled.ts';
import { createWalled, type Walled } from './walled-mesh.ts';
import { createScene, moveScene, type SceneOptions, seenByLooking, setOf } from './walled-scenes.fixture.ts';

const lists = createNearLists();

/** Compares the visible sets of every agent with looking at every pair; returns how many pairs see each other. */
function compareAll(
  walled: Walled,
  surroundings: Surroundings,
  radiusOf: () => number,
  name: string,
): number {
  const { crowd } = surroundings;
  let seen = 0;
  beginLists(lists, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    const radius = radiusOf();
    appendVisible(walled, row, radius, lists);
    const found = setOf(lists, row);
    const expected = seenByLooking(surroundings, row, radius).join();
    if (found !== expected) {
      throw new Error(`${name}: row ${row} within ${radius} sees ${found}, and should ${expected}`);
    }
    seen += lists.counts[row];
  }
  return seen;
}

function runScenes(first: number, end: number, steps: number, options: SceneOptions) {
  const total = { seen: 0, aside: 0, walls: 0, updates: 0, rebuilds: 0 };
  // One mesh for all: a scene must leave nothing behind that the next one could stumble on.
  const walled = createWalled();
  for (let seed = first; seed < end; seed++) {
    const scene = createScene(seed, options);
    for (let step = 0; step < steps; step++) {
      const name = `scene ${seed}, step ${step}`;
      updateWalled(walled, scene);
      if (seed % 4 === 0) assertDelaunay(walled.mesh);
      total.seen += compareAll(walled, scene, () => scene.side * scene.dice(), name);
      total.aside += walled.asideCount;
      total.updates++;
      moveScene(scene);
    }
    total.walls += scene.obstacles.count;
  }
  total.rebuilds = walled.mesh.counts.rebuilds - (end - first);
  return total;
}

test('every agent sees the agents that a test of every pair finds: 4,000 scenes of still walls', () => {
  const coarse = runScenes(1, 2001, 1, { coarse: true, moving: false, circles: true });
  const fine = runScenes(2001, 4001, 1, { coarse: false, moving: false, circles: true });
  for (const { seen, walls } of [coarse, fine]) {
    expect(seen).toBeGreaterThan(10_000);
    expect(walls).toBeGreaterThan(10_000);
  }
  // Exactly on a wall is where the mesh does not reach.
  expect(coarse.aside).toBeGreaterThan(100);
});

test('the same over three steps in which agents and walls move, 6,000 scenes, few of them rebuilt', () => {
  const coarse = runScenes(1, 3001, 3, { coarse: true, moving: true, circles: true });
  const fine = runScenes(3001, 6001, 3, { coarse: false, moving: true, circles: true });
  for (const { rebuilds, seen, updates } of [coarse, fine]) {
    expect(seen).toBeGreaterThan(50_000);
    // One scene in twenty shifts a wall that stays, which is a reason to.
    expect(rebuilds).toBeLessThan(updates / 20);
  }
});

test('any few agents and walls on a lattice of 5 × 5, moved once', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
  const wall = fc.record({ from: place, to: place, moving: fc.boolean() });
  const agent = fc.tuple(place, place);
  fc.assert(
    fc.property(
      fc.array(agent, { maxLength: 7 }),
      fc.array(wall, { maxLength: 6 }),
      place,
      (agents, walls, shift) => {
        const crowd = crowdOf(agents.map(([[x, y]]) => ({ x, y })));
        const course = { kind: 'velocity', velocity: [0, 0] } as const;
        const obstacles = createObstacles(
          walls.map(({ from, to, moving }) => ({
            shape: 'segment',
            from,
            to,
            ...(moving ? { course } : {}),
          })),
        );
        const surroundings = { crowd, obstacles, solids: createSolids([]) };
        const walled = createWalled();
        for (let step = 0; step < 2; step++) {
          updateWalled(walled, surroundings);
          assertDelaunay(walled.mesh);
          compareAll(walled, surroundings, () => 9, `step ${step}`);
          compareAll(walled, surroundings, () => 2, `step ${step}`);
          agents.forEach(([, [x, y]], row) => {
            crowd.motion.x[row] = x;
            crowd.motion.y[row] = y;
          });
          for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
            obstacles.startX[element] += shift[0] - 2;
            obstacles.endX[element] += shift[0] - 2;
            obstacles.startY[element] += shift[1] - 2;
            obstacles.endY[element] += shift[1] - 2;
          }
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('the lists of every agent at once are those of each, in an order that has every row once', () => {
  const all = createNearLists();
  for (let seed = 1; seed < 60; seed++) {
    const scene = createScene(seed, { coarse: seed % 2 === 0, moving: true, circles: true });
    const { crowd } = scene;
    const due = Uint8Array.from({ length: crowd.capacity }, () => (scene.dice() < 0.8 ? 1 : 0));
    const walled = createWalled();
    updateWalled(walled, scene);
    listVisible(walled, due, all);
    for (let row = 0; row < crowd.count; row++) {
      const expected = due[row] === 0 ? '' : seenByLooking(scene, row, crowd.traits.viewRadius[row]).join();
      expect(setOf(all, row)).toBe(expected);
    }
    const order = [...all.order.subarray(0, crowd.count)].sort((a, b) => a - b);
    expect(order).toEqual(Array.from({ length: crowd.count }, (_, row) => row));
  }
});
