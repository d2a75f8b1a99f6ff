// @ts-check
// Compares the neighbour indexes: node benchmarks/neighbours/run.js [--quick] [--out FILE.csv]
// Each contender follows its own copy of the same crowd. They take turns, a few steps at a time, so that other load on the
// machine affects all of them equally and each finds its memory as it left it. The median of the steps counts.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createBruteIndex } from '../../library/dist/environment/brute/brute.js';
import { createGridIndex } from '../../library/dist/environment/index.js';
import { createKineticIndex } from '../../library/dist/environment/kinetic/kinetic.js';
import {
  createWallTest,
  eventFinder,
  follower,
  lister,
  nearestFinder,
  rebuilder,
  treeLister,
  watcher,
} from './contenders.js';
import { evenStage, spaceStage, unevenStage, walledStage } from './crowds.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const sizes = values.quick ? [1000, 10_000] : [1000, 10_000, 100_000];
const NEAREST = 8;
const WALLS = 1000;
const STEPS_OF_A_TURN = 5;
/** @typedef {import('./crowds.js').Stage} Stage */
/** @type {{ stage: string, agents: number, name: string, median: number, best: number, found: number }[]} */
const results = [];

/** All comparisons, with the limits of the project. @type {{ text: string, ratio: number, limit: string, holds: boolean }[]} */
const ratios = [];

for (const headings of /** @type {const} */ (['random', 'coherent'])) {
  for (const agents of sizes) {
    const contenders = [
      (/** @type {Stage} */ stage) => follower(stage, createKineticIndex()),
      rebuilder,
      (/** @type {Stage} */ stage) => lister(stage, createGridIndex(), false),
      (/** @type {Stage} */ stage) => lister(stage, createKineticIndex(), false),
    ];
    if (agents <= 1000) contenders.push((stage) => lister(stage, createBruteIndex(), false));
    measure(`even, ${headings}`, agents, () => evenStage(agents, headings), contenders);
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
  measureSizes(headings);
}
for (const agents of sizes) {
  measure('density varies 100-fold', agents, () => unevenStage(agents), [
    (stage) => nearestFinder(stage, createGridIndex(), NEAREST),
    (stage) => nearestFinder(stage, createKineticIndex(), NEAREST),
    (stage) => lister(stage, createGridIndex(), false),
    (stage) => lister(stage, createKineticIndex(), false),
  ]);
  atLeast(
    `${agents} agents, density varies 100-fold: the ${NEAREST} nearest by grid cost, in units of kinetic`,
    cost(`grid, ${NEAREST} nearest`),
    cost(`kinetic, ${NEAREST} nearest`),
    2,
  );
}
for (const agents of sizes.slice(1)) {
  measure(`${WALLS} walls`, agents, () => walledStage(agents, WALLS, createWallTest), [
    treeLister,
    (stage) => lister(stage, createGridIndex(), true),
    (stage) => lister(stage, createKineticIndex(), true),
  ]);
  atLeast(
    `${agents} agents, ${WALLS} walls: visible sets by grid and flatbush cost, in units of kinetic`,
    cost('grid and flatbush, visible'),
    cost('kinetic, visible'),
    2,
  );
}

// Without limits: the times of events, and space.
for (const headings of /** @type {const} */ (['random', 'coherent'])) {
  measure(`even, ${headings}, events`, 1000, () => evenStage(1000, headings), [
    (stage) => eventFinder(stage, createGridIndex()),
    (stage) => eventFinder(stage, createKineticIndex()),
  ]);
}
for (const [name, oneMoves] of /** @type {const} */ ([
  ['200 walls', Number.POSITIVE_INFINITY],
  ['200 walls, one in ten moves', 10],
])) {
  measure(`${name}, events`, 4000, () => walledStage(4000, 200, createWallTest, oneMoves), [
    (stage) => lister(stage, createKineticIndex(), true),
    (stage) => watcher(stage, createKineticIndex()),
    (stage) => watcher(stage, createGridIndex()),
  ]);
  atMost(
    `4000 agents, ${name}: visible sets and events cost, in units of the sets alone`,
    cost('kinetic, visible and events'),
    cost('kinetic, visible'),
    3,
  );
}
measure('space', 10_000, () => spaceStage(10_000), [
  (stage) => lister(stage, createKineticIndex(), false),
  (stage) => eventFinder(stage, createKineticIndex()),
  (stage) => eventFinder(stage, createGridIndex()),
]);

atMost(
  '10000 agents in space: events cost, in units of the near sets',
  cost('kinetic, events'),
  cost('kinetic, near'),
  4,
);

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
 * @param {() => Stage} createStage
 * @param {((stage: Stage) => import('./contenders.js').Contender)[]} creators
 */
function measure(name, agents, createStage, creators) {
  const stages = creators.map(createStage);
  const contenders = creators.map((create, which) => create(stages[which]));
  const turns = Math.ceil(Math.max(30, Math.min(400, (values.quick ? 4e5 : 2e6) / agents)) / STEPS_OF_A_TURN);
  // A small crowd needs more steps until the code is compiled.
  const warmup = Math.ceil(Math.max(2, turns / 2));
  const steps = turns * STEPS_OF_A_TURN;
  const times = contenders.map(() => new Float64Array(steps));
  for (let turn = -warmup; turn < turns; turn++) {
    for (let place = 0; place < contenders.length; place++) {
      const which = (place + turn + warmup) % contenders.length;
      for (let step = 0; step < STEPS_OF_A_TURN; step++) {
        stages[which].move();
        const begin = performance.now();
        contenders[which].step();
        if (turn >= 0) times[which][turn * STEPS_OF_A_TURN + step] = performance.now() - begin;
      }
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

/**
 * Follows crowds of all sizes, in turns with the same number of agent steps, and compares the cost per agent of the largest
 * crowd with that of the smallest.
 * @param {'random' | 'coherent'} headings
 */
function measureSizes(headings) {
  const runs = sizes.map((agents) => {
    const stage = evenStage(agents, headings);
    return { agents, stage, contender: follower(stage, createKineticIndex()), times: new Float64Array(40) };
  });
  const [smallest, largest] = [runs[0], runs[runs.length - 1]];
  for (let turn = -10; turn < 40; turn++) {
    for (const { agents, contender, stage, times } of runs) {
      const steps = (3 * largest.agents) / agents;
      let spent = 0;
      for (let step = 0; step < steps; step++) {
        stage.move();
        const begin = performance.now();
        contender.step();
        spent += performance.now() - begin;
      }
      if (turn >= 0) times[turn] = spent;
    }
  }
  const [small, large] = [smallest, largest].map(({ times }) => times.sort()[times.length >> 1]);
  const sized = `${largest.agents} agents costs, per agent and in units of ${smallest.agents}`;
  atMost(`${headings} headings: following ${sized}`, large, small, 1.4);
}

/** The median of the latest measurement of that name. @param {string} name */
function cost(name) {
  const match = results.findLast((result) => result.name === name);
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
