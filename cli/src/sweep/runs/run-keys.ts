import { createHash } from 'node:crypto';
import type { Base } from './variants.ts';

/** What all runs of a sweep share: the scenario as it is read, and the version of wend that simulates it. */
export function sweepKey({ fixed, isSteerSuite, text }: Base, version: string): string {
  return digest(JSON.stringify([version, isSteerSuite, fixed, text]));
}

/** Runs with the same key give the same row, whenever and wherever they run. */
export function runKey(sweep: string, settings: readonly string[], seed: number): string {
  return digest(JSON.stringify([sweep, settings, seed]));
}

/** A sweep in a queue: the same scenario with the same limits, in the same version. */
export function taskKey(task: object, version: string): string {
  return digest(JSON.stringify([version, task]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The folder of a run's files: numbers of equal length keep the order of the table. */
export function runName(index: number): string {
  return `run-${String(index).padStart(6, '0')}`;
}
