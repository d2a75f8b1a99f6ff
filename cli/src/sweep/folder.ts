import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../files.ts';
import { type ClaimedFolder, claimFolder, requireOwnFolder } from '../result-folder.ts';
import { sweepFiles } from './finish.ts';
import { runName } from './runs/run-keys.ts';

/*
 * The folder of a sweep: its tables, and below `runs` a folder for each run whose files are kept. That of a run has
 * another name until it is whole.
 */
const RUNS = 'runs';
const KEPT = /^run-\d+$/;
const UNFINISHED = /^run-\d+\..*\.unfinished$/;

/** Claims the folder of a sweep. Unfinished runs go, now and at the end, except those of the workers of a queue. */
export function claimSweep(wanted: string, mayReplace: boolean, hasWorkers: boolean): ClaimedFolder {
  const { folder, release } = claimFolder(wanted, mayReplace, Object.values(sweepFiles));
  const tidy = () => {
    if (!hasWorkers) removeRuns(folder, UNFINISHED);
  };
  const end = () => {
    try {
      tidy();
    } finally {
      release();
    }
  };
  try {
    tidy();
  } catch (error) {
    release();
    throw error;
  }
  return { folder, release: end };
}

/** Makes the folder for the files of runs; a link is not followed. */
export function keptRuns(folder: string): string {
  const own = resolve(folder, RUNS);
  makeFolder(own);
  requireOwnFolder(own);
  return own;
}

/** Whether the files of a run are there. */
export function hasKept(folder: string, index: number): boolean {
  return existsSync(join(folder, RUNS, runName(index)));
}

/** Removes tables and runs of an earlier sweep, which must not lie beside the journal of this one. */
export function removeEarlier(folder: string): void {
  const { csv, parquet, report, summary } = sweepFiles;
  for (const name of [csv, parquet, summary, report]) rmSync(join(folder, name), { force: true });
  removeRuns(folder, KEPT);
}

function removeRuns(folder: string, pattern: RegExp): void {
  const runs = join(folder, RUNS);
  if (!lstatSync(runs, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(runs, { withFileTypes: true })) {
    if (entry.isDirectory() && pattern.test(entry.name))
      rmSync(join(runs, entry.name), { recursive: true, force: true });
  }
}
