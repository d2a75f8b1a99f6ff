import {
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { BadInput } from './failure.ts';

/** Names of the files in a folder of results. */
export const resultFiles = {
  metrics: 'metrics.json',
  recording: 'recording.jsonl',
  lines: 'lines.csv',
  areas: 'areas.csv',
  travel: 'travel.csv',
  queues: 'queues.csv',
  waits: 'waits.csv',
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
      throw new BadInput(`${path}: cannot create this folder: ${(error as Error).message}`);
  }
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Reports a file that cannot be written as a mistake of the user. */
export function cannotWrite(path: string, error: unknown): BadInput {
  return new BadInput(`${path}: cannot be written: ${(error as Error).message}`);
}

/** Creates the folder of a file and fails at once, not after an hour of simulation, if the file cannot be written. */
export function requireWritable(path: string): void {
  requireReplaceable(path);
  makeFolder(dirname(path));
  try {
    rmSync(writeUnfinished(path, ''));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Refuses another file name than those of its format: a picture never replaces a scenario. */
export function requireEnding(option: string, path: string, ...endings: string[]): void {
  if (endings.some((ending) => path.endsWith(ending))) return;
  throw new BadInput(`${option} ${path}: expected a file name that ends with ${endings[0]}`);
}

/** Refuses to replace anything but a regular file. A symbolic link is not followed: it may point anywhere. */
export function requireReplaceable(path: string): void {
  let found: Stats | undefined;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw cannotWrite(path, error);
  }
  if (found === undefined || found.isFile()) return;
  const kind = found.isDirectory()
    ? 'a folder'
    : found.isSymbolicLink()
      ? 'a symbolic link'
      : 'a device or a pipe';
  throw new BadInput(`${path}: expected a file, this is ${kind}`);
}

/** Writes a file under another name first, so that it never appears half-written. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  requireReplaceable(path);
  try {
    renameSync(writeUnfinished(path, content), path);
  } catch (error) {
    rmSync(unfinishedName(path), { force: true });
    throw cannotWrite(path, error);
  }
}

/** Writes a new file beside `path` and returns its name. What lies there is left over from a killed run, or a trap. */
function writeUnfinished(path: string, content: string | Uint8Array): string {
  const unfinished = unfinishedName(path);
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, content, { flag: 'wx' });
  return unfinished;
}

/** Two runs that draw the same picture have different names. */
export function unfinishedName(path: string): string {
  return `${path}.${process.pid}.unfinished`;
}

/** Whether a name is that of a draft of this file, whichever process began it. */
export function isUnfinishedOf(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^\d+\.unfinished$/.test(name.slice(file.length + 1));
}
