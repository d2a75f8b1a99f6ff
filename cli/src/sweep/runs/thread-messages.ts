import type { RunRequest, RunRow } from './run-one.ts';
import type { Base } from './variants.ts';
import type { Window } from './windows.ts';

/** What is kept of each run besides its row, and the folder that holds a folder for each run. */
export type Keeping = { kind: 'trajectories' | 'recordings'; folder: string };

/** What a thread needs to know of a sweep. */
export type SweepTask = {
  base: Base;
  /** Seconds of wall time for a run. */
  timeLimit?: number;
  /** Megabytes that a run may take. */
  memoryLimit?: number;
  keeping?: Keeping;
  /** Pieces of a recording, for runs that are compared with one. */
  windows?: readonly Window[];
};

/** To a thread. A sweep is announced before its runs; a thread of a queue serves several. */
export type ToThread =
  | { kind: 'sweep'; sweep: string; task: SweepTask }
  | { kind: 'forget'; sweep: string }
  | { kind: 'check'; sweep: string; settings: readonly string[]; seed: number; window?: number }
  | { kind: 'run'; sweep: string; request: RunRequest };

/** From a thread: it is ready, or answers one message. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'checked'; problem?: string; notes: readonly string[] }
  | { kind: 'row'; row: RunRow };
