/** What is wrong with a model, or with a run of one. The message names the place and the expression as written. */
export class AutomatonError extends Error {
  override readonly name = 'AutomatonError';
  /** Place in the model, for checks that report several. */
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[] = []) {
    super(path.length > 0 ? `${path.join('.')}: ${message}` : message);
    this.path = path;
  }
}

export type Problem = { path: (string | number)[]; message: string };
