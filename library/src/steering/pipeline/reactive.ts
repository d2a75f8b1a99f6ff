import type { Batches } from './batches.ts';
import { Feel, Whisker } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { type CompiledRules, combinationOf, TurnCode } from './rules.ts';
import { Batch } from './states.ts';

/** Beyond the reach of any feeler, metres. */
const FAR = 1e9;
/** Values of TurnCode, from −1: a line of the table of sides. Each set of whiskers has two lines. */
const CODES = 5;
/** Loops read constants of the module faster than an import; see states.ts. */
const { nothing } = Feel;
const { target } = TurnCode;

/** The sides to turn to and to step to, 1: left; see sideOf. */
const sides: Int8Array = tabulateSides();

/** Applies the rules to what the feelers touch, for the batch `reactive`. No branch depends on a row. */
export function react(
  frame: Frame,
  parameters: PipelineParameters,
  compiled: CompiledRules,
  batches: Batches,
): void {
  const { pace } = frame;
  const { feelLeft, feelCentre, feelRight, nearLeft, nearCentre, nearRight, whiskers } = frame.own;
  const { commandScoot, commandSpeed, commandTurn } = frame.own;
  const { speed: shares, scoot: scoots, turn: turns } = compiled;
  const { feeler, reactTurnRate, scoot, sideFeeler } = parameters;
  const { ends, room, rows } = batches;
  const last = ends[Batch.reactive];
  let facing = ends[Batch.face];
  for (let at = Batch.reactive * room; at < last; at++) {
    const row = rows[at];
    const left = feelLeft[row];
    const centre = feelCentre[row];
    const right = feelRight[row];
    const gapLeft = nearLeft[row];
    const gapRight = nearRight[row];
    const rule = combinationOf(left, centre, right);
    // 1 if the nearest thing is at the end of its feeler, or there is none; 0 if it touches the body.
    const onLeft = choose(Number(left !== nothing), gapLeft, sideFeeler);
    const onRight = choose(Number(right !== nothing), gapRight, FAR);
    const ahead = choose(Number(centre !== nothing), nearCentre[row], FAR);
    const ease = lesser(lesser(onLeft, onRight) / sideFeeler, ahead / feeler);
    const share = shares[rule];
    const ownPace = pace[row];
    commandSpeed[row] = ownPace * (share + (1 - share) * ease);
    const line = (2 * whiskers[row] + Number(gapLeft > gapRight)) * CODES + 1;
    const turn = turns[rule];
    commandScoot[row] = sides[line + scoots[rule]] * scoot * ownPace;
    commandTurn[row] = sides[line + turn] * reactTurnRate;
    rows[facing] = row;
    facing += Number(turn === target);
  }
  ends[Batch.face] = facing;
}

/** `one` if the condition is 1, `other` if it is 0; both finite and not −0: no branch, no rounding. */
function choose(condition: number, one: number, other: number): number {
  return condition * one + (1 - condition) * other;
}

function lesser(a: number, b: number): number {
  return choose(Number(a < b), a, b);
}

/** The sides by whiskers, by whether the left feeler reaches further, and by TurnCode; the last varies fastest. */
function tabulateSides(): Int8Array {
  return Int8Array.from({ length: 8 * CODES }, (_, at) => {
    const line = Math.floor(at / CODES);
    return sideOf((at % CODES) - 1, line >> 1, (line & 1) === 1);
  });
}

/** The side of a turn or a step; none if a whisker touches something there, and none for a turn to the target. */
function sideOf(code: number, whiskers: number, leftIsFreer: boolean): number {
  if (code === TurnCode.target) return 0;
  const side = code !== TurnCode.away ? code : leftIsFreer ? TurnCode.left : TurnCode.right;
  const touched = side === TurnCode.left ? Whisker.left : Whisker.right;
  return (whiskers & touched) === 0 ? side : 0;
}
