import { doubled } from '../../crowd/index.ts';
import { log } from '../../numerics/index.ts';
import type { Terrain } from '../map/index.ts';
import { dissect } from './dissect.ts';
import { rowBeside, type Unknowns } from './start.ts';
import { FILLED, inPieces, type Work } from './work.ts';

/**
 * Exact elimination: one unknown after the other is expressed by those that are left, μ = Σ weight · μ' / pivot, until only
 * the sources are left, where μ = 1; then all are found in the reverse order. Weights and values are sums of positive numbers,
 * so that none loses its digits, however small it is. What it costs depends on the order and on the ground: where the
 * equations grow too long it gives up.
 *
 * Unknowns are numbers from 1, the one to eliminate last; 0 is the sources.
 */
export type Elimination = {
  readonly count: number;
  /** The unknown of each row. */
  readonly number: Int32Array;
  /** Terms that all equations together have had to deal with; and how many are too many. */
  work: number;
  readonly mostWork: number;
  hasGivenUp: boolean;
  /** The unknown to eliminate next, counting down; then the one to find next, counting up. */
  eliminating: number;
  finding: number;
  /** The neighbours of each that are eliminated later, four places each; −1: none. */
  readonly later: Int32Array;
  /** The pivot that each begins with, where that is not 4 for all of them. */
  readonly pivot: Float64Array | undefined;
  /** 1 over the pivot of each equation. */
  readonly inverse: Float64Array;
  /** The terms of each equation, those to be eliminated first in front, from its start to that of the unknown before. */
  readonly start: Int32Array;
  terms: Int32Array;
  weights: Float64Array;
  end: number;
  /** Equations whose next term is an unknown, as lists: the first of each unknown, the next of each equation, and the place of that term. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly place: Int32Array;
  /** Weights of the current equation, and which of them it has. */
  readonly sums: Float64Array;
  readonly mark: Int32Array;
  readonly pattern: Int32Array;
  /** μ = value · 2^(−512 · scale). */
  readonly value: Float64Array;
  readonly scale: Int32Array;
};

/**
 * Orders to try, one after the other, and how many terms for each unknown are worth it. From the far ends to the sources, an equation
 * has as many terms as the passage is wide: nothing is cheaper in a maze without loops. With loops, halves are better
 * (dissect.ts); in wide rooms neither pays.
 */
export const attempts = [
  { order: 'outside-in', mostWork: 64 },
  { order: 'halves', mostWork: 800 },
] as const;

/** Rows of the budget for an unknown whose neighbours are listed. */
const LINKED = 4;
/** 2^512 and 2^−512. */
const HUGE = 1.3407807929942597e154;
const TINY = 7.458340731200207e-155;
/** Smaller weights, between cells far apart, would soon have lost their digits. */
const SMALLEST = 1e-250;
/** 512 ln 2. */
const LOG_HUGE = 354.891356446692;

export function* createElimination(
  terrain: Terrain,
  unknowns: Unknowns,
  { mostWork, order }: (typeof attempts)[number],
): Work<Elimination> {
  const { cells, diagonal } = unknowns;
  const count = cells.length;
  const { columns } = terrain.map;
  // Rows are in the order of their distance from the sources.
  const number = order === 'halves' ? yield* dissect(cells, columns) : new Int32Array(count);
  if (order !== 'halves') for (let row = 0; row < count; row++) number[row] = row + 1;
  const later = new Int32Array(4 * count + 4).fill(-1);
  const pivot = diagonal && new Float64Array(count + 1);
  yield FILLED * later.length;
  yield* inPieces(count, LINKED, (from, to) => {
    for (let row = from; row < to; row++) {
      const cell = cells[row];
      const own = number[row];
      const column = cell % columns;
      if (pivot) pivot[own] = diagonal![row];
      let end = 4 * own;
      for (let side = 0; side < 4; side++) {
        const other = rowBeside(terrain, unknowns, cell, column, side);
        if (other < 0) continue;
        const otherNumber = other === count ? 0 : number[other];
        if (otherNumber < own) later[end++] = otherNumber;
      }
    }
  });
  return {
    count,
    number,
    work: 0,
    mostWork: mostWork * count,
    hasGivenUp: false,
    eliminating: count,
    finding: 1,
    later,
    pivot,
    inverse: new Float64Array(count + 1),
    start: new Int32Array(count + 1),
    terms: new Int32Array(6 * count + 64),
    weights: new Float64Array(6 * count + 64),
    end: 0,
    first: new Int32Array(count + 1),
    next: new Int32Array(count + 1),
    place: new Int32Array(count + 1),
    sums: new Float64Array(count + 1),
    mark: new Int32Array(count + 1),
    pattern: new Int32Array(count + 1),
    value: new Float64Array(count + 1),
    scale: new Int32Array(count + 1),
  };
}

