// A test may reach its time limit only when something hangs: a busy machine must not fail it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './wend.fixture.ts';

/** Milliseconds; with a shorter limit, a slow test could fail. */
const SHORTEST = 300_000;

const files = ['library/src', 'formats/src', 'cli/src', 'tests']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(test|fixture)\.ts$/.test(file) && file !== 'tests/limits.test.ts')
  .concat('vitest.config.ts');

/** Limits of tests and hooks, of child processes and browsers, and of searches for counterexamples, as they are written. */
const patterns = [
  /\b(?!setTimeout\b)(?:\w*[tT]imeout|PATIENCE|interruptAfterTimeLimit)\b\s*[:=(]\s*([\d_]+)\b/g,
  /^\s*\},\s*(\d[\d_]{3,}),?\s*\);?$/gm,
];

/** Limits in a text that are shorter than allowed. */
function shortLimitsIn(text: string): string[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, limit]) => Number(limit.replaceAll('_', '')) < SHORTEST)
    .map(([place]) => place.trim());
}

test('no limit of time in a test is below five minutes', () => {
  const found = files.flatMap((file) =>
    shortLimitsIn(readFileSync(join(root, file), 'utf8')).map((place) => `${file}: ${place}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('no test compares the time on the clock with a limit', () => {
  const found = files.filter((file) =>
    /(?:performance|Date)\.now\(\) - \w+\)\s*\.toBeLessThan/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each([
  'test(name, { timeout: 120_000 }, () => {',
  '}, 60_000);',
  'const PATIENCE = 240_000;',
  'testTimeout: 5000,',
  'page.setDefaultTimeout(30_000)',
  '{ numRuns: 60, interruptAfterTimeLimit: 20_000 }',
])('%s would be found', (text) => {
  expect(shortLimitsIn(text)).toHaveLength(1);
});

test.each([
  '{ timeout: 600_000 }',
  'setTimeout(done, 5)',
  'await setTimeout(5)',
  '}, 20);',
  'drawn(200, 200, 11, 100_000);',
])('%s is no short limit', (text) => {
  expect(shortLimitsIn(text)).toEqual([]);
});
