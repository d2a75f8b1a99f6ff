import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Whole names only: `wend` must not take over `wend/draw`.
    alias: [
      { find: /^wend$/, replacement: source('./library/src/index.ts') },
      {
        find: /^wend\/(scenario|models|kinetic|measure|view|worker|three)$/,
        replacement: `${source('./library/src')}/$1.ts`,
      },
      { find: /^wend\/draw$/, replacement: source('./library/src/draw/index.ts') },
      { find: /^@wend\/formats$/, replacement: source('./formats/src/index.ts') },
      { find: /^@wend\/formats\/(\w+)$/, replacement: `${source('./formats/src')}/$1/index.ts` },
    ],
  },
  test: {
    include: ['{library,formats,cli,studio}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: source('./tests/build.ts'),
    setupFiles: source('./tests/seed.ts'),
    // A test that runs this long hangs: a busy machine alone must not fail one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    // All cores: the runner itself has little to do.
    maxWorkers: '100%',
  },
});
