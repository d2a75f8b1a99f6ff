import { type Crowd, clearDistances, distanceColumn, forEachPair, setPairDistance } from '../crowd/index.ts';
import { addHash, createHash, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';
import type { resolveDistances } from './scenario/distances.ts';

type Rules = ReturnType<typeof resolveDistances>;

/** Replaces the personal distances of an agent. */
export function changeDistances(crowd: Crowd, row: number, rules: Rules): void {
  clearDistances(crowd, row);
  setDistances(crowd, row, rules);
}

/** Sets the personal distances of an agent that has none. */
export function setDistances(crowd: Crowd, row: number, rules: Rules): void {
  for (const rule of rules) {
    if ('id' in rule) setPairDistance(crowd, crowd.ids[row], rule.id, rule.metres);
    else distanceColumn(crowd, rule.subject)[row] = rule.metres;
  }
}

/** Adds the distances between pairs to a hash of the state; those by subject are columns. */
export function addPairHashes(crowd: Crowd, total: Hash64): void {
  forEachPair(crowd, (id, other, metres) => {
    resetHash(scratch);
    hashDouble(scratch, id);
    hashDouble(scratch, other);
    hashDouble(scratch, metres);
    finishHash(scratch);
    addHash(total, scratch);
  });
}

const scratch = createHash();
