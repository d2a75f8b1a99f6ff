import { fastAngle } from '../../numerics/index.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** Seconds in which a turn to a direction is meant to be done; commands may stand for as long as this. */
const TURN_TIME = 0.25;
/** Least share of the pace while turning on the way, and the share while turning in place. */
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
  const wanted = fastAngle(sine, cosine) / (dt > TURN_TIME ? dt : TURN_TIME);
  return wanted > turnRate ? turnRate : wanted < -turnRate ? -turnRate : wanted;
}

/** Follows the planned path: straight to the local target. */
export function steerNormally(frame: Frame, parameters: PipelineParameters, row: number): void {
  const { directionX, directionY, headingX, headingY, own, pace } = frame;
  const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
  own.commandTurn[row] = faceTarget(frame, parameters, row);
  own.commandSpeed[row] = pace[row] * (cosine > SLOWEST ? cosine : SLOWEST);
  own.commandScoot[row] = 0;
}

/** Slows down and turns to the local target. */
export function turnInPlace(frame: Frame, parameters: PipelineParameters, row: number): void {
  const { own } = frame;
  own.commandTurn[row] = faceTarget(frame, parameters, row);
  own.commandSpeed[row] = IN_PLACE * frame.pace[row];
  own.commandScoot[row] = 0;
}

export function standStill(frame: Frame, row: number): void {
  const { own } = frame;
  own.commandTurn[row] = 0;
  own.commandSpeed[row] = 0;
  own.commandScoot[row] = 0;
}
