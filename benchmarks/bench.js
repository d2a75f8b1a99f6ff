// @ts-check
// The whole step beside other libraries: `npm run bench`, or `wend bench`.
import { cpus } from 'node:os';
import { createDetourPeer, whyDetourCannot } from './peers/detour.js';
import { measureInterleaved, measurePeer, stepsFor } from './peers/measure.js';
import { createWendPeer } from './peers/wend.js';
import { createYukaPeer } from './peers/yuka.js';

/** Above this, Yuka's step is quadratic in the agents and takes minutes. */
const LARGEST_YUKA = 5_000;

/**
 * Measures every size in one run. wend alone first, with its stages; then wend and the peers in turn on the same
 * crowd, for the ratios.
 * @param {number[]} sizes
 * @param {{ all?: boolean, say?: (line: string) => void }} [options] all: also the peers that take minutes
 */
export async function runBenchmark(sizes, { all = false, say = () => {} } = {}) {
  const rows = [];
  for (const agents of sizes) {
    say(`${agents} agents: wend`);
    const { crowd, peer: wend } = createWendPeer(agents);
    const steps = Math.max(20, Math.min(400, Math.round(1_600_000 / agents)));
    const alone = measurePeer(wend, { warmupSteps: Math.max(20, steps >> 1), steps, blockSteps: 5 });
    const others = [];
    const refusals = [];
    const refusal = whyDetourCannot(crowd);
    if (refusal === null) others.push(await createDetourPeer(crowd));
    else refusals.push({ name: 'DetourCrowd', why: refusal });
    if (all || agents <= LARGEST_YUKA) others.push(await createYukaPeer(crowd));
    else refusals.push({ name: 'Yuka', why: 'takes minutes at this size; --all runs it' });
    say(`${agents} agents: ${['wend', ...others.map(({ name }) => name)].join(', ')} in turn`);
    const together = others.length > 0 ? measureInterleaved([createWendPeer(agents).peer, ...others], stepsFor(agents)) : [];
    for (const peer of others) peer.dispose();
    rows.push({
      agents,
      wend: { ...alone, stages: wend.stages() },
      together,
      timesFaster: Object.fromEntries(
        together.slice(1).map(({ name, microsecondsPerAgentStep: { median, best } }) => [
          name,
          {
            median: median / together[0].microsecondsPerAgentStep.median,
            best: best / together[0].microsecondsPerAgentStep.best,
          },
        ]),
      ),
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
  };
}
