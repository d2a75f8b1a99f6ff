// Scripts, benchmarks and examples are plain JavaScript, which no compiler links. A bundler finds imports that lead nowhere.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('every import of scripts, benchmarks and examples is exported where it is said to be', async () => {
  const listed = execFileSync('git', ['ls-files', 'scripts', 'benchmarks', 'examples'], { encoding: 'utf8' });
  const entryPoints = listed.split('\n').filter((file) => file.endsWith('.js'));
  expect(entryPoints.length).toBeGreaterThan(40);
  const { errors } = await build({
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: doors(),
    logLevel: 'silent',
  }).catch(({ errors }: { errors: { text: string; location: { file: string } | null }[] }) => ({ errors }));
  expect(errors.map(({ text, location }) => `${location?.file}: ${text}`)).toEqual([]);
});

/** The compiled file behind each door of the package. */
function doors(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync('library/package.json', 'utf8'));
  const entries = Object.entries(exports as Record<string, string | { default: string }>);
  return Object.fromEntries(
    entries.flatMap(([door, target]) =>
      typeof target === 'string' ? [] : [[`wend${door.slice(1)}`, `./library/${target.default}`]],
    ),
  );
}
