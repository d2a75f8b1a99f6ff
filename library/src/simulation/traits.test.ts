import { describe, expect, test } from 'vitest';
import { rowOf } from '../crowd/index.ts';
import { steeringModels, type TraitName } from '../steering/index.ts';
import { createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';
import { registerBuiltIn } from './scenario/built-in.ts';
import { checkScenario, findIgnoredTraits } from './scenario/index.ts';

registerBuiltIn();

type AgentInput = NonNullable<ScenarioInput['agents']>[number];
type Path = { x: number[]; y: number[] };

/** The path of the first agent of a scene, for eight seconds. */
function walk(model: string, agents: AgentInput[]): Path {
  return pathOf(createWorld(sceneOf(model, agents)), 0);
}

function pathOf(world: World, agent: number): Path {
  const path: Path = { x: [], y: [] };
  for (let step = 0; step < 160; step++) {
    stepWorld(world);
    const row = rowOf(world.crowd, agent);
    path.x.push(world.crowd.motion.x[row]);
    path.y.push(world.crowd.motion.y[row]);
  }
  return path;
}

/** The first step in which two paths differ. */
function firstDifference(one: Path, other: Path): number {
  const first = one.x.findIndex((x, k) => x !== other.x[k] || one.y[k] !== other.y[k]);
  return first < 0 ? Number.POSITIVE_INFINITY : first;
}

function sceneOf(model: string, agents: AgentInput[]): ScenarioInput {
  return {
    version: 1,
    name: 'meeting',
    bounds: { min: [-30, -30], max: [30, 30] },
    duration: 8,
    planner: { name: 'direct' },
    steering: { name: model } as NonNullable<ScenarioInput['steering']>,
    agents,
  };
}

const subject: AgentInput = { at: [0, 0], heading: 0, goal: [12, 0] };
/** Beside the straight line, and so near to it that an agent has to go aside. */
const standing: AgentInput = { at: [6, 0.2] };
const oncoming: AgentInput = { at: [12, 0.2], heading: Math.PI, goal: [-6, 0.2] };

const distanceAt = (seconds: number) => (path: Path) => path.x[20 * seconds - 1];
const nearest = (path: Path) => Math.min(...path.x.map((x, k) => Math.hypot(x - 6, path.y[k] - 0.2)));
const aside = (path: Path) => Math.max(...path.y.map(Math.abs));

/** How each trait shows: two values, a scene, and what the second value makes larger. */
type Case = {
  low: number;
  high: number;
  start?: AgentInput;
  others: AgentInput[];
  grows: (path: Path) => number;
};
const cases: Record<Exclude<TraitName, 'viewRadius' | 'sharing'>, Case> = {
  radius: { low: 0.2, high: 0.6, others: [standing], grows: nearest },
  speed: { low: 0.8, high: 1.6, others: [], grows: distanceAt(4) },
  agility: { low: 0.1, high: 1, start: { ...subject, heading: 2.5 }, others: [], grows: distanceAt(3) },
  mass: { low: 1, high: 0, others: [], grows: distanceAt(1) },
  aggressiveness: { low: 0.9, high: 0.1, others: [oncoming], grows: aside },
  personalDistance: { low: 0.1, high: 1, others: [standing], grows: nearest },
};

const personal = new Set<string>(['agility', 'mass', 'aggressiveness']);
const withTrait = (agent: AgentInput, trait: string, value: number): AgentInput =>
  personal.has(trait) ? { ...agent, personality: { [trait]: value } } : { ...agent, [trait]: value };

/** A group of one agent that sees 1 m far walks east; an agent stands in its path; one that sees it stands beyond. */
function meeting(model: string, shares: boolean, isThere: boolean): ScenarioInput {
  type Group = NonNullable<ScenarioInput['groups']>[number];
  const one = (name: string, [x, y]: [number, number], more: Partial<Group>): Group => ({
    name,
    count: 1,
    region: { ring: { center: [x - 1, y], radius: 1 } },
    ...(shares && { sharing: { channel: 'all', distance: 50, delay: 0, subjects: 'agents', attention: 20 } }),
    ...more,
  });
  return {
    ...sceneOf(model, []),
    groups: [
      one('walkers', [0, 0], { heading: 0, goal: { point: [12, 0] }, viewRadius: 1 }),
      one('sentries', [6, 6], { viewRadius: 7 }),
      ...(isThere ? [{ ...one('standing', [6, 0.2], {}), sharing: undefined } as never] : []),
    ],
  };
}

function meet(model: string, shares: boolean, isThere: boolean): Path {
  return pathOf(createWorld(meeting(model, shares, isThere)), 0);
}

/** The first step in which it matters that the other agent is there. */
function firstResponse(model: string, viewRadius: number): number {
  const alone = walk(model, [{ ...subject, viewRadius }]);
  const met = walk(model, [{ ...subject, viewRadius }, standing]);
  return firstDifference(alone, met);
}

describe.each(steeringModels().map(({ name, ignores }) => [name, new Set(ignores)] as const))(
  'a trait changes the motion as documented, or %s says that it does not honour it',
  (model, ignored) => {
    test.each(Object.entries(cases))('%s', (trait, { grows, high, low, others, start = subject }) => {
      const [small, large] = [low, high].map((value) =>
        walk(model, [withTrait(start, trait, value), ...others]),
      );
      if (!ignored.has(trait as TraitName)) {
        expect(grows(large)).toBeGreaterThan(grows(small) * (1 + 1e-6) + 1e-6);
        return;
      }
      expect(large).toEqual(small);
      const scenario = checkScenario(sceneOf(model, [withTrait(start, trait, low), ...others]));
      const place = personal.has(trait) ? `agents[0].personality.${trait}` : `agents[0].${trait}`;
      expect(findIgnoredTraits(scenario).map(({ path }) => path)).toContain(place);
    });

    test('sharing', () => {
      const alone = meet(model, false, false);
      const [silent, told] = [false, true].map((shares) => firstDifference(alone, meet(model, shares, true)));
      if (ignored.has('sharing')) expect(told).toBe(silent);
      else expect(told).toBeLessThan(silent - 10);
      const warnings = findIgnoredTraits(checkScenario(meeting(model, true, true)));
      expect(warnings.map(({ path }) => path).filter((path) => path.endsWith('sharing'))).toEqual(
        ignored.has('sharing') ? ['groups[0].sharing', 'groups[1].sharing'] : [],
      );
    });

    test('viewRadius', () => {
      const [near, far] = [2, 5].map((metres) => firstResponse(model, metres));
      if (ignored.has('viewRadius')) expect(far).toBe(near);
      else expect(far).toBeLessThan(near);
    });
  },
);

/** A thing whose speed matters, and the goal that an agent follows. */
describe.each(
  steeringModels().map(({ anticipates = false, followsPace, name }) => ({ anticipates, followsPace, name })),
)('things that move, with $name', ({ anticipates, followsPace, name }) => {
  test('the velocity of an obstacle changes the decision, if the model says so', () => {
    // Level with the agent's path, at the same place, standing or on its way across.
    const velocityAfter = (course: [number, number]) => {
      const world = createWorld({
        ...sceneOf(name, [{ ...subject, velocity: [1.3, 0] }]),
        obstacles: [
          { shape: 'circle', center: [2, -1], radius: 0.5, course: { kind: 'velocity', velocity: course } },
        ],
      });
      stepWorld(world);
      const { velocityX, velocityY } = world.crowd.motion;
      return [velocityX[0], velocityY[0]];
    };
    const [standing, crossing] = [velocityAfter([0, 0]), velocityAfter([0, 1])];
    if (anticipates) expect(crossing).not.toEqual(standing);
    else expect(crossing).toEqual(standing);
  });

  test('an agent catches up with a goal that moves away at a third of its speed', () => {
    const world = createWorld({
      ...sceneOf(name, [{ at: [0, 0], heading: 0, targets: ['ball'] }]),
      targets: [{ name: 'ball', at: [5, 2], course: { kind: 'velocity', velocity: [0, 0.4] } }],
      arrival: 'continue',
    });
    const gapAfter = (seconds: number) => {
      while (world.step * world.dt < seconds) stepWorld(world);
      const { x, y } = world.crowd.motion;
      return Math.hypot(x[0] - 5, y[0] - 2 - 0.4 * seconds);
    };
    expect(gapAfter(2)).toBeGreaterThan(2);
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 60; k <= 300; k++) nearest = Math.min(nearest, gapAfter(k / 10));
    // The pull on a critter holds a balance with its drag.
    expect(nearest).toBeLessThan(followsPace === false ? 2 : 0.6);
  });
});

