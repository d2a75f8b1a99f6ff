import { describe, expect, test } from 'vitest';
import { registerBuiltIn } from 'wend/scenario';
import { type Context, judge } from './contract.ts';
import { testsNamed } from './index.ts';
import { clearanceAt, connectedRegions, families, type Obstacle, roomOf } from './random-rooms.ts';

registerBuiltIn();

type Place = [number, number];
const size: Place = [10, 10];

describe('the flood fill', () => {
  const wall = (gap: number): Obstacle[] => [
    { shape: 'box', min: [4.9, 0], max: [5.1, 5 - gap / 2] },
    { shape: 'box', min: [4.9, 5 + gap / 2], max: [5.1, 10] },
  ];

  test('connects two rooms by a door that is wider than the body, and by no other', () => {
    const left: Place = [2, 2];
    const right: Place = [8, 8];
    const wide = connectedRegions(size, wall(0.8), 0.35);
    expect(wide(left)).toBeGreaterThan(0);
    expect(wide(right)).toBe(wide(left));
    const narrow = connectedRegions(size, wall(0.6), 0.35);
    expect(narrow(left)).toBeGreaterThan(0);
    expect(narrow(right)).not.toBe(narrow(left));
  });

  test('blocks what is nearer to a wall than the clearance', () => {
    const regions = connectedRegions(size, [], 0.6);
    expect(regions([0.5, 5])).toBe(0);
    expect(regions([0.7, 5])).toBe(1);
    expect(regions([9.3, 9.3])).toBe(1);
  });

  test('distances are those of a close net of points on the outline', () => {
    const obstacles: Obstacle[] = [
      { shape: 'box', min: [2, 3], max: [4, 3.5] },
      { shape: 'circle', center: [7, 7], radius: 1.1 },
      { shape: 'segment', from: [1, 9], to: [4, 8] },
    ];
    const outline: Place[] = [];
    for (let k = 0; k <= 4000; k++) {
      const part = k / 4000;
      const angle = 2 * Math.PI * part;
      outline.push([2 + 2 * part, 3], [2 + 2 * part, 3.5], [2, 3 + 0.5 * part], [4, 3 + 0.5 * part]);
      outline.push([7 + 1.1 * Math.cos(angle), 7 + 1.1 * Math.sin(angle)], [1 + 3 * part, 9 - part]);
      outline.push([10 * part, 0], [10 * part, 10], [0, 10 * part], [10, 10 * part]);
    }
    for (const place of [
      [5, 5],
      [1.2, 2.4],
      [6, 9],
      [2.2, 7.9],
      [4.3, 3.9],
    ] as Place[]) {
      const least = Math.min(...outline.map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
      expect(clearanceAt(place, size, obstacles)).toBeCloseTo(least, 3);
    }
    expect(clearanceAt([3, 3.2], size, obstacles)).toBe(0);
    expect(clearanceAt([7, 6.5], size, obstacles)).toBe(0);
  });
});

describe.each(families)('rooms $letter', (family) => {
  const rooms = Array.from({ length: 12 }, (_, k) => roomOf(family, k + 1));

  test('a seed gives one room, another one another', () => {
    expect(roomOf(family, 1)).toEqual(rooms[0]);
    expect(new Set(rooms.map((room) => JSON.stringify(room.agents))).size).toBe(rooms.length);
  });

  test('numbers, places and goals are as the family says', () => {
    const doors = family.isDivided || family.narrow ? 2 : 0;
    for (const { agents = [], obstacles = [] } of rooms) {
      expect(agents.length).toBeGreaterThanOrEqual(family.agents[0]);
      expect(agents.length).toBeLessThanOrEqual(family.agents[1]);
      expect(obstacles.length).toBeLessThanOrEqual(family.obstacles[1] + doors + (doors > 0 ? 1 : 0));
      agents.forEach(({ at, goal, radius }, k) => {
        const [start, end] = [at as Place, goal as Place];
        expect(radius).toBe(family.radius);
        expect(Math.hypot(start[0] - end[0], start[1] - end[1])).toBeGreaterThanOrEqual(3);
        expect(clearanceAt(start, family.size, obstacles)).toBeGreaterThanOrEqual(0.6);
        expect(clearanceAt(end, family.size, obstacles)).toBeGreaterThanOrEqual(0.6);
        for (const other of agents.slice(k + 1)) {
          const [x, y] = other.at as Place;
          expect(Math.hypot(x - start[0], y - start[1])).toBeGreaterThanOrEqual(2 * family.radius + 0.1);
        }
      });
    }
  });
});

test('a narrow door leaves every body between 0.02 and 0.1 m, and there is no other way', () => {
  const family = families.find(({ narrow }) => narrow)!;
  for (let seed = 1; seed <= 4; seed++) {
    const { agents = [], obstacles = [] } = roomOf(family, seed);
    const [fits, tooWide] = [0.26, 0.31].map((clearance) =>
      connectedRegions(family.size, obstacles, clearance, 0.01),
    );
    for (const { at, goal } of agents) {
      expect(fits(at as Place)).toBe(fits(goal as Place));
      expect(fits(at as Place)).toBeGreaterThan(0);
      expect(tooWide(at as Place)).not.toBe(tooWide(goal as Place));
    }
  }
});

describe('the verdict', () => {
  const contextOf = (steering: string, seeds: number[], kept: string[]): Context => ({
    seeds,
    once: (_, compute) => compute(),
    pause: async () => {},
    keep: (room) => kept.push(room.name),
    prepare: (input) => ({ ...input, steering: { name: steering } }) as typeof input,
  });

  test('a room that is not solved is named and kept; walkers solve what straight walkers do not', async () => {
    const kept: string[] = [];
    const [rooms] = testsNamed('rooms/d')!;
    const straight = await judge(rooms, contextOf('straight', [2], kept));
    expect(straight.verdict).toBe('fail');
    expect(straight.figure).toMatch(/^0 of 1 rooms solved, 0 %; not: 2 \(\d+ /);
    expect(kept).toEqual(['random room d 2']);
    const walker = await judge(rooms, contextOf('walker', [2], kept));
    expect(walker).toMatchObject({
      verdict: 'pass',
      figure: '1 of 1 rooms solved, 100 %',
      values: [1],
    });
    expect(kept).toHaveLength(1);
  });
});
