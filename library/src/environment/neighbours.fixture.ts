import fc from 'fast-check';
import { crowdOf, shuffledOrder } from '../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createEvents,
  createNearLists,
  createObstacles,
  EventKind,
  type Events,
  type NearLists,
  reorderRows,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { registerBuiltInIndexes } from './built-in.ts';
import { crossingTimes } from './common/crossing-times.ts';
import type { NeighbourIndex, Sight, Surroundings } from './index.ts';
import { registerNeighbourEvents } from './register-events.ts';
import { elementHides } from './sight/sight.ts';
import { solidHides } from './sight/solid-sight.ts';
import { ballsOf } from './space/space.fixture.ts';

// Scenarios load what they name; tests of indexes have all of them.
registerBuiltInIndexes();
registerNeighbourEvents();

/** A crowd with obstacles around it, the paths of a step, and the radius and number that single questions ask for. */
export type Scene = {
  bodies: {
    x: number;
    y: number;
    z: number;
    viewRadius: number;
    displacementX: number;
    displacementY: number;
    displacementZ: number;
  }[];
  walls: [number, number, number, number][];
  pillars: [number, number, number][];
  radius: number;
  count: number;
  dimension: 2 | 3;
};

/** Evenly spread multiples of 2^−20 m: a crowd of such places meets, and exact signs have all the bits they need. */
const number = (min: number, max: number) =>
  fc
    .integer({ min: Math.ceil(min * 2 ** 20), max: Math.floor(max * 2 ** 20) })
    .map((value) => value / 2 ** 20);

/** Places of one axis: what makes crowds random, clustered, coincident, uneven, regular or far away. */
const axes: Record<string, fc.Arbitrary<number>> = {
  random: number(-12, 12),
  clustered: fc.tuple(fc.constantFrom(-9, 0, 8), number(-1, 1)).map(([middle, off]) => middle + off),
  coincident: fc.constantFrom(-2, 0, 5),
  uneven: number(-1, 1).map((value) => Math.round(40 * value ** 5 * 2 ** 20) / 2 ** 20),
  regular: fc.integer({ min: -4, max: 4 }).map((k) => 1.5 * k),
  'far away': fc.tuple(fc.constantFrom(1e6, 1e6 + 5), number(-2, 2)).map(([middle, off]) => middle + off),
};
export const kinds = Object.keys(axes);

export function sceneOf(kind: string, dimension: 2 | 3, most = 40): fc.Arbitrary<Scene> {
  const along = axes[kind];
  const up = dimension === 3 ? along : fc.constant(0);
  const path = fc.oneof({ weight: 6, arbitrary: number(-0.5, 0.5) }, number(-20, 20), fc.constant(0));
  const body = fc.record({
    x: along,
    y: along,
    z: up,
    viewRadius: fc.oneof({ weight: 4, arbitrary: fc.constant(3) }, number(0.01, 12)),
    displacementX: path,
    displacementY: path,
    displacementZ: dimension === 3 ? path : fc.constant(0),
  });
  return fc.record({
    bodies: fc.array(body, { maxLength: most, size: 'max' }),
    walls: fc.array(fc.tuple(along, along, along, along), { maxLength: 8 }),
    pillars: fc.array(fc.tuple(along, along, number(0.1, 2)), { maxLength: 3 }),
    radius: fc.oneof(number(0, 40), fc.constantFrom(1.5, 3, 1e5, 1e-9)),
    count: fc.integer({ min: 0, max: 12 }),
    dimension: fc.constant(dimension),
  });
}

/** The scene as an index sees it, with rows in another order than the ids. */
export function surroundingsOf({ bodies, dimension, pillars, walls }: Scene): Surroundings {
  const crowd = dimension === 3 ? ballsOf(bodies) : crowdOf(bodies);
  bodies.forEach(({ displacementX, displacementY, displacementZ, x, y, z }, row) => {
    crowd.next.x[row] = x + displacementX;
    crowd.next.y[row] = y + displacementY;
    crowd.next.z[row] = z + displacementZ;
  });
  if (crowd.count > 1) reorderRows(crowd, shuffledOrder(crowd.count, 7));
  const inPlane = dimension === 2;
  return {
    crowd,
    obstacles: createObstacles(
      inPlane
        ? [
            ...walls.map(([ax, ay, bx, by]) => ({
              shape: 'segment' as const,
              from: [ax, ay] as const,
              to: [bx, by] as const,
            })),
            ...pillars.map(([x, y, radius]) => ({
              shape: 'circle' as const,
              center: [x, y] as const,
              radius,
            })),
          ]
        : [],
    ),
    solids: createSolids(
      inPlane
        ? []
        : [
            ...walls.map(([ax, ay, bx, by]) => ({
              shape: 'triangles' as const,
              points: [
                [ax, ay, ax],
                [bx, by, ay],
                [ay, bx, by],
              ] as [number, number, number][],
              faces: [[0, 1, 2]] as [number, number, number][],
            })),
            ...pillars.map(([x, y, radius]) => ({
              shape: 'sphere' as const,
              center: [x, y, x] as const,
              radius,
            })),
          ],
    ),
  };
}

