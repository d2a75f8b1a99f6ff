// The same bits in a browser as here, and the examples in a bundle.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleFile, launchChromium, PATIENCE, provideChromium, say, serve } from './chromium.fixture.ts';
import { fingerprintNumerics, hashesOf } from './fingerprint.fixture.ts';
import { scenarioTexts } from './scenarios.fixture.ts';
import { requireBuild, root, start, temporaryFolder, writeTo } from './wend.fixture.ts';

type Fingerprint = typeof import('./fingerprint.fixture.ts');

const found = await provideChromium();
if ('why' in found) say(`SKIPPED, the comparison with a browser: ${found.why}`);

const folder = temporaryFolder();

describe('where no Chromium is', () => {
  /** A folder that holds at most an apt-get. */
  const place = (name: string, apt?: (path: string) => string) => {
    const path = join(folder, name);
    mkdirSync(path);
    if (apt) writeFileSync(join(path, 'apt-get'), `#!/bin/sh\n${apt(path)}\n`, { mode: 0o755 });
    return path;
  };

  test('a wrong WEND_CHROMIUM is named', async () => {
    expect(await provideChromium({ WEND_CHROMIUM: '/no/such/browser' })).toEqual({
      why: 'WEND_CHROMIUM is /no/such/browser, and there is no such file',
    });
  });

  test('and none can be installed, the reason says how to get one', async () => {
    expect(await provideChromium({ PATH: place('bare') })).toEqual({
      why: expect.stringMatching(
        /^no Chromium on this machine; it cannot be installed, .*apt-get install chromium/,
      ),
    });
  });

  test.skipIf(process.getuid?.() !== 0)(
    'apt-get is asked for one, or its last word is passed on',
    async () => {
      const willing = place('willing', (path) => `test "$1" = install && : > "${path}/chromium"`);
      expect(await provideChromium({ PATH: willing })).toEqual({ path: join(willing, 'chromium') });
      const unwilling = place('unwilling', () => 'echo "E: no such package" >&2; exit 100');
      expect(await provideChromium({ PATH: unwilling })).toEqual({
        why: expect.stringContaining('apt-get could not install it: E: no such package; install one'),
      });
    },
  );
});

/** Enough for every golden hash. */
const STEPS = 400;

describe.skipIf('why' in found)(`in Chromium${'why' in found ? `: ${found.why}` : ''}`, () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    if ('why' in found) return;
    browser = await launchChromium(found.path);
    say(`comparing with Chromium ${browser.version()} (${found.path})`);
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  describe('every engine computes the same', () => {
    const bundle = bundleFile('tests/fingerprint.fixture.ts');
    beforeEach(() => page.addScriptTag({ content: bundle }).then(() => undefined));

    test('the functions of numerics give the same bits', async () => {
      const here = fingerprintNumerics();
      const there = await page.evaluate(() =>
        (globalThis as unknown as { bundle: Fingerprint }).bundle.fingerprintNumerics(),
      );
      expect(there).toEqual(here);
      expect(new Set(Object.values(here)).size).toBe(Object.keys(here).length);
    });

    test.each([...scenarioTexts.keys()])(`%s has the same state in each of ${STEPS} steps`, async (name) => {
      const there = await page.evaluate(
        ([text, steps]) => (globalThis as unknown as { bundle: Fingerprint }).bundle.hashesOf(text, steps),
        [scenarioTexts.get(name)!, STEPS] as const,
      );
      const here = hashesOf(scenarioTexts.get(name)!, STEPS);
      expect(there).toHaveLength(STEPS + 1);
      const first = here.findIndex((hash, step) => there[step] !== hash);
      expect(first, 'the first step with another state').toBe(-1);
    });
  });

  describe('examples', () => {
    test.each(['first-steps.js', 'record-and-replay.js', 'save-and-go-on.js', 'own-steering.js'])(
      '%s prints the same as in Node',
      async (name) => {
        requireBuild();
        // As text: Node and browsers print objects differently.
        const asText = `const log = console.log; console.log = (...parts) => log(parts.map((part) => JSON.stringify(part)).join());\n`;
        const code = asText + bundleFile(`examples/${name}`);
        const lines: string[] = [];
        page.on('console', (message) => lines.push(message.text()));
        await page.addScriptTag({ content: code });
        const { stdout } = await start(process.execPath, [writeTo(folder, `${name}.cjs`, code)]).ended;
        expect(stdout).not.toBe('');
        expect(lines).toEqual(stdout.trimEnd().split('\n'));
      },
    );

    test('browser.html draws a crowd that moves', async () => {
      const server = await serve({
        '/browser.html': ['text/html', readFileSync(join(root, 'examples/browser.html'), 'utf8')],
        '/bundle.js': ['text/javascript', bundleFile('examples/browser.js', 'esm')],
      });
      try {
        const { port } = server.address() as AddressInfo;
        await page.goto(`http://127.0.0.1:${port}/browser.html`);
        const canvas = page.locator('canvas');
        await expect.poll(() => countColours(page)).toBeGreaterThan(50);
        const before = await canvas.screenshot();
        await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false);
      } finally {
        server.close();
      }
    });
  });
});

function countColours(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { width, height } = document.querySelector('canvas')!;
    const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}
