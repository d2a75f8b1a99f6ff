import { closeSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '@wend/formats/files';
import { type ReplayOutcome, replayRecording } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { resultFiles } from './files.ts';

export type ReplayOptions = { check?: boolean; partial?: boolean; json?: boolean };

/** Simulates a recording again; the path may be the folder that holds it. */
export function replay(path: string, options: ReplayOptions): number {
  const outcome = replayRecording(linesOf(recordingAt(path)));
  if (options.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
  else process.stdout.write(`${path}: ${describeReplay(outcome)}\n`);
  const good = outcome.kind === 'same' || (outcome.kind === 'interrupted' && options.partial);
  if (outcome.kind === 'damaged') return ExitCode.criterionFailed;
  return good || !options.check ? ExitCode.done : ExitCode.criterionFailed;
}

/** The recording at a path: a file, or the folder that holds it. */
export function recordingAt(path: string): string {
  try {
    return statSync(path).isDirectory() ? join(path, resultFiles.recording) : path;
  } catch {
    throw new BadInput(`${path}: no such folder of results or recording`);
  }
}

/** What a replay found, in words. */
export function describeReplay(outcome: ReplayOutcome): string {
  switch (outcome.kind) {
    case 'same':
      return `the same, bit by bit, in all ${outcome.steps} steps`;
    case 'different':
      return `different from step ${outcome.step} on: recorded ${outcome.recorded}, simulated ${outcome.simulated}`;
    case 'damaged':
      return `damaged in line ${outcome.line}: ${outcome.why}; the ${outcome.steps} steps before it are the same`;
    case 'interrupted':
      return `interrupted: the ${outcome.steps} steps that it holds are the same, but its end is missing`;
  }
}

const CHUNK = 1 << 16;
/** The longest line: a whole scenario is one line. A string cannot be much longer. */
const LONGEST_LINE = 500_000_000;

/** The lines of a file. An incomplete last line, cut off by a kill or a full disk, is left out. */
export function* linesOf(file: string): Generator<string> {
  const descriptor = openRegularFile(file);
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest = '';
    for (;;) {
      const length = readSync(descriptor, chunk, 0, CHUNK, null);
      if (length === 0) break;
      // Recordings are ASCII; any other byte shows up as a wrong sum.
      const lines = chunk.toString('latin1', 0, length).split('\n');
      lines[0] = rest + lines[0];
      rest = lines.pop()!;
      if (rest.length > LONGEST_LINE) throw new BadInput(`${file}: a line is longer than any recording's`);
      yield* lines;
    }
  } finally {
    closeSync(descriptor);
  }
}
