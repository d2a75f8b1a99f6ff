// The studio in a browser, used as a person would.
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from './chromium.fixture.ts';
import { clockOf, describeStudio, drawn } from './studio.fixture.ts';
import { lawn, root, temporaryFolder, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const scenario = writeTo(folder, 'lawn.json', lawn);

await describeStudio('the studio in a browser', { scenario }, (studio) => {
  test('the given scenario plays in a thread with shared memory, to its end', async () => {
    const page = await studio.open(studio.address, { reducedMotion: 'no-preference' });
    await page.locator('canvas.stage').waitFor();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.title()).toBe('lawn · wend studio');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
    await expect.poll(() => clockOf(page)).toBe(4);
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('a stage from which all have gone says so, and the run plays again', async () => {
    const page = await studio.open(studio.at('#scenario=steerbench/oncoming-2'));
    await page.locator('canvas.stage[data-step]').waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
    await page.getByRole('button', { name: 'Play' }).click();
    const note = page.getByText('agents have arrived, after');
    await note.waitFor();
    await page.locator('canvas.stage').focus();
    await page.keyboard.press('Space');
    await note.waitFor({ state: 'detached' });
  });

  test('nothing moves by itself where less motion is wanted, and the gallery leads to a run', async () => {
    const page = await studio.open(studio.at('#'));
    await page.getByRole('button', { name: /^antipodal-circle/ }).click();
    await page.locator('canvas.stage').waitFor();
    expect(await clockOf(page)).toBe(0);
    await page.getByRole('button', { name: 'One step on' }).click();
    await expect.poll(() => page.locator('canvas.stage').getAttribute('data-step')).toBe('1');
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
    // The address names what is shown.
    const hash = () => new URL(page.url()).hash;
    expect(hash()).toBe('');
    await page.getByRole('button', { name: 'Back to the run' }).click();
    await page.locator('canvas.stage').waitFor();
    expect(hash()).toBe('#scenario=antipodal-circle');
  });

  test('going back to a step gives the state that it had at first, and marks stay', async () => {
    const page = await studio.open(studio.address);
    const stage = page.locator('canvas.stage');
    await stage.waitFor();
    const hashAt = async (step: number) => {
      const state = page.locator(`.state[data-step="${step}"]`);
      await state.waitFor();
      return state.textContent();
    };
    const first = await hashAt(0);
    for (let step = 1; step <= 3; step++) {
      await page.keyboard.press('ArrowRight');
      await hashAt(step);
    }
    const third = await hashAt(3);
    expect(third).toMatch(/^[0-9a-f]{16}$/);
    // On to the end, and back by the slider, by keys and to the beginning.
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => clockOf(page)).toBe(4);
    const slider = page.getByRole('slider', { name: 'Moment of the run' });
    await slider.fill('3');
    expect(await hashAt(3)).toBe(third);
    await stage.focus();
    await page.keyboard.press('Home');
    expect(await hashAt(0)).toBe(first);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0\.0 of 4 seconds; \d+ arrivals/);
    // Another seed is another run; the same seed is the same.
    await page.keyboard.press('n');
    await expect.poll(() => hashAt(0)).not.toBe(first);
    await page.keyboard.press('r');
    await expect.poll(() => page.locator('.facts').textContent()).toContain('seed2');
  });

  test('an agent says why it moves, and its traits act at once', async () => {
    const page = await studio.open(studio.address);
    await page.locator('canvas.stage').waitFor();
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'Agent 0' }).waitFor();
    await expect.poll(() => page.locator('.reasons').textContent()).toContain('It wants');
    await page.getByRole('slider', { name: 'desired speed' }).fill('0.5');
    await page.locator('canvas.stage').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.slider output').first().textContent()).toBe('0.50 m/s');
    // A click in the middle, where the camera follows the agent, selects it again.
    await page.keyboard.press('f');
    await drawn(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Select one' }).waitFor();
    const box = (await page.locator('canvas.stage').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole('heading', { name: 'Agent 0' }).waitFor();
  });

  test('on a web server without special headers, in a folder, buffers are transferred', async () => {
    const pages = join(root, 'library/command/studio');
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.css': 'text/css',
    };
    const files = readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.png'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, [string, string]] => [
        `/some/folder${path.slice(pages.length)}`,
        [
          types[extname(path)] ?? (path.endsWith('.svg') ? 'image/svg+xml' : 'text/plain'),
          readFileSync(path, 'utf8'),
        ],
      ]);
    const plain = await serve(Object.fromEntries(files));
    try {
      const { port } = plain.address() as AddressInfo;
      const address = `http://127.0.0.1:${port}/some/folder/index.html#scenario=mouse-row`;
      const page = await studio.open(address, { reducedMotion: 'no-preference' });
      await expect.poll(() => clockOf(page)).toBeGreaterThan(0.5);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
      await page.locator('canvas.stage').focus();
      await page.keyboard.press('Home');
      await page.locator('.state[data-step="0"]').waitFor();
    } finally {
      plain.closeAllConnections();
      plain.close();
    }
  });

  test('the gallery shows every scenario with a picture from a run, and finds them', async () => {
    const page = await studio.open(studio.at('#'));
    const cards = page.locator('.card');
    await cards.first().waitFor();
    const list = await (await page.request.get(new URL('/scenarios/index.json', studio.address).href)).json();
    expect(list.length).toBeGreaterThan(60);
    expect(await cards.count()).toBe(list.length);
    for (const { name } of list) {
      const picture = await page.request.get(new URL(`/thumbnails/${name}.svg`, studio.address).href);
      expect(picture.status(), name).toBe(200);
    }
    await page.getByRole('searchbox').fill('mouse detour');
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No scenario is called').waitFor();
  });
});