/** Continues for this many terms, about; returns how many it took. It is done when `finding` is beyond the last. */
export function advanceElimination(elimination: Elimination, terms: number): number {
  const before = elimination.work;
  const until = before + terms;
  if (elimination.eliminating > 0) eliminate(elimination, until);
  const { eliminating, hasGivenUp, work } = elimination;
  if (eliminating === 0 && !hasGivenUp && work < until) find(elimination, until);
  return elimination.work - before;
}

export function isEliminated({ count, finding }: Elimination): boolean {
  return finding > count;
}

/** One loop: taking the columns out of their object for each unknown would cost as much as its equation. */
function eliminate(elimination: Elimination, until: number): void {
  const { count, first, inverse, later, mark, mostWork, next, pattern, pivot, place, start, sums } =
    elimination;
  let { end, hasGivenUp, terms, weights, work } = elimination;
  let unknown = elimination.eliminating;
  for (; unknown > 0 && work < until && !hasGivenUp; unknown--) {
    const stamp = count + 1 - unknown;
    start[unknown] = end;
    let size = 0;
    for (let k = 4 * unknown; k < 4 * unknown + 4; k++) {
      const other = later[k];
      if (other < 0) break;
      if (mark[other] !== stamp) {
        mark[other] = stamp;
        sums[other] = 1;
        pattern[size++] = other;
      } else sums[other] += 1;
    }
    let diagonal = pivot ? pivot[unknown] : 4;
    // Those that have been eliminated and speak of it.
    for (let equation = first[unknown]; equation > 0; ) {
      const following = next[equation];
      const at = place[equation];
      const last = start[equation - 1];
      const weight = weights[at];
      const share = weight * inverse[equation];
      diagonal -= share * weight;
      for (let k = at + 1; k < last; k++) {
        const other = terms[k];
        const term = share * weights[k];
        if (mark[other] === stamp) sums[other] += term;
        else {
          mark[other] = stamp;
          sums[other] = term;
          pattern[size++] = other;
        }
      }
      work += last - at;
      if (at + 1 < last) {
        const soon = terms[at + 1];
        place[equation] = at + 1;
        next[equation] = first[soon];
        first[soon] = equation;
      }
      equation = following;
    }
    work += size;
    if (work > mostWork) hasGivenUp = true;
    inverse[unknown] = 1 / diagonal;
    if (end + size > terms.length) {
      terms = doubled(terms);
      weights = doubled(weights);
    }
    // In order, by insertion: they are few.
    for (let k = 0; k < size; k++) {
      const term = pattern[k];
      let at = end + k;
      while (at > end && terms[at - 1] < term) {
        terms[at] = terms[at - 1];
        at--;
      }
      terms[at] = term;
    }
    for (let k = end; k < end + size; k++) {
      weights[k] = sums[terms[k]];
      if (weights[k] < SMALLEST) hasGivenUp = true;
    }
    const soon = terms[end];
    place[unknown] = end;
    next[unknown] = first[soon];
    first[soon] = unknown;
    end += size;
    start[unknown - 1] = end;
  }
  Object.assign(elimination, { end, hasGivenUp, terms, weights, work, eliminating: unknown });
}

function find(elimination: Elimination, until: number): void {
  const { count, inverse, scale, start, terms, value, weights } = elimination;
  let { finding, work } = elimination;
  value[0] = 1;
  for (; finding <= count && work < until; finding++) {
    const from = start[finding];
    const end = start[finding - 1];
    let least = scale[terms[from]];
    for (let k = from + 1; k < end; k++) least = Math.min(least, scale[terms[k]]);
    let sum = 0;
    for (let k = from; k < end; k++) {
      const other = terms[k];
      const behind = scale[other] - least;
      if (behind === 0) sum += weights[k] * value[other];
      else if (behind === 1) sum += weights[k] * value[other] * TINY;
    }
    let result = sum * inverse[finding];
    if (result < TINY) {
      result *= HUGE;
      least++;
    }
    value[finding] = result;
    scale[finding] = least;
    work += end - from + 1;
  }
  elimination.finding = finding;
  elimination.work = work;
}

/** −ln μ of each row. */
export function* writePotential({ count, number, scale, value }: Elimination, potential: Float64Array): Work {
  yield* inPieces(count, 2, (from, to) => {
    for (let row = from; row < to; row++) {
      const unknown = number[row];
      potential[row] = scale[unknown] * LOG_HUGE - log(value[unknown]);
    }
  });
}
