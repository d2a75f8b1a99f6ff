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

/** Limits that must hold in every crowd that both contenders run; the command fails otherwise. */
const LIMIT = { row: 'pipeline, 3 m, adaptive', peer: 'DetourCrowd', timesFaster: 3 };

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
  const held = crowds.flatMap(({ rows }) => {
    const cost = (/** @type {string} */ name) =>
      rows.find((row) => row.name === name)?.microsecondsPerAgentStep.best;
    const [own, peer] = [cost(LIMIT.row), cost(LIMIT.peer)];
    return own !== undefined && peer !== undefined ? [peer / own] : [];
  });
  return {
    machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    crowds,
    /** The smallest ratio by which the row is cheaper than the peer; null if they were not run. */
    limit: { ...LIMIT, measured: held.length > 0 ? Math.min(...held) : null },
  };
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
