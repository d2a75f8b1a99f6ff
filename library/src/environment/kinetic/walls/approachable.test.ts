import { expect, test } from 'vitest';
import { beginLists, createNearLists } from '../../../crowd/index.ts';
import { nextEdge } from '../mesh/mesh.ts';
import { appendApproachable } from './approachable.ts';
import { updateWalled } from './walled.ts';
import { createWalled, type Walled } from './walled-mesh.ts';
import { createScene, moveScene, type Scene, seenByLooking, setOf } from './walled-scenes.fixture.ts';

/**
 * The definition, edge by edge: the agents reachable within the disc, adding to the set while there is anything to
 * add.
 */
function approachableByDefinition({ mesh, rowAt, vertexOf }: Walled, row: number, radius: number): string {
  const { origin, twinOf, x, y } = mesh;
  const own = vertexOf[row];
  const isInside = (v: number) => (x[v] - x[own]) ** 2 + (y[v] - y[own]) ** 2 <= radius * radius;
  const reached = new Set([twinOf[own] >= 0 ? twinOf[own] : own]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (let e = 0; e < 3 * mesh.triangleCount; e++) {
      if (reached.has(origin[e]) && isInside(origin[nextEdge(e)])) reached.add(origin[nextEdge(e)]);
    }
  }
  const rows: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const isReached = reached.has(v) || (twinOf[v] >= 0 && reached.has(twinOf[v]));
    if (isReached && v !== own && rowAt[v] >= 0) rows.push(rowAt[v]);
  }
  return rows.sort((a, b) => a - b).join();
}

function eachScene(
  count: number,
  coarse: boolean,
  look: (walled: Walled, scene: Scene, row: number, radius: number) => void,
) {
  for (let seed = 1; seed <= count; seed++) {
    const scene = createScene(seed, { coarse, moving: true, circles: false });
    const walled = createWalled();
    for (let step = 0; step < 2; step++) {
      updateWalled(walled, scene);
      for (let row = 0; row < scene.crowd.count; row++) look(walled, scene, row, scene.side * scene.dice());
      moveScene(scene);
    }
  }
}

test('the approachable agents are those joined by edges inside the disc', () => {
  const lists = createNearLists();
  let compared = 0;
  for (const coarse of [true, false]) {
    eachScene(60, coarse, (walled, scene, row, radius) => {
      if (walled.asideCount > 0) return;
      beginLists(lists, scene.crowd.capacity);
      appendApproachable(walled, row, radius, lists);
      expect(setOf(lists, row)).toBe(approachableByDefinition(walled, row, radius));
      compared++;
    });
  }
  expect(compared).toBeGreaterThan(500);
});

test('an agent that is visible is approachable, and some approachable agents are hidden', () => {
  const lists = createNearLists();
  const total = { approachable: 0, visible: 0 };
  for (const coarse of [true, false]) {
    eachScene(400, coarse, (walled, scene, row, radius) => {
      beginLists(lists, scene.crowd.capacity);
      appendApproachable(walled, row, radius, lists);
      const approachable = new Set(setOf(lists, row).split(',').map(Number));
      const visible = seenByLooking(scene, row, radius);
      const missing = visible.filter((other) => !approachable.has(other));
      if (missing.length > 0) throw new Error(`row ${row} sees ${missing}, who are not approachable`);
      total.approachable += lists.counts[row];
      total.visible += visible.length;
    });
  }
  const hidden = 1 - total.visible / total.approachable;
  // About half of them among this many walls; 12 % among 50 walls of 1 m to 3 m in 1,000 m².
  expect(hidden).toBeGreaterThan(0.4);
  expect(hidden).toBeLessThan(0.6);
});
