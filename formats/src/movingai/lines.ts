import { MovingAIError } from './error.ts';

/** The lines of a text with any line ending, without empty lines at the end. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  return lines;
}

export function readHeader(lines: readonly string[], path: string, index: number, expected: string): void {
  const line = lines[index];
  if (line?.trim().split(/\s+/).join(' ') === expected) return;
  const found = line === undefined ? 'the end of the file' : JSON.stringify(line.slice(0, 60));
  throw new MovingAIError(path, index + 1, `expected “${expected}”, got ${found}`);
}
