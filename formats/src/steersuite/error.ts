import { ScenarioError } from 'wend';

/** A SteerSuite file that cannot become a scenario. The message names the file, the line, the element and what was expected. */
export class SteerSuiteError extends ScenarioError {
  /** From 1. */
  readonly line: number;

  constructor(source: string, line: number, path: string, message: string) {
    super(source, [{ path: path === '' ? `line ${line}` : `line ${line}, ${path}`, message }]);
    this.name = 'SteerSuiteError';
    this.line = line;
  }
}

/** Text of a file as messages quote it. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}
