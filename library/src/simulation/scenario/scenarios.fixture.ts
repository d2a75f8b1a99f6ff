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
  area: {
    polygons: [
      [
        [
          [-50, -50],
          [50, -50],
          [50, 50],
          [-50, 50],
        ],
        [
          [47, -48],
          [48, -48],
          [48, -47],
        ],
      ],
    ],
    walls: [
      [
        [45, -48],
        [45, -47],
        [44, -47],
      ],
    ],
  },
  obstacles: [
    { shape: 'circle', name: 'pillar', center: [0, 0], radius: 2, class: 'walls' },
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
    { name: 'exit', at: [45, 0], radius: 1, class: 'shops' },
    { name: 'ferry', at: [-45, 0], course: { kind: 'oscillation', amplitude: [0, 5], period: 20, phase: 1 } },
    { name: 'hall', region: { box: { min: [40, 30], max: [48, 45] } }, open: false },
    { name: 'well', region: { circle: { center: [-40, 40], radius: 3 } } },
    {
      name: 'stage',
      region: {
        polygon: {
          points: [
            [-48, -48],
            [-40, -48],
            [-44, -40],
          ],
        },
      },
    },
  ],
  agents: [
    { name: 'Anna', at: [-30, -30], heading: 1.5, radius: 0.3, speed: 1.5, targets: ['exit', 'ferry'] },
    {
      at: [-32, -30],
      goal: [30, 30],
      goalRadius: 1,
      personality: { agility: 0.5, mass: 0.5, aggressiveness: 1 },
    },
    { at: [-34, -30], class: 'dogs' },
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
      class: 'people',
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
      sharing: { channel: 'radio', distance: 9, delay: 0.2, memory: 5, subjects: 'agents', attention: 12 },
    },
    {
      name: 'visitors',
      count: 3,
      region: { box: { min: [30, 10], max: [38, 18] } },
      journey: {
        stages: [
          { kind: 'seek', targets: ['well'], dwell: { uniform: [1, 4] }, traits: { speed: 2, agility: 0.9 } },
          { kind: 'seek', point: [10, 30], radius: 2, dwell: 3 },
          { kind: 'flee', from: ['stage'], distance: 20, traits: { mass: 0.1, aggressiveness: 0.2 } },
          { kind: 'direction', along: [1, 2], for: 5 },
          { kind: 'idle', for: 2 },
          { kind: 'wander', region: { box: { min: [-10, 20], max: [10, 40] } }, interval: 4, for: 20 },
          { kind: 'pursue', agent: 'Anna', distance: 2 },
          { kind: 'pursue', group: 'ring' },
          { kind: 'follow', field: 'stream', for: 9 },
        ],
        loop: true,
        end: 'continue',
      },
    },
  ],
  velocityFields: [{ name: 'stream', kind: 'formula', u: '1', v: '0.5 * x' }],
  script: [
    { at: 5, kind: 'add', agent: { at: [-30, -40], targets: ['exit'] } },
    { at: 6, kind: 'remove', agent: 1 },
    { at: 6, kind: 'retarget', agent: 'Anna', goal: [0, 30], goalRadius: 2 },
    { at: 7, kind: 'change-traits', agent: 2, traits: { speed: 1.5 } },
    { at: 8, kind: 'move-obstacle', obstacle: 'pillar', by: [1, 0] },
    { at: 9, kind: 'move-target', target: 'exit', to: [44, 1] },
    { at: 10, kind: 'open-target', target: 'hall', open: true },
  ],
  steering: {
    name: 'nonlinear',
    variant: 'faithful',
    solver: 'integrate',
    speedLaw: 'constant',
    noise: 0,
    classes: [
      { name: 'exits', kind: 'target' },
      { name: 'shops', kind: 'target', advantage: { nearby: { share: 0.3, length: 4 } } },
      { name: 'windows', kind: 'target', advantage: { remaining: { share: 0.2 } } },
      { name: 'walls', kind: 'obstacle' },
      { name: 'people', kind: 'obstacle', distance: 0.5, advantage: { closeness: { scale: 2 } } },
      { name: 'dogs', kind: 'obstacle', distance: 2, advantage: { constant: 0.7 } },
    ],
    competition: [
      { of: 'exits', from: 'dogs', by: { conflict: { sharpness: 3 } } },
      { of: 'walls', from: 'dogs', by: { constant: 0.1 } },
      { of: 'shops', from: 'exits', by: { exclusive: {} } },
    ],
  },
  neighbours: { name: 'brute', radius: 5, sight: true, events: true },
  planner: { name: 'direct', sight: true },
  automaton: { name: 'none' },
  automata: [],
  cadence: { planning: 10, perception: { adaptive: 'speed', fastest: 1, slowest: 8 } },
  changes: [
    {
      name: 'fatigue',
      groups: ['box', 'ring'],
      trait: 'speed',
      over: 'distance-walked',
      points: [
        [0, 1],
        [500, 0.6],
      ],
    },
    { name: 'calm', trait: 'aggressiveness', over: 'time', points: [[10, 0.2]], as: 'value', lag: 3 },
  ],
  arrival: 'vanish',
  expect: {
    arrivedAtLeast: 0.9,
    arrivedAtMost: 1,
    stayWithinBounds: true,
    seriousCollisionsAtMost: 3,
    unreachableAtMost: 4,
    minimumClearanceAtLeast: -0.05,
    meanSpeedAtLeast: 0.5,
  },
};

