// The example with three.js and a Web Worker, in a browser: 2,000 people walk, a click sends them elsewhere, and crates fall.
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

  test('browser-three.html shows a crowd that walks, a click retargets it, and crates stand where they are dropped', async () => {
    const server = await serve({
      '/browser-three.html': ['text/html', readFileSync(join(root, 'examples/browser-three.html'), 'utf8')],
      '/bundle.js': ['text/javascript', bundleFile('examples/browser-three.js', 'esm')],
      '/browser-three-worker.js': ['text/javascript', bundleFile('examples/browser-three-worker.js', 'esm')],
    });
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/browser-three.html`);
      const status = () => page.locator('#status').textContent();
      await expect.poll(status).toMatch(/^2000 people · 0 crates · \d/);
      const first = await page.screenshot();
      const seconds = async () => Number(/crates · (\S+) s/.exec((await status())!)![1]);
      await expect.poll(seconds).toBeGreaterThan(0.1);
      await page.mouse.click(120, 80);
      await expect.poll(status).toContain('· to ');
      const [, x, y] = /to (\S+), (\S+)$/.exec((await status())!)!.map(Number);
      // The middle of the picture is where the camera looks: (0, 0, 4), which is (0, −4) in the plane.
      expect(Math.hypot(x, y + 4)).toBeLessThan(2);
      const then = await seconds();
      await expect.poll(seconds).toBeGreaterThan(then + 0.1);
      expect((await page.screenshot()).equals(first)).toBe(false);
      const before = await brownPixels(page);
      await page.keyboard.down('Shift');
      for (const [left, top] of [
        [120, 80],
        [90, 70],
        [150, 60],
      ]) {
        await page.mouse.click(left, top);
      }
      await page.keyboard.up('Shift');
      await expect.poll(status).toContain('· 3 crates ·');
      const dropped = await seconds();
      await expect.poll(seconds).toBeGreaterThan(dropped + 0.3);
      expect(await brownPixels(page)).toBeGreaterThan(before + 60);
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

/** Pixels of the page in the colour of crates, lit or not. */
async function brownPixels(page: Page): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const answer = await fetch(`data:image/png;base64,${data}`);
    const image = await createImageBitmap(await answer.blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    let count = 0;
    for (let k = 0; k < pixels.length; k += 4) {
      const [red, green, blue] = pixels.subarray(k, k + 3);
      if (red - blue > 60 && red - blue < 160 && green > 0.6 * red) count++;
    }
    return count;
  }, picture);
}
