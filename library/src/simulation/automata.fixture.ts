import type { AutomatonModel } from '../automata/hybrid/index.ts';
import { type ScenarioInput, stepWorld, type World } from './index.ts';

export const step = (world: World, times: number) => {
  for (let k = 0; k < times; k++) stepWorld(world);
};

/** Comfort grows, and at 1 the agent becomes bold; noise makes the agents differ. */
export const mood: AutomatonModel = {
  name: 'mood',
  noise: { f: [-0.3, 0.3] },
  variables: { comfort: {}, times: { kind: 'integer' } },
  start: 'shy',
  modes: {
    shy: { flow: { comfort: '0.5 + f' }, set: { speed: 0.7 } },
    bold: { flow: { comfort: 'f - 0.5' } },
  },
  transitions: [
    { from: 'shy', to: 'bold', when: 'comfort > 1', do: { times: 'times + 1' } },
    { from: 'bold', to: 'shy', when: 'comfort < 0.5' },
  ],
};

export const scene: ScenarioInput = {
  version: 1,
  name: 'moods',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 100,
  steering: { name: 'nonlinear' },
  targets: [
    { name: 'east', at: [15, 0] },
    { name: 'north', at: [0, 15] },
  ],
  groups: [
    {
      name: 'moody',
      count: 300,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: 1.2,
    },
    {
      name: 'calm',
      count: 50,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: 1.2,
    },
  ],
  automata: [{ ...mood, groups: ['moody'] }],
};
