import type { Crowd } from '../crowd/index.ts';
import { addRowHashes, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';

/**
 * Hashes what decides the future of the crowd: every moving column, plan status and target of each agent with its id.
 * The agents' hashes are added, so the order of rows does not matter.
 */
export function hashCrowd({ count, ids, motion, plan }: Crowd, step: number, total: Hash64): void {
  resetHash(total);
  hashDouble(total, step);
  hashDouble(total, count);
  finishHash(total);
  const { x, y, headingX, headingY, turnRate, speed, weightTarget, weightObstacles } = motion;
  const columns = [ids, x, y, headingX, headingY, turnRate, speed, weightTarget, weightObstacles].map(
    wordsOf,
  );
  addRowHashes(total, columns, count, plan.status, plan.target);
}

/** The bits of a column: a view, not a copy. */
function wordsOf(column: Float64Array): Int32Array {
  return new Int32Array(column.buffer, column.byteOffset, 2 * column.length);
}
