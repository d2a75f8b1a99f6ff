import type { RunRequest, RunRow } from './run-one.ts';

/**
 * Where runs are executed: threads of this process, or workers behind a queue. A run that fails is a row; `run` rejects
 * only where the executor itself cannot continue.
 */
export type Executor = {
  /** As many runs as it can take at a time. */
  readonly width: number;
  run: (request: RunRequest) => Promise<RunRow>;
  /** Ends runs that are under way, and everything else. */
  close: () => Promise<void>;
};
