// Compares the cost of a step with that of another build of wend, model by model, on the same crowd:
//   node benchmarks/before.js FOLDER [agents] [MODEL ...]
// FOLDER is a built clone, such as one of an earlier version. Both builds step in turn, block by block, in processor time, and
// the median of the ratios counts. Exit code 1 when a model costs more than 3 % more than before.
import * as library from 'wend';
import * as scenarios from 'wend/scenario';
import { createIn, openBuild } from './former.js';

const LIMIT = 1.03;
const BLOCKS = 20;
/** Blocks before the first that counts, in which the engine compiles the code. */
const WARM = 15;
const STEPS = 10;
/** Agents per square metre. */
const DENSITY = 0.5;

const [folder, agents = '1000', ...names] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node benchmarks/before.js FOLDER [agents] [MODEL ...]');
  process.exit(2);
}
const count = Number(agents);
const side = Math.sqrt(count / DENSITY);
const box = { min: [0, 0], max: [side, side] };
const scenario = {
  version: 1,
  name: 'before',
  bounds: box,
  dt: 0.05,
  duration: 1000,
  arrival: 'continue',
  neighbours: { radius: 3 },
  groups: [
    {
      name: 'all',
      count,
      region: { box },
      goal: { random: { box } },
      radius: 0.25,
      speed: 1.33,
      clearance: 0,
    },
  ],
};
const rows = {
  walker: { steering: { name: 'walker' } },
  nonlinear: { steering: { name: 'nonlinear' } },
  pipeline: { steering: { name: 'pipeline' } },
  'pipeline, adaptive': { steering: { name: 'pipeline' }, cadence: 'adaptive' },
  critters: { steering: { name: 'critters' } },
};
const other = await openBuild(folder);
const own = { ...library, ...scenarios };

console.log(`${count} agents; µs per agent and step`);
console.log('model                before   now      ratio');
for (const [name, settings] of Object.entries(rows)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const builds = [other, own].map((build) => ({
    build,
    world: createIn(build, { ...scenario, ...settings }),
  }));
  const costs = builds.map(() => []);
  for (let block = -WARM; block < BLOCKS; block++) {
    const order = block % 2 === 0 ? [0, 1] : [1, 0];
    for (const k of order) {
      const cost = costOf(builds[k]);
      if (block >= 0) costs[k].push(cost);
    }
  }
  const ratio = median(costs[1].map((cost, block) => cost / costs[0][block]));
  const [before, now] = costs.map((list) => median(list).toFixed(2));
  const note = ratio > LIMIT ? '   slower' : '';
  console.log(`${name.padEnd(20)} ${before.padEnd(8)} ${now.padEnd(8)} ${ratio.toFixed(2)}${note}`);
  if (ratio > LIMIT) process.exitCode = 1;
}

function costOf({ build, world }) {
  const begin = process.cpuUsage();
  for (let step = 0; step < STEPS; step++) build.stepWorld(world);
  const { system, user } = process.cpuUsage(begin);
  return (system + user) / STEPS / count;
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}
