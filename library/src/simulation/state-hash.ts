import type { AnyTable, Crowd, Targets } from '../crowd/index.ts';
import {
  addHash,
  addRowHashes,
  addWholeHashes,
  createHash,
  finishHash,
  type Hash64,
  hashBytes,
  hashDouble,
  resetHash,
} from '../numerics/index.ts';

/**
 * Hashes what decides the future of the crowd: every moving column, plan status and target of each agent with its id.
 * The agents' hashes are added, so the order of rows does not matter.
 */
export function hashCrowd(crowd: Crowd, step: number, total: Hash64): void {
  const { count, distances, ids, memory, motion, plan, steers } = crowd;
  resetHash(total);
  hashDouble(total, step);
  hashDouble(total, count);
  finishHash(total);
  const columns = [ids];
  for (const table of [motion as AnyTable, memory, ...steers, sorted(distances.columns)]) {
    for (const name of Object.keys(table)) {
      if (crowd.dimension === 2 && outOfPlane.has(name)) continue;
      if (table[name] instanceof Float64Array) columns.push(table[name]);
    }
  }
  addRowHashes(total, columns.map(wordsOf), count, plan.status, plan.target);
  const whole = Object.values(memory).filter((column) => !(column instanceof Float64Array));
  if (whole.length > 0) addWholeHashes(total, wordsOf(ids), whole as (Int32Array | Uint8Array)[], count);
}

/**
 * Adds what decides the plans of agents that are on journeys, in teams or subject to a script: their stages and goals,
 * which targets are open, and what of the script is done.
 */
export function addPlanHashes(crowd: Crowd, targets: Targets, done: Uint8Array, total: Hash64): void {
  const { count, ids, plan } = crowd;
  const { goalX, goalY, goalZ, paceShare, quarry, stageEnd } = plan;
  const words = [ids, goalX, goalY, goalZ, paceShare, quarry, stageEnd].map(wordsOf);
  addRowHashes(total, words, count, plan.goalKind, plan.stage);
  addRowHashes(total, [wordsOf(ids)], count, plan.hasArrived, plan.assigned);
  addHash(total, hashBytes(targets.open, targets.count, 1));
  addHash(total, hashBytes(done, done.length, 2));
}

/** Adds when agents start that still stand. */
export function addStartHashes({ count, ids, plan }: Crowd, total: Hash64): void {
  addRowHashes(total, [wordsOf(ids)], count, plan.status, plan.startAt);
}

/** Adds which agents rest, and how long the others have made no progress. */
export function addRestHashes({ count, ids, plan }: Crowd, total: Hash64): void {
  addRowHashes(total, [ids, plan.progress].map(wordsOf), count, plan.rests, plan.held);
}

/** Adds which planner plans for each agent, where there are several. */
export function addPlannerHashes({ count, ids, plan }: Crowd, total: Hash64): void {
  addRowHashes(total, [wordsOf(ids)], count, plan.planner, plan.target);
}

/** The columns in the order of their names: the order in which subjects came does not matter. */
function sorted(columns: Record<string, Float64Array>): AnyTable {
  const names = Object.keys(columns).sort((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, columns[name]]));
}

/** Columns that are 0 in the plane. */
const outOfPlane: ReadonlySet<string> = new Set(['z', 'velocityZ', 'headingZ', 'turnX', 'turnY']);

/** The bits of a column: a view, not a copy. */
function wordsOf(column: Float64Array): Int32Array {
  return new Int32Array(column.buffer, column.byteOffset, 2 * column.length);
}

/** Adds which targets are sinks, where commands have changed that. */
export function addSinkHashes({ sink }: Targets, total: Hash64): void {
  const scratch = createHash();
  for (const value of sink) hashDouble(scratch, value);
  finishHash(scratch);
  addHash(total, scratch);
}
