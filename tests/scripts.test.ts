// Scripts, benchmarks and examples are plain JavaScript, which no compiler links. A bundler finds imports that lead nowhere.
import { execFileSync } from 'node:child_process';
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
    alias: {
      wend: './library/dist/index.js',
      'wend/scenario': './library/dist/scenario.js',
      'wend/models': './library/dist/models.js',
      'wend/kinetic': './library/dist/kinetic.js',
      'wend/draw': './library/dist/draw/index.js',
    },
    logLevel: 'silent',
  }).catch(({ errors }: { errors: { text: string; location: { file: string } | null }[] }) => ({ errors }));
  expect(errors.map(({ text, location }) => `${location?.file}: ${text}`)).toEqual([]);
});
