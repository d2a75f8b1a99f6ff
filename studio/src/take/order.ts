import type { Command } from 'wend';

/** What is to be written of a run. */
export type Order = {
  kind: 'svg' | 'gltf' | 'csv' | 'sqlite' | 'metrics';
  scenario: unknown;
  seed: number;
  /** The run is written up to this step. */
  steps: number;
  /** What the user has changed meanwhile, with the steps after which it was sent. */
  commands: readonly { step: number; command: Command }[];
  framesPerSecond: number;
};

/** What the thread says. */
export type Report =
  | { kind: 'progress'; part: number }
  | { kind: 'done'; content: string | Uint8Array; hash: string; step: number }
  | { kind: 'failed'; message: string };

/** Has a run written in a thread of its own. Ends with the signal. */
export function writeRun(
  order: Order,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Extract<Report, { kind: 'done' }>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'writer' });
  return new Promise<Extract<Report, { kind: 'done' }>>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') onProgress(data.part);
      else if (data.kind === 'done') done(data);
      else fail(new Error(data.message));
    };
    worker.onerror = (event) => fail(new Error(event.message || 'the thread has failed'));
    signal.addEventListener('abort', () => fail(new DOMException('ended', 'AbortError')));
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
