import type { Batches } from './batches.ts';
import { Feel, State, Whisker } from './columns.ts';
import type { Frame } from './frame.ts';
import { Batch } from './states.ts';

/** The share of the pace at which an agent lets a companion go ahead. */
const SLOWER = 0.75;
/** Reaction comes before prediction, so agents of both batches may have an oncoming threat. */
const AWARE = [Batch.predictive, Batch.reactive] as const;

/**
 * An agent that has to pass an oncoming one on a side where a companion walks beside it cannot turn there. It slows down
 * until the companion is ahead, and falls in behind it. docs/models/pipeline.md, "Predictive steering".
 */
export function fallIn({ own, pace }: Frame, { ends, room, rows }: Batches): void {
  const { commandScoot, commandSpeed, commandTurn } = own;
  for (let k = 0; k < AWARE.length; k++) {
    const last = ends[AWARE[k]];
    for (let at = AWARE[k] * room; at < last; at++) {
      const row = rows[at];
      if (!isBesideCompanion(own, row)) continue;
      const slower = SLOWER * pace[row];
      if (commandSpeed[row] > slower) commandSpeed[row] = slower;
      commandTurn[row] = 0;
      commandScoot[row] = 0;
    }
  }
}

/** Whether an oncoming agent has to be passed on a side where another is, with nothing straight ahead. */
function isBesideCompanion(own: Frame['own'], row: number): boolean {
  const isAware = own.threat[row] >= 0 || own.state[row] === State.waiting;
  if (!isAware || own.threatKind[row] !== Feel.oncoming || own.feelCentre[row] !== Feel.nothing) return false;
  const passesLeft = own.threatPassLeft[row] === 1;
  const beside = passesLeft ? own.feelLeft[row] : own.feelRight[row];
  const whisker = passesLeft ? Whisker.left : Whisker.right;
  return beside === Feel.same || (beside === Feel.nothing && (own.whiskers[row] & whisker) !== 0);
}
