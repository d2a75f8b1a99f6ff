/** A field file that cannot be read. The message names the file, the place in it and what was expected there. */
export class FieldFileError extends Error {
  override readonly name = 'FieldFileError';
  readonly source: string;

  constructor(source: string, message: string, cause?: unknown) {
    super(`${source}: ${message}`, cause === undefined ? undefined : { cause });
    this.source = source;
  }
}
