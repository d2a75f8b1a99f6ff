// @ts-check
// The whole step of every steering model beside other libraries: `npm run bench`, or `wend bench`.
import { cpus } from 'node:os';
import { Host, howToInstall, listContenders } from './peers/contenders.js';
import { createPeerCrowd, TIME_STEP } from './peers/crowd.js';
import { whyDetourCannot } from './peers/detour.js';
import { measureInterleaved } from './peers/measure.js';
import { createSharedCrowd } from './peers/models.js';

/** Above this, Yuka's step is quadratic in the agents and takes minutes. */
const LARGEST_YUKA = 5_000;

/** The most simulated seconds that are measured: later, random goals have drawn the crowd to the middle. */
const MEASURED_SECONDS = 6;

/** Milliseconds that each contender runs before it is measured, so that its code is compiled. */
const WARM_UP = 2000;

/**
 * How many times cheaper than a peer a row must be, in every crowd that both run or in a crowd of one size. The command
 * fails when one is missed. The row `null` is the default model.
 * @type {{ row: string | null, peer: string, timesFaster: number, agents?: number }[]}
 */
const LIMITS = [
  { row: 'pipeline, 3 m, adaptive', peer: 'DetourCrowd', timesFaster: 3 },
  { row: null, peer: 'DetourCrowd', timesFaster: 4, agents: 4000 },
  { row: null, peer: 'RVO2', timesFaster: 1, agents: 4000 },
];

/** How much dearer an agent of the default model may be in a large crowd than in a small one. */
const GROWTH = { small: 1000, large: 40_000, timesDearer: 1.15 };

/**
 * Measures every size in one run: all contenders in turn on the same crowd, each in a process of its own.
 * @param {number[]} sizes
 * @param {{ all?: boolean, warmUp?: number, say?: (line: string) => void }} [options] all: also the peers that take minutes;
 *   warmUp: milliseconds
 */
export async function runBenchmark(sizes, { all = false, warmUp = WARM_UP, say = () => {} } = {}) {
  const contenders = listContenders();
  const crowds = [];
  for (const agents of sizes) crowds.push(await measureCrowd(agents, contenders, { all, warmUp, say }));
  return {
    machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    crowds,
    limits: judgeLimits(crowds),
    growth: judgeGrowth(crowds),
  };
}

/** @typedef {{ agents: number, rows: { name: string, microsecondsPerAgentStep: { best: number } }[] }} MeasuredCrowd */

/** @param {MeasuredCrowd} crowd @param {string | null} name the default model for null */
function costOf({ rows }, name) {
  const row = name === null ? rows[0] : rows.find((row) => row.name === name);
  return row?.microsecondsPerAgentStep.best;
}

/**
 * The smallest ratio by which each row is cheaper than its peer; no entry for those that did not run.
 * @param {MeasuredCrowd[]} crowds
 */
export function judgeLimits(crowds) {
  return LIMITS.flatMap(({ agents, peer, row, timesFaster }) => {
    const ratios = crowds.flatMap((crowd) => {
      const [own, other] = [costOf(crowd, row), costOf(crowd, peer)];
      const isMeant = agents === undefined || agents === crowd.agents;
      return isMeant && own !== undefined && other !== undefined ? [other / own] : [];
    });
    if (ratios.length === 0) return [];
    return [{ row: row ?? crowds[0].rows[0].name, peer, timesFaster, measured: Math.min(...ratios) }];
  });
}

/**
 * What an agent of the default model costs in the large crowd, in units of its cost in the small one; null unless both ran.
 * @param {MeasuredCrowd[]} crowds
 */
export function judgeGrowth(crowds) {
  const [small, large] = [GROWTH.small, GROWTH.large].map((agents) => {
    const crowd = crowds.find((crowd) => crowd.agents === agents);
    return crowd && costOf(crowd, null);
  });
  return small === undefined || large === undefined ? null : { ...GROWTH, measured: large / small };
}

/**
 * @param {number} agents
 * @param {import('./peers/contenders.js').Contender[]} contenders
 * @param {{ all: boolean, warmUp: number, say: (line: string) => void }} options
 */
async function measureCrowd(agents, contenders, { all, warmUp, say }) {
  const crowd = createSharedCrowd(agents);
  const rehearsal = createSharedCrowd(agents, 2);
  const refusals = [];
  /** @type {Host[]} */
  const hosts = [];
  const versions = new Map();
  try {
    for (const contender of contenders) {
      const why = whyNot(contender.name, agents, all);
      if (why !== null) {
        refusals.push({ name: contender.name, why });
        continue;
      }
      say(`${agents} agents: ${contender.name} warms up`);
      const host = new Host(contender);
      hosts.push(host);
      const missing = await prepare(host, [rehearsal, crowd], warmUp, versions);
      if (missing) {
        refusals.push({ name: contender.name, why: howToInstall(contender) });
        hosts.pop();
        await host.end();
      }
    }
    say(`${agents} agents: all in turn`);
    const measured = await measureInterleaved(hosts, planFor(agents));
    const rows = [];
    for (const [row, measurement] of measured.entries()) {
      const { contender } = hosts[row];
      const { stages } = await hosts[row].ask({ stages: true });
      const { median, best } = measured[0].microsecondsPerAgentStep;
      const own = measurement.microsecondsPerAgentStep;
      rows.push({
        ...measurement,
        isPeer: contender.isPeer,
        version: /** @type {string} */ (versions.get(contender.name)),
        /** Its cost in units of the first row, the default model. */
        timesDefault: { median: own.median / median, best: own.best / best },
        stages: /** @type {Record<string, number> | null} */ (stages),
      });
    }
    return { agents, rows, refusals };
  } finally {
    for (const host of hosts) await host.end();
  }
}

/**
 * Lets the contender warm up on one crowd and then gives it the shared crowd. Returns whether the library is missing.
 * @param {Host} host
 * @param {import('./peers/crowd.js').PeerCrowd[]} crowds
 * @param {number} warmUp milliseconds
 * @param {Map<string, string>} versions
 */
async function prepare(host, [rehearsal, crowd], warmUp, versions) {
  try {
    await host.started;
  } catch (error) {
    // The program itself is missing: python3.
    if (host.contender.needs && /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return true;
    throw error;
  }
  const made = await host.make(rehearsal);
  if ('missing' in made) return true;
  await host.ask({ warm: warmUp });
  const again = await host.make(crowd);
  if ('version' in again) versions.set(host.contender.name, again.version);
  return false;
}

/**
 * @param {string} name
 * @param {number} agents
 * @param {boolean} all
 */
function whyNot(name, agents, all) {
  if (name === 'DetourCrowd') return whyDetourCannot(createPeerCrowd(agents));
  if (name === 'Yuka' && agents > LARGEST_YUKA && !all) return 'takes minutes at this size; --all runs it';
  return null;
}

/** @param {number} agents */
function planFor(agents) {
  const steps = Math.max(10, Math.min(MEASURED_SECONDS / TIME_STEP, Math.round(800_000 / agents)));
  return { warmupSteps: 10, steps, blockSteps: agents > 30_000 ? 2 : agents > 2000 ? 5 : 10 };
}
