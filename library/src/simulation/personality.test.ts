import { beforeAll, describe, expect, test } from 'vitest';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, hashesOf, openSquare, runHashes, shuffleRows } from './worlds.fixture.ts';

const levels = [0, 0.25, 0.5, 0.75, 1];
const seeds = Array.from({ length: 20 }, (_, k) => k + 1);

/** How far each step of a trait leads in the given direction, for every seed: all positive when monotone. */
function differences(measure: (level: number, seed: number) => number, direction: 1 | -1): number[] {
  return seeds.flatMap((seed) => {
    const values = levels.map((level) => measure(level, seed));
    return values.slice(1).map((value, k) => direction * (value - values[k]));
  });
}

/** Metres that an agent told to turn by a right angle gets off its new line: the radius, were it a circle. */
function turningRadius(agility: number, seed: number): number {
  const world = createWorld(
    {
      ...openSquare,
      agents: [{ at: [0, -20], goal: [0, 45], heading: 0, speed: 1.3, personality: { agility } }],
    },
    { seed },
  );
  let farthest = 0;
  for (let k = 0; k < 200; k++) {
    stepWorld(world);
    farthest = Math.max(farthest, readAgent(world, 0).x);
  }
  return farthest;
}

/** Metres that an agent still walks once it wants to stand, and its speed before. */
function stoppingWay(mass: number, seed: number): [way: number, speed: number] {
  const world = createWorld(
    { ...openSquare, agents: [{ at: [-40, 0], goal: [45, 0], speed: 1.5, personality: { mass } }] },
    { seed },
  );
  for (let k = 0; k < 300; k++) stepWorld(world);
  const begin = readAgent(world, 0);
  sendCommand(world, { kind: 'change-traits', id: 0, traits: { speed: 0 } });
  let way = 0;
  for (let k = 0; k < 600; k++) {
    stepWorld(world);
    way += readAgent(world, 0).speed * world.dt;
  }
  return [way, begin.speed];
}

/** Metres that an agent walks from where the speed law begins to brake before a wall until it stands. */
function brakingWay(mass: number, seed: number): number {
  const world = createWorld(
    {
      ...openSquare,
      obstacles: [{ shape: 'segment', from: [0, -20], to: [0, 20] }],
      agents: [{ at: [-30, 0], goal: [45, 0], speed: 1.5, personality: { mass } }],
      steering: { safetyDistance: 3, timeToContact: 0.5 },
      neighbours: { radius: 8 },
    },
    { seed },
  );
  let way = 0;
  for (let k = 0; k < 2000; k++) {
    const gap = -readAgent(world, 0).x - 0.25;
    stepWorld(world);
    if (gap > 3 + 0.5 * 1.5) continue;
    const { speed } = readAgent(world, 0);
    way += speed * world.dt;
    if (speed < 0.05) return way;
  }
  throw new Error('it never stood');
}

/** Smallest gap of an agent to a pillar that stands 0.15 m into its way. */
function clearance(aggressiveness: number, seed: number): number {
  const world = createWorld(
    {
      ...openSquare,
      obstacles: [{ shape: 'circle', center: [0, -1.1], radius: 1 }],
      agents: [{ at: [-8, 0], goal: [8, 0], speed: 1.3, personality: { aggressiveness } }],
    },
    { seed },
  );
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 1000; k++) {
    stepWorld(world);
    const { x, y, arrived } = readAgent(world, 0);
    least = Math.min(least, Math.hypot(x, y + 1.1) - 1.25);
    if (arrived) return least;
  }
  throw new Error('it never arrived');
}

describe('what the traits do, at five levels, for every seed of 20, with noise', () => {
  test('the more agile, the narrower the turn', () => {
    expect(Math.min(...differences(turningRadius, -1))).toBeGreaterThan(0);
  });

  test('the heavier, the longer it takes to stop: the speed times the sum of what is left of it', () => {
    for (const seed of seeds) {
      let before = 0;
      for (const mass of levels) {
        const [way, speed] = stoppingWay(mass, seed);
        const left = Math.exp(-0.05 / (0.05 + 1.95 * mass));
        expect(way).toBeCloseTo((speed * 0.05 * left * (1 - left ** 600)) / (1 - left), 6);
        expect(way).toBeGreaterThan(before);
        before = way;
      }
    }
  });

  test('the heavier, the longer the braking way before a wall', () => {
    expect(Math.min(...differences(brakingWay, 1))).toBeGreaterThan(0);
  });

  test('the more aggressive, the closer it passes', () => {
    expect(Math.min(...differences(clearance, -1))).toBeGreaterThan(0);
  });
});

type Change = NonNullable<ScenarioInput['changes']>[number];

/** One agent that walks straight ahead, with traits that change. */
function walker(changes: Change[], part: Partial<ScenarioInput> = {}): World {
  return createWorld({
    ...openSquare,
    agents: [{ at: [-40, 0], goal: [45, 0], speed: 2, personality: { aggressiveness: 0.4 } }],
    steering: { noise: 0, massTime: [0.001, 2] },
    changes,
    ...part,
  });
}

