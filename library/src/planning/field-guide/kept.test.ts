import { expect, test } from 'vitest';
import type { PlanningInput } from '../base/contract.ts';
import { dropForgotten, type Kept, makeRoom } from './kept.ts';

const at = (step: number) => ({ step, dt: 0.05 }) as PlanningInput;

/** Fields by number, each with the step in which it was last wanted. */
const listOf = (...wanted: number[]) => wanted.map((step, number) => ({ number, wanted: step }) as Kept);
const numbersOf = (list: readonly Kept[]) => list.map(({ number }) => number);

test('of more fields than are kept, those go that nobody has wanted for longest, then by number', () => {
  const wanted = Array.from({ length: 20 }, (_, k) => (k % 2 === 0 ? 7 : 3));
  const list = listOf(...wanted);
  dropForgotten(list, 1e9, at(1000), undefined);
  expect(numbersOf(list)).toEqual([0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  dropForgotten(list, 1e9, at(1000), undefined);
  expect(list).toHaveLength(16);
  // Small ones are not worth it.
  const small = listOf(...wanted);
  dropForgotten(small, 64e6 / 20, at(1000), undefined);
  expect(small).toHaveLength(20);
});

test('what was wanted in the last five seconds stays, and what is being made', () => {
  const list = listOf(...Array.from({ length: 30 }, (_, k) => (k < 5 ? 899 : 900)));
  dropForgotten(list, 1e9, at(1000), list[2]);
  expect(numbersOf(list).slice(0, 3)).toEqual([2, 5, 6]);
  expect(list).toHaveLength(26);
});

test('room for one more is made of what nobody asks for in this step, and where all do it says so', () => {
  const list = listOf(9, 8, 9, 10);
  makeRoom(list, 500_000_000, at(10), undefined);
  expect(numbersOf(list)).toEqual([0, 2, 3]);
  expect(() => makeRoom(listOf(10, 10, 10, 10), 500_000_000, at(10), undefined)).toThrow(
    '5 fields of 500000000 bytes are wanted in one step, more than 2000000000 bytes in all',
  );
});
