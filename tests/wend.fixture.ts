import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject } from 'vitest';
import type { ScenarioInput } from 'wend/scenario';

export const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'cli/bin/wend.js');

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string };

/** Tests of compiled code call this first. */
export function requireBuild(): void {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(failure);
}

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wend-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program to its end. */
export function start(
  command: string,
  parameters: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Runs the command line as a user does, in the background. */
export function startWend(...parameters: string[]) {
  return start(process.execPath, [program, ...parameters]);
}

/** Runs the command line as a user does. */
export function wend(...parameters: string[]): Promise<Ended> {
  return startWend(...parameters).ended;
}

/** Runs the command line under a limit of bash, such as `ulimit -f 100`. */
export function wendLimited(limit: string, ...parameters: string[]): Promise<Ended> {
  return start('bash', ['-c', `${limit}; exec "$0" "$@"`, process.execPath, program, ...parameters]).ended;
}

/** Twenty people on a lawn change places: steps of microseconds, random numbers, contacts and arrivals. */
export const lawn = {
  version: 1,
  name: 'lawn',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 4,
  obstacles: [{ shape: 'circle', center: [0, 0], radius: 0.8 }],
  groups: [
    {
      name: 'people',
      count: 20,
      region: { circle: { center: [0, 0], radius: 6 } },
      goal: { mirror: [0, 0] },
      speed: { uniform: [1, 1.6] },
    },
  ],
  steering: { noise: 0.1 },
} satisfies ScenarioInput;

/** Writes a value as JSON, or a text as it is, to a file and returns its path. */
export function writeTo(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The text is too long for a failure's message. */
export function expectSvg(path: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeGreaterThan(1000);
  expect(text.slice(0, 100)).toMatch(/^<\?xml [^>]*>\n<svg /);
  expect(text.slice(-10)).toMatch(/<\/svg>\s*$/);
}
