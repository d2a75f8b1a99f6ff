import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPool, giveBlock, takeBlock } from './pool.ts';

test('blocks never overlap, and lists that come and go take no more room than they did at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 300 })), { maxLength: 120 }),
      (turns) => {
        const pool = createPool();
        const lists = new Map<number, { block: number; length: number }>();
        for (const [owner, length] of turns) {
          const old = lists.get(owner);
          if (old) giveBlock(pool, old.block, old.length);
          const block = takeBlock(pool, length);
          pool.items.fill(owner, block, block + length);
          lists.set(owner, { block, length });
          for (const [other, list] of lists) {
            const items = pool.items.subarray(list.block, list.block + list.length);
            expect(items.length).toBe(list.length);
            expect(items.every((item) => item === other)).toBe(true);
          }
        }
        // Twelve lists, each of which has had a block of each of six sizes at most.
        expect(pool.used).toBeLessThanOrEqual(12 * (16 + 32 + 64 + 128 + 256 + 512));
        const { items, used } = pool;
        for (const [, { block, length }] of lists) giveBlock(pool, block, length);
        for (const [, { length }] of lists) takeBlock(pool, length);
        expect([pool.used, pool.items === items]).toEqual([used, true]);
      },
    ),
  );
});
