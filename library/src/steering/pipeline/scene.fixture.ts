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
import { cos, sin } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import { type PipelineTable, pipelineColumns } from './columns.ts';
import { bindFrame, type Frame } from './frame.ts';

export type Point = readonly [number, number];

export type Walker = {
  at: Point;
  /** Radians. */
  heading?: number;
  speed?: number;
  scoot?: number;
  radius?: number;
  pace?: number;
  /** The direction to the local target, radians; the heading if absent. */
  target?: number;
};

export type Scene = {
  walkers: readonly Walker[];
  walls?: readonly (readonly [Point, Point])[] | undefined;
  pillars?: readonly { at: Point; radius: number }[];
  step?: number;
  dt?: number;
};

/** Everybody sees and feels everything; agent n of the list has the id n and lies in row n. */
export function inputOf({ walkers, walls = [], pillars = [], step = 0, dt = 0.05 }: Scene): SteeringInput {
  const obstacles = createObstacles([
    ...pillars.map(({ at, radius }) => ({ shape: 'circle' as const, center: at, radius })),
    ...walls.map(([from, to]) => ({ shape: 'segment' as const, from, to })),
  ]);
  const crowd = createCrowd(64, {
    dimension: 2,
    weights: 2,
    targetClasses: 1,
    memory: {},
    steer: pipelineColumns,
  });
  for (const walker of walkers) placeWalker(crowd, walker);
  const agents = listAll(crowd.count, crowd.count, true);
  const everybody = new Uint8Array(crowd.capacity).fill(1);
  return {
    crowd,
    perception: { agents, obstacles: listAll(crowd.count, obstacles.count, false) },
    obstacles,
    solids: createSolids([]),
    events: createEvents(),
    due: everybody,
    duePrediction: everybody,
    dueReaction: everybody,
    close: agents,
    seed: 1,
    step,
    dt,
  };
}

export function frameOf(scene: Scene): Frame {
  return bindFrame(inputOf(scene));
}

function placeWalker(crowd: Crowd, walker: Walker): void {
  const { at, heading = 0, speed = 1.3, scoot = 0, radius = 0.5, pace = 1.3, target = heading } = walker;
  const row = enterAgent(crowd, reserveAgent(crowd));
  const { motion, plan, traits } = crowd;
  const columns = crowd.steer as PipelineTable;
  [motion.x[row], motion.y[row]] = at;
  motion.headingX[row] = cos(heading);
  motion.headingY[row] = sin(heading);
  motion.speed[row] = speed;
  traits.radius[row] = radius;
  plan.directionX[row] = cos(target);
  plan.directionY[row] = sin(target);
  plan.pace[row] = pace;
  plan.status[row] = Status.walking;
  plan.localDistance[row] = 20;
  plan.goalDistance[row] = 20;
  columns.scoot[row] = scoot;
  columns.threat[row] = -1;
  columns.felt[row] = -1;
  columns.pastX[row] = 1e9;
  columns.pastY[row] = 1e9;
}

function listAll(rows: number, things: number, exceptOwn: boolean): NearLists {
  const lists = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: things }, (_, thing) => thing).filter((thing) => !(exceptOwn && thing === row)),
  );
  const counts = Int32Array.from(lists, (list) => list.length);
  const starts = new Int32Array(rows);
  for (let row = 1; row < rows; row++) starts[row] = starts[row - 1] + counts[row - 1];
  const items = Int32Array.from(lists.flat());
  return { ...createNearLists(), starts, counts, items, length: items.length };
}
