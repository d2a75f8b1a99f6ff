import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { maximumScenarioBytes } from 'wend/scenario';

/** A file that cannot be read. The message names the file and what was expected, and quotes nothing of its content. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly path: string;
  /** The message without the path. */
  readonly reason: string;
  /** Whether nothing exists at the path. */
  readonly isMissing: boolean;

  constructor(path: string, message: string, cause?: unknown) {
    super(`${path}: ${message}`, cause === undefined ? undefined : { cause });
    this.path = path;
    this.reason = message;
    this.isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  }
}

/** The most bytes of any file that is read as a whole: scenarios, areas, velocity fields, SteerSuite cases. */
const maximumBytes = maximumScenarioBytes;

/**
 * Opens a file to read. A pipe, a device or a folder is refused: it may have no end. The check is made on the open
 * descriptor, so that nothing can be exchanged in between, and opening a pipe without a writer does not block.
 */
export function openRegularFile(path: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw cannotRead(path, error);
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return descriptor;
  closeSync(descriptor);
  throw new FileError(path, `cannot be read: expected a regular file, this is ${kindOf(stats)}`);
}

/** The text of a regular file in UTF-8. */
export function readTextFile(path: string): string {
  const descriptor = openRegularFile(path);
  try {
    return readText(descriptor, path);
  } finally {
    closeSync(descriptor);
  }
}

/** The text that is piped into this process; `name` stands for it in messages. */
export function readStandardInput(name: string): string {
  return readText(0, name);
}

function readText(descriptor: number, name: string): string {
  const bytes = readBytes(descriptor, name);
  requireEightBits(bytes, name);
  return bytes.toString('utf8');
}

/** Reads to the end or to the limit: the size of a file may be wrong, or change meanwhile. */
function readBytes(descriptor: number, name: string): Buffer {
  const { size } = fstatSync(descriptor);
  if (size > maximumBytes) throw tooLong(name);
  let buffer = Buffer.allocUnsafe(Math.max(size, 1 << 16) + 1);
  let length = 0;
  for (;;) {
    const count = readSome(descriptor, buffer, length, name);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maximumBytes) throw tooLong(name);
    if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length);
  }
}

function readSome(descriptor: number, buffer: Buffer, length: number, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, length, buffer.length - length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // On Windows, the end of a pipe is an error.
      if (code === 'EOF') return 0;
      // Standard input may be shared with a program that reads it without waiting.
      if (code !== 'EAGAIN' || descriptor !== 0) throw cannotRead(name, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Editors on Windows save UTF-16, which would be read as text full of zeros. */
function requireEightBits(bytes: Buffer, name: string): void {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || (bytes.length > 1 && (first === 0) !== (second === 0))) {
    throw new FileError(name, 'expected text in UTF-8, this is UTF-16; save it again as UTF-8');
  }
}

function cannotRead(path: string, error: unknown): FileError {
  // The system's message repeats the path after a comma.
  return new FileError(
    path,
    `cannot be read: ${(error as Error).message.replace(/, \w+( '.*')?$/s, '')}`,
    error,
  );
}

function tooLong(name: string): FileError {
  return new FileError(name, `expected at most ${maximumBytes} bytes`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
