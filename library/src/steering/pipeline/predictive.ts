import type { Batches } from './batches.ts';
import { Feel, State } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import { Batch } from './states.ts';

/** Speeds as shares of the pace: for the agent first at the crossing, for the later one, and behind another agent. */
const FIRST = 1.1;
const LATER = 0.45;
const BEHIND = 0.85;
/** An agent turns no further than this from its target to avoid a threat: cosine. */
const FURTHEST = 0.75;

/** The reaction to a threat. 1: turn slightly to the left, −1: to the right, 0: no turn; FACE: turn to the target. */
type Avoidance = { turn: number; speed: number };
const FACE = 2;

/** Bits of the situation; the kind of the threat, a Feel, counts in steps of KIND. */
const Bit = { waiting: 1, first: 2, passLeft: 4, fromLeft: 8, aside: 16, targetRight: 32 } as const;
const KIND = 64;
const SITUATIONS = 5 * KIND;
/** Loops read a constant of the module faster than an import; see states.ts. */
const { waiting } = State;

/** Steers clear of the nearest threat, or waits for it to pass. docs/models/pipeline.md, "Predictive steering". */
function avoid(situation: number): Avoidance {
  const is = (bit: number) => (situation & bit) !== 0;
  const kind = Math.floor(situation / KIND);
  const first = is(Bit.first);
  if (is(Bit.waiting)) {
    // The threat is avoided: keep it so. An agent that turned aside goes straight on; one that slowed down stays slow.
    return kind === Feel.crossing ? { turn: FACE, speed: first ? 1 : LATER } : { turn: 0, speed: 1 };
  }
  let left = is(Bit.passLeft);
  let speed = 1;
  if (kind === Feel.crossing) {
    // First: outward, away from the other; later: inward, behind it.
    left = is(Bit.fromLeft) !== first;
    speed = first ? FIRST : LATER;
  } else if (kind === Feel.same) speed = BEHIND;
  // A slight turn, as long as the target stays well ahead. An agent that has turned aside as far as allowed holds.
  if (is(Bit.aside)) return { turn: is(Bit.targetRight) === left ? 0 : FACE, speed };
  return { turn: left ? 1 : -1, speed };
}

/** The result of `avoid` for each situation. */
const turnOf = Int8Array.from({ length: SITUATIONS }, (_, situation) => avoid(situation).turn);
const speedOf = Float64Array.from({ length: SITUATIONS }, (_, situation) => avoid(situation).speed);

/** Applies `avoid` to the batch `predictive`. No branch depends on a row. */
export function steerClear(frame: Frame, { slightTurnRate }: PipelineParameters, batches: Batches): void {
  const { directionX, directionY, headingX, headingY, pace } = frame;
  const { state, threatFirst, threatFromLeft, threatKind, threatPassLeft } = frame.own;
  const { commandScoot, commandSpeed, commandTurn } = frame.own;
  const { ends, room, rows } = batches;
  const last = ends[Batch.predictive];
  let facing = ends[Batch.face];
  for (let at = Batch.predictive * room; at < last; at++) {
    const row = rows[at];
    const hx = headingX[row];
    const hy = headingY[row];
    const towardsX = directionX[row];
    const towardsY = directionY[row];
    const cosine = hx * towardsX + hy * towardsY;
    const side = hx * towardsY - hy * towardsX;
    const situation =
      threatKind[row] * KIND +
      Number(state[row] === waiting) * Bit.waiting +
      threatFirst[row] * Bit.first +
      threatPassLeft[row] * Bit.passLeft +
      threatFromLeft[row] * Bit.fromLeft +
      Number(cosine < FURTHEST) * Bit.aside +
      Number(side < 0) * Bit.targetRight;
    const turn = turnOf[situation];
    commandSpeed[row] = speedOf[situation] * pace[row];
    commandTurn[row] = turn * slightTurnRate;
    commandScoot[row] = 0;
    rows[facing] = row;
    facing += Number(turn === FACE);
  }
  ends[Batch.face] = facing;
}
