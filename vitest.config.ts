import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/sequencer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Tests run what `tsc -b` has made of the packages, loaded by Node itself: transformed by Vite, the same steps take three
 * times as long. tests/build.ts compiles before the first test. Tests and fixtures themselves are read as they are.
 */
const built = {
  name: 'built',
  enforce: 'pre' as const,
  resolveId(id: string, importer: string | undefined) {
    if (importer === undefined || !id.startsWith('.')) return undefined;
    const path = new URL(id, `file://${importer}`).pathname;
    const [, folder, name] = /^(.*\/(?:library|formats|cli))\/src\/(.*)\.ts$/.exec(path) ?? [];
    if (name === undefined || /\.(?:test|fixture)$/.test(name)) return undefined;
    return { id: `${folder}/dist/${name}.js`, external: true };
  },
};

export default defineConfig({
  plugins: [built],
  resolve: {
    // Whole names only: `wend` must not take over `wend/draw`.
    alias: [
      { find: /^wend$/, replacement: here('./library/dist/index.js') },
      {
        find: /^wend\/(scenario|models|kinetic|measure|view|worker|three)$/,
        replacement: `${here('./library/dist')}/$1.js`,
      },
      { find: /^wend\/draw$/, replacement: here('./library/dist/draw/index.js') },
      { find: /^@wend\/formats$/, replacement: here('./formats/dist/index.js') },
      { find: /^@wend\/formats\/(\w+)$/, replacement: `${here('./formats/dist')}/$1/index.js` },
    ],
  },
  test: {
    include: ['{library,formats,cli,studio}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: here('./tests/build.ts'),
    setupFiles: here('./tests/seed.ts'),
    sequence: { sequencer: LongestFirst },
    server: { deps: { external: [/\/(?:library|formats|cli)\/dist\//] } },
    // A test that runs this long hangs: a busy machine alone must not fail one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    // All cores: the runner itself has little to do.
    maxWorkers: '100%',
  },
});
