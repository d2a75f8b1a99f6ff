import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What went wrong, for a program:
 * - `cannotCreate`: the file could not be created; an older file at the path is untouched
 * - `cannotWrite`: the file ends here; the frames committed before stay readable
 * - `badInput`: the caller's numbers cannot be stored (not finite, an id twice); the file is unharmed
 * - `cannotRead`: missing, locked, denied or damaged
 * - `notATrajectory`: readable, but not a JuPedSim trajectory file of version 2
 */
export type TrajectoryErrorReason =
  | 'cannotCreate'
  | 'cannotWrite'
  | 'badInput'
  | 'cannotRead'
  | 'notATrajectory';

/** A trajectory file that could not be written or read. The message names the path and the cause. */
export class TrajectoryError extends Error {
  override readonly name = 'TrajectoryError';
  readonly reason: TrajectoryErrorReason;
  readonly path: string;

  constructor(reason: TrajectoryErrorReason, path: string, message: string, cause?: unknown) {
    super(`${path}: ${message}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.path = path;
  }
}

/** Bytes that a write may need in addition to its rows: inner pages of the B-tree. */
const overhead = 64 * 1024;

/**
 * The likely cause of a failed write, in words. SQLite reports only "disk I/O error" or "unable to open",
 * because node-sqlite3-wasm drops the system's error code, so this checks the folder again. By then SQLite has
 * released the space of the failed transaction, so the free space is compared with the bytes it `needed`.
 */
export function explainWriteFailure(path: string, error: unknown, needed = 0): string {
  const folder = dirname(path);
  const said = error instanceof Error ? error.message : String(error);
  if (!existsSync(folder)) return `${said}; the folder ${folder} does not exist`;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return `${said}; the folder ${folder} is not writable`;
  }
  try {
    const disk = statfsSync(folder);
    const left = disk.bavail * disk.bsize;
    if (left < needed + overhead)
      return `${said}; the disk is full or nearly so (${left} bytes left in ${folder})`;
  } catch {
    // Some file systems do not report their free space; then SQLite's message stands.
  }
  return said;
}
