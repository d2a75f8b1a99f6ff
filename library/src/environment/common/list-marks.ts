import type { NearLists } from '../../crowd/index.ts';
import { type KeptRows, renameList } from './kept-rows.ts';

/**
 * Marks of the agents that kept lists name, to find the few lists that name an agent that has left or has another row
 * now: for each list some words of bits (a Bloom filter), in which three bits are set for each row that it names. A
 * list whose marks lack one of a row's bits does not name it; one whose marks have all may. Lists are marked on first
 * use.
 */
export type ListMarks = {
  words: Int32Array;
  /** 1 where the marks of a row are those of its list. */
  isMarked: Uint8Array;
  /** Scratch: the lists that may name an agent that has moved to another row. */
  isFound: Uint8Array;
  found: Int32Array;
};

export function createListMarks(): ListMarks {
  return {
    ...{ words: new Int32Array(0), isMarked: new Uint8Array(0) },
    ...{ isFound: new Uint8Array(0), found: new Int32Array(0) },
  };
}

/** Words for each list, 2⁴: a cache line. Of lists of 40, one in a hundred is searched for nothing. */
const WORDS = 16;
const BITS = 32 * WORDS;

/** Where more agents than this have moved, going through all lists is faster than searching for each of them. */
const MANY = 16;

/** The bits of a row, as numbers below BITS, are its last nine bits, and the first and the next nine bits of this. */
function mix(row: number): number {
  return Math.imul(row, 0x9e3779b1);
}

/** Invalidates all marks: every list is about to be rebuilt. */
export function clearMarks({ isMarked }: ListMarks): void {
  isMarked.fill(0);
}

/** Invalidates the marks of some rows: their lists are about to be rebuilt. */
export function unmarkLists({ isMarked }: ListMarks, rows: Int32Array, count: number): void {
  if (isMarked.length === 0) return;
  for (let k = 0; k < count; k++) isMarked[rows[k]] = 0;
}

/** Replaces old rows in the lists by present ones, and removes agents that have left. Call it after findRows. */
export function renameMarked(kept: KeptRows, marks: ListMarks, lists: NearLists, capacity: number): void {
  const { count, moved, movedCount, rows } = kept;
  if (movedCount === 0) return;
  if (movedCount > MANY) {
    for (let old = 0; old < count; old++) renameList(lists, old, rows);
    clearMarks(marks);
    return;
  }
  if (marks.isMarked.length < capacity) {
    marks.words = new Int32Array(capacity * WORDS);
    marks.isMarked = new Uint8Array(capacity);
    marks.isFound = new Uint8Array(capacity);
    marks.found = new Int32Array(capacity);
  }
  const { isMarked, words } = marks;
  for (let old = 0; old < count; old++) if (isMarked[old] === 0) markList(marks, lists, old);
  const found = findLists(kept, marks);
  for (let n = 0; n < found; n++) {
    const old = marks.found[n];
    renameList(lists, old, rows);
    for (let k = 0; k < movedCount; k++) {
      if (rows[moved[k]] >= 0) setBits(words, old * WORDS, rows[moved[k]]);
    }
  }
  // Lists are about to get the rows that their owners have now.
  for (let k = 0; k < movedCount; k++) {
    isMarked[moved[k]] = 0;
    if (rows[moved[k]] >= 0) isMarked[rows[moved[k]]] = 0;
  }
}

/**
 * Writes the rows of the lists that may name an agent that has moved to another row, each once; returns their number.
 */
function findLists({ count, moved, movedCount }: KeptRows, { found, isFound, words }: ListMarks): number {
  let end = 0;
  for (let k = 0; k < movedCount && end < count; k++) {
    const first = moved[k] & (BITS - 1);
    const second = mix(moved[k]) >>> 23;
    const third = (mix(moved[k]) >>> 14) & (BITS - 1);
    let firstWord = first >> 5;
    let secondWord = second >> 5;
    let thirdWord = third >> 5;
    for (let old = 0; old < count; old++) {
      // A shift uses only the last five bits of its count.
      const all =
        (words[firstWord] >>> first) & (words[secondWord] >>> second) & (words[thirdWord] >>> third);
      firstWord += WORDS;
      secondWord += WORDS;
      thirdWord += WORDS;
      if ((all & 1) === 0 || isFound[old] === 1) continue;
      isFound[old] = 1;
      found[end++] = old;
    }
  }
  for (let n = 0; n < end; n++) isFound[found[n]] = 0;
  return end;
}

function markList({ isMarked, words }: ListMarks, { counts, items, starts }: NearLists, row: number): void {
  const at = row * WORDS;
  for (let word = at; word < at + WORDS; word++) words[word] = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) setBits(words, at, items[entry]);
  isMarked[row] = 1;
}

function setBits(words: Int32Array, at: number, row: number): void {
  const mixed = mix(row);
  words[at + ((row >> 5) & (WORDS - 1))] |= 1 << row;
  words[at + (mixed >>> 28)] |= 1 << (mixed >>> 23);
  words[at + ((mixed >>> 19) & (WORDS - 1))] |= 1 << (mixed >>> 14);
}
