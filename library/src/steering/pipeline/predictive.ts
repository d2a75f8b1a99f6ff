import { Feel, State } from './columns.ts';
import type { Frame } from './frame.ts';
import { faceTarget } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';

/** Speeds as shares of the pace: of who is first at the crossing, of who is later, of who comes up behind somebody. */
const FIRST = 1.1;
const LATER = 0.45;
const BEHIND = 0.85;
/** Nobody turns further than this from its target to avoid a threat: cosine. */
const FURTHEST = 0.75;

/** Steers clear of the nearest threat, or waits for it to pass. docs/models/pipeline.md, "Predictive steering". */
export function steerClear(frame: Frame, parameters: PipelineParameters, row: number): void {
  const { own } = frame;
  const kind = own.threatKind[row];
  const pace = frame.pace[row];
  const isWaiting = own.state[row] === State.waiting;
  const first = own.threatFirst[row] === 1;
  own.commandScoot[row] = 0;
  if (isWaiting) {
    // The threat is avoided: keep it so. Who turned aside goes straight on, who slowed down goes on slowly.
    own.commandSpeed[row] = kind === Feel.crossing && !first ? LATER * pace : pace;
    own.commandTurn[row] = kind === Feel.crossing ? faceTarget(frame, parameters, row) : 0;
    return;
  }
  let left = own.threatPassLeft[row] === 1;
  let speed = pace;
  if (kind === Feel.crossing) {
    // First: outward, away from the other; later: inward, behind it.
    left = (own.threatFromLeft[row] === 1) !== first;
    speed = (first ? FIRST : LATER) * pace;
  } else if (kind === Feel.same) speed = BEHIND * pace;
  own.commandSpeed[row] = speed;
  own.commandTurn[row] = boundedTurn(frame, parameters, row, left);
}

/** A slight turn, as long as the target stays well ahead. */
function boundedTurn(frame: Frame, parameters: PipelineParameters, row: number, left: boolean): number {
  const { directionX, directionY, headingX, headingY } = frame;
  const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
  const side = headingX[row] * directionY[row] - headingY[row] * directionX[row];
  // Already turned aside as far as is allowed: hold.
  if (cosine < FURTHEST && side < 0 === left) return 0;
  if (cosine < FURTHEST) return faceTarget(frame, parameters, row);
  return left ? parameters.slightTurnRate : -parameters.slightTurnRate;
}
