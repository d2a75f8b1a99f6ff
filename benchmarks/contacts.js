// Measures what the contact stage costs in a jam, beside a crowd in the open: node benchmarks/contacts.js [MODEL ...]
// 4000 agents each, block by block in turn, in processor time. Exit code 1 when the default model misses the limit.
import { cpus } from 'node:os';
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** How many times the cost of the stage in the open a jam may cost. */
const LIMIT = 3;
const AGENTS = 4000;
const BLOCKS = 8;
const STEPS = 10;
const STAGE = 6;

const side = Math.ceil(Math.sqrt(AGENTS));
const places = Array.from({ length: AGENTS }, (_, k) => [k % side, Math.floor(k / side)]);

/** Park and Miller's numbers in (0, 1). */
let state = 7;
function dice() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

const plain = { version: 1, dt: 0.05, duration: 600, seed: 1, arrival: 'continue' };

/** A tenth of an agent per square metre, each with a goal of its own. */
const open = {
  ...plain,
  name: 'open',
  bounds: { min: [0, 0], max: [200, 200] },
  agents: places.map(([column, row]) => ({
    at: [1 + 3.1 * column + 2 * dice(), 1 + 3.1 * row + 2 * dice()],
    goal: [200 * dice(), 200 * dice()],
  })),
};

/** Agents almost in contact that press towards one place. */
const jam = {
  ...plain,
  name: 'jam',
  bounds: { min: [0, 0], max: [80, 60], walls: true },
  agents: places.map(([column, row]) => ({
    at: [1 + 0.55 * column, 1 + 0.55 * row],
    goal: [40, 20],
    goalRadius: 0.01,
  })),
};

function processorMilliseconds() {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
}

/** @param {string} model */
function measure(model) {
  const runs = [open, jam].map((scenario) => ({
    world: createScenarioWorld({ ...scenario, steering: { name: model } }, { clock: processorMilliseconds }),
    /** @type {number[]} */
    blocks: [],
  }));
  for (const { world } of runs) for (let step = 0; step < 60; step++) stepWorld(world);
  for (let block = 0; block < BLOCKS; block++) {
    for (const { blocks, world } of runs) {
      const before = world.stageTimes[STAGE];
      for (let step = 0; step < STEPS; step++) stepWorld(world);
      blocks.push((world.stageTimes[STAGE] - before) / STEPS);
    }
  }
  return runs.map(({ blocks, world }) => ({
    cost: blocks.sort((a, b) => a - b)[BLOCKS >> 1],
    pairs: world.contacts.pairs.count,
  }));
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; ${AGENTS} agents, one thread`,
);
console.log('contact stage, ms of processor time per step, median of blocks:');
const models = process.argv.slice(2);
let failed = false;
for (const [k, model] of (models.length > 0 ? models : ['walker', 'pipeline', 'straight']).entries()) {
  const [inOpen, inJam] = measure(model);
  const ratio = inJam.cost / inOpen.cost;
  const isTested = k === 0 && models.length === 0;
  if (isTested && ratio > LIMIT) failed = true;
  const cells = [inOpen, inJam].map(({ cost, pairs }) => `${cost.toFixed(3)} (${pairs} pairs)`);
  const limit = isTested ? `, at most ${LIMIT}` : '';
  console.log(`${model.padEnd(10)} open ${cells[0]}  jam ${cells[1]}  ratio ${ratio.toFixed(1)}${limit}`);
}
process.exitCode = failed ? 1 : 0;
