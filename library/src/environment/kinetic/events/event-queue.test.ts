import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancel, clearQueue, createEventQueue, firstOf, schedule } from './event-queue.ts';

type Operation = { act: 'schedule' | 'cancel' | 'take' | 'clear'; number: number; time: number };

const operation = fc.record({
  act: fc.constantFrom<Operation['act']>('schedule', 'schedule', 'schedule', 'cancel', 'take', 'take'),
  number: fc.integer({ min: 0, max: 300 }),
  // Few different times, so that ties are the rule.
  time: fc.integer({ min: 0, max: 9 }),
});

/** The number that a plain map would take first. */
function firstOfMap(times: ReadonlyMap<number, number>): number {
  let first = -1;
  for (const [number, time] of times) {
    const best = times.get(first);
    if (best === undefined || time < best || (time === best && number < first)) first = number;
  }
  return first;
}

describe('the queue of events', () => {
  test('the first is that of a plain map after any operations, ties by number', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations: Operation[]) => {
        const queue = createEventQueue();
        const oracle = new Map<number, number>();
        for (const { act, number, time } of operations) {
          if (act === 'schedule') {
            schedule(queue, number, time);
            oracle.set(number, time);
          } else {
            const gone = act === 'take' ? firstOf(queue) : number;
            if (gone >= 0) cancel(queue, gone);
            oracle.delete(gone);
          }
          expect(firstOf(queue)).toBe(firstOfMap(oracle));
          expect(queue.length).toBe(oracle.size);
        }
      }),
    );
  });

  test('a cleared queue is empty and can be used again', () => {
    const queue = createEventQueue();
    for (let k = 0; k < 1000; k++) schedule(queue, k, (k * 7919) % 1000);
    clearQueue(queue);
    expect(firstOf(queue)).toBe(-1);
    schedule(queue, 5, 2);
    schedule(queue, 999, 1);
    cancel(queue, 4);
    expect(firstOf(queue)).toBe(999);
    cancel(queue, 999);
    expect(firstOf(queue)).toBe(5);
  });
});
