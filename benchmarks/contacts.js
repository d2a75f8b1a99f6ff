// Measures what the contact stage costs in a jam, beside a crowd in the open: node benchmarks/contacts.js [MODEL ...]
// 4000 agents each, block by block in turn, in processor time. With --base FOLDER, a built checkout of another version, its
// crowd in the open is measured in the same turns: the stage is to cost no more than that in the open, and at most three
// times that in a jam. Exit code 1 when the first model misses a limit: without --base, that a jam of the default model costs
// at most three times its crowd in the open.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import * as library from 'wend';
import * as scenarios from 'wend/scenario';
import { createIn, openBuild } from './former.js';

/** How many times the cost of the stage in the open, before, a jam may cost. */
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

const { positionals, values } = parseArgs({ allowPositionals: true, options: { base: { type: 'string' } } });
const present = { ...library, ...scenarios };
const former = values.base === undefined ? undefined : await openBuild(values.base);

/** @param {string} model */
function measure(model) {
  const versions = [[open, present], [jam, present], ...(former ? [[open, former]] : [])];
  const runs = versions.map(([scenario, build]) => ({
    stepWorld: build.stepWorld,
    world: createIn(build, { ...scenario, steering: { name: model } }, { clock: processorMilliseconds }),
    /** @type {number[]} */
    blocks: [],
  }));
  for (const { stepWorld, world } of runs) for (let step = 0; step < 60; step++) stepWorld(world);
  for (let block = 0; block < BLOCKS; block++) {
    for (const { blocks, stepWorld, world } of runs) {
      const before = world.stageTimes[STAGE];
      for (let step = 0; step < STEPS; step++) stepWorld(world);
      blocks.push((world.stageTimes[STAGE] - before) / STEPS);
    }
  }
  return runs.map(({ blocks, world }) => ({
    cost: blocks.sort((a, b) => a - b)[BLOCKS >> 1],
    // A version before 0.3.0 had no pairs.
    pairs: world.contacts.pairs?.count ?? 0,
  }));
}

/** What a cost is of what was before, and whether it is within its limit. */
const held = (cost, before, limit) =>
  `${(cost / before).toFixed(2)} (at most ${limit}): ${cost <= limit * before ? 'held' : 'missed'}`;

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; ${AGENTS} agents, one thread`,
);
console.log('contact stage, ms of processor time per step, median of blocks:');
const models = positionals.length > 0 ? positionals : ['walker', 'pipeline', 'straight'];
for (const [k, model] of models.entries()) {
  const [inOpen, inJam, before] = measure(model);
  const cells = [inOpen, inJam].map(({ cost, pairs }) => `${cost.toFixed(3)} (${pairs} pairs)`);
  const ratio = inJam.cost / inOpen.cost;
  const isTested = k === 0 && positionals.length === 0 && !before;
  const limit = isTested ? `, at most ${LIMIT}` : '';
  console.log(`${model.padEnd(10)} open ${cells[0]}  jam ${cells[1]}  ratio ${ratio.toFixed(1)}${limit}`);
  if (isTested && ratio > LIMIT) process.exitCode = 1;
  if (!before) continue;
  const [openHeld, jamHeld] = [held(inOpen.cost, before.cost, 1), held(inJam.cost, before.cost, LIMIT)];
  console.log(`  of ${before.cost.toFixed(3)} in the open before: open ${openHeld}, jam ${jamHeld}`);
  if (k === 0 && `${openHeld}${jamHeld}`.includes('missed')) process.exitCode = 1;
}
