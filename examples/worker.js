// A world in a worker thread, and the positions of its agents between two steps. Run it with: node examples/worker.js
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readView } from 'wend/view';
import { connectWorld, serveWorld } from 'wend/worker';

const scenario = {
  version: 1,
  name: 'crossing',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 60,
  agents: [
    { at: [-8, 0], goal: [8, 0] },
    { at: [8, 0.1], goal: [-8, 0] },
  ],
};

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const world = await connectWorld(worker, scenario);
  await world.advance(40);
  const x = new Float32Array(world.view.count);
  for (const part of [0, 0.5, 1]) {
    const { previousTime, time } = world.view;
    readView(world.view, previousTime + part * (time - previousTime), { x });
    console.log(`x = ${Array.from(x, (value) => value.toFixed(2)).join(', ')}`);
  }
  console.log(`${world.step} steps, state ${await world.stateHash()}`);
  await worker.terminate();
} else serveWorld(parentPort);