test('a group of a model that ignores a trait, a change and a mode are warned about, each by its place', () => {
  const scenario = checkScenario({
    ...sceneOf('straight', []),
    groups: [
      {
        name: 'crowd',
        count: 2,
        region: { box: { min: [0, 0], max: [5, 5] } },
        personality: { agility: { uniform: [0, 1] } },
        personalDistance: [{ to: 'own-group', distance: 0.5 }],
      },
    ],
    changes: [{ name: 'tired', trait: 'mass', over: 'time', points: [[0, 1]] }],
    automata: [
      {
        name: 'mood',
        start: 'calm',
        modes: {
          calm: { set: { aggressiveness: 0.1 } },
          other: { steering: { name: 'walker' }, set: { mass: 1 } },
        },
        transitions: [{ from: 'calm', to: 'other', when: 'true' }],
      },
    ],
  });
  expect(findIgnoredTraits(scenario)).toEqual([
    { path: 'groups[0].personality.agility', message: 'straight steering does not honour agility' },
    { path: 'groups[0].personalDistance', message: 'straight steering does not honour personal distances' },
    { path: 'changes[0].trait', message: 'straight steering does not honour mass' },
    {
      path: 'automata[0].modes.calm.set.aggressiveness',
      message: 'straight steering does not honour aggressiveness',
    },
  ]);
});

