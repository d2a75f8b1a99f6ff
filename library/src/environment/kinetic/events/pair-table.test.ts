import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPair, clearPairs, createPairTable, numberOfPair, removePair } from './pair-table.ts';

test('a table answers as a map does after any operations, and after being cleared', () => {
  const vertex = fc.integer({ min: 0, max: 12 });
  const operation = fc.record({ put: fc.boolean(), first: vertex, second: vertex, value: fc.nat(1000) });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 400 }), (operations) => {
      const table = createPairTable();
      const oracle = new Map<string, number>();
      for (const { put, first, second, value } of operations) {
        const key = `${first} ${second}`;
        if (put && !oracle.has(key)) {
          addPair(table, first, second, value);
          oracle.set(key, value);
        } else if (!put) {
          removePair(table, first, second);
          oracle.delete(key);
        }
        expect(table.count).toBe(oracle.size);
      }
      for (let first = 0; first <= 12; first++) {
        for (let second = 0; second <= 12; second++) {
          expect(numberOfPair(table, first, second)).toBe(oracle.get(`${first} ${second}`) ?? -1);
        }
      }
      clearPairs(table);
      expect(numberOfPair(table, 1, 1)).toBe(-1);
    }),
  );
});

test('vertices of large numbers do not collide', () => {
  const table = createPairTable();
  const large = 67108863;
  addPair(table, large, 3, 1);
  addPair(table, 3, large, 2);
  addPair(table, large, large, 3);
  expect([
    numberOfPair(table, large, 3),
    numberOfPair(table, 3, large),
    numberOfPair(table, large, large),
  ]).toEqual([1, 2, 3]);
});
