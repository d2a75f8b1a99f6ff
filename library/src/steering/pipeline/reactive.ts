import { Feel, Whisker } from './columns.ts';
import type { Frame } from './frame.ts';
import { faceTarget } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import { type CompiledRules, combinationOf, TurnCode } from './rules.ts';

/** Carries out the rule for what the feelers touch. */
export function react(
  frame: Frame,
  parameters: PipelineParameters,
  compiled: CompiledRules,
  row: number,
): void {
  const { own } = frame;
  const left = own.feelLeft[row];
  const centre = own.feelCentre[row];
  const right = own.feelRight[row];
  const rule = combinationOf(left, centre, right);
  const pace = frame.pace[row];
  const whiskers = own.whiskers[row];
  // 1 where the nearest thing is at the end of its feeler, 0 where it touches.
  let ease = 1;
  if (left !== Feel.nothing) ease = own.nearLeft[row] / parameters.sideFeeler;
  if (right !== Feel.nothing) ease = lesser(ease, own.nearRight[row] / parameters.sideFeeler);
  if (centre !== Feel.nothing) ease = lesser(ease, own.nearCentre[row] / parameters.feeler);
  const share = compiled.speed[rule];
  own.commandSpeed[row] = pace * (share + (1 - share) * ease);
  const scoot = compiled.scoot[rule];
  own.commandScoot[row] = isBlocked(scoot, whiskers) ? 0 : scoot * parameters.scoot * pace;
  let turn = compiled.turn[rule];
  if (turn === TurnCode.target) {
    own.commandTurn[row] = faceTarget(frame, parameters, row);
    return;
  }
  if (turn === TurnCode.away) {
    turn = own.nearLeft[row] > own.nearRight[row] ? TurnCode.left : TurnCode.right;
  }
  own.commandTurn[row] = isBlocked(turn, whiskers) ? 0 : turn * parameters.reactTurnRate;
}

/** Whether a whisker touches something on the side of a positive (left) or negative (right) sign. */
function isBlocked(sign: number, whiskers: number): boolean {
  return sign > 0 ? (whiskers & Whisker.left) !== 0 : sign < 0 && (whiskers & Whisker.right) !== 0;
}

function lesser(a: number, b: number): number {
  return a < b ? a : b;
}
