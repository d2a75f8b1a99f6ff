import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createObstacles, type Obstacles } from '../../../crowd/index.ts';
import { boundsOfShape, movedShape, type Shape } from '../../../geometry/index.ts';
import { turnedShape } from '../../../geometry/shapes/turned.ts';
import { createMoves, updateMoves } from '../../paths/moves.ts';
import { createMap, createTerrain, placeBodies, updateMap, updateTerrain } from '../index.ts';
import { mapUpdates } from '../optional.ts';
import { registerMapUpdates } from './index.ts';

const bounds = { minX: 0, minY: 0, maxX: 24, maxY: 15 };

/** A house with a narrow door, a pillar that leaves a gap, and boxes. */
const first: (Shape | undefined)[] = [
  { shape: 'segment', from: [8, 0], to: [8, 7] },
  { shape: 'segment', from: [8, 7.65], to: [8, 15] },
  { shape: 'circle', center: [16, 8], radius: 1 },
  { shape: 'box', min: [17.6, 6], max: [20, 10] },
];

const kinds: Shape[] = [
  { shape: 'circle', center: [0, 0], radius: 0.8 },
  { shape: 'box', min: [-1, -0.5], max: [1, 0.5] },
  { shape: 'segment', from: [-2, -1], to: [2, 1] },
  {
    shape: 'polygon',
    points: [
      [-1, -1],
      [1.5, -1],
      [0, 1.5],
    ],
  },
];

const change = fc.record({
  kind: fc.constantFrom('add', 'add', 'move', 'turn', 'remove', 'bodies'),
  shape: fc.nat(3),
  which: fc.nat(9),
  x: fc.double({ min: -1, max: 25, noNaN: true }),
  y: fc.double({ min: -1, max: 16, noNaN: true }),
});

test('a map that follows any changes is a new map of what is there then, to the bit, with terrains and moves', () => {
  registerMapUpdates();
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const shapes = [...first];
      const obstacles = createObstacles(shapes);
      let bodies: number[] = [];
      const map = createMap(bounds, 0.25, 0.6, obstacles);
      const wide = createTerrain(map, 0.35, 0.25);
      const narrow = createTerrain(map, 0.25, 0.25, wide);
      const moves = createMoves(map.columns, map.rows, wide.open);
      for (const { kind, shape, which, x, y } of changes) {
        if (kind === 'bodies') {
          bodies = which % 3 === 0 ? [] : [...bodies, x, y, 0.25];
          placeBodies(map, bounds, obstacles, bodies);
        } else {
          const number = kind === 'add' ? shapes.length : which % shapes.length;
          const before = shapes[number];
          if (kind === 'add') shapes.push(movedShape(kinds[shape], [x, y]));
          else if (kind === 'move') shapes[number] = before && movedShape(before, [x / 10, y / 10]);
          else shapes[number] = kind === 'turn' ? before && turnedShape(before, x, [12, 7]) : undefined;
          replace(obstacles, shapes, [before, shapes[number]]);
          updateMap(map, bounds, obstacles);
        }
        const { revision } = wide;
        updateTerrain(wide);
        updateTerrain(narrow);
        if (wide.changed?.revision !== revision) updateMoves(moves);
        else for (const window of wide.changed.windows) updateMoves(moves, window);
      }
      const fresh = withoutUpdates(() => {
        const other = createMap(bounds, 0.25, 0.6, obstacles);
        if (bodies.length > 0) placeBodies(other, bounds, obstacles, bodies);
        const otherWide = createTerrain(other, 0.35, 0.25);
        const otherNarrow = createTerrain(other, 0.25, 0.25, otherWide);
        return { otherWide, otherNarrow, around: createMoves(map.columns, map.rows, otherWide.open).around };
      });
      expect(map.clearance).toEqual(fresh.otherWide.map.clearance);
      for (const [one, other] of [
        [wide, fresh.otherWide],
        [narrow, fresh.otherNarrow],
      ]) {
        expect(one.open).toEqual(other.open);
        expect(inOrder(one.part)).toEqual(inOrder(other.part));
        expect(one.partCount).toBe(other.partCount);
        expect(one.nearest).toEqual(other.nearest);
        expect(one.threads?.placeOf).toEqual(other.threads?.placeOf);
        expect(one.threads?.x).toEqual(other.threads?.x);
        expect(one.threads?.y).toEqual(other.threads?.y);
        expect(one.threads?.barred).toEqual(other.threads?.barred);
        expect(one.threads?.near).toEqual(other.threads?.near);
      }
      expect(moves.around).toEqual(fresh.around);
    }),
    { numRuns: 60 },
  );
});

/** Parts by the order of their first cells: only what is joined counts. */
function inOrder(part: Int32Array): Int32Array {
  const order = new Map<number, number>([[-1, -1]]);
  for (const label of part) if (!order.has(label)) order.set(label, order.size - 1);
  return part.map((label) => order.get(label)!);
}

/** As commands change the obstacles of a world. */
function replace(
  obstacles: Obstacles,
  shapes: readonly (Shape | undefined)[],
  changed: readonly (Shape | undefined)[],
) {
  const { changes, revision } = obstacles;
  Object.assign(obstacles, createObstacles(shapes), { changes, revision: revision + 1 });
  for (const shape of changed) if (shape) changes.push([revision + 1, ...boundsOfShape(shape)]);
  if (changed.every((shape) => !shape)) changes.push([revision + 1, 0, 0, 0, 0]);
}

function withoutUpdates<Result>(act: () => Result): Result {
  const { registered } = mapUpdates;
  mapUpdates.registered = undefined;
  try {
    return act();
  } finally {
    mapUpdates.registered = registered;
  }
}
