import { fastCos, fastExp, fastSin, quantizeWide } from '../../numerics/index.ts';
import type { Batches } from './batches.ts';
import type { Frame } from './frame.ts';
import { turnOfStep } from './locomotion.ts';
import { faceTarget } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import { Batch } from './states.ts';

/** Moves the rows of the batch `reactive` that are in a crowd to the batch `crowd`. docs/models/pipeline.md, "Forces". */
export function findCrowded(frame: Frame, parameters: PipelineParameters, batches: Batches): void {
  const { dueReaction } = frame;
  const { ends, room, rows } = batches;
  const first = Batch.reactive * room;
  const last = ends[Batch.reactive];
  let kept = first;
  for (let at = first; at < last; at++) {
    const row = rows[at];
    // Only rows that are due to react have a list of close agents.
    const isCrowded = dueReaction[row] !== 0 && countClose(frame, parameters, row) >= parameters.crowdFrom;
    if (isCrowded) rows[ends[Batch.crowd]++] = row;
    else rows[kept++] = row;
  }
  ends[Batch.reactive] = kept;
}

/** The number of agents on all sides whose gap to the body is at most the length of the middle feeler. */
function countClose({ close, radius, x, y }: Frame, { feeler }: PipelineParameters, row: number): number {
  const { counts, items, starts } = close;
  const last = starts[row] + counts[row];
  let count = 0;
  for (let entry = starts[row]; entry < last; entry++) {
    const other = items[entry];
    const px = x[other] - x[row];
    const py = y[other] - y[row];
    const reach = radius[row] + radius[other] + feeler;
    count += Number(px * px + py * py <= reach * reach);
  }
  return count;
}

/** Steers the batch `crowd` by forces: to the local target, and away from what is near. */
export function pushApart(frame: Frame, parameters: PipelineParameters, batches: Batches): void {
  const { ends, room, rows } = batches;
  const last = ends[Batch.crowd];
  for (let at = Batch.crowd * room; at < last; at++) push(frame, parameters, rows[at]);
}

/** Each term of the sums is rounded, so that the order of the lists does not matter. */
function push(frame: Frame, parameters: PipelineParameters, row: number): void {
  const { close, directionX, directionY, obstacles, radius, walls, x, y } = frame;
  const { endX, endY, startX, startY } = obstacles;
  const atX = x[row];
  const atY = y[row];
  let forceX = 0;
  let forceY = 0;
  const lastAgent = close.starts[row] + close.counts[row];
  for (let entry = close.starts[row]; entry < lastAgent; entry++) {
    const other = close.items[entry];
    const px = x[other] - atX;
    const py = y[other] - atY;
    const distance = Math.sqrt(px * px + py * py);
    const force = forceAt(parameters, distance, distance - radius[row] - radius[other]);
    if (force === 0) continue;
    // 1 for an agent straight ahead, 0 for one straight behind.
    const attention = 0.5 + (0.5 * (px * directionX[row] + py * directionY[row])) / distance;
    const share = (attention * force) / distance;
    forceX -= quantizeWide(share * px);
    forceY -= quantizeWide(share * py);
  }
  const lastWall = walls.starts[row] + walls.counts[row];
  for (let entry = walls.starts[row]; entry < lastWall; entry++) {
    const element = walls.items[entry];
    const fromX = startX[element] - atX;
    const fromY = startY[element] - atY;
    const alongX = endX[element] - startX[element];
    const alongY = endY[element] - startY[element];
    const squared = alongX * alongX + alongY * alongY;
    const part = squared > 0 ? -(fromX * alongX + fromY * alongY) / squared : 0;
    const foot = part < 0 ? 0 : part > 1 ? 1 : part;
    const px = fromX + foot * alongX;
    const py = fromY + foot * alongY;
    const distance = Math.sqrt(px * px + py * py);
    const force = forceAt(parameters, distance, distance - radius[row] - obstacles.radius[element]);
    if (force === 0) continue;
    const share = force / distance;
    forceX -= quantizeWide(share * px);
    forceY -= quantizeWide(share * py);
  }
  commandForce(frame, parameters, row, forceX, forceY);
}

/** The size of a force by the distance and the gap; 0 beyond the reach of the feelers, and from the same position. */
function forceAt(parameters: PipelineParameters, distance: number, gap: number): number {
  if (!(gap <= parameters.feeler && distance > 0)) return 0;
  return parameters.forceStrength * fastExp(-(gap > 0 ? gap : 0) / parameters.forceLength);
}

/** Locomotion multiplies the missing velocity by the gain, so a force over the gain is a part of the wanted velocity. */
function commandForce(
  frame: Frame,
  parameters: PipelineParameters,
  row: number,
  forceX: number,
  forceY: number,
): void {
  const { directionX, directionY, dt, headingX, headingY, own, pace } = frame;
  const wantedX = pace[row] * directionX[row] + forceX / parameters.gain;
  const wantedY = pace[row] * directionY[row] + forceY / parameters.gain;
  const rate = faceTarget(frame, parameters, row);
  // Speeds of a command are along the heading after the turn of this step.
  const turn = turnOfStep(rate, dt);
  const sine = fastSin(turn);
  const cosine = fastCos(turn);
  const facingX = headingX[row] * cosine - headingY[row] * sine;
  const facingY = headingX[row] * sine + headingY[row] * cosine;
  own.commandTurn[row] = rate;
  own.commandSpeed[row] = wantedX * facingX + wantedY * facingY;
  own.commandScoot[row] = facingX * wantedY - facingY * wantedX;
}
