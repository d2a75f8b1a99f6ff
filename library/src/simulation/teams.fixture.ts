import { rowOf } from '../crowd/index.ts';
import { createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

type Task = NonNullable<ScenarioInput['teams']>[number]['task'];
type Spot = [number, number];

/** Collectors at places with speeds of their own, and items. */
export function collecting(
  members: readonly { at: Spot; speed: number }[],
  items: readonly Spot[],
  by: 'total' | 'last' = 'total',
): ScenarioInput {
  return {
    ...openSquare,
    agents: members.map(({ at, speed }, k) => ({ name: `member ${k}`, at, speed })),
    targets: items.map((at, k) => ({ name: `item ${k}`, at, radius: 0.5 })),
    teams: [
      {
        name: 'team',
        agents: members.map((_, k) => `member ${k}`),
        task: { kind: 'collect', targets: items.map((_, k) => `item ${k}`), by },
      },
    ],
  };
}

/** A group with different speeds that starts spread out, all on the way to one place far away. */
export function travelling(task: Task | undefined): ScenarioInput {
  const isSent = task?.kind === 'together';
  return {
    ...openSquare,
    dt: 0.1,
    duration: 120,
    targets: [{ name: 'camp', at: [35, 0], radius: 2.5 }],
    groups: [
      {
        name: 'party',
        count: 8,
        region: { box: { min: [-35, -12], max: [-15, 12] } },
        speed: { uniform: [0.9, 1.8] },
        clearance: 0.5,
        ...(!isSent && { targets: ['camp'] }),
      },
    ],
    ...(task && { teams: [{ name: 'party', groups: ['party'], task }] }),
    arrival: 'vanish',
  };
}

/** A leader that walks round corners, and a file behind it. */
export function filing(followers: number, gap: number): ScenarioInput {
  const turns: Spot[] = [
    [0, 0],
    [0, 14],
    [16, 14],
  ];
  return {
    ...openSquare,
    targets: turns.map((at, k) => ({ name: `turn ${k}`, at, radius: 0.7 })),
    agents: [
      {
        name: 'leader',
        at: [-20, 0],
        speed: 1.1,
        journey: { stages: turns.map((_, k) => ({ kind: 'seek' as const, targets: [`turn ${k}`] })) },
      },
    ],
    groups: [
      {
        name: 'file',
        count: followers,
        region: { box: { min: [-20 - 2 * followers, -2], max: [-21, 2] } },
        speed: { uniform: [1.4, 1.7] },
        clearance: 0.2,
      },
    ],
    teams: [{ name: 'file', groups: ['file'], task: { kind: 'follow', leader: 'leader', gap } }],
  };
}

/** All agents in teams, one of each kind, which meet each other and a few pillars. */
export const teamwork: ScenarioInput = {
  ...openSquare,
  name: 'teamwork',
  bounds: { min: [-20, -20], max: [20, 20], walls: true },
  obstacles: [
    { shape: 'circle', center: [0, 0], radius: 1 },
    { shape: 'box', min: [6, -8], max: [8, -7] },
  ],
  targets: [
    ...Array.from({ length: 7 }, (_, k) => ({
      name: `item ${k}`,
      at: [5 * k - 15, k % 2 === 0 ? 12 : -12] as Spot,
      radius: 0.5,
    })),
    { name: 'west', at: [-15, 0], radius: 3 },
    { name: 'east', at: [15, 5], radius: 3 },
    { name: 'south', at: [16, -16], radius: 0.5 },
  ],
  agents: [{ name: 'leader', at: [-10, -4], targets: ['south'], speed: 1.1 }],
  groups: [
    {
      name: 'collectors',
      count: 4,
      region: { box: { min: [-5, -5], max: [5, 5] } },
      speed: { uniform: [1, 2] },
    },
    { name: 'file', count: 3, region: { box: { min: [-17, -6], max: [-11, -2] } }, speed: 1.6 },
    {
      name: 'companions',
      count: 4,
      region: { box: { min: [8, -5], max: [18, 8] } },
      speed: { uniform: [0.8, 1.8] },
    },
    {
      name: 'flock',
      count: 5,
      region: { box: { min: [-18, 1], max: [-6, 10] } },
      targets: ['east'],
      speed: { uniform: [0.8, 1.8] },
    },
  ],
  teams: [
    {
      name: 'collectors',
      groups: ['collectors'],
      task: { kind: 'collect', targets: Array.from({ length: 7 }, (_, k) => `item ${k}`), by: 'last' },
    },
    { name: 'file', groups: ['file'], task: { kind: 'follow', leader: 'leader' } },
    { name: 'companions', groups: ['companions'], task: { kind: 'together', targets: ['west'] } },
    { name: 'flock', groups: ['flock'], task: { kind: 'keep-together', distance: 4 } },
  ],
  changes: [
    {
      name: 'tired',
      trait: 'speed',
      over: 'distance-walked',
      points: [
        [5, 1],
        [30, 0.5],
      ],
    },
  ],
};

/** Steps a world until its time is over or all agents have arrived, showing it to `look` after each step. */
export function runTo(world: World, count: number, look: (world: World) => void = () => {}): World {
  const steps = Math.round(world.scenario.duration / world.dt);
  while (world.step < steps && world.arrived < count) {
    stepWorld(world);
    look(world);
  }
  return world;
}

export function run(
  scenario: ScenarioInput,
  seed: number,
  count: number,
  look?: (world: World) => void,
): World {
  return runTo(createWorld(scenario, { seed }), count, look);
}

/** The target that each agent is sent to, by id. */
export function assignedOf({ crowd }: World, count: number): number[] {
  return Array.from({ length: count }, (_, id) => crowd.plan.assigned[rowOf(crowd, id)]);
}
