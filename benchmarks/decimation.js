// Measures what adaptive phase decimation saves on the 4000 agents of steerbench/random-4000: node benchmarks/decimation.js
// The pipeline runs the same crowd with every phase in every step, at 5 Hz and with its adaptive cadence, in turn, block by block, on one
// thread. Phases are those of Table 3 of the paper, as scripts/decimation/profile.js separates them. Exit code 1 when a limit is missed.
import { cpus } from 'node:os';
import {
  createProfile,
  phaseNames,
  processorTime,
  profileSince,
  readProfile,
  stepProfile,
} from '../scripts/decimation/profile.js';
import { readCase } from '../scripts/decimation/scores.js';

/** The share of the cost at 5 Hz that lower rates alone would save which adaptive really has to save. */
const SHARE_SAVED = 0.7;
/** Share of a core that the whole step of 4000 agents may use at 20 Hz. */
const SHARE_OF_CORE = 0.2;
const FRAMES = 1200;
const BLOCK = 20;
const FRAME = 0.05;

const scenario = { ...readCase('random-4000'), steering: { name: 'pipeline' } };
const cadences = ['full', 'reference', 'adaptive'];

/** A quarter of the run, for the compiler. */
function warmUp() {
  const profiles = cadences.map((cadence) => createProfile(scenario, cadence, processorTime));
  for (let frame = 0; frame < FRAMES / 4; frame += BLOCK) {
    for (const profile of profiles) stepProfile(profile, BLOCK);
  }
}

/** All crowds for a minute, in turn; the blocks of each, and the processor time of their whole steps in seconds. */
function measure() {
  const runs = cadences.map((cadence) => ({
    cadence,
    profile: createProfile(scenario, cadence, processorTime),
    /** @type {ReturnType<typeof readProfile>[]} */
    blocks: [],
    processorSeconds: 0,
  }));
  for (const { profile } of runs) stepProfile(profile);
  for (let frame = 0; frame < FRAMES; frame += BLOCK) {
    // The order changes, so that no contender always runs after the same one.
    const first = (frame / BLOCK) % runs.length;
    const turn = [...runs.slice(first), ...runs.slice(0, first)];
    for (const run of turn) {
      const before = readProfile(run.profile);
      const processor = processorTime();
      stepProfile(run.profile, BLOCK);
      run.processorSeconds += (processorTime() - processor) / 1000;
      run.blocks.push(profileSince(readProfile(run.profile), before));
    }
  }
  return runs;
}

/** @param {number[]} values */
function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

warmUp();
const runs = measure();
const [full, reference, adaptive] = runs;

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; ${FRAMES} frames, one thread`,
);
console.log('µs of processor time per agent and frame, median of blocks:');
const costs = runs.map(({ blocks }) => ({
  rows: phaseNames.map((name) =>
    medianOf(blocks.map(({ agentFrames, rows }) => (1000 * rows[name].time) / agentFrames)),
  ),
  phases: medianOf(blocks.map(({ agentFrames, phases }) => (1000 * phases) / agentFrames)),
  wholeStep: medianOf(blocks.map(({ agentFrames, wholeStep }) => (1000 * wholeStep) / agentFrames)),
}));
/** @param {string} name @param {number[]} values one of each cadence */
function printLine(name, values) {
  console.log(`  ${name.padEnd(24)}${values.map((value) => value.toFixed(3).padStart(12)).join('')}`);
}
console.log(
  `  ${''.padEnd(24)}${['every step', '5 Hz', 'adaptive'].map((name) => name.padStart(12)).join('')}`,
);
for (const [k, name] of phaseNames.entries()) {
  printLine(
    name,
    costs.map(({ rows }) => rows[k]),
  );
}
printLine(
  'all phases',
  costs.map(({ phases }) => phases),
);
printLine(
  'whole step',
  costs.map(({ wholeStep }) => wholeStep),
);

/**
 * How many times cheaper adaptive is, block by block: other load on the machine affects both blocks of a pair equally.
 * @param {typeof reference} other @param {'phases' | 'wholeStep'} part
 */
function timesCheaper(other, part) {
  return medianOf(
    other.blocks.map((block, k) => {
      const less = adaptive.blocks[k];
      return block[part] / block.agentFrames / (less[part] / less.agentFrames);
    }),
  );
}

/**
 * How many times cheaper adaptive would be if the cost of every phase were proportional to its rate alone: the cost at
 * 5 Hz, times the ratio of the rates.
 */
function timesByRates() {
  const ideal = phaseNames.map((name, k) => {
    const [less, more] = [adaptive, reference].map(({ profile }) => {
      const { agentFrames, rows } = readProfile(profile);
      return rows[name].runs / agentFrames;
    });
    return more > 0 ? (costs[1].rows[k] * less) / more : costs[1].rows[k];
  });
  return costs[1].phases / ideal.reduce((sum, cost) => sum + cost, 0);
}

const ratio = timesCheaper(reference, 'phases');
const share = adaptive.processorSeconds / (FRAMES * FRAME);
console.log(
  `adaptive is cheaper, the whole step: ${timesCheaper(reference, 'wholeStep').toFixed(2)} times than at 5 Hz; all phases: ${timesCheaper(full, 'phases').toFixed(2)} times than in every step`,
);
const ideal = timesByRates();
const saved = (1 - 1 / ratio) / (1 - 1 / ideal);
const limits = [
  {
    what: `all phases: adaptive is ${ratio.toFixed(2)} times cheaper than at 5 Hz, and would be ${ideal.toFixed(2)} times if phases cost in proportion to their rates: it saves ${(100 * saved).toFixed(0)} % of what the rates would; limit ${100 * SHARE_SAVED} %`,
    held: saved >= SHARE_SAVED,
  },
  {
    what: `adaptive, whole steps: ${adaptive.processorSeconds.toFixed(1)} s of processor time for ${FRAMES * FRAME} s, ${(100 * share).toFixed(0)} % of a core (5 Hz: ${reference.processorSeconds.toFixed(1)} s); limit ${100 * SHARE_OF_CORE} %`,
    held: share < SHARE_OF_CORE,
  },
];
for (const { what, held } of limits) console.log(`${what}: ${held ? 'held' : 'missed'}`);
if (!limits.every(({ held }) => held)) process.exitCode = 1;
