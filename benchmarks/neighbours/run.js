// @ts-check
// The indexes of neighbours side by side: node benchmarks/neighbours/run.js [--quick] [--out FILE.csv]
// In every step all contenders answer for the same places, in turn; the median of their steps counts. Ratios of one run.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  createBruteIndex,
  createGridIndex,
  createKineticIndex,
} from '../../library/dist/environment/index.js';
import { createWallTest, follower, lister, nearestFinder, rebuilder, treeLister } from './contenders.js';
import { evenStage, unevenStage, walledStage } from './crowds.js';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const sizes = values.quick ? [1000, 10_000] : [1000, 10_000, 100_000];
const NEAREST = 8;
const WALLS = 1000;
/** @type {{ stage: string, agents: number, name: string, median: number, best: number, found: number }[]} */
const results = [];

/** Everything that is compared, with the limits of the project. @type {{ text: string, ratio: number, limit: string, holds: boolean }[]} */
const ratios = [];

for (const headings of /** @type {const} */ (['random', 'coherent'])) {
  for (const agents of sizes) {
    measure(`even, ${headings}`, agents, () => {
      const stage = evenStage(agents, headings);
      const contenders = [
        follower(stage, createKineticIndex()),
        rebuilder(stage),
        lister(stage, createGridIndex(), false),
        lister(stage, createKineticIndex(), false),
      ];
      if (agents <= 1000) contenders.push(lister(stage, createBruteIndex(), false));
      return { stage, contenders };
    });
    const at = `${agents} agents, ${headings} headings`;
    atLeast(
      `${at}: triangulating anew costs, in units of following`,
      cost('delaunator, anew'),
      cost('kinetic, following'),
      3,
    );
    atMost(
      `${at}: near sets by kinetic cost, in units of grid`,
      cost('kinetic, near'),
      cost('grid, near'),
      4,
    );
  }
  const [smallest, largest] = [sizes[0], sizes.at(-1) ?? 0];
  const following = (/** @type {number} */ agents) => cost('kinetic, following', `even, ${headings}`, agents);
  atMost(
    `${headings} headings: following ${largest} agents costs, per agent and in units of ${smallest}`,
    following(largest),
    following(smallest),
    1.4,
  );
}
for (const agents of sizes.slice(0, 2)) {
  measure('density varies 100-fold', agents, () => {
    const stage = unevenStage(agents);
    const indexes = [createGridIndex(), createKineticIndex()];
    return {
      stage,
      contenders: [
        ...indexes.map((index) => nearestFinder(stage, index, NEAREST)),
        ...[createGridIndex(), createKineticIndex()].map((index) => lister(stage, index, false)),
      ],
    };
  });
  atLeast(
    `${agents} agents, density varies 100-fold: the ${NEAREST} nearest by grid cost, in units of kinetic`,
    cost(`grid, ${NEAREST} nearest`),
    cost(`kinetic, ${NEAREST} nearest`),
    2,
  );
}
for (const agents of sizes.slice(1)) {
  measure(`${WALLS} walls`, agents, () => {
    const stage = walledStage(agents, WALLS, createWallTest);
    return {
      stage,
      contenders: [
        treeLister(stage),
        lister(stage, createGridIndex(), true),
        lister(stage, createKineticIndex(), true),
      ],
    };
  });
  atLeast(
    `${agents} agents, ${WALLS} walls: visible sets by grid and flatbush cost, in units of kinetic`,
    cost('grid and flatbush, visible'),
    cost('kinetic, visible'),
    2,
  );
}

console.log('');
for (const { text, ratio, limit, holds } of ratios) {
  console.log(`${holds ? '  ' : '! '}${text}: ${ratio.toFixed(2)} (${limit})`);
}
if (values.out !== undefined) {
  const machine = `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`;
  const lines = results.map(({ stage, agents, name, median, best, found }) =>
    [
      `"${machine}"`,
      process.version,
      `"${stage}"`,
      agents,
      `"${name}"`,
      median.toFixed(4),
      best.toFixed(4),
      found.toFixed(2),
    ].join(','),
  );
  writeFileSync(
    values.out,
    `${['machine,node,crowd,agents,index,median_us,best_us,entries_per_agent', ...lines].join('\n')}\n`,
  );
}
process.exitCode = ratios.every(({ holds }) => holds) ? 0 : 1;

/**
 * @param {string} name
 * @param {number} agents
 * @param {() => { stage: import('./crowds.js').Stage, contenders: import('./contenders.js').Contender[] }} create
 */
function measure(name, agents, create) {
  const { stage, contenders } = create();
  const steps = Math.max(30, Math.min(400, Math.round((values.quick ? 4e5 : 2e6) / agents)));
  const warmup = Math.max(10, Math.round(steps / 4));
  const times = contenders.map(() => new Float64Array(steps));
  for (let step = -warmup; step < steps; step++) {
    stage.move();
    for (let turn = 0; turn < contenders.length; turn++) {
      const which = (turn + step + warmup) % contenders.length;
      const begin = performance.now();
      contenders[which].step();
      if (step >= 0) times[which][step] = performance.now() - begin;
    }
  }
  console.log(`\n${agents} agents, ${name}: µs per agent and step, median and best`);
  contenders.forEach((contender, which) => {
    const sorted = times[which].sort();
    const [median, best] = [sorted[steps >> 1], sorted[0]].map((time) => (1000 * time) / agents);
    const found = contender.found() / agents;
    results.push({ stage: name, agents, name: contender.name, median, best, found });
    const entries = found > 0 ? `  ${found.toFixed(1)} found` : '';
    console.log(`  ${contender.name.padEnd(28)} ${median.toFixed(3)} ${best.toFixed(3)}${entries}`);
  });
}

/** The median of the latest measurement of that name. @param {string} name @param {string} [stage] @param {number} [agents] */
function cost(name, stage, agents) {
  const match = results.findLast(
    (result) =>
      result.name === name &&
      (stage === undefined || result.stage === stage) &&
      (agents === undefined || result.agents === agents),
  );
  if (!match) throw new Error(`nothing measured for ${name}`);
  return match.median;
}

/** @param {string} text @param {number} a @param {number} b @param {number} limit */
function atLeast(text, a, b, limit) {
  ratios.push({ text, ratio: a / b, limit: `at least ${limit}`, holds: a / b >= limit });
}

/** @param {string} text @param {number} a @param {number} b @param {number} limit */
function atMost(text, a, b, limit) {
  ratios.push({ text, ratio: a / b, limit: `at most ${limit}`, holds: a / b <= limit });
}
