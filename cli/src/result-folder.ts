import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BadInput } from './failure.ts';
import { isUnfinishedOf, makeFolder, requireReplaceable } from './files.ts';
import { lockFolder } from './folder-lock.ts';

/** A folder that this run alone writes to, until it is released. */
export type ClaimedFolder = { folder: string; release: () => void };

/**
 * Claims the folder for the results of a run. If it holds one of the files, from an earlier run, a new folder beside it with a number
 * takes its place, unless they may be replaced.
 */
export function claimFolder(wanted: string, mayReplace: boolean, files: readonly string[]): ClaimedFolder {
  makeFolder(wanted);
  requireOwnFolder(wanted);
  const release = lockFolder(wanted);
  try {
    removeUnfinished(wanted, files);
    if (!holdsResults(wanted, files)) return { folder: wanted, release };
    if (mayReplace) {
      for (const name of files) requireReplaceable(join(wanted, name));
      return { folder: wanted, release };
    }
  } catch (error) {
    release();
    throw error;
  }
  release();
  const folder = makeNumbered(wanted);
  process.stderr.write(
    `${wanted}: contains the results of an earlier run; this run writes to ${folder} (--force replaces them)\n`,
  );
  return { folder, release: lockFolder(folder) };
}

/** Removes what runs that were killed have left of these files: the process with the lock is alone. */
function removeUnfinished(folder: string, files: readonly string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isLeft = files.some((file) => isUnfinishedOf(file, entry.name));
    if (isLeft && !entry.isDirectory()) rmSync(join(folder, entry.name));
  }
}

/** A link may point anywhere; its target can be named instead. */
export function requireOwnFolder(folder: string): void {
  const isLink = lstatSync(withoutSlash(folder), { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink)
    throw new BadInput(`${folder}: expected a folder, this is a symbolic link; name its target instead`);
}

function holdsResults(folder: string, files: readonly string[]): boolean {
  return files.some((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
}

/** results → results-2, or the first number that is free. */
function makeNumbered(wanted: string): string {
  const plain = /^\.{0,2}$/.test(basename(wanted)) ? resolve(wanted) : withoutSlash(wanted);
  for (let number = 2; ; number++) {
    const folder = join(dirname(plain), `${basename(plain)}-${number}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new BadInput(`${folder}: cannot create this folder: ${(error as Error).message}`);
    }
  }
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, '');
}
