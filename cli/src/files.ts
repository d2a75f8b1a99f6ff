import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadInput } from './failure.ts';

/** Names of the files in a folder of results. */
export const resultFiles = {
  trajectory: 'trajectory.sqlite',
  metrics: 'metrics.json',
  recording: 'recording.jsonl',
} as const;

/** Makes a folder and its parents. Node's own recursive mkdir never returns below /proc. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another run may have just made it.
    if (!isFolder(path))
      throw new BadInput(`${path}: this folder cannot be made: ${(error as Error).message}`);
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Reports a file that cannot be written as a mistake of the user. */
export function cannotWrite(path: string, error: unknown): BadInput {
  return new BadInput(`${path}: cannot be written: ${(error as Error).message}`);
}

/** Creates the folder of a file and fails at once, not after an hour of simulation, if the file cannot be written. */
export function requireWritable(path: string): void {
  if (isFolder(path)) throw new BadInput(`${path}: expected a file, this is a folder`);
  makeFolder(dirname(path));
  const unfinished = unfinishedName(path);
  try {
    writeFileSync(unfinished, '');
    rmSync(unfinished);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Writes a file under another name first, so that it never appears half-written. */
export function writeWhole(path: string, content: string): void {
  const unfinished = unfinishedName(path);
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, path);
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished);
    throw cannotWrite(path, error);
  }
}

function unfinishedName(path: string): string {
  return `${path}.unfinished`;
}