test('agents are warned about by the model that they have at that time: of their group, of a stage, of a later stage', () => {
  const box = { min: [0, 0], max: [5, 5] } as const;
  const critters = { name: 'critters' } as const;
  const about = (scene: object) =>
    findIgnoredTraits(
      checkScenario({ ...sceneOf('walker', []), ...scene } as Parameters<typeof checkScenario>[0]),
    ).map(({ path }) => path);
  const bugs = { name: 'bugs', count: 2, region: { box }, steering: critters };
  // A change of an agent, by its number, behind those of the first group.
  const people = { name: 'people', count: 3, region: { box } };
  const change = (agent: number) => ({
    at: 1,
    kind: 'change-traits',
    agent,
    traits: { speed: 1 },
  });
  expect(about({ groups: [people, bugs], script: [change(0), change(4)] })).toEqual([
    'script[1].traits.speed',
  ]);
  // An agent that a script adds to a group has its model.
  const comer = { group: 'bugs', at: [1, 1], speed: 1 };
  expect(about({ groups: [people, bugs], script: [{ at: 1, kind: 'add', agent: comer }] })).toEqual([
    'script[0].agent.speed',
  ]);
  // The model of a stage stays for the next one, and does not honour what the agent entered with.
  const stage = (traits: object) => ({ kind: 'idle', for: 1, traits });
  const journey = { stages: [stage({ steering: critters }), stage({ speed: 1 })] };
  expect(about({ groups: [{ ...people, speed: 1.5, journey }] })).toEqual([
    'groups[0].journey.stages[1].traits.speed',
    'groups[0].speed',
  ]);
  // A change of all agents concerns the models that agents have, and not that of the scenario alone.
  const slower = { name: 'slower', trait: 'speed', over: 'time', points: [[0, 1]] };
  const walkers = { ...people, steering: { name: 'walker' } };
  expect(about({ steering: critters, groups: [walkers], changes: [slower] })).toEqual([]);
  expect(about({ groups: [people, bugs], changes: [slower] })).toEqual(['changes[0].trait']);
});
