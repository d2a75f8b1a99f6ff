/** A field file that cannot be read. The message names the file, the place in it and what was expected there. */
export class FieldFileError extends Error {
  override readonly name = 'FieldFileError';
  readonly source: string;
  /** The message without anything that the file contains. */
  readonly withoutContent: string;

  constructor(source: string, expected: string, found = '') {
    super(`${source}: ${expected}${found}`);
    this.source = source;
    this.withoutContent = `${source}: ${expected}`;
  }
}
