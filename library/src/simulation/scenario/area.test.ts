import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAgent, createWorld, stepWorld } from '../index.ts';
import { createAreaIndex, isInArea, registerAreas } from './area.ts';
import { obstaclesOf } from './area-part.ts';
import { checkScenario, parseScenario } from './load.ts';
import { populate } from './populate.ts';
import { refusalOf } from './refusal.fixture.ts';
import { smallest } from './scenarios.fixture.ts';
import type { ScenarioInput } from './schema.ts';

registerAreas();

type Ring = [number, number][];

const box = (x: number, y: number, width: number, height: number): Ring => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** A room of 8 × 8 with a block in it, and in a hole of that room's neighbour an island. */
const area = {
  polygons: [[box(1, 1, 8, 8), box(3, 3, 2, 2)], [box(11, 1, 8, 8), box(12, 2, 6, 6)], [box(14, 4, 2, 2)]],
  walls: [
    [
      [6, 2],
      [6, 4],
      [7, 5],
    ] as Ring,
  ],
};
const scene: ScenarioInput = {
  ...smallest,
  bounds: { min: [0, 0], max: [20, 10] },
  steering: { name: 'nonlinear' },
  area,
};

describe('the walkable area', () => {
  test('outer rings and walls are chains of segments, holes solid polygons, a hole with an island walls', () => {
    const shapes = obstaclesOf(
      checkScenario({ ...scene, obstacles: [{ shape: 'circle', center: [2, 8], radius: 0.3 }] }),
    );
    const count: Record<string, number> = {};
    for (const { name = 'own', shape } of shapes)
      count[`${name} ${shape}`] = (count[`${name} ${shape}`] ?? 0) + 1;
    expect(count).toEqual({
      'own circle': 1,
      'area.polygons[0][0] segment': 4,
      'area.polygons[0][1] polygon': 1,
      'area.polygons[1][0] segment': 4,
      'area.polygons[1][1] segment': 4,
      'area.polygons[2][0] segment': 4,
      'area.walls[0] segment': 2,
    });
  });

  test('inside is where arithmetic on boxes says so, whether rings are closed or not', () => {
    const closed = area.polygons.map((rings) => rings.map((ring) => [...ring, ring[0]]));
    const index = createAreaIndex({ polygons: closed, walls: [] })!;
    const coordinate = fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 0, max: 20 }));
    const within = (ring: Ring, x: number, y: number, strictly: boolean) => {
      const [low, high] = [ring[0], ring[2]];
      return strictly
        ? x > low[0] && x < high[0] && y > low[1] && y < high[1]
        : x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1];
    };
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const expected = area.polygons.some(
          ([outer, ...holes]) =>
            within(outer, x, y, false) && !holes.some((hole) => within(hole, x, y, true)),
        );
        expect(isInArea(index, x, y)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test('groups are placed inside only, and nobody ever leaves', () => {
    const scenario = checkScenario({
      ...scene,
      targets: [{ name: 'far', at: [18.5, 1.5] }],
      groups: [
        {
          name: 'all',
          count: 40,
          region: { box: { min: [0, 0], max: [20, 10] } },
          speed: 3,
          targets: ['far'],
        },
        {
          name: 'wanderers',
          count: 20,
          region: { box: { min: [0, 0], max: [20, 10] } },
          goal: { random: { box: { min: [0, 0], max: [20, 10] } } },
        },
      ],
    });
    const index = createAreaIndex(scenario.area)!;
    for (let seed = 1; seed <= 10; seed++) {
      const { x, y, goalX, goalY, group } = populate(scenario, seed);
      x.forEach((_, body) => {
        expect(isInArea(index, x[body], y[body])).toBe(true);
        if (group[body] === 1) expect(isInArea(index, goalX[body], goalY[body])).toBe(true);
      });
    }
    const world = createWorld(scenario);
    for (let step = 0; step < 200; step++) {
      stepWorld(world);
      const { x, y } = world.crowd.motion;
      for (let row = 0; row < world.crowd.count; row++) {
        expect(isInArea(index, x[row], y[row]), `step ${step}, row ${row}`).toBe(true);
      }
    }
  });

  test.each([
    ['agents[0].at: expected a place inside the walkable area, got [10, 5]', { agents: [{ at: [10, 5] }] }],
    [
      'agents[0].at: the body (radius 0.25 m) reaches 0.05 m into area.walls[0] (gap -0.05 m)',
      { agents: [{ at: [6.2, 3] }] },
    ],
    [
      'agents[0].at: the body (radius 0.25 m) reaches 0.15 m into area.polygons[0][0] (gap -0.15 m)',
      { agents: [{ at: [1.1, 3] }] },
    ],
    [
      'targets[0].at: cannot be reached: outside the walkable area',
      { targets: [{ name: 'out', at: [10, 5], radius: 0.2 }] },
    ],
    [
      'targets[0].at: cannot be reached: 1 m inside area.polygons[0][1]',
      { targets: [{ name: 'in', at: [4, 4] }] },
    ],
    ['area: expected polygons or walls, got neither', { area: {} }],
    ['area: only in a world of dimension 2', { dimension: 3, bounds: { min: [0, 0, 0], max: [20, 10, 3] } }],
    [
      'area.polygons[0][0]: expected a ring inside the bounds, got the point [21, 0]',
      { area: { polygons: [[box(1, 0, 20, 9)]] } },
    ],
    [
      'area.polygons[1][0]: polygon 2, outer ring: crosses or touches polygon 1, outer ring: its points 1–2 and points 2–3 there',
      { area: { polygons: [[box(1, 1, 8, 8)], [box(8, 2, 3, 3)]] } },
    ],
    [
      'area.polygons[0][1]: polygon 1, hole 1: crosses or touches itself between points 2–3 and 4–1',
      {
        area: {
          polygons: [
            [
              box(1, 1, 8, 8),
              [
                [2, 2],
                [4, 2],
                [2, 4],
                [4, 4],
              ],
            ],
          ],
        },
      },
    ],
    [
      'area.walls[0][1]: expected another point than the one before',
      {
        area: {
          walls: [
            [
              [1, 1],
              [1, 1],
            ],
          ],
        },
      },
    ],
    [
      'area.polygons[0][0][1]: expected two numbers, [x, y], got a list of 3 items',
      {
        area: {
          polygons: [
            [
              [
                [1, 1],
                [2, 1, 0],
                [2, 2],
              ],
            ],
          ],
        },
      },
    ],
    ['area.wkt: unknown key, expected one of polygons, walls', { area: { wkt: 'POLYGON EMPTY' } }],
    [
      'area: expected at most 200000 points in all, got 200001',
      { area: { walls: [Array(200_001).fill([1, 1])] } },
    ],
  ])('refused: %s', (message, changes) => {
    expect(refusalOf({ ...scene, ...changes })).toBe(message);
  });

  test('an agent that comes later must be inside, too', () => {
    const world = createWorld({ ...scene, duration: 5 });
    const add = (x: number, y: number) => () => addAt(world, x, y);
    expect(add(10, 5)).toThrow('expected a place inside the walkable area, got [10, 5]');
    expect(add(6.1, 3)).toThrow('into area.walls[0]');
    expect(add(2, 2)).not.toThrow();
  });

  test('what a file refers to can be put in between the parsing and the checks', () => {
    const { area: _, ...rest } = scene;
    const scenario = parseScenario(JSON.stringify(rest), 'f', (value) => {
      (value as ScenarioInput).area = area;
    });
    expect(scenario.area).toEqual(area);
  });
});

function addAt(world: ReturnType<typeof createWorld>, x: number, y: number): void {
  addAgent(world, { at: [x, y] });
}
