import type { ScenarioInput } from './schema.ts';

/** The least a scenario needs. */
export const smallest: ScenarioInput = {
  version: 1,
  name: 'empty room',
  bounds: { min: [0, 0], max: [10, 10] },
  duration: 5,
};

/** Every field and every alternative, once. */
export const everything: ScenarioInput = {
  version: 1,
  name: 'everything',
  description: 'Says all that a scenario can say.',
  dimension: 2,
  bounds: { min: [-50, -50], max: [50, 50], walls: true },
  dt: 0.1,
  duration: 60,
  seed: 7,
  obstacles: [
    { shape: 'circle', name: 'pillar', center: [0, 0], radius: 2 },
    { shape: 'box', min: [10, 10], max: [12, 14], course: { kind: 'velocity', velocity: [1, -0.5] } },
    {
      shape: 'segment',
      from: [-20, 20],
      to: [-10, 25],
      course: { kind: 'loop', points: [[-15, 30]], speed: 1 },
    },
    {
      shape: 'polygon',
      points: [
        [20, -20],
        [30, -20],
        [25, -10],
      ],
      course: { kind: 'waypoints', points: [[30, -30]], speed: 2 },
    },
  ],
  targets: [
    { name: 'exit', at: [45, 0], radius: 1 },
    { name: 'ferry', at: [-45, 0], course: { kind: 'oscillation', amplitude: [0, 5], period: 20, phase: 1 } },
  ],
  agents: [
    { name: 'Anna', at: [-30, -30], heading: 1.5, radius: 0.3, speed: 1.5, targets: ['exit', 'ferry'] },
    {
      at: [-32, -30],
      goal: [30, 30],
      goalRadius: 1,
      personality: { agility: 0.5, mass: 0.5, aggressiveness: 1 },
    },
    { at: [-34, -30] },
  ],
  groups: [
    {
      name: 'box',
      count: 50,
      region: { box: { min: [-40, -20], max: [-20, 10] } },
      radius: { uniform: [0.2, 0.3] },
      speed: { normal: { mean: 1.3, deviation: 0.2, min: 0.5, max: 2 } },
      personality: {
        agility: 0.5,
        mass: { uniform: [0, 1] },
        aggressiveness: { normal: { mean: 0.5, deviation: 0.5 } },
      },
      targets: ['exit'],
    },
    {
      name: 'circle',
      count: 20,
      region: { circle: { center: [30, 30], radius: 8 } },
      goal: { point: [-30, -40] },
    },
    {
      name: 'ring',
      count: 12,
      region: { ring: { center: [0, 0], radius: 5 } },
      goal: { mirror: [0, 0] },
      heading: 0,
    },
    {
      name: 'shifted',
      count: 5,
      region: { box: { min: [-5, 30], max: [5, 40] } },
      goal: { offset: [0, -60] },
    },
    {
      name: 'roaming',
      count: 5,
      region: { box: { min: [-5, -45], max: [5, -35] } },
      goal: { random: { circle: { center: [0, 0], radius: 10 } } },
      goalRadius: 2,
      clearance: 0.2,
    },
  ],
  steering: { name: 'nonlinear', variant: 'faithful', solver: 'integrate', speedLaw: 'constant', noise: 0 },
  neighbours: { name: 'brute', radius: 5 },
  planner: { name: 'direct' },
  automaton: { name: 'none' },
  cadence: { planning: 10, perception: { adaptive: 'speed', fastest: 1, slowest: 8 } },
  arrival: 'vanish',
  expect: {
    arrivedAtLeast: 0.9,
    seriousCollisionsAtMost: 3,
    minimumClearanceAtLeast: -0.05,
    meanSpeedAtLeast: 0.5,
  },
};

/** A deep copy with the value at a path replaced; undefined removes the key. */
export function withValue(
  path: readonly (string | number)[],
  value: unknown,
  base: ScenarioInput = everything,
): unknown {
  const copy: unknown = structuredClone(base);
  let container = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) container = container[key] as Record<string | number, unknown>;
  const last = path[path.length - 1];
  if (value === undefined) delete container[last];
  else container[last] = value;
  return copy;
}
