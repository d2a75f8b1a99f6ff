import { describe, expect, test } from 'vitest';
import { steeringModels, type TraitName } from '../steering/index.ts';
import { createWorld, type ScenarioInput, stepWorld } from './index.ts';
import { registerBuiltIn } from './scenario/built-in.ts';
import { checkScenario, findIgnoredTraits } from './scenario/index.ts';

registerBuiltIn();

type AgentInput = NonNullable<ScenarioInput['agents']>[number];
type Path = { x: number[]; y: number[] };

/** The path of the first agent of a scene, for eight seconds. */
function walk(model: string, agents: AgentInput[]): Path {
  const world = createWorld(sceneOf(model, agents));
  const path: Path = { x: [], y: [] };
  for (let step = 0; step < 160; step++) {
    stepWorld(world);
    path.x.push(world.crowd.motion.x[0]);
    path.y.push(world.crowd.motion.y[0]);
  }
  return path;
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
const cases: Record<Exclude<TraitName, 'viewRadius'>, Case> = {
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

/** The first step in which it matters that the other agent is there. */
function firstResponse(model: string, viewRadius: number): number {
  const alone = walk(model, [{ ...subject, viewRadius }]);
  const met = walk(model, [{ ...subject, viewRadius }, standing]);
  const first = met.x.findIndex((x, k) => x !== alone.x[k] || met.y[k] !== alone.y[k]);
  return first < 0 ? Number.POSITIVE_INFINITY : first;
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

    test('viewRadius', () => {
      const [near, far] = [2, 5].map((metres) => firstResponse(model, metres));
      if (ignored.has('viewRadius')) expect(far).toBe(near);
      else expect(far).toBeLessThan(near);
    });
  },
);

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
    { path: 'changes[0].mass', message: 'straight steering does not honour mass' },
    {
      path: 'automata[0].modes.calm.set.aggressiveness',
      message: 'straight steering does not honour aggressiveness',
    },
  ]);
});
