import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPool, giveBlock, takeBlock } from './pool.ts';
import { createQueue, dequeue, enqueue, leaveQueue, reserveQueue } from './queue.ts';

const SLOTS = 20;

test('who has waited longest comes first, then the lower id, whoever comes in and leaves in between', () => {
  const action = fc.record({
    kind: fc.constantFrom('come', 'leave', 'serve'),
    slot: fc.nat(SLOTS - 1),
    since: fc.nat(5),
    id: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
      const queue = createQueue();
      reserveQueue(queue, SLOTS);
      // A plain list, searched from end to end.
      let waiting: { slot: number; since: number; id: number }[] = [];
      for (const { id, kind, since, slot } of actions) {
        const isWaiting = waiting.some((one) => one.slot === slot);
        if (kind === 'come' && !isWaiting) {
          // Ids are unique, as agents’ are: 20 generations of a slot at most.
          const unique = id * SLOTS + slot;
          enqueue(queue, slot, since, unique);
          waiting.push({ slot, since, id: unique });
        } else if (kind === 'leave') {
          leaveQueue(queue, slot);
          waiting = waiting.filter((one) => one.slot !== slot);
        } else if (kind === 'serve') {
          const [first] = waiting.toSorted((a, b) => a.since - b.since || a.id - b.id);
          expect(dequeue(queue)).toBe(first?.slot ?? -1);
          waiting = waiting.filter((one) => one !== first);
        }
        expect(queue.count).toBe(waiting.length);
      }
    }),
  );
});

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
