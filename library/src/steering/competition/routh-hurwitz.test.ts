import { expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { isBlockStable } from './routh-hurwitz.ts';
import { referenceEigenvalues } from './systems.fixture.ts';

test("Routh's scheme says of 20,000 random blocks of 2 to 6 classes what ml-matrix finds", () => {
  const dice = createDice(21);
  const matrix = new Float64Array(36);
  const polynomials = new Float64Array(49);
  const seen = { stable: 0, not: 0 };
  for (let draw = 0; draw < 20_000; draw++) {
    const size = 2 + (draw % 5);
    const alpha = Array.from({ length: size }, () => 0.05 + 0.95 * dice());
    const strength = [0.2, 0.6, 1.5][draw % 3];
    const gamma = alpha.map((_, i) => alpha.map((_, j) => (i === j ? 0 : strength * dice())));
    // Any squares below ½ suit the scheme; for larger ones the shortcut uses M w² = α.
    const squares = alpha.map(() => 0.01 + 0.48 * dice());
    const block = alpha.map((own, i) =>
      alpha.map((_, j) => -2 * Math.sqrt(squares[i] * squares[j]) * (i === j ? own : gamma[i][j])),
    );
    const reference = referenceEigenvalues(block);
    const largest = Math.max(...reference.map(({ re }) => re));
    const scale = Math.max(...reference.map(({ re, im }) => Math.hypot(re, im)));
    if (Math.abs(largest) < 1e-9 * scale) continue;
    const members = alpha.map((_, i) => i);
    const found = isBlockStable(size, alpha, gamma.flat(), members, size, squares, matrix, polynomials);
    if (found !== largest < 0) throw new Error(JSON.stringify({ alpha, gamma, squares, largest }));
    seen[found ? 'stable' : 'not']++;
  }
  expect(Math.min(seen.stable, seen.not)).toBeGreaterThan(4000);
});
