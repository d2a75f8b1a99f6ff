import { expect, test } from 'vitest';
import { createObstacles } from '../../../crowd/index.ts';
import { createSolids, fewSolids, isClear } from './solids.ts';

/** Numbers in [0, 1), the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** The least distance of a line from a solid, by steps along the line that halve around the nearest one. */
function leastAway(solids: ReturnType<typeof createSolids>, k: number, line: readonly number[]): number {
  const [x0, y0, x1, y1] = line;
  const awayAt = (t: number) => {
    const [x, y] = [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
    const [dx, dy] = [solids.bx[k] - solids.ax[k], solids.by[k] - solids.ay[k]];
    const along = ((x - solids.ax[k]) * dx + (y - solids.ay[k]) * dy) / (dx * dx + dy * dy || 1);
    const s = Math.max(0, Math.min(1, along));
    return Math.hypot(x - solids.ax[k] - s * dx, y - solids.ay[k] - s * dy) - solids.radius[k];
  };
  // The distance is convex along the line.
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 100; turn++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (awayAt(a) <= awayAt(b)) high = b;
    else low = a;
  }
  return Math.min(awayAt(0), awayAt(1), awayAt((low + high) / 2));
}

test('a line is clear when it stays away from all solids, few or many, or comes no closer than it begins', () => {
  const random = randomNumbers(3);
  const bounds = { minX: 0, minY: 0, maxX: 20, maxY: 20 };
  const place = () => 20 * random();
  for (const count of [20, fewSolids + 30]) {
    const obstacles = createObstacles(
      Array.from({ length: count }, (_, k) => {
        const [x, y] = [place(), place()];
        if (k % 3 === 0) return { shape: 'circle' as const, center: [x, y], radius: 0.1 + random() };
        return { shape: 'segment' as const, from: [x, y], to: [x + 3 * random(), y + 3 * random()] };
      }) as Parameters<typeof createObstacles>[0],
    );
    const solids = createSolids(bounds, obstacles, new Uint8Array(0));
    expect(solids.count <= fewSolids).toBe(count === 20);
    let clear = 0;
    for (let turn = 0; turn < 1500; turn++) {
      const [x, y, room] = [place(), place(), 0.1 + random()];
      const line = [x, y, x + 6 * (random() - 0.5), y + 6 * (random() - 0.5)];
      let isDoubtful = false;
      let expected = true;
      for (let k = 0; k < solids.count; k++) {
        const away = leastAway(solids, k, line);
        const begins = leastAway(solids, k, [x, y, x, y]);
        isDoubtful ||= Math.abs(away - room) < 1e-6 || Math.abs(away) < 1e-6;
        if (away < room && (away <= 0 || away < begins - 1e-6)) expected = false;
      }
      if (isDoubtful) continue;
      expect(isClear(solids, room, line[0], line[1], line[2], line[3])).toBe(expected);
      if (expected) clear++;
    }
    expect(clear).toBeGreaterThan(50);
  }
});
