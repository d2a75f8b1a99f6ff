/** A file that does not follow the format of the MovingAI benchmarks. The message names the file, the line and what was expected. */
export class MovingAIError extends Error {
  override readonly name = 'MovingAIError';
  readonly path: string;
  /** From 1. */
  readonly line: number;

  constructor(path: string, line: number, message: string) {
    super(`${path}, line ${line}: ${message}`);
    this.path = path;
    this.line = line;
  }
}
