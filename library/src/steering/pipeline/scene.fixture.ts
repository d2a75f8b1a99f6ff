import { type Crowd, enterAgent, reserveAgent, Status } from '../../crowd/index.ts';
import { cos, sin } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import { crowdWith, type Ground, inputFor, type Point } from '../scene.fixture.ts';
import { type Batches, clearBatches } from './batches.ts';
import { type PipelineTable, pipelineColumns } from './columns.ts';
import { bindFrame, type Frame } from './frame.ts';
import { createPairs, type Pairs, storeBodies } from './pairs.ts';
import { createTechniqueBatches } from './states.ts';

export type { Point };

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

export type Scene = Ground & { walkers: readonly Walker[]; step?: number; dt?: number };

/** Agent n of the list has the id n and lies in row n. */
export function inputOf({ walkers, step = 0, dt = 0.05, ...ground }: Scene): SteeringInput {
  const crowd = crowdWith(pipelineColumns);
  for (const walker of walkers) placeWalker(crowd, walker);
  return { ...inputFor(crowd, ground), step, dt };
}

export function frameOf(scene: Scene): Frame {
  return bindFrame(inputOf(scene));
}

/** Pairs that know the bodies of a frame. */
export function pairsOf(frame: Frame): Pairs {
  const pairs = createPairs(frame.capacity);
  storeBodies(pairs, frame);
  return pairs;
}

/** Batches with one row in one of them. */
export function batchOf(batch: number, row: number): Batches {
  const batches = createTechniqueBatches();
  clearBatches(batches, row + 1);
  batches.rows[batches.ends[batch]++] = row;
  return batches;
}

function placeWalker(crowd: Crowd, walker: Walker): void {
  const { at, heading = 0, speed = 1.3, scoot = 0, radius = 0.5, pace = 1.3, target = heading } = walker;
  const row = enterAgent(crowd, reserveAgent(crowd));
  const { motion, plan, traits } = crowd;
  const columns = crowd.steer as PipelineTable;
  [motion.x[row], motion.y[row]] = at;
  motion.headingX[row] = cos(heading);
  motion.headingY[row] = sin(heading);
  motion.velocityX[row] = speed * motion.headingX[row] - scoot * motion.headingY[row];
  motion.velocityY[row] = speed * motion.headingY[row] + scoot * motion.headingX[row];
  traits.radius[row] = radius;
  plan.directionX[row] = cos(target);
  plan.directionY[row] = sin(target);
  plan.pace[row] = pace;
  plan.status[row] = Status.walking;
  plan.localDistance[row] = 20;
  plan.goalDistance[row] = 20;
  columns.threat[row] = -1;
  columns.felt[row] = -1;
}
