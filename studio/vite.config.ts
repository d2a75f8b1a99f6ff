import { defineConfig } from 'vite';

// Relative addresses: the pages work in any folder of any web server.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
