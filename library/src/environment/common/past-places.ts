import type { Crowd } from '../../crowd/index.ts';
import { createKeptRows, type KeptRows, keepRows } from './kept-rows.ts';

/** The places of all agents at the time when a result was made that is kept for some steps. */
export type PastPlaces = KeptRows & {
  x: Float64Array;
  y: Float64Array;
  /** Scratch: the places of agents that move to other rows. */
  movedX: Float64Array;
  movedY: Float64Array;
};

export function createPastPlaces(): PastPlaces {
  return {
    ...createKeptRows(),
    ...{ x: new Float64Array(0), y: new Float64Array(0) },
    ...{ movedX: new Float64Array(0), movedY: new Float64Array(0) },
  };
}

/** Remembers the present place of every agent. */
export function keepPlaces(past: PastPlaces, crowd: Crowd, x: Float64Array, y: Float64Array): void {
  const { capacity, count } = crowd;
  if (past.x.length < capacity) {
    past.x = new Float64Array(capacity);
    past.y = new Float64Array(capacity);
  }
  past.x.set(x.subarray(0, count));
  past.y.set(y.subarray(0, count));
  keepRows(past, crowd);
}

/** Moves past places to the present rows of their agents. Call it after findRows, and only if no agent has entered. */
export function movePlaces(past: PastPlaces, crowd: Crowd): void {
  const { moved, movedCount, rows, x, y } = past;
  if (past.movedX.length < movedCount) {
    past.movedX = new Float64Array(2 * movedCount);
    past.movedY = new Float64Array(2 * movedCount);
  }
  const { movedX, movedY } = past;
  for (let k = 0; k < movedCount; k++) {
    movedX[k] = x[moved[k]];
    movedY[k] = y[moved[k]];
  }
  for (let k = 0; k < movedCount; k++) {
    const row = rows[moved[k]];
    if (row < 0) continue;
    x[row] = movedX[k];
    y[row] = movedY[k];
  }
  keepRows(past, crowd);
}

/** The largest distance of any agent from its past place, metres; infinite if a place is not a number. */
export function driftSince(past: PastPlaces, count: number, x: Float64Array, y: Float64Array): number {
  const { x: pastX, y: pastY } = past;
  let furthest = 0;
  for (let row = 0; row < count; row++) {
    const dx = x[row] - pastX[row];
    const dy = y[row] - pastY[row];
    const squared = dx * dx + dy * dy;
    if (!(squared <= furthest)) furthest = squared > 0 ? squared : Number.POSITIVE_INFINITY;
  }
  return Math.sqrt(furthest);
}
