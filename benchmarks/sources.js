// What sources cost: 4,000 agents that cross a hall, with twelve sources that feed it, and the same crowd without them.
// Usage: node benchmarks/sources.js [rounds]; after npm run build. Both worlds take turns; processor time.
import { stepWorld } from '../library/dist/index.js';
import { createScenarioWorld, loadWorld, saveWorld } from '../library/dist/scenario.js';

const AGENTS = 4000;
const SOURCES = 12;
const STEPS = 10;
const rounds = Number(process.argv[2] ?? 12);

/** 160 m at 1.33 m/s take 120 s: so many agents a second keep the crowd as large as it is. */
const rate = AGENTS / 120 / SOURCES;
const height = 96;
const world = createScenarioWorld({
  version: 1,
  name: 'fed',
  bounds: { min: [0, 0], max: [170, height] },
  duration: 1000,
  targets: [{ name: 'east', region: { box: { min: [165, 0], max: [170, height] } }, sink: true }],
  groups: [
    {
      name: 'inside',
      count: AGENTS,
      region: { box: { min: [4, 0], max: [164, height] } },
      targets: ['east'],
    },
    ...Array.from({ length: SOURCES }, (_, k) => ({
      name: `source ${k}`,
      region: { line: { from: [1, k * 8], to: [1, k * 8 + 8] } },
      source: { rate, arrivals: 'poisson' },
      targets: ['east'],
    })),
  ],
});
for (let k = 0; k < 20; k++) stepWorld(world);
const saved = saveWorld(world);
const fed = loadWorld(saved);
const closed = loadWorld(saved);
closed.sources = undefined;

function time(one) {
  const begin = process.cpuUsage();
  let agentSteps = 0;
  for (let k = 0; k < STEPS; k++) {
    stepWorld(one);
    agentSteps += one.crowd.count;
  }
  const { system, user } = process.cpuUsage(begin);
  return (user + system) / agentSteps;
}

const ratios = [];
const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
for (let round = 0; round < rounds; round++) {
  const order = round % 2 === 0 ? [fed, closed] : [closed, fed];
  const times = order.map(time);
  const [withSources, without] = round % 2 === 0 ? times : times.reverse();
  ratios.push(withSources / without);
  best[0] = Math.min(best[0], withSources);
  best[1] = Math.min(best[1], without);
}
ratios.sort((a, b) => a - b);
console.log(`agents: ${fed.crowd.count} with sources, ${closed.crowd.count} without`);
console.log(`entered: ${fed.sources.table.entered.reduce((sum, count) => sum + count, 0)}`);
console.log(`best blocks: ${best.map((one) => one.toFixed(2)).join(' and ')} µs per agent and step`);
console.log(
  `ratio: ${(best[0] / best[1]).toFixed(3)} of the best blocks, median ${ratios[rounds >> 1].toFixed(3)}`,
);
