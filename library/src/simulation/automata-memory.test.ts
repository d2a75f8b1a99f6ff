import { expect, test } from 'vitest';
import type { AutomatonModel } from '../automata/hybrid/index.ts';
import { EventKind } from '../crowd/index.ts';
import { scene } from './automata.fixture.ts';
import { createWorld, type World } from './index.ts';
import { automatonInputOf } from './update-automata.ts';

/** Two modes; agents go to and fro between them, each in its own rhythm. */
const rhythm: AutomatonModel = {
  name: 'rhythm',
  integrator: 'euler',
  noise: { f: [-3, 3] },
  variables: { comfort: {}, fatigue: { start: 1 }, times: { kind: 'integer' } },
  start: 'shy',
  modes: {
    shy: { flow: { comfort: '10 + f', fatigue: '-0.1 * fatigue' }, set: { speed: '1 + 0.1 * fatigue' } },
    bold: { flow: { comfort: 'f - 10', fatigue: 'comfort' }, set: { speed: '2 - comfort' } },
  },
  transitions: [
    { from: 'shy', to: 'bold', when: 'comfort > 1', do: { times: 'times - 1' } },
    { from: 'bold', to: 'shy', when: 'comfort < 0', do: { times: 'times + 1' } },
  ],
};

const { bold, shy } = rhythm.modes!;

/** The same with all that a jump can involve. */
const models: Record<string, AutomatonModel> = {
  'with a flow along straight lines': rhythm,
  'with a curved flow': { ...rhythm, integrator: 'rk4' },
  'that are interpreted': {
    ...rhythm,
    integrator: 'rk4',
    modes: { ...rhythm.modes, shy: { ...shy, flow: { comfort: '10 + f', fatigue: 'exp(-fatigue)' } } },
  },
  'with error control': { ...rhythm, integrator: 'adaptive', tolerance: 1e-4 },
  'with a random policy': {
    ...rhythm,
    policy: { random: 0.2 },
    transitions: [
      ...rhythm.transitions!,
      { from: 'shy', to: 'bold', when: 'comfort > 2' },
      { from: 'bold', to: 'shy', when: 'comfort < 0' },
    ],
  },
  'with clocks, inputs, invariants and distances': {
    ...rhythm,
    inputs: { now: 'time', gap: 'gap', fast: 'speed', east: { target: 'east' } },
    modes: {
      shy: {
        ...shy,
        invariant: 'now >= 0 and gap >= 0',
        set: { speed: 'if east > gap then fast + 1 else fast' },
      },
      bold: { ...bold, distances: [{ to: 'obstacles', distance: '1 + comfort' }] },
    },
  },
  'of submodes with a history': {
    ...rhythm,
    start: 'shy',
    modes: {
      shy,
      bold: {
        ...bold,
        history: true,
        start: 'left',
        modes: { left: {}, right: { entry: { times: 0 } } },
        transitions: [{ from: 'left', to: 'right', when: 'comfort < 0.5' }],
      },
    },
  },
  'that bring steering, planner and goal': {
    ...rhythm,
    modes: {
      shy: { ...shy, planner: { name: 'direct' } },
      bold: {
        ...bold,
        start: 'away',
        steering: { name: 'straight' },
        modes: {
          away: { goal: { direction: ['comfort', 'fatigue'] } },
          back: { goal: { targets: ['north'] } },
        },
        transitions: [{ from: 'away', to: 'back', when: 'comfort < 0.5' }],
      },
    },
  },
};

/** Bytes that were allocated and jumps that were made while the automata of a world took some steps. */
function measure(world: World, first: number, steps: number): { bytes: number; jumps: number } {
  const input = automatonInputOf(world);
  let jumps = 0;
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < steps; k++) {
    input.step = first + k;
    world.happening.count = 0;
    world.automaton.update(input);
    jumps += world.happening.count;
  }
  const bytes = process.memoryUsage().heapUsed - before;
  expect(world.happening.kind.subarray(0, world.happening.count)).toEqual(
    new Uint8Array(world.happening.count).fill(EventKind.jump),
  );
  return { bytes, jumps };
}

/**
 * Engines allocate for code that they have not optimized yet, and a collection may come in between: so some spans are tried.
 * One boxed number for each jump would be 16 bytes in each of them.
 */
test.each(Object.entries(models))('jumps of automata %s allocate nothing', (_, model) => {
  const world = createWorld({ ...scene, automata: [model] });
  const steps = 50;
  const tried: number[] = [];
  for (let span = 0; span < 200; span++) {
    const { bytes, jumps } = measure(world, span * steps, steps);
    expect(jumps).toBeGreaterThan(1000);
    if (bytes >= 0) tried.push(bytes / jumps);
    if (bytes >= 0 && bytes < 4 * jumps) break;
  }
  expect(Math.min(...tried)).toBeLessThan(4);
});
