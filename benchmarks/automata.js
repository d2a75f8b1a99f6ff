// The cost of a hybrid automaton: 5 modes and 3 variables that flow on each of 10,000 agents of the default model.
//
//   node benchmarks/automata.js [agents]      after npm run build
//
// Prints processor time per agent and step of the stage of automata, its share of the step, and how many agents jump. The
// median and the least of the steps tell how much other programs disturb the measurement. Limits: 0.15 µs, 12 %.
import { stageNames, stepWorld } from '../library/dist/index.js';
import { createScenarioWorld } from '../library/dist/scenario.js';
import { fiveModes as automaton } from './five-modes.js';

const agents = Number(process.argv[2] ?? 10_000);
const warmUp = 80;
const steps = 60;
const side = Math.sqrt(2 * agents);
const box = { min: [0, 0], max: [side, side] };
const scenario = {
  version: 1,
  name: 'plaza',
  bounds: box,
  duration: 1000,
  groups: [{ name: 'all', count: agents, region: { box }, goal: { random: { box } }, goalRadius: 0.01 }],
  arrival: 'continue',
};

const clock = () => {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
};

/** Agents begin at different times of their cycle: else all of them would jump in the same few steps. */
function spread({ crowd: { count, memory } }) {
  for (let row = 0; row < count; row++) {
    memory['five/comfort'][row] = (2.4 * ((row * 7919) % count)) / count;
    memory['five/hunger'][row] = 0.02 + (0.98 * ((row * 4099) % count)) / count;
  }
}

function measure(input) {
  const world = createScenarioWorld(input, { clock });
  spread(world);
  for (let k = 0; k < warmUp; k++) stepWorld(world);
  world.stageTimes.fill(0);
  const stage = stageNames.indexOf('updateAutomata');
  const single = [];
  let jumps = 0;
  for (let k = 0; k < steps; k++) {
    const before = world.stageTimes[stage];
    stepWorld(world);
    single.push(world.stageTimes[stage] - before);
    jumps += world.automaton.jumps?.().length ?? 0;
  }
  const total = world.stageTimes.reduce((sum, time) => sum + time, 0);
  single.sort((a, b) => a - b);
  return { own: world.stageTimes[stage], total, jumps, least: single[0], median: single[steps / 2] };
}

const { jumps, least, median, own, total } = measure({ ...scenario, automata: [automaton] });
const microseconds = (1000 * own) / (agents * steps);
const perAgent = (time) => ((1000 * time) / agents).toFixed(3);
console.log(
  `${microseconds.toFixed(3)} µs per agent and step (limit 0.15); median ${perAgent(median)}, least ${perAgent(least)}`,
);
console.log(`${((100 * own) / total).toFixed(1)} % of the step of the default model (limit 12)`);
console.log(`${((100 * jumps) / (agents * steps)).toFixed(2)} jumps per 100 agents and step`);
process.exitCode = microseconds <= 0.15 && own / total <= 0.12 ? 0 : 1;
