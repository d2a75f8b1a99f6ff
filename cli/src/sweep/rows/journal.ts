import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { openRegularFile } from '@wend/formats/files';
import { cannotWrite, requireReplaceable, unfinishedName } from '../../files.ts';
import type { RunRow } from '../runs/run-one.ts';

/** Bytes that are read at a time. */
const CHUNK = 1 << 16;

/** Begin a journal in place of an earlier one, add to one, or only read: another process may be writing it. */
type Mode = 'new' | 'continued' | 'read';

/** A line of the file: where it begins and how long it is. */
type Place = { offset: number; length: number };

/**
 * The rows of a sweep in the order in which they became known, a line of JSON each. A row is on the disk before the next
 * one; a line that a kill or a full disk cut short is taken away. Only places of rows are kept in memory.
 */
export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #isOurs: boolean;
  #size: number;
  #buffer = Buffer.alloc(CHUNK);

  constructor(path: string, mode: Mode) {
    this.#path = path;
    this.#isOurs = mode !== 'read';
    this.#file =
      mode === 'read' ? openRegularFile(path) : mode === 'new' ? openNew(path) : openContinued(path);
    this.#size = fstatSync(this.#file).size;
  }

  /** Appends a row and returns its place. */
  append(row: RunRow): Place {
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
    const place = { offset: this.#size, length: bytes.length - 1 };
    try {
      // A disk that is nearly full writes only a part.
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#file, bytes, written, bytes.length - written, this.#size + written);
      }
      this.#size += bytes.length;
    } catch (error) {
      ftruncateSync(this.#file, this.#size);
      throw cannotWrite(this.#path, error);
    }
    return place;
  }

  /** The row at a place. */
  read({ length, offset }: Place): RunRow {
    if (this.#buffer.length < length) this.#buffer = Buffer.alloc(2 * length);
    let got = 0;
    while (got < length) {
      const more = readSync(this.#file, this.#buffer, got, length - got, offset + got);
      if (more === 0)
        throw cannotWrite(this.#path, new Error('a row that was written is not there any more'));
      got += more;
    }
    return JSON.parse(this.#buffer.toString('utf8', 0, length)) as RunRow;
  }

  /** Visits every whole row; what follows the last one, or is no row, is taken away. */
  scan(visit: (row: RunRow, place: Place) => void): void {
    let valid = 0;
    for (const place of this.#lines()) {
      const row = rowIn(() => this.read(place));
      if (!row) break;
      valid = place.offset + place.length + 1;
      visit(row, place);
    }
    this.#size = valid;
    if (this.#isOurs) ftruncateSync(this.#file, valid);
  }

  *#lines(): Generator<Place> {
    const chunk = Buffer.alloc(CHUNK);
    let begin = 0;
    for (let at = 0; at < this.#size; ) {
      const got = readSync(this.#file, chunk, 0, CHUNK, at);
      if (got === 0) return;
      for (let k = chunk.indexOf(10); k >= 0 && k < got; k = chunk.indexOf(10, k + 1)) {
        yield { offset: begin, length: at + k - begin };
        begin = at + k + 1;
      }
      at += got;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The new journal is open before the earlier one is gone. */
function openNew(path: string): number {
  requireReplaceable(path);
  const draft = unfinishedName(path);
  try {
    rmSync(draft, { force: true });
    const file = openSync(draft, 'wx+');
    renameSync(draft, path);
    return file;
  } catch (error) {
    rmSync(draft, { force: true });
    throw cannotWrite(path, error);
  }
}

function openContinued(path: string): number {
  requireReplaceable(path);
  try {
    return openSync(path, existsSync(path) ? 'r+' : 'wx+');
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function rowIn(read: () => RunRow): RunRow | undefined {
  try {
    const row = read();
    const isRow =
      Number.isInteger(row.index) && typeof row.key === 'string' && typeof row.figures === 'object';
    return isRow ? row : undefined;
  } catch {
    return undefined;
  }
}
