import {
  type Crowd,
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  createSolids,
  enterAgent,
  type NearLists,
  reserveAgent,
  Status,
} from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import { wendColumns } from './columns.ts';

export type Point = readonly [number, number];

export type Walker = {
  at: Point;
  velocity?: Point;
  /** The velocity that it wishes. */
  wish?: Point;
  radius?: number;
  aggressiveness?: number;
  /** Whether it walks to a goal; else it stands about. */
  walks?: boolean;
  /** Whether it follows a plan. */
  plans?: boolean;
};

export type Scene = {
  walkers: readonly Walker[];
  walls?: readonly (readonly [Point, Point])[];
  pillars?: readonly { at: Point; radius: number }[];
};

/** Everybody perceives everything; agent n of the list has the id n and lies in row n. */
export function inputOf({ walkers, walls = [], pillars = [] }: Scene): SteeringInput {
  const obstacles = createObstacles([
    ...pillars.map(({ at, radius }) => ({ shape: 'circle' as const, center: at, radius })),
    ...walls.map(([from, to]) => ({ shape: 'segment' as const, from, to })),
  ]);
  const crowd = createCrowd(64, {
    dimension: 2,
    weights: 2,
    targetClasses: 1,
    memory: {},
    steer: wendColumns,
  });
  for (const walker of walkers) placeWalker(crowd, walker);
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

/** The body looks along x: what it does not walk ahead, it scoots. */
function placeWalker(crowd: Crowd, walker: Walker): void {
  const { at, velocity = [0, 0], wish = velocity, radius = 0.5, aggressiveness = 0.5 } = walker;
  const { plans = false, walks = true } = walker;
  const row = enterAgent(crowd, reserveAgent(crowd));
  const { motion, plan, steer, traits } = crowd;
  [motion.x[row], motion.y[row]] = at;
  motion.headingX[row] = 1;
  motion.speed[row] = velocity[0];
  steer.scoot[row] = velocity[1];
  traits.radius[row] = radius;
  traits.aggressiveness[row] = aggressiveness;
  const pace = Math.hypot(...wish);
  plan.pace[row] = pace;
  plan.directionX[row] = pace > 0 ? wish[0] / pace : 1;
  plan.directionY[row] = pace > 0 ? wish[1] / pace : 0;
  plan.status[row] = walks ? Status.walking : Status.arrived;
  plan.localDistance[row] = 20;
  steer.planLayers[row] = plans ? 4 : 0;
}

const without = (count: number, own: number) =>
  Array.from({ length: count }, (_, thing) => thing).filter((thing) => thing !== own);

/** The lists that a function gives of each row. */
export function listAll(rows: number, listOf: (row: number) => readonly number[]): NearLists {
  const lists = Array.from({ length: rows }, (_, row) => listOf(row));
  const counts = Int32Array.from(lists, (list) => list.length);
  const starts = new Int32Array(rows);
  for (let row = 1; row < rows; row++) starts[row] = starts[row - 1] + counts[row - 1];
  const items = Int32Array.from(lists.flat());
  return { ...createNearLists(), starts, counts, items, length: items.length };
}
