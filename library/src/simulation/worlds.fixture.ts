import { shuffledOrder } from '../crowd/crowd.fixture.ts';
import { reorderRows } from '../crowd/index.ts';
import {
  createWorld,
  type ScenarioInput,
  stateHashOf,
  stepWorld,
  type World,
  type WorldOptions,
} from './index.ts';

/** An open square with nothing in it; tests add what they are about. */
export const openSquare: ScenarioInput = {
  version: 1,
  name: 'open square',
  bounds: { min: [-50, -50], max: [50, 50] },
  duration: 60,
  steering: { name: 'nonlinear' },
};

/** A little of everything: groups that cross, walls, pillars, moving obstacles and targets, agents that vanish. */
export const busySquare: ScenarioInput = {
  ...openSquare,
  name: 'busy square',
  bounds: { min: [-15, -15], max: [15, 15], walls: true },
  obstacles: [
    { shape: 'circle', center: [0, 0], radius: 1 },
    { shape: 'box', min: [4, 4], max: [6, 5] },
    { shape: 'segment', from: [-6, -3], to: [-4, 3] },
    {
      shape: 'circle',
      name: 'ball',
      center: [0, 6],
      radius: 0.5,
      course: { kind: 'oscillation', amplitude: [4, 0], period: 6 },
    },
    { shape: 'box', min: [-2, -9], max: [-1, -8], course: { kind: 'loop', points: [[3, -8]], speed: 1.5 } },
  ],
  targets: [
    { name: 'east', at: [13, 0], radius: 1.5 },
    {
      name: 'west',
      at: [-13, 2],
      radius: 1.5,
      course: { kind: 'oscillation', amplitude: [0, 5], period: 9 },
    },
  ],
  groups: [
    { name: 'left', count: 40, region: { box: { min: [-14, -13], max: [-7, 13] } }, targets: ['east'] },
    {
      name: 'right',
      count: 40,
      region: { box: { min: [7, -13], max: [14, 13] } },
      targets: ['west', 'east'],
      speed: { uniform: [0.8, 2] },
      personality: { aggressiveness: { uniform: [0, 1] }, agility: { uniform: [0, 1] }, mass: 0.1 },
    },
  ],
  arrival: 'vanish',
};

/** The hashes of a run, step by step; `between` may do something to the world before each step. */
export function hashesOf(
  scenario: ScenarioInput,
  steps: number,
  options: WorldOptions = {},
  between: (world: World) => void = () => {},
): string[] {
  const world = createWorld(scenario, options);
  return runHashes(world, steps, between);
}

export function runHashes(world: World, steps: number, between: (world: World) => void = () => {}): string[] {
  const hashes: string[] = [];
  for (let k = 0; k < steps; k++) {
    between(world);
    stepWorld(world);
    hashes.push(stateHashOf(world));
  }
  return hashes;
}

/** Stores the agents in another order, another one at each step. */
export function shuffleRows(world: World): void {
  reorderRows(world.crowd, shuffledOrder(world.crowd.count, world.step + 1));
}