describe('traits that change', () => {
  test('fatigue over time: the speed falls as the points say', () => {
    const world = walker([
      {
        name: 'fatigue',
        trait: 'speed',
        over: 'time',
        points: [
          [5, 1],
          [15, 0.4],
        ],
      },
    ]);
    for (let k = 0; k < 400; k++) {
      stepWorld(world);
      const factor = 1 - 0.06 * Math.max(0, Math.min(10, 0.05 * k - 5));
      expect(readAgent(world, 0).speed).toBeCloseTo(2 * factor, 9);
    }
  });

  test('fatigue over the way: with the speed v (1 − s/L), the way is L (1 − exp(−v t/L))', () => {
    const world = walker([
      {
        name: 'fatigue',
        trait: 'speed',
        over: 'distance-walked',
        points: [
          [0, 1],
          [40, 0],
        ],
      },
    ]);
    for (let k = 0; k < 600; k++) stepWorld(world);
    // Steps of 0.05 s in place of a differential equation: (1 − v dt/L)^n.
    expect(readAgent(world, 0).x + 40).toBeCloseTo(40 * (1 - (1 - (2 * 0.05) / 40) ** 600), 3);
    expect(readAgent(world, 0).x + 40).toBeCloseTo(40 * (1 - Math.exp((-2 * 30) / 40)), 1);
  });

  test('adrenaline over the gap: passing a pillar makes bold at once, and it wears off with the lag', () => {
    const world = walker(
      [
        {
          name: 'adrenaline',
          trait: 'aggressiveness',
          over: 'gap',
          points: [
            [0.5, 2],
            [2, 1],
          ],
          lag: 3,
        },
      ],
      { obstacles: [{ shape: 'circle', center: [-30, -1.5], radius: 0.5 }], neighbours: { radius: 4 } },
    );
    const boldness: number[] = [];
    // The input by hand: the gap one step before, at most 2 m, through the filter.
    let level = Number.NaN;
    let gap = Number.NaN;
    for (let k = 0; k < 400; k++) {
      if (k === 1) level = gap;
      if (k > 1) level += (1 - Math.exp(-0.05 / 3)) * (gap - level);
      const { x, y } = readAgent(world, 0);
      gap = Math.min(2, Math.hypot(x + 30, y + 1.5) - 0.75);
      stepWorld(world);
      boldness.push(world.crowd.traits.aggressiveness[0]);
      const factor = k === 0 ? 1 : 2 - Math.max(0, level - 0.5) / 1.5;
      expect(boldness[k]).toBeCloseTo(0.4 * factor, 9);
    }
    expect(Math.max(...boldness)).toBeGreaterThan(0.5);
    expect(boldness.at(-1)).toBeLessThan(0.42);
  });

  test('happen to the groups that they name', () => {
    const group = (name: string, y: number) => ({
      name,
      count: 3,
      region: { box: { min: [-40, y] as [number, number], max: [-30, y + 1] as [number, number] } },
      goal: { offset: [60, 0] as [number, number] },
    });
    const world = createWorld({
      ...openSquare,
      groups: [group('fresh', 0), group('tired', 10)],
      changes: [
        {
          name: 'tiredness',
          groups: ['tired'],
          trait: 'mass',
          over: 'time',
          points: [[0, 0.7]],
          as: 'value',
        },
      ],
    });
    stepWorld(world);
    for (let row = 0; row < 6; row++) {
      expect(world.crowd.traits.mass[row]).toBe(world.crowd.traits.group[row] === 1 ? 0.7 : 0);
    }
  });

  test('start from the traits that a command gives, and from the others as they were', () => {
    const half = { over: 'time', points: [[0, 0.5]] } satisfies Partial<Change>;
    const world = walker([
      { name: 'slow', trait: 'speed', ...half },
      { name: 'calm', trait: 'aggressiveness', ...half },
    ]);
    for (let k = 0; k < 5; k++) stepWorld(world);
    sendCommand(world, { kind: 'change-traits', id: 0, traits: { speed: 3 } });
    for (let k = 0; k < 5; k++) stepWorld(world);
    expect(world.crowd.traits.desiredSpeed[0]).toBe(1.5);
    expect(world.crowd.traits.aggressiveness[0]).toBe(0.2);
  });
});

/** Everything that a trait can depend on, in a crowd that agents leave all the time. */
const moody: ScenarioInput = {
  ...busySquare,
  changes: (['time', 'distance-walked', 'gap', 'goal-distance', 'speed'] as const).map((over, k) => ({
    name: `by ${over}`,
    trait: (['speed', 'aggressiveness', 'aggressiveness', 'mass', 'agility'] as const)[k],
    over,
    points: [
      [0.1, 0.5],
      [1.5, 1.3],
      [9, 0.8],
    ] as [number, number][],
    lag: 0.4 * k,
  })),
};

describe('a crowd whose traits change', () => {
  const steps = 240;
  let whole: string[];
  beforeAll(() => {
    whole = hashesOf(moody, steps);
  });

  test('is another than the one whose traits stay', () => {
    expect(whole.at(-1)).not.toBe(hashesOf(busySquare, steps).at(-1));
  });

  test('is the same in whatever rows the agents are', () => {
    expect(hashesOf(moody, steps, {}, shuffleRows)).toEqual(whole);
  });

  test('goes on alike after saving and loading', () => {
    for (const pause of [0, 1, 77, 200]) {
      const world = createWorld(moody);
      runHashes(world, pause);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      expect(runHashes(loaded, steps - pause), `paused at ${pause}`).toEqual(whole.slice(pause));
    }
  });
});
