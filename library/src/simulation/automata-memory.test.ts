import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { AutomatonModel } from '../automata/hybrid/index.ts';
import { EventKind } from '../crowd/index.ts';
import { scene } from './automata.fixture.ts';
import type { ScenarioInput } from './index.ts';

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

/**
 * What a thread of its own runs: the least bytes per jump of some spans of steps. Engines allocate for code that they have not
 * optimized yet, and a collection may come in between: so several spans are tried.
 */
const program = `
const { workerData, parentPort } = require('node:worker_threads');
(async () => {
  const { createWorld } = await import(workerData.folder + '/simulation/index.js');
  const { automatonInputOf } = await import(workerData.folder + '/simulation/update-automata.js');
  const world = createWorld(workerData.scenario);
  const input = automatonInputOf(world);
  let least = Infinity;
  let fewest = Infinity;
  for (let span = 0; span < 30 && least >= 4; span++) {
    let jumps = 0;
    let others = 0;
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 50; k++) {
      input.step = 50 * span + k;
      world.happening.count = 0;
      world.automaton.update(input);
      jumps += world.happening.count;
    }
    const bytes = process.memoryUsage().heapUsed - before;
    for (let k = 0; k < world.happening.count; k++) if (world.happening.kind[k] !== workerData.jump) others++;
    if (others > 0) throw new Error('expected jumps alone');
    fewest = Math.min(fewest, jumps);
    if (bytes >= 0) least = Math.min(least, bytes / jumps);
  }
  parentPort.postMessage({ least, fewest });
})();`;

function measure(scenario: ScenarioInput): Promise<{ least: number; fewest: number }> {
  const folder = new URL('../../dist', import.meta.url).href;
  const thread = new Worker(program, { eval: true, workerData: { folder, scenario, jump: EventKind.jump } });
  return new Promise((done, fail) => {
    thread.once('message', done);
    thread.once('error', fail);
  });
}

/**
 * Which calls an engine inlines depends on what else it has compiled, and numbers that are handed on by other calls are boxed. A
 * thread has nothing else to compile; another one is tried if its engine inlines less than it may. Code that allocates does so
 * in all of them: one boxed number for each jump would be 16 bytes.
 */
test.each(Object.entries(models))('jumps of automata %s allocate nothing', async (_, model) => {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && least >= 4; attempt++) {
    const found = await measure({ ...scene, automata: [model] });
    expect(found.fewest).toBeGreaterThan(1000);
    least = Math.min(least, found.least);
  }
  expect(least).toBeLessThan(4);
});
