// The thread of the simulation: a world, what it measures, and answers about agents and the scene.
import { serveWorld } from 'wend/worker';
import { answers, observe } from './answers.ts';

serveWorld(globalThis, { answers, observe, clock: () => performance.now() });
