// What sources cost: 4,000 agents that cross a hall, with twelve sources that feed it, and the same crowd without them.
// Usage: node benchmarks/sources.js [rounds]; after npm run build. Both worlds take turns, step by step, so that other programs
// disturb both alike; processor time. Each round begins with the same crowd in both: without sources it gets smaller, sparser and so
// cheaper. Exits with 1 if sources cost more than a twentieth.
import { stepWorld } from '../library/dist/index.js';
import { createScenarioWorld, loadWorld, saveWorld } from '../library/dist/scenario.js';

const AGENTS = 4000;
const SOURCES = 12;
/** Steps that are timed in a round, and those before them. */
const STEPS = 16;
const WARMING = 4;
const LIMIT = 1.05;
const rounds = Number(process.argv[2] ?? 24);

/** 160 m at 1.33 m/s take 120 s: this many agents a second keep the crowd as large as it is. */
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
// Agents enter in about every step; their code is compiled after some hundreds.
for (let k = 0; k < 300; k++) stepWorld(world);

/** Microseconds per agent and step of each world. */
function time(worlds) {
  const spent = worlds.map(() => 0);
  const agentSteps = worlds.map(() => 0);
  for (let k = 0; k < WARMING + STEPS; k++) {
    worlds.forEach((_, turn) => {
      // Each is first in every second step.
      const one = (turn + k) % worlds.length;
      const begin = process.cpuUsage();
      stepWorld(worlds[one]);
      const { system, user } = process.cpuUsage(begin);
      if (k < WARMING) return;
      spent[one] += user + system;
      agentSteps[one] += worlds[one].crowd.count;
    });
  }
  return spent.map((sum, one) => sum / agentSteps[one]);
}

const ratios = [];
const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
let saved = saveWorld(world);
let entered = 0;
for (let round = 0; round < rounds; round++) {
  const fed = loadWorld(saved);
  const closed = loadWorld(saved);
  closed.sources = undefined;
  const [withSources, without] = time([fed, closed]);
  saved = saveWorld(fed);
  entered = fed.sources.table.entered.reduce((sum, count) => sum + count, 0);
  // The first rounds compile the code.
  if (round < 2) continue;
  ratios.push(withSources / without);
  best[0] = Math.min(best[0], withSources);
  best[1] = Math.min(best[1], without);
}
ratios.sort((a, b) => a - b);
const median = ratios[ratios.length >> 1];
console.log(`agents: ${loadWorld(saved).crowd.count}; entered: ${entered}`);
console.log(`best blocks: ${best.map((one) => one.toFixed(2)).join(' and ')} µs per agent and step`);
console.log(
  `ratio: ${(best[0] / best[1]).toFixed(3)} of the best blocks, median ${median.toFixed(3)}, limit ${LIMIT}: ${median <= LIMIT ? 'held' : 'missed'}`,
);
process.exitCode = median <= LIMIT ? 0 : 1;
