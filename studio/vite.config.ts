import { defineConfig } from 'vite';

// Relative addresses: the pages work in any folder of any web server.
export default defineConfig({
  base: './',
  // Tests build as well, in an environment of their own: the pages are the same.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
