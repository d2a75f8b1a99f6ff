import { parentPort } from 'node:worker_threads';
import { serveWorld } from 'wend/worker';

const observed = [];
serveWorld(parentPort, {
  observe: ({ step }) => observed.push(step),
  answers: { observed: () => observed, plus: ({ step }, more) => step + more },
});
