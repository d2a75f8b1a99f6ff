// @ts-check
// A contender in a process of its own: `node host.js model SETTINGS`, `node host.js detour`, `node host.js yuka`.
// It reads requests from stdin, one JSON object a line, and answers each with one line on stdout; host.py does the same.
//
//   {"make": crowd}      a fresh crowd in place of the last one   {"version": "0.2.0"}
//   {"warm": 2000}       steps for this many milliseconds          {"steps": 120}
//   {"step": 5}          steps that are timed                     {"microseconds": 7012}
//   {"positions": true}                                           {"positions": [x0, y0, x1, …]}
//   {"stages": true}     shares of the step, if they are known    {"stages": {…}} or {"stages": null}
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

const [kind, settings = '{}'] = process.argv.slice(2);

/** @type {Record<string, () => Promise<(crowd: import('./crowd.js').PeerCrowd) => import('./crowd.js').Peer | Promise<import('./crowd.js').Peer>>>} */
const makers = {
  model: async () => {
    const { createModelPeer } = await import('./models.js');
    return (crowd) => createModelPeer(crowd, JSON.parse(settings));
  },
  detour: async () => (await import('./detour.js')).createDetourPeer,
  yuka: async () => (await import('./yuka.js')).createYukaPeer,
};
if (!Object.hasOwn(makers, kind)) throw new Error(`no contender is called ${kind}`);
const make = await makers[kind]();

/** @type {import('./crowd.js').Peer | undefined} */
let peer;

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}

/** @param {{ make?: any, warm?: number, step?: number, positions?: true, stages?: true }} request */
async function answer(request) {
  if (request.make) {
    peer?.dispose();
    const { agents, side, seed, ...columns } = request.make;
    const typed = Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, Float64Array.from(/** @type {any} */ (values))]),
    );
    peer = await make(/** @type {any} */ ({ agents, side, seed, ...typed }));
    return { version: peer.version };
  }
  if (!peer) throw new Error('make a crowd first');
  if (request.warm) {
    const end = performance.now() + request.warm;
    let steps = 0;
    for (; performance.now() < end; steps++) peer.step();
    return { steps };
  }
  if (request.step) {
    const begin = process.cpuUsage();
    for (let step = 0; step < request.step; step++) peer.step();
    const { user, system } = process.cpuUsage(begin);
    return { microseconds: user + system };
  }
  if (request.positions) return { positions: Array.from(peer.positions()) };
  return { stages: peer.stages?.() ?? null };
}
