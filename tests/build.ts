import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The compiler's errors; empty when the packages are built. */
    buildFailure: string;
  }
}

/** Compiles the packages once before all tests, which run what the compiler has made. */
export default function setup(project: TestProject): void {
  process.stderr.write('wend: compiling the packages for the tests (tsc -b) …\n');
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-b'], {
    cwd: root,
    encoding: 'utf8',
  });
  let failure = status === 0 ? '' : `tsc -b failed:\n${stdout}${stderr}`;
  if (failure === '') failure = bundle(root);
  if (failure !== '') process.stderr.write(`wend: ${failure}`);
  // With errors of types, the compiler writes its files all the same. Tests of the command line fail and say why.
  project.provide('buildFailure', failure);
}

/** The command line that a user gets is a bundle of the compiled files. */
function bundle(root: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bundle-command.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `scripts/bundle-command.js failed:\n${stdout}${stderr}`;
}