/** Every field and every alternative that a world of three dimensions adds, once. */
export const inSpace: ScenarioInput = {
  version: 1,
  name: 'in space',
  dimension: 3,
  bounds: { min: [-20, -20, -10], max: [20, 20, 10], walls: true },
  duration: 30,
  obstacles: [
    { shape: 'sphere', name: 'moon', center: [0, 0, 0], radius: 2 },
    {
      shape: 'box',
      min: [5, 5, -5],
      max: [7, 8, 0],
      course: { kind: 'velocity', velocity: [0, 0, 0.1] },
    },
    { shape: 'plane', point: [0, 0, -9], normal: [0, 0.1, 1] },
    {
      shape: 'triangles',
      name: 'roof',
      points: [
        [-10, -10, 8],
        [-5, -10, 8],
        [-5, -5, 9],
        [-10, -5],
      ],
      faces: [
        [0, 1, 2],
        [0, 2, 3],
      ],
      course: { kind: 'oscillation', amplitude: [0, 0, 0.5], period: 10, phase: 1 },
    },
  ],
  targets: [
    { name: 'up', at: [10, 0, 8] },
    {
      name: 'level',
      at: [-10, 0],
      course: {
        kind: 'loop',
        points: [
          [-10, 5, 5],
          [-10, 0, 5],
        ],
        speed: 1,
      },
    },
  ],
  agents: [
    { name: 'Anna', at: [-15, 0, 3], heading: 1, climb: 0.5, targets: ['up', 'level'] },
    { at: [-15, 2], climb: -0.5, goal: [15, 2, 5] },
    { at: [-15, 4, 1], goal: [15, 4, -5] },
  ],
  groups: [
    {
      name: 'box',
      count: 30,
      region: { box: { min: [-19, -19, -4], max: [-12, -12, 4] } },
      radius: { uniform: [0.2, 0.5] },
      targets: ['up'],
    },
    {
      name: 'flat box',
      count: 10,
      region: { box: { min: [12, 12], max: [18, 18] } },
      goal: { offset: [-5, 0, 3] },
    },
    {
      name: 'ball',
      count: 30,
      region: { ball: { center: [12, -10, 3], radius: 4 } },
      goal: { mirror: [0, 0, 1] },
    },
    {
      name: 'circle',
      count: 10,
      region: { circle: { center: [-10, 12, 2], radius: 5 } },
      goal: { random: { ball: { center: [0, 0, 0], radius: 8 } } },
    },
    {
      name: 'ring',
      count: 8,
      region: { ring: { center: [0, 0, 4], radius: 5 } },
      goal: { point: [0, 0, 7] },
      climb: 0.25,
    },
  ],
  steering: { climbNoise: 0.1 },
};

/** Critters, with every field that only they have. */
export const swarm: ScenarioInput = {
  version: 1,
  name: 'swarm',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 30,
  obstacles: [{ shape: 'circle', center: [0, 0], radius: 2, field: { strength: -3, exponent: -1 } }],
  targets: [{ name: 'light', at: [10, 0], field: { strength: 2, exponent: 0 } }],
  agents: [
    {
      at: [-15, 0],
      field: { strength: 0.5, exponent: -1 },
      wander: { region: { circle: { center: [0, 0], radius: 10 } }, interval: 2 },
    },
  ],
  groups: [
    {
      name: 'flies',
      count: 20,
      region: { box: { min: [-19, -19], max: [-5, -5] } },
      targets: ['light'],
      field: { strength: -0.1, exponent: -2 },
      wander: {
        region: { box: { min: [-5, -5], max: [5, 5] } },
        interval: 1,
        strength: 0.5,
        exponent: 0.5,
      },
    },
  ],
  steering: {
    name: 'critters',
    method: 'euler',
    drag: 0.5,
    maximumAcceleration: 5,
    maximumStep: 0.01,
    obstacles: { strength: -1 },
    agents: { exponent: -1 },
    targets: { strength: 1, exponent: 0.5 },
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
