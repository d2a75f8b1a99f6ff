import { fastAngle } from '../../numerics/index.ts';
import type { Batches } from './batches.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { Batch } from './states.ts';

/** Seconds in which a turn to a direction should be complete; a command may stay for as long as this. */
const TURN_TIME = 0.25;
/** The least share of the pace while turning on the path, and the share while turning in place. */
const SLOWEST = 0.3;
const IN_PLACE = 0.1;

/** The turn rate that faces the local target. */
export function faceTarget(frame: Frame, parameters: PipelineParameters, row: number): number {
  return face(frame, parameters, row, frame.directionX[row], frame.directionY[row]);
}

/** The turn rate that faces a direction, a unit vector. */
export function face(
  { dt, headingX, headingY }: Frame,
  { turnRate }: PipelineParameters,
  row: number,
  towardsX: number,
  towardsY: number,
): number {
  const cosine = headingX[row] * towardsX + headingY[row] * towardsY;
  const sine = headingX[row] * towardsY - headingY[row] * towardsX;
  return rateOf(sine, cosine, dt > TURN_TIME ? dt : TURN_TIME, turnRate);
}

/** The bounded rate of a turn by the angle of a unit vector within some seconds. */
function rateOf(sine: number, cosine: number, seconds: number, most: number): number {
  const wanted = fastAngle(sine, cosine) / seconds;
  return wanted > most ? most : wanted < -most ? -most : wanted;
}

/** Turns the agents of the batch `face` to their local targets: faceTarget for each. */
export function faceTargets(frame: Frame, { turnRate }: PipelineParameters, batches: Batches): void {
  const { directionX, directionY, dt, headingX, headingY } = frame;
  const { commandTurn } = frame.own;
  const { ends, room, rows } = batches;
  const seconds = dt > TURN_TIME ? dt : TURN_TIME;
  const last = ends[Batch.face];
  for (let at = Batch.face * room; at < last; at++) {
    const row = rows[at];
    const hx = headingX[row];
    const hy = headingY[row];
    const towardsX = directionX[row];
    const towardsY = directionY[row];
    const cosine = hx * towardsX + hy * towardsY;
    const sine = hx * towardsY - hy * towardsX;
    commandTurn[row] = rateOf(sine, cosine, seconds, turnRate);
  }
}

/** Follows the planned path: straight to the local target. */
export function steerNormally(frame: Frame, batches: Batches): void {
  const { directionX, directionY, headingX, headingY, pace } = frame;
  const { commandScoot, commandSpeed } = frame.own;
  const { ends, room, rows } = batches;
  const last = ends[Batch.normal];
  let facing = ends[Batch.face];
  for (let at = Batch.normal * room; at < last; at++) {
    const row = rows[at];
    const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
    commandSpeed[row] = pace[row] * (cosine > SLOWEST ? cosine : SLOWEST);
    commandScoot[row] = 0;
    rows[facing++] = row;
  }
  ends[Batch.face] = facing;
}

/** Slows down and turns to the local target. */
export function turnInPlace(frame: Frame, batches: Batches): void {
  const { pace } = frame;
  const { commandScoot, commandSpeed } = frame.own;
  const { ends, room, rows } = batches;
  const last = ends[Batch.turn];
  let facing = ends[Batch.face];
  for (let at = Batch.turn * room; at < last; at++) {
    const row = rows[at];
    commandSpeed[row] = IN_PLACE * pace[row];
    commandScoot[row] = 0;
    rows[facing++] = row;
  }
  ends[Batch.face] = facing;
}

export function standStill(frame: Frame, batches: Batches): void {
  const { commandScoot, commandSpeed, commandTurn, stuck } = frame.own;
  const { ends, room, rows } = batches;
  const last = ends[Batch.stand];
  for (let at = Batch.stand * room; at < last; at++) {
    const row = rows[at];
    commandTurn[row] = 0;
    commandSpeed[row] = 0;
    commandScoot[row] = 0;
    stuck[row] = 0;
  }
}
