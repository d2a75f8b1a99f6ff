import { parentPort } from 'node:worker_threads';
import { serveWorld } from 'wend/worker';

serveWorld(parentPort);
