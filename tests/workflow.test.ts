// Continuous integration runs every npm command that the README shows for a clone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './wend.fixture.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const steps = [...read('.github/workflows/ci.yml').matchAll(/^ +- run: (.*)$/gm)].map(
  ([, command]) => command,
);

test('the workflow runs the npm commands of the README, and its other commands', () => {
  const shown = read('README.md')
    .split('\n')
    .filter((line) => /^npm (?!install)/.test(line))
    .flatMap((line) => line.replace(/\s+#.*$/, '').split(' && '));
  expect(shown).toContain('npm test');
  expect(steps).toEqual(expect.arrayContaining([...new Set(shown)]));
  expect(steps).toContain('node scripts/run-readme-commands.js');
});

test.each(['.github/workflows/ci.yml', '.ci/run'])('%s checks the code and the documents', (file) => {
  for (const command of ['npm ci', 'npm run check', 'npm run docs', 'npm test']) {
    expect(read(file)).toContain(command);
  }
});

test('a warning of the documents is an error', () => {
  expect(read('typedoc.config.js')).toContain('treatWarningsAsErrors: true');
});
