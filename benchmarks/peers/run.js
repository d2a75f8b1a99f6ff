// @ts-check
// node benchmarks/peers/run.js [--agents 1000,4000] [--seed 1] [--json]
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createPeerCrowd } from './crowd.js';
import { createDetourPeer, whyDetourCannot } from './detour.js';
import { measureInterleaved, stepsFor } from './measure.js';
import { createYukaPeer } from './yuka.js';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000,4000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const measurements = [];
const refusals = [];
for (const agents of values.agents.split(',').map(Number)) {
  const crowd = createPeerCrowd(agents, Number(values.seed));
  const refusal = whyDetourCannot(crowd);
  if (refusal !== null) refusals.push({ agents, name: 'DetourCrowd', why: refusal });
  const peers = refusal === null ? [await createDetourPeer(crowd)] : [];
  peers.push(await createYukaPeer(crowd));
  measurements.push(...measureInterleaved(peers, stepsFor(agents)));
  for (const peer of peers) peer.dispose();
}

if (values.json) {
  const machine = { cpu: cpus()[0].model, node: process.version, date: new Date().toISOString() };
  console.log(JSON.stringify({ machine, measurements, refusals }, null, 2));
} else {
  console.table(
    measurements.map(({ name, version, agents, meanSpeed, meanNeighbours, microsecondsPerAgentStep }) => ({
      agents,
      peer: `${name} ${version}`,
      'median µs/agent-step': Number(microsecondsPerAgentStep.median.toFixed(2)),
      'best µs/agent-step': Number(microsecondsPerAgentStep.best.toFixed(2)),
      'mean speed m/s': Number(meanSpeed.toFixed(2)),
      'neighbours within 3 m': Number(meanNeighbours.toFixed(1)),
    })),
  );
  for (const { agents, why } of refusals) console.log(`${agents} agents: ${why}`);
}
