// Habits of people in the studio: screen readers, small screens, first visits, files that mean harm.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clockOf, describeStudio } from './studio.fixture.ts';
import { lawn, temporaryFolder, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const scenario = writeTo(folder, 'lawn.json', lawn);

/** WebGL without a graphics card. */
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** Script and markup in every name. */
const HOSTILE = `</script><img src=x onerror="globalThis.harm=1"><script>globalThis.harm=1</script>`;

await describeStudio('habits in the studio', { scenario, flags: SOFTWARE }, (studio) => {
  /** Serious findings of the accessibility check. */
  async function findings(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document),
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }

  test.each(['light', 'dark'] as const)('no serious finding for accessibility, %s', async (colorScheme) => {
    const page = await studio.open(studio.address, { colorScheme });
    await page.locator('canvas.stage').waitFor();
    for (const panel of ['Run', 'Agent', 'Measure', 'Save']) {
      await page.getByRole('tab', { name: panel }).click();
      expect(await findings(page), panel).toEqual([]);
    }
    await page.keyboard.press(']');
    await page.locator('.reasons').waitFor();
    expect(await findings(page), 'an agent').toEqual([]);
    await page.locator('canvas.stage').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    expect(await findings(page), 'shortcuts').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page.locator('.card').first().waitFor();
    expect(await findings(page), 'gallery').toEqual([]);
    await page.getByRole('button', { name: 'Standards and experiments' }).click();
    expect(await findings(page), 'standards').toEqual([]);
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page.getByRole('button', { name: 'New scenario' }).click();
    await page.locator('canvas.editor-stage').waitFor();
    expect(await findings(page), 'editor').toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'no serious finding in the tour and in three dimensions, %s',
    async (colorScheme) => {
      const page = await studio.open(studio.address, { colorScheme, tour: true });
      const tour = page.getByRole('dialog', { name: 'Tour' });
      await tour.waitFor();
      for (let step = 1; step <= 5; step++) {
        await page.getByText(`${step} of 5`).waitFor();
        expect(await findings(page), `step ${step}`).toEqual([]);
        await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Begin' }).click();
      }
      await page.getByRole('button', { name: 'Three dimensions' }).click();
      await page.getByRole('img', { name: 'lawn, in three dimensions' }).waitFor();
      expect(await findings(page), 'three dimensions').toEqual([]);
    },
  );

  test.each([
    [1024, 700],
    [820, 1180],
  ])('at %i × %i nothing is cut off, on the stage and in the editor', async (width, height) => {
    const page = await studio.open(studio.address, { viewport: { width, height } });
    await page.locator('canvas.stage').waitFor();
    const cutOff = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'button, select, .head h1, .clock, .timeline, .stage, .saving, .tool-hint',
          ),
        ]
          .filter((part) => !part.closest('.panel'))
          .filter((part) => {
            const { left, top, right, bottom } = part.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
          })
          .map((part) => part.outerHTML.slice(0, 80)),
      );
    expect(await cutOff()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Held upright, a tablet has the panels below the stage, which is as wide as the page then.
    const stage = (await page.locator('canvas.stage').boundingBox())!;
    expect(stage.width).toBe(width < height ? width : width - 300);
    await page.getByRole('button', { name: 'Edit this scenario' }).click();
    await page.locator('canvas.editor-stage').waitFor();
    await page.getByText('kept', { exact: true }).waitFor();
    expect(await cutOff()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  test('the first visit offers a tour of five steps, and the second does not', async () => {
    const page = await studio.open(studio.address, { tour: true });
    const tour = page.getByRole('dialog', { name: 'Tour' });
    await tour.waitFor();
    for (let step = 1; step <= 5; step++) {
      await page.getByText(`${step} of 5`).waitFor();
      // The part that it is about stands out, and Enter continues.
      expect(await page.locator('.shown-by-tour').count()).toBe(1);
      expect(await tour.locator(':focus').textContent()).toBe(step < 5 ? 'Next' : 'Begin');
      await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Begin' }).click();
    }
    await expect.poll(() => tour.count()).toBe(0);
    await page.reload();
    await page.locator('canvas.stage').waitFor();
    expect(await tour.count()).toBe(0);
  });

  test.each([
    ['too many agents', { ...lawn, groups: [{ ...lawn.groups[0], count: 1e9 }] }, 'at most 1000000 agents'],
    ['a number without end', { ...lawn, duration: 1e308 }, 'duration'],
    ['no scenario', { hello: 'world' }, 'given.json'],
    ['no JSON', '{"version": 1,', 'given.json'],
  ])('%s gets a message in place of a run', async (_, content, message) => {
    const page = await studio.open(studio.at('#'));
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    await page.route('**/given.json', (route) => route.fulfill({ body, contentType: 'application/json' }));
    await page.goto(`${studio.at('#')}given=given.json`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(message);
    await page.getByRole('button', { name: 'All scenarios' }).last().click();
    await page.locator('.card').first().waitFor();
  });

  test('script and markup in names are shown as text', async () => {
    const hostile = {
      ...lawn,
      name: HOSTILE,
      description: HOSTILE,
      groups: [{ ...lawn.groups[0], name: HOSTILE }],
      targets: [{ name: HOSTILE, at: [8, 8], radius: 1 }],
    };
    const page = await studio.open(studio.at('#'));
    await page.route('**/given.json', (route) => route.fulfill({ body: JSON.stringify(hostile) }));
    await page.goto(`${studio.at('#')}given=hostile.json`);
    await page.locator('canvas.stage').waitFor();
    expect(await page.locator('.head h1').textContent()).toBe(HOSTILE);
    expect(await page.locator('.groups span').textContent()).toBe(HOSTILE);
    expect(await page.evaluate(() => 'harm' in globalThis)).toBe(false);
    expect(await page.locator('img').count()).toBe(1);
  });

  test('three dimensions, charts, and two runs side by side in step', async () => {
    const page = await studio.open(studio.address);
    await page.locator('canvas.stage').waitFor();
    await page.getByRole('button', { name: 'Three dimensions' }).click();
    const solid = page.getByRole('img', { name: 'lawn, in three dimensions' });
    await solid.waitFor();
    await solid.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => solid.getAttribute('data-step')).toBe('1');
    await page.keyboard.press('v');
    await page.getByRole('img', { name: 'lawn, seen from above' }).waitFor();
    await page.getByRole('tab', { name: 'Measure' }).click();
    await page.getByRole('button', { name: 'Run side by side' }).click();
    await expect.poll(() => page.locator('canvas.stage').count()).toBe(2);
    await expect.poll(() => clockOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => clockOf(page)).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    const steps = () =>
      page.locator('canvas.stage').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.step));
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await expect.poll(async () => new Set(await steps()).size).toBe(1);
    expect(await page.locator('.differences tbody tr').count()).toBe(4);
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await expect.poll(() => page.locator('canvas.stage').count()).toBe(1);
  });
});
