/**
 * wend/worker: the same world in a Web Worker or a worker thread. `serveWorld` runs there, `connectWorld` here; commands
 * and steps are messages, states come back through shared memory or as buffers that are transferred.
 *
 * @module
 */

export { connectWorld, type RemoteOptions, type RemoteWorld } from './worker/connect.ts';
export type { Port } from './worker/messages.ts';
export { type ServeOptions, serveWorld } from './worker/serve.ts';
