import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoxTree, searchBoxes } from './box-tree.ts';

const coordinate = fc.integer({ min: -20, max: 20 });
const size = fc.integer({ min: 0, max: 10 });
const box = fc.tuple(coordinate, coordinate, size, size).map(([x, y, w, h]) => [x, y, x + w, y + h]);

test('a search finds exactly the boxes that meet, as looking at each does', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 400 }), box, (boxes, [minX, minY, maxX, maxY]) => {
      const tree = createBoxTree(Float64Array.from(boxes.flat()));
      const found: number[] = [];
      searchBoxes(tree, minX, minY, maxX, maxY, (item) => {
        found.push(item);
        return false;
      });
      const meeting = boxes.flatMap(([a, b, c, d], k) =>
        a <= maxX && c >= minX && b <= maxY && d >= minY ? [k] : [],
      );
      expect(found.sort((a, b) => a - b)).toEqual(meeting);
    }),
    { numRuns: 300 },
  );
});

test('a search stops when told to', () => {
  const tree = createBoxTree(Float64Array.from(Array.from({ length: 100 }, (_, k) => [k, 0, k, 0]).flat()));
  let visits = 0;
  expect(searchBoxes(tree, 0, 0, 99, 0, () => ++visits === 3)).toBe(true);
  expect(visits).toBe(3);
});
