import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      wend: source('./library/src/index.ts'),
      '@wend/formats': source('./formats/src/index.ts'),
    },
  },
  test: {
    include: ['{library,formats,cli}/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: source('./tests/build.ts'),
    setupFiles: source('./tests/seed.ts'),
    testTimeout: 60_000,
    // All cores: the runner itself has little to do.
    maxWorkers: '100%',
  },
});
