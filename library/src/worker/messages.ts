import type { Command } from '../simulation/command-schema.ts';
import type { ScenarioInput } from '../simulation/scenario/index.ts';

/**
 * One end of a channel between two threads: a Web Worker, the global scope inside one, a worker thread of Node, its
 * parentPort, or a MessagePort.
 */
export type Port = {
  postMessage(message: unknown, transfer: never): void;
  /** MessagePorts of browsers wait until they are started. */
  start?(): void;
} & (
  | { on(event: string, listener: (value: unknown) => void): unknown }
  | { addEventListener(event: string, listener: (event: unknown) => void): void }
);

/** What the page asks for. Answers come in the order of the questions. */
export type Question =
  | { ask: 'open'; scenario: string | ScenarioInput; seed?: number; shared: boolean; history: boolean }
  | { ask: 'step'; steps: number; send: Command[]; spare?: ArrayBuffer }
  | { ask: 'seek'; step: number; spare?: ArrayBuffer }
  | { ask: 'hash' }
  | { ask: 'own'; name: string; argument: unknown };

/** A state, as a buffer that was transferred or the shared one, or the reason why there is none. */
export type Answer =
  | {
      step: number;
      lastStep: number;
      dt: number;
      isOver: boolean;
      snapshot: ArrayBuffer | SharedArrayBuffer;
    }
  | { hash: string }
  | { result: unknown }
  | { fault: string };

/** Calls back for each message, and once the other end fails. */
export function listen(port: Port, take: (message: unknown) => void, fail?: (why: string) => void): void {
  const report = (error: unknown) =>
    fail?.((error as { message?: string } | undefined)?.message ?? 'the worker has failed');
  if ('on' in port) {
    port.on('message', take);
    if (!fail) return;
    port.on('error', report);
    port.on('exit', (code) => fail(`the worker has ended with ${code}`));
  } else {
    port.addEventListener('message', (event) => take((event as { data: unknown }).data));
    if (fail) port.addEventListener('error', report);
    port.start?.();
  }
}
