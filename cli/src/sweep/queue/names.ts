import type { RunRequest } from '../runs/run-one.ts';

/** A run in the queue. */
export type QueuedRun = { sweep: string; request: RunRequest };

/** What is known about a sweep while it is coordinated. */
export type QueuedSweep = { version: string; host: string; process: number };

/** The queue of a version: a worker never gets runs of another one. */
export const queueName = (version: string) => `wend-${version}`;

/** Names of the keys besides those of BullMQ. */
export const names = {
  /** A hash of all sweeps that are coordinated. */
  sweeps: 'wend:sweeps',
  /** The scenario and the limits of a sweep. */
  task: (sweep: string) => `wend:task:${sweep}`,
  /** Rows that the coordinator has not stored yet. */
  results: (sweep: string) => `wend:results:${sweep}`,
  /** Held by the coordinator while it lives. */
  coordinator: (sweep: string) => `wend:coordinator:${sweep}`,
} as const;

/** Seconds after which what a sweep left behind disappears: a coordinator that was killed has so long to be resumed. */
export const KEPT = 7 * 24 * 3600;
