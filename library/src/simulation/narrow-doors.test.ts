import { expect, test } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld, timeOf } from './index.ts';

type Place = [number, number];

/** A wall of two segments with a door between them, and agents of radius 0.25 m that walk through it. */
const room = (wall: Place[], agents: { at: Place; goal: Place }[]): ScenarioInput => ({
  version: 1,
  name: 'narrow door',
  duration: 60,
  bounds: { min: [0, 0], max: [10, 10], walls: true },
  planner: { name: 'path' },
  arrival: 'vanish',
  obstacles: [
    { shape: 'segment', from: wall[0], to: wall[1] },
    { shape: 'segment', from: wall[2], to: wall[3] },
  ],
  agents: agents.map((agent) => ({ ...agent, radius: 0.25 })),
});

/** The time in which all arrive, s; infinite if they do not. */
function timeOfAll(scenario: ScenarioInput): number {
  const world = createWorld(scenario);
  const all = scenario.agents!.length;
  while (world.arrived < all && timeOf(world) < 60) stepWorld(world);
  return world.arrived === all ? timeOf(world) : Number.POSITIVE_INFINITY;
}

/** The doors leave a body 2 to 7 cm. */
const doors = {
  'steep, 0.540 m': [
    [4.718, 0],
    [4.658, 7.028],
    [4.654, 7.565],
    [4.633, 10],
  ],
  'to the right, 0.540 m': [
    [5.676, 0],
    [6.208, 4.428],
    [6.272, 4.964],
    [6.877, 10],
  ],
  'to the left, 0.569 m': [
    [6.866, 0],
    [6.228, 7.729],
    [6.181, 8.295],
    [6.04, 10],
  ],
} satisfies Record<string, Place[]>;

test.each<[keyof typeof doors, { at: Place; goal: Place }[]]>([
  [
    'steep, 0.540 m',
    [
      { at: [2.959, 1.695], goal: [7.724, 4.297] },
      { at: [1.613, 7.551], goal: [7.037, 5.997] },
    ],
  ],
  [
    'to the right, 0.540 m',
    [
      { at: [0.641, 1.03], goal: [8.399, 4.343] },
      { at: [0.848, 5.01], goal: [7.567, 3.893] },
      { at: [2.396, 3.232], goal: [8.384, 0.834] },
    ],
  ],
  [
    'to the left, 0.569 m',
    [
      { at: [2.661, 3.204], goal: [7.231, 3.816] },
      { at: [1.591, 1.316], goal: [7.695, 4.804] },
    ],
  ],
])(
  'agents that come to a door from both sides along its wall do not wait for each other: %s',
  (door, agents) => {
    expect(timeOfAll(room(doors[door], agents))).toBeLessThan(20);
  },
);

test('an agent passes a narrow door from any side, 0.7 m, 1 m or 3 m away', () => {
  for (const [name, wall] of Object.entries(doors)) {
    const x = (wall[1][0] + wall[2][0]) / 2;
    const y = (wall[1][1] + wall[2][1]) / 2;
    for (const distance of [0.7, 1, 3]) {
      for (const angle of [-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9]) {
        const at: Place = [x - distance * Math.cos(angle), y - distance * Math.sin(angle)];
        if (at[1] > 9.6) continue;
        for (const height of [-3, 0, 1.2]) {
          const goal: Place = [x + 2, y + height];
          const metres = distance + Math.hypot(2, height);
          const time = timeOfAll(room(wall as Place[], [{ at, goal }]));
          expect(time, `${name}, ${distance} m, ${angle} rad, to ${height}`).toBeLessThan(4 + 2 * metres);
        }
      }
    }
  }
});
