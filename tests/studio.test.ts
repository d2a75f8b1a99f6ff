// The studio in a browser, used as a person would.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, provideChromium, say } from './chromium.fixture.ts';
import { clockOf, closeStudio, openStudio, type StudioPage, startStudio } from './studio.fixture.ts';
import { lawn, requireBuild, temporaryFolder, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const found = await provideChromium();
if ('why' in found) say(`SKIPPED, the studio in a browser: ${found.why}`);

describe.skipIf('why' in found)(`in Chromium${'why' in found ? `: ${found.why}` : ''}`, () => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof startStudio>>;
  let open: StudioPage;

  beforeAll(async () => {
    if ('why' in found) return;
    requireBuild();
    browser = await launchChromium(found.path);
    server = await startStudio(writeTo(folder, 'lawn.json', lawn));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => closeStudio(open));

  /** An address of the studio; that of the lawn if none is given. */
  const at = (hash?: string) => (hash === undefined ? server.address : server.address.replace(/#.*/, hash));

  test('the given scenario plays in a thread with shared memory, to its end', async () => {
    open = await openStudio(browser, at(), { reducedMotion: 'no-preference' });
    const { page } = open;
    await page.locator('canvas.stage').waitFor();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.title()).toBe('lawn · wend studio');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
    await expect.poll(() => clockOf(page)).toBe(4);
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('nothing moves by itself where less motion is wanted, and the gallery leads to a run', async () => {
    open = await openStudio(browser, at('#'));
    const { page } = open;
    await page.getByRole('button', { name: /^antipodal-circle/ }).click();
    await page.locator('canvas.stage').waitFor();
    expect(await clockOf(page)).toBe(0);
    await page.getByRole('button', { name: 'One step on' }).click();
    await expect.poll(() => page.locator('canvas.stage').getAttribute('data-step')).toBe('1');
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
  });
});
