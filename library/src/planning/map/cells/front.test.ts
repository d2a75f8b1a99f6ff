import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bringForward, clearFront, createFront, growFront, takeFirst, takeOut } from './front.ts';

const CELLS = 20;

test('the earliest cell comes first, then the lowest, whichever come in and leave in between', () => {
  const action = fc.record({
    kind: fc.constantFrom('come', 'leave', 'serve'),
    cell: fc.nat(CELLS - 1),
    time: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
      const front = createFront(0);
      growFront(front, CELLS / 2);
      growFront(front, CELLS);
      // A plain list, searched from end to end.
      let waiting: { cell: number; time: number }[] = [];
      for (const { cell, kind, time } of actions) {
        const present = waiting.find((one) => one.cell === cell);
        if (kind === 'come') {
          bringForward(front, cell, time);
          if (!present) waiting.push({ cell, time });
          else if (time < present.time) present.time = time;
        } else if (kind === 'leave') {
          takeOut(front, cell);
          waiting = waiting.filter((one) => one !== present);
        } else if (waiting.length > 0) {
          const [first] = waiting.toSorted((a, b) => a.time - b.time || a.cell - b.cell);
          expect([front.cell[0], front.time[0]]).toEqual([first.cell, first.time]);
          takeOut(front, first.cell);
          waiting = waiting.filter((one) => one !== first);
        }
        expect(front.count).toBe(waiting.length);
      }
      const order = waiting.toSorted((a, b) => a.time - b.time || a.cell - b.cell);
      for (const { cell } of order) expect(takeFirst(front)).toBe(cell);
      // A cell that was taken permanently comes again only in a front that was cleared.
      clearFront(front);
      for (const { cell, time } of order) bringForward(front, cell, time);
      expect(front.count).toBe(order.length);
    }),
  );
});
