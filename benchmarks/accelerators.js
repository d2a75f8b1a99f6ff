// What each compiled kernel saves of a whole step at 4,000 agents: node benchmarks/accelerators.js
// The same crowd steps with the kernel and in JavaScript, in turn, block by block; the median of the ratios counts.
// Exit code 1 when a kernel saves less than a tenth: it is then not worth a second text of the same loop.
import { stateHashOf, stepWorld } from '../library/dist/index.js';
import { createScenarioWorld } from '../library/dist/scenario.js';
import { fiveModes } from './five-modes.js';

const AGENTS = 4000;
/** Agents per square metre. */
const DENSITY = 0.5;
const BLOCKS = 15;
const STEPS = 6;
const LEAST_SAVING = 0.1;

const { WebAssembly } = globalThis;
const kernels = {
  'sums over neighbours (nonlinear steering)': { steering: { name: 'nonlinear' } },
  'searches of the kinetic index (pipeline steering)': {
    steering: { name: 'pipeline' },
    neighbours: { name: 'kinetic' },
  },
  'automata of five modes (walker steering)': { automata: [fiveModes] },
};

for (const [name, settings] of Object.entries(kernels)) {
  const compiled = { world: createScenarioWorld(scenario(settings)), isCompiled: true };
  const plain = { world: createScenarioWorld(scenario(settings)), isCompiled: false };
  run(compiled);
  run(plain);
  const ratios = [];
  for (let block = 0; block < BLOCKS; block++) {
    const [first, second] = block % 2 === 0 ? [compiled, plain] : [plain, compiled];
    const [one, other] = [run(first), run(second)];
    ratios.push(first === compiled ? one / other : other / one);
  }
  if (stateHashOf(compiled.world) !== stateHashOf(plain.world)) throw new Error(`${name}: other bits`);
  const saving = 1 - ratios.sort((a, b) => a - b)[Math.floor(BLOCKS / 2)];
  console.log(`${name}: saves ${Math.round(100 * saving)} % of a step (at least ${100 * LEAST_SAVING})`);
  if (saving < LEAST_SAVING) process.exitCode = 1;
}

/** Steps a world; returns the processor time, µs. Without WebAssembly, the library uses JavaScript. */
function run({ isCompiled, world }) {
  globalThis.WebAssembly = isCompiled ? WebAssembly : undefined;
  const begin = process.cpuUsage();
  for (let step = 0; step < STEPS; step++) stepWorld(world);
  const { system, user } = process.cpuUsage(begin);
  globalThis.WebAssembly = WebAssembly;
  return system + user;
}

function scenario(settings) {
  const side = Math.sqrt(AGENTS / DENSITY);
  const box = { min: [1, 1], max: [side - 1, side - 1] };
  return {
    version: 1,
    name: 'accelerators',
    bounds: { min: [0, 0], max: [side, side] },
    duration: 1000,
    arrival: 'continue',
    groups: [{ name: 'all', count: AGENTS, region: { box }, goal: { random: { box } } }],
    ...settings,
  };
}
