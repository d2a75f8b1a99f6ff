import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { cannotWrite, requireReplaceable, unfinishedName } from '../../files.ts';

/** Characters that are collected before they are written. */
const BUFFER = 1 << 16;

/** A file that is written piece by piece and appears under its name when it, and what belongs to it, is whole. */
export class Output {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: number;
  #waiting: Buffer[] = [];
  #length = 0;

  constructor(path: string) {
    this.#path = path;
    this.#draft = unfinishedName(path);
    requireReplaceable(path);
    try {
      rmSync(this.#draft, { force: true });
      this.#file = openSync(this.#draft, 'wx');
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  write(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    if (this.#length > BUFFER) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    } catch (error) {
      this.discard();
      throw cannotWrite(this.#path, error);
    }
  }

  /** The file is whole, under its draft's name until it is published. */
  finish(): void {
    this.#flush();
    closeSync(this.#file);
  }

  /** Gives a file that is whole its name. */
  publish(): void {
    renameSync(this.#draft, this.#path);
  }

  /** The file will never be whole: nothing of it stays. */
  discard(): void {
    try {
      closeSync(this.#file);
    } catch {}
    rmSync(this.#draft, { force: true });
  }
}
