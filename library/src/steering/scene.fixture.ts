import {
  type Crowd,
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  type Layout,
  type NearLists,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import type { SteeringInput } from './contract.ts';

export type Point = readonly [number, number];

/** The obstacles. */
export type Ground = {
  walls?: readonly (readonly [Point, Point])[] | undefined;
  pillars?: readonly { at: Point; radius: number }[];
};

export function crowdWith(steer: Layout): Crowd {
  return createCrowd(64, { dimension: 2, targetClasses: 1, memory: {}, steer });
}

/** Every agent perceives everything, and all are due. */
export function inputFor(crowd: Crowd, { walls = [], pillars = [] }: Ground): SteeringInput {
  const obstacles = createObstacles([
    ...pillars.map(({ at, radius }) => ({ shape: 'circle' as const, center: at, radius })),
    ...walls.map(([from, to]) => ({ shape: 'segment' as const, from, to })),
  ]);
  const everybody = new Uint8Array(crowd.capacity).fill(1);
  const agents = listAll(crowd.count, (row) => without(crowd.count, row));
  return {
    crowd,
    perception: { agents, obstacles: listAll(crowd.count, () => without(obstacles.count, -1)) },
    obstacles,
    solids: createSolids([]),
    events: createEvents(),
    due: everybody,
    duePrediction: everybody,
    dueReaction: everybody,
    close: agents,
    seed: 1,
    step: 0,
    dt: 0.05,
  };
}

const without = (count: number, own: number) =>
  Array.from({ length: count }, (_, thing) => thing).filter((thing) => thing !== own);

/** The lists that a function returns for each row. */
export function listAll(rows: number, listOf: (row: number) => readonly number[]): NearLists {
  const lists = Array.from({ length: rows }, (_, row) => listOf(row));
  const counts = Int32Array.from(lists, (list) => list.length);
  const starts = new Int32Array(rows);
  for (let row = 1; row < rows; row++) starts[row] = starts[row - 1] + counts[row - 1];
  const items = Int32Array.from(lists.flat());
  return { ...createNearLists(), starts, counts, items, length: items.length };
}
