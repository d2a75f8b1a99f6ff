// @ts-check
// The whole step beside other libraries: `npm run bench`, or `wend bench`.
import { cpus } from 'node:os';
import { createPeerCrowd, TIME_STEP } from './peers/crowd.js';
import { createDetourPeer, whyDetourCannot } from './peers/detour.js';
import { measureInterleaved, measurePeer, stepsFor } from './peers/measure.js';
import { createWendPeer } from './peers/wend.js';
import { createYukaPeer } from './peers/yuka.js';

/** Above this, Yuka's step is quadratic in the agents and takes minutes. */
const LARGEST_YUKA = 5_000;

/** Simulated seconds that are measured at the most: later, random goals have drawn the crowd to the middle. */
const MEASURED_SECONDS = 4;

/** The adaptive pipeline has to be this many times cheaper than DetourCrowd. */
const PIPELINE_LIMIT = 3;
const PIPELINE = 'wend pipeline, adaptive';

/**
 * Measures every size in one run: wend alone with its stages, then wend and the peers in turn on the same crowd. Each
 * measurement starts with a fresh crowd of even density, after another crowd has warmed up the compiler.
 * @param {number[]} sizes
 * @param {{ all?: boolean, say?: (line: string) => void }} [options] all: also the peers that take minutes
 */
export async function runBenchmark(sizes, { all = false, say = () => {} } = {}) {
  const rows = [];
  for (const agents of sizes) {
    const plan = planFor(agents);
    say(`${agents} agents: wend`);
    warmUp([createWendPeer(agents, 2).peer]);
    const { peer: wend } = createWendPeer(agents);
    const alone = measurePeer(wend, plan);
    const { names, refusals } = choosePeers(agents, all);
    say(`${agents} agents: ${['wend', ...names, PIPELINE].join('; ')} in turn`);
    /** @type {import('./peers/measure.js').PeerMeasurement[]} */
    let together = [];
    if (names.length > 0) {
      // The pipeline comes last, and compares itself with the others.
      if (agents <= LARGEST_YUKA) warmUp(await createPeers(agents, 2, names));
      const peers = await createPeers(agents, 1, names);
      together = measureInterleaved(peers, agents <= LARGEST_YUKA ? plan : stepsFor(agents));
      for (const peer of peers) peer.dispose();
    }
    rows.push({
      agents,
      wend: { ...alone, stages: wend.stages() },
      together,
      timesFaster: timesFaster(together, 'wend'),
      pipelineTimesFaster: timesFaster(together, PIPELINE),
      refusals,
    });
  }
  const cost = (/** @type {number} */ agents) =>
    rows.find((row) => row.agents === agents)?.wend.microsecondsPerAgentStep.best;
  const [small, large] = [cost(Math.min(...sizes)), cost(Math.max(...sizes))];
  return {
    machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    node: process.version,
    rows,
    /** Cost per agent of the largest crowd over that of the smallest. */
    scaling: small && large ? large / small : null,
    /** How many times cheaper than DetourCrowd the pipeline is at the least, in the best of blocks. */
    pipeline: {
      limit: PIPELINE_LIMIT,
      timesFaster: Math.min(
        ...rows.flatMap(({ pipelineTimesFaster: { DetourCrowd } }) =>
          DetourCrowd ? [DetourCrowd.best] : [],
        ),
      ),
    },
  };
}

/**
 * How many times faster than each of the other libraries one of them is.
 * @param {import('./peers/measure.js').PeerMeasurement[]} together
 * @param {string} name
 * @returns {Record<string, { median: number, best: number }>}
 */
function timesFaster(together, name) {
  const own = together.find((peer) => peer.name === name)?.microsecondsPerAgentStep;
  if (!own) return {};
  return Object.fromEntries(
    together
      .filter((peer) => peer.name !== 'wend' && peer.name !== PIPELINE)
      .map(({ name: other, microsecondsPerAgentStep: { median, best } }) => [
        other,
        { median: median / own.median, best: best / own.best },
      ]),
  );
}

/** @param {number} agents */
function planFor(agents) {
  const steps = Math.max(20, Math.min(MEASURED_SECONDS / TIME_STEP, Math.round(800_000 / agents)));
  return { warmupSteps: 10, steps, blockSteps: 5 };
}

/**
 * @param {number} agents
 * @param {boolean} all
 */
function choosePeers(agents, all) {
  const names = [];
  const refusals = [];
  const refusal = whyDetourCannot(createPeerCrowd(agents));
  if (refusal === null) names.push('DetourCrowd');
  else refusals.push({ name: 'DetourCrowd', why: refusal });
  if (all || agents <= LARGEST_YUKA) names.push('Yuka');
  else refusals.push({ name: 'Yuka', why: 'takes minutes at this size; --all runs it' });
  return { names, refusals };
}

/**
 * @param {number} agents
 * @param {number} seed
 * @param {string[]} names
 */
async function createPeers(agents, seed, names) {
  const { crowd, peer: wend } = createWendPeer(agents, seed);
  /** @type {import('./peers/crowd.js').Peer[]} */
  const peers = [wend];
  if (names.includes('DetourCrowd')) peers.push(await createDetourPeer(crowd));
  if (names.includes('Yuka')) peers.push(await createYukaPeer(crowd));
  peers.push(createWendPeer(agents, seed, PIPELINE).peer);
  return peers;
}

/** Milliseconds that each library runs before it is measured: compilers take their time. */
const WARM_UP = 2000;

/** @param {import('./peers/crowd.js').Peer[]} peers */
function warmUp(peers) {
  for (const peer of peers) {
    const end = performance.now() + WARM_UP;
    while (performance.now() < end) peer.step();
    peer.dispose();
  }
}
