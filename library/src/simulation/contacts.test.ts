import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice } from '../crowd/crowd.fixture.ts';
import { EventKind } from '../crowd/index.ts';
import { isInside, smallestGap } from '../environment/contacts/wall-contacts.fixture.ts';
import {
  addAgent,
  createWorld,
  readAgent,
  ScenarioError,
  type ScenarioInput,
  stepWorld,
  type World,
} from './index.ts';
import { openSquare } from './worlds.fixture.ts';

type Point = [number, number];

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

type Room = {
  seed: number;
  rings: number;
  discs: number;
  boxes: number;
  walls: number;
  dt: number;
  constant: boolean;
};

/** Rings of walls, discs, boxes and loose walls in a closed room of 20 × 20 m, none of them on a course. */
const room: fc.Arbitrary<Room> = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  rings: fc.integer({ min: 0, max: 3 }),
  discs: fc.integer({ min: 0, max: 4 }),
  boxes: fc.integer({ min: 0, max: 3 }),
  walls: fc.integer({ min: 0, max: 6 }),
  dt: number(0.02, 0.25),
  constant: fc.boolean(),
});

function furnish({ seed, rings, discs, boxes, walls, dt, constant }: Room, fastest: number) {
  const dice = createDice(seed);
  const within = (size: number) => size * (2 * dice() - 1);
  const polygons = Array.from({ length: rings }, () => {
    const [x, y, corners] = [within(6), within(6), 3 + Math.floor(6 * dice())];
    return Array.from({ length: corners }, (_, k): Point => {
      const [angle, radius] = [(2 * Math.PI * k) / corners, 0.5 + 3 * dice()];
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  });
  const scenario: ScenarioInput = {
    ...openSquare,
    name: 'room',
    seed,
    dt,
    bounds: { min: [-10, -10], max: [10, 10], walls: true },
    obstacles: [
      ...polygons.map((points) => ({ shape: 'polygon' as const, points })),
      ...Array.from({ length: discs }, () => ({
        shape: 'circle' as const,
        center: [within(9), within(9)] as Point,
        radius: 0.1 + dice(),
      })),
      ...Array.from({ length: boxes }, () => {
        const [x, y] = [within(8), within(8)];
        return {
          shape: 'box' as const,
          min: [x, y] as Point,
          max: [x + 0.01 + dice(), y + 0.5 + dice()] as Point,
        };
      }),
      ...Array.from({ length: walls }, () => ({
        shape: 'segment' as const,
        from: [within(10), within(10)] as Point,
        to: [within(10), within(10)] as Point,
      })),
    ],
    groups: [
      {
        name: 'everybody',
        count: 12,
        region: { box: { min: [-9, -9], max: [9, 9] } },
        radius: { uniform: [0.1, 0.35] },
        speed: { uniform: [1, fastest] },
        goal: { random: { box: { min: [-9, -9], max: [9, 9] } } },
        goalRadius: 0.01,
        heading: 6 * dice(),
      },
    ],
    steering: {
      speedLaw: constant ? 'constant' : 'time-to-contact',
      attraction: 5,
      noise: 2,
      massTime: [0.01, 1],
    },
  };
  return {
    scenario,
    lines: [
      ...polygons,
      [
        [-10, -10],
        [10, -10],
        [10, 10],
        [-10, 10],
      ] as Point[],
    ],
  };
}

function createRoom(scenario: ScenarioInput): World | undefined {
  try {
    return createWorld(scenario);
  } catch (error) {
    // Some rooms are too full for twelve bodies, and say so.
    if (error instanceof ScenarioError) return undefined;
    throw error;
  }
}

describe('nobody ends a step inside a wall', () => {
  test.each([10, 50])(
    'in random rooms, at up to %i m/s and steps up to 0.25 s, bodies in each other’s way',
    (fastest) => {
      let rooms = 0;
      let contacts = 0;
      fc.assert(
        fc.property(room, (choice) => {
          const { scenario, lines } = furnish(choice, fastest);
          const world = createRoom(scenario);
          if (!world) return;
          rooms++;
          const { crowd, events, obstacles } = world;
          const sides = (row: number) =>
            lines.map((points) => isInside(points, crowd.motion.x[row], crowd.motion.y[row]));
          const before = Array.from({ length: crowd.count }, (_, row) => sides(row).join());
          for (let step = 1; step <= 80; step++) {
            stepWorld(world);
            for (let k = 0; k < events.count; k++)
              if (events.kind[k] === EventKind.obstacleContact) contacts++;
            for (let row = 0; row < crowd.count; row++) {
              const gap = smallestGap(crowd, row, obstacles);
              if (gap >= 0 && sides(row).join() === before[row]) continue;
              throw new Error(
                `step ${step}, row ${row}: gap ${gap}, inside ${sides(row)}, was ${before[row]}`,
              );
            }
          }
        }),
        { numRuns: 60 },
      );
      // The rooms were real, and the walls were run into.
      expect(rooms).toBeGreaterThan(25);
      expect(contacts).toBeGreaterThan(1000);
    },
  );

  test.each([4, 50])(
    'a crowd that is pressed through a funnel too narrow for two, at %i m/s, stays outside the walls',
    (speed) => {
      const world = createWorld({
        ...openSquare,
        bounds: { min: [-12, -8], max: [12, 8], walls: true },
        obstacles: [
          {
            shape: 'polygon',
            points: [
              [0, 0.4],
              [4, 8],
              [-4, 8],
            ],
          },
          {
            shape: 'polygon',
            points: [
              [0, -0.4],
              [4, -8],
              [-4, -8],
            ],
          },
        ],
        groups: [
          {
            name: 'all',
            count: 60,
            region: { box: { min: [-11, -6], max: [-6, 6] } },
            goal: { point: [11, 0] },
            speed,
          },
        ],
        steering: { speedLaw: 'constant' },
        dt: 0.2,
      });
      for (let step = 0; step < 200; step++) {
        stepWorld(world);
        for (let row = 0; row < world.crowd.count; row++) {
          expect(smallestGap(world.crowd, row, world.obstacles)).toBeGreaterThanOrEqual(0);
        }
      }
    },
  );
});

describe('contacts between bodies', () => {
  /** Two that stand; no command may put one on the other, so the columns do. */
  function createPair(scenario: ScenarioInput, first: Point, second: Point): World {
    const world = createWorld(scenario);
    addAgent(world, { at: [1, 1] });
    addAgent(world, { at: [3, 1] });
    stepWorld(world);
    const { x, y } = world.crowd.motion;
    [x[0], y[0], x[1], y[1]] = [...first, ...second];
    return world;
  }

  test('two on one spot part in one step, and one event tells the pair and the depth', () => {
    const world = createPair(openSquare, [1, 1], [1, 1]);
    stepWorld(world);
    const [a, b] = [readAgent(world, 0), readAgent(world, 1)];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(0.5, 9);
    const { count, kind, agent, other, depth } = world.events;
    const contacts = Array.from({ length: count }, (_, k) => [kind[k], agent[k], other[k], depth[k]]).filter(
      ([what]) => what === EventKind.contact,
    );
    expect(contacts).toEqual([[EventKind.contact, 0, 1, 0.5]]);
  });

  test('once parted, two who stand still are not in contact any more', () => {
    for (let seed = 0; seed < 20; seed++) {
      const world = createPair({ ...openSquare, seed }, [1, 1], [1.1 + 0.01 * seed, 1.2]);
      for (let step = 0; step < 4; step++) stepWorld(world);
      expect(world.events.count).toBe(0);
    }
  });
});
