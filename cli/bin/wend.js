#!/usr/bin/env node
// The command in a clone: the bundle that a user gets, or the compiled files where those are newer. `tsc -b` alone is
// then enough while one works on the sources.
import { readFileSync, statSync } from 'node:fs';

const at = (path) => new URL(`../../${path}`, import.meta.url);
const changed = (path) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const compiled = ['library', 'formats', 'cli'].map((name) => changed(`${name}/tsconfig.tsbuildinfo`));
if (changed('library/command/main.js') > Math.max(...compiled)) {
  await import('../../library/bin/wend.js');
} else {
  const { main } = await import('../dist/main.js');
  await main(process.argv, JSON.parse(readFileSync(at('library/package.json'), 'utf8')).version);
}
