import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../scene.fixture.ts';
import { createAvoidance } from './avoidance.ts';
import { gatherWalls } from './nearby.ts';
import { isFile } from './passage.ts';
import { inputOf } from './scene.fixture.ts';

const RADIUS = 0.2;

/** Whether a body at the origin that goes east is in a single file between these walls. */
function inFile(walls: readonly (readonly [Point, Point])[]): boolean {
  const input = inputOf({ walkers: [{ at: [0, 0], wish: [1.3, 0], radius: RADIUS }], walls });
  const { near } = createAvoidance();
  near.reach = 3;
  gatherWalls(near, input, 0);
  return isFile(near, RADIUS, 1, 0);
}

const along = (y: number): [Point, Point] => [
  [-5, y],
  [5, y],
];

describe('a single file', () => {
  test('is where two bodies side by side would have less than 10 cm to spare', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(number(0.2, 1), number(0.2, 1), (left, right) => {
        fc.pre(Math.abs(left + right - 0.9) > 1e-9);
        expect(inFile([along(left), along(-right)])).toBe(left + right < 4 * RADIUS + 0.1);
      }),
    );
  });

  test('needs walls on both sides, and not one ahead', () => {
    expect(inFile([along(0.3)])).toBe(false);
    expect(inFile([along(0.3), along(0.4)])).toBe(false);
    const ahead: [Point, Point] = [
      [0.3, -1],
      [0.3, 1],
    ];
    expect(inFile([ahead, along(0.3)])).toBe(false);
    expect(inFile([])).toBe(false);
  });
});