export function rowsOf({ counts, items, starts }: NearLists, row: number): number[] {
  return [...items.subarray(starts[row], starts[row] + counts[row])];
}

export const sorted = (rows: number[]): number[] => [...rows].sort((a, b) => a - b);

const squaredDistance = ({ motion: { x, y, z } }: Crowd, a: number, b: number): number => {
  const dx = x[b] - x[a];
  const dy = y[b] - y[a];
  const dz = z[b] - z[a];
  return dx * dx + dy * dy + dz * dz;
};

const others = ({ count }: Crowd, row: number) =>
  Array.from({ length: count }, (_, other) => other).filter((other) => other !== row);

/** The sets by the contract's words alone. */
export function nearByDefinition(crowd: Crowd, row: number, radius: number): number[] {
  return others(crowd, row).filter((other) => squaredDistance(crowd, row, other) <= radius * radius);
}

export function visibleByDefinition(surroundings: Surroundings, row: number, radius: number): number[] {
  const { crowd, obstacles, solids } = surroundings;
  const { x, y, z } = crowd.motion;
  return nearByDefinition(crowd, row, radius).filter((other) => {
    for (let element = 0; element < obstacles.count; element++) {
      if (elementHides(obstacles, element, x[row], y[row], x[other], y[other])) return false;
    }
    for (let element = 0; element < solids.count; element++) {
      if (solidHides(solids, element, x[row], y[row], z[row], x[other], y[other], z[other])) return false;
    }
    return true;
  });
}

export function nearestByDefinition(crowd: Crowd, row: number, count: number): number[] {
  const byDistance = (a: number, b: number) =>
    squaredDistance(crowd, row, a) - squaredDistance(crowd, row, b) || crowd.ids[a] - crowd.ids[b];
  return others(crowd, row).sort(byDistance).slice(0, count);
}

export type Crossing = [time: number, kind: number, agent: number, other: number];

/** The agents that enter and leave the views of others, ordered by time, kind, agent and other. */
function crossingsByDefinition(crowd: Crowd, dt: number): Crossing[] {
  const { ids, motion, next, traits } = crowd;
  const found: Crossing[] = [];
  const times = new Float64Array(2);
  for (let row = 0; row < crowd.count; row++) {
    for (const other of others(crowd, row)) {
      const count = crossingTimes(
        motion.x[other] - motion.x[row],
        motion.y[other] - motion.y[row],
        motion.z[other] - motion.z[row],
        next.x[other] - next.x[row],
        next.y[other] - next.y[row],
        next.z[other] - next.z[row],
        traits.viewRadius[row],
        times,
      );
      const radius = traits.viewRadius[row];
      const isInside = squaredDistance(crowd, row, other) <= radius * radius;
      for (let k = 0; k < count; k++) {
        const leaves = k === (isInside ? 0 : 1);
        found.push([times[k] * dt, leaves ? EventKind.exit : EventKind.enter, ids[row], ids[other]]);
      }
    }
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
}

function crossingsOf({ agent, count, kind, other, time }: Events): Crossing[] {
  return Array.from({ length: count }, (_, k) => [time[k], kind[k], agent[k], other[k]]);
}

/** Asks an index everything about every row and compares with the definitions. */
export function expectDefinitions(index: NeighbourIndex, surroundings: Surroundings, scene: Scene): void {
  const { crowd } = surroundings;
  const { viewRadius } = crowd.traits;
  const due = new Uint8Array(crowd.capacity).fill(1);
  const same = (what: string, row: number, found: number[], expected: number[]) => {
    if (found.join() !== expected.join()) {
      throw new Error(`${index.name}, ${what} of row ${row}: ${found} instead of ${expected}`);
    }
  };
  const ask = (sight: Sight) => {
    const lists = createNearLists();
    index.list(due, sight, lists);
    return lists;
  };
  const single = createNearLists();
  // Every third row sees through walls.
  const marks = due.map((_, row) => (row % 3 === 0 ? 0 : 1));
  const [plain, seen, mixed] = [ask(false), ask(true), ask(marks)];
  beginLists(single, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    same('list', row, sorted(rowsOf(plain, row)), nearByDefinition(crowd, row, viewRadius[row]));
    same(
      'list in sight',
      row,
      sorted(rowsOf(seen, row)),
      visibleByDefinition(surroundings, row, viewRadius[row]),
    );
    same(
      'list by marks',
      row,
      sorted(rowsOf(mixed, row)),
      sorted(rowsOf(marks[row] === 1 ? seen : plain, row)),
    );
    index.near(row, scene.radius, single);
    same('near', row, sorted(rowsOf(single, row)), nearByDefinition(crowd, row, scene.radius));
    index.visible(row, scene.radius, single);
    same('visible', row, sorted(rowsOf(single, row)), visibleByDefinition(surroundings, row, scene.radius));
    index.nearest(row, scene.count, single);
    same('nearest', row, rowsOf(single, row), nearestByDefinition(crowd, row, scene.count));
  }
}

export function expectCrossings(index: NeighbourIndex, { crowd }: Surroundings, dt: number): Crossing[] {
  const events = createEvents(1);
  index.events(dt, events);
  const found = crossingsOf(events);
  const expected = crossingsByDefinition(crowd, dt);
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${index.name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
  return found;
}
