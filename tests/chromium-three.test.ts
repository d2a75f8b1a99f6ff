// The example with three.js and a Web Worker, in a browser: 2,000 people walk, and a click sends them elsewhere.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFile, launchChromium, PATIENCE, provideChromium, say, serve } from './chromium.fixture.ts';
import { requireBuild, root } from './wend.fixture.ts';

const found = await provideChromium();
if ('why' in found) say(`SKIPPED, three.js in a browser: ${found.why}`);

/** WebGL without a graphics card. */
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

describe.skipIf('why' in found)(`in Chromium${'why' in found ? `: ${found.why}` : ''}`, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    if ('why' in found) return;
    requireBuild();
    browser = await launchChromium(found.path, SOFTWARE);
    page = await browser.newPage({ viewport: { width: 240, height: 160 } });
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(() => browser?.close());

  test('browser-three.html shows a crowd that walks, and a click retargets it', async () => {
    const server = await serve({
      '/browser-three.html': ['text/html', readFileSync(join(root, 'examples/browser-three.html'), 'utf8')],
      '/bundle.js': ['text/javascript', bundleFile('examples/browser-three.js', 'esm')],
      '/browser-three-worker.js': ['text/javascript', bundleFile('examples/browser-three-worker.js', 'esm')],
    });
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/browser-three.html`);
      const status = () => page.locator('#status').textContent();
      await expect.poll(status).toMatch(/^2000 people · \d/);
      const first = await page.screenshot();
      const seconds = async () => Number(/· (\S+) s/.exec((await status())!)![1]);
      await expect.poll(seconds).toBeGreaterThan(0.1);
      await page.mouse.click(120, 80);
      await expect.poll(status).toContain('· to ');
      const [, x, y] = /to (\S+), (\S+)$/.exec((await status())!)!.map(Number);
      // The middle of the picture is where the camera looks: (0, 0, 4), which is (0, −4) in the plane.
      expect(Math.hypot(x, y + 4)).toBeLessThan(2);
      const then = await seconds();
      await expect.poll(seconds).toBeGreaterThan(then + 0.1);
      expect((await page.screenshot()).equals(first)).toBe(false);
      expect(complaints).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('the page of Getting started shows a ring of people that walk', async () => {
    const guide = readFileSync(join(root, 'docs/guide/getting-started.md'), 'utf8');
    const server = await serve({
      '/': ['text/html', /```html\n(.*?)```/s.exec(guide)![1]],
      '/bundle.js': ['text/javascript', bundleFile('examples/browser-ring.js', 'esm')],
    });
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`);
      const canvas = page.locator('canvas');
      const first = await canvas.screenshot();
      await expect.poll(async () => first.equals(await canvas.screenshot())).toBe(false);
      expect(complaints).toEqual([]);
    } finally {
      server.close();
    }
  });
});
