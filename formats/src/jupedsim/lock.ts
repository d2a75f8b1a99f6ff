import { rmdirSync, rmSync, statSync } from 'node:fs';
import { journalOf } from './journal.ts';

/**
 * How node-sqlite3-wasm locks: it makes the *directory* `<file>.lock` when a transaction or a query begins and
 * removes it at its end. It holds no operating-system lock, so
 * - a process killed inside a transaction leaves the directory behind, and every later user of the same library
 *   gets "database is locked" until the directory is removed;
 * - a journal left by a killed process is never rolled back by this library, see `journal.ts`;
 * - other SQLite programs (Python's) neither see this lock nor set it. They open a killed run's file at once
 *   and roll its journal back. They must not read while a run is writing: between its transactions a read is
 *   harmless, but during one they may see a torn file and may roll a live journal back.
 */
const lockOf = (path: string) => `${path}.lock`;

/**
 * Seconds without a change to lock, file or journal after which the owner of a lock counts as dead. Our own
 * transactions last some tens of milliseconds.
 */
const staleAfter = 5;

/** Longer than `staleAfter`, so that when SQLite gives up waiting, a dead process's lock counts as stale. */
export const busyTimeoutMilliseconds = staleAfter * 1000 + 500;

/** Blocks until no process is inside a transaction on the file; returns whether the last transaction was cut short. */
export function waitForWriter(path: string): 'finished' | 'killed' | 'stillWriting' {
  const deadline = Date.now() + busyTimeoutMilliseconds;
  while (modified(journalOf(path)) !== undefined) {
    if (isForsaken(path)) return 'killed';
    if (Date.now() > deadline) return 'stillWriting';
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  return 'finished';
}

/**
 * Runs a database action. If the lock of a dead process blocks it, removes that lock and tries again. SQLite itself
 * waits for a living owner (`busy_timeout`). A lock with a journal beside it stays: its owner died inside a
 * transaction, and the file is torn until the journal is rolled back.
 */
export function passingStaleLock<Result>(path: string, action: () => Result): Result {
  removeStaleLock(path);
  try {
    return action();
  } catch (error) {
    const locked = error instanceof Error && error.message === 'database is locked';
    if (!locked || !removeStaleLock(path)) throw error;
    return action();
  }
}

function removeStaleLock(path: string): boolean {
  const stale =
    modified(lockOf(path)) !== undefined && modified(journalOf(path)) === undefined && isForsaken(path);
  if (stale) removeLock(path);
  return stale;
}

/** True when lock, file and journal have not been touched for `staleAfter` seconds. */
function isForsaken(path: string): boolean {
  const signs = [lockOf(path), path, journalOf(path)].map((file) => modified(file) ?? -Infinity);
  return Date.now() - Math.max(...signs) >= staleAfter * 1000;
}

/**
 * Removes what a killed run may have left beside `path`, and `path` itself if the run was inside a transaction. The
 * journal must be removed, because SQLite would roll it back into the next file of that name; without its journal the
 * file is torn. The file is removed first: no file is better than a torn one.
 */
export function removeLeftovers(path: string): void {
  removeLock(path);
  const companions = [journalOf(path), `${path}-wal`, `${path}-shm`];
  if (companions.some((companion) => modified(companion) !== undefined)) rmSync(path, { force: true });
  for (const companion of companions) rmSync(companion, { force: true });
}

function removeLock(path: string): void {
  try {
    rmdirSync(lockOf(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Milliseconds since 1970; undefined if nothing exists at the path. */
function modified(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
