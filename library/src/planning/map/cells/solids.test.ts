import { expect, test } from 'vitest';
import { createObstacles } from '../../../crowd/index.ts';
import { createSolids, distanceTo, fewSolids, findGaps, isClear } from './solids.ts';

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

const roundPillar = (x: number, y: number, radius: number, corners: number) => ({
  shape: 'polygon' as const,
  points: Array.from({ length: corners }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }),
});

const wide = { minX: -20, minY: -20, maxX: 20, maxY: 20 };
const solidsOf = (...obstacles: ReturnType<typeof roundPillar>[]) =>
  createSolids(wide, createObstacles(obstacles), new Uint8Array(0));

test.each([256, 1024, 4096, 30_000])('a round pillar of %d corners has no gaps, and few runs', (corners) => {
  const { runs } = solidsOf(roundPillar(0, 0, 4, corners));
  expect(findGaps(runs, 0.41, 1.6)).toEqual([]);
  // The circumference in runs of 0.1 m, or the edges where these are longer; and the four sides of the world.
  expect(runs.count).toBeLessThan(4 + 1.2 * Math.min(corners, (2 * Math.PI * 4) / 0.1));
});

test.each([16, 64, 1000, 5000])('the gap between two round pillars of %d corners is found', (corners) => {
  const { runs } = solidsOf(roundPillar(-2.25, 0, 2, corners), roundPillar(2.25, 0, 2, corners));
  const widths = findGaps(runs, 0.45, 0.55).map(({ width }) => width);
  expect(Math.min(...widths)).toBeCloseTo(0.5, 2);
});

test('every point of a curve is within 2 mm of a run', () => {
  const random = randomNumbers(11);
  for (let turn = 0; turn < 30; turn++) {
    let angle = 0;
    const points: [number, number][] = [[-15, -15]];
    while (points.length < 300) {
      angle = 0.95 * angle + (random() - 0.5);
      const [x, y] = points[points.length - 1];
      const step = 0.001 + 0.06 * random() * random();
      points.push([x + step * Math.cos(angle), y + step * Math.sin(angle)]);
    }
    const { runs } = createSolids(wide, createObstacles([{ shape: 'polygon', points }]), new Uint8Array(0));
    expect(runs.count).toBeLessThan(300);
    for (const [x, y] of points) {
      const away = Array.from({ length: runs.count }, (_, k) => distanceTo(runs, k, x, y));
      expect(Math.min(...away)).toBeLessThanOrEqual(0.002 + 1e-12);
    }
  }
});
