// What the studio shows: the main views as pictures, why an agent moves, overlays, scores, and a report of standards.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blocksOf, differenceOf, expectScreen, isAlike } from './screens.fixture.ts';
import { describeStudio, drawn } from './studio.fixture.ts';
import { lawn, temporaryFolder, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const scenario = writeTo(folder, 'lawn.json', lawn);
const viewport = { width: 1440, height: 900 };
/** WebGL without a graphics card. */
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

const report = {
  tests: [
    {
      id: 'imo/1',
      title: 'Set speed <b>in</b> a corridor',
      verdict: 'pass',
      figure: '39.9 s',
      reference: '40 s',
      seeds: 5,
      mean: 39.9,
      deviation: 0.1,
    },
    { id: 'rimea/9', title: 'Large public room', verdict: 'fail', figure: '1.4', reference: '2', seeds: 1 },
    {
      id: 'prediction/eth',
      title: 'Prediction',
      verdict: 'not applicable',
      because: 'there are no recordings',
      seeds: 1,
    },
  ],
};

await describeStudio('views of the studio', { scenario, flags: SOFTWARE }, (studio) => {
  /** A scenario after some steps, standing still. */
  const openAt = async (address: string, steps: number, options: object = {}): Promise<Page> => {
    const page = await studio.open(address, { viewport, ...options });
    await page.locator('canvas.stage[data-step]').waitFor();
    for (let step = 1; step <= steps; step++) {
      await page.getByRole('button', { name: 'One step on' }).click();
      await page.locator(`canvas.stage[data-step="${step}"]`).waitFor();
    }
    if (steps > 0) await page.locator(`.state[data-step="${steps}"]`).waitFor();
    return page;
  };

  test('the main views look as they did, and a picture without its panel does not', async () => {
    const page = await openAt(studio.address, 8);
    await drawn(page);
    const light = await expectScreen(page, 'stage');
    await page.keyboard.press('d');
    await drawn(page);
    const dark = await expectScreen(page, 'stage-dark');
    expect(isAlike(differenceOf(light, dark))).toBe(false);
    await page.keyboard.press('d');
    await page.locator('.side').evaluate((side) => {
      side.style.visibility = 'hidden';
    });
    expect(isAlike(differenceOf(light, await blocksOf(page)))).toBe(false);
    await page.locator('.side').evaluate((side) => {
      side.style.visibility = '';
    });
    await page.keyboard.press(']');
    await page.locator('.reasons').waitFor();
    await drawn(page);
    await expectScreen(page, 'why');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Measure' }).click();
    await drawn(page);
    await expectScreen(page, 'measure');
    await page.getByRole('button', { name: 'Three dimensions' }).click();
    const solid = page.getByRole('img', { name: 'lawn, in three dimensions' });
    await page.locator('canvas.stage[data-step="8"]').waitFor();
    await drawn(page);
    const above = await expectScreen(page, 'solid');
    // What lies on the floor from above does so here, too.
    await page.getByRole('tab', { name: 'Run' }).click();
    const density = page.getByRole('checkbox', { name: 'Density' });
    await density.check();
    await expect.poll(async () => differenceOf(above, await blocksOf(page)).loud).toBeGreaterThan(20);
    await density.uncheck();
    await page.getByRole('tab', { name: 'Measure' }).click();
    // Zoomed in, bodies have limbs; 0 shows all again.
    await solid.focus();
    for (let k = 0; k < 6; k++) await page.keyboard.press('+');
    await drawn(page);
    expect(isAlike(differenceOf(above, await blocksOf(page)))).toBe(false);
    await page.keyboard.press('0');
    await drawn(page);
    await expectScreen(page, 'solid');
    await page.getByRole('button', { name: 'Edit this scenario' }).click();
    await page.locator('canvas.editor-stage').waitFor();
    await page.getByText('kept', { exact: true }).waitFor();
    await drawn(page);
    await expectScreen(page, 'editor');
  });

  test('the gallery looks as it did', async () => {
    const page = await studio.open(studio.at('#'), { viewport });
    await page.locator('.card').first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.card img')]
        .slice(0, 8)
        .every((image) => image.complete),
    );
    await drawn(page);
    await expectScreen(page, 'gallery');
  });

  test('heading curves with attractors and repellers, weights and their fixed points follow the agent', async () => {
    const page = await openAt(studio.at('#scenario=mouse-row'), 1);
    await page.keyboard.press(']');
    const curves = page.getByRole('img', {
      name: /^Turn rate over heading: [1-9]\d* attractors and [1-9]\d* repellers$/,
    });
    await curves.waitFor();
    const before = await curves.locator('path.total').getAttribute('d');
    await page
      .getByRole('img', { name: /^Weights: target [\d.]+, obstacles [\d.]+; [1-9] stable fixed points$/ })
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => curves.locator('path.total').getAttribute('d')).not.toBe(before);
    expect(await page.locator('.agent-title').textContent()).toContain('Agent 0');
  });

  test('the modes of an automaton are listed, and the present one is lit', async () => {
    const page = await openAt(studio.at('#scenario=mouse-journey'), 1);
    await page.keyboard.press(']');
    const modes = page.getByRole('list', { name: /^Modes of/ });
    await modes.first().waitFor();
    expect(await modes.first().locator('li').count()).toBeGreaterThan(3);
    await expect
      .poll(() => modes.first().locator('[aria-current]').allTextContents())
      .toEqual(['leadIn', 'shy']);
    await page
      .getByRole('list', { name: 'What comes next' })
      .first()
      .getByText('does not hold')
      .first()
      .waitFor();
  });

  test('every overlay changes the picture, and the triangulation shows the circle of the selected agent', async () => {
    const page = await openAt(studio.at('#scenario=crowded-exits'), 2);
    let before = await blocksOf(page);
    const pixels = () =>
      page.locator('canvas.stage').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL().length);
    for (const name of [
      'Density',
      'Field: metres to the goal',
      'Field: arrows',
      'Field: streamlines',
      'Triangulation',
      'Velocities',
    ]) {
      const plain = await pixels();
      const box = page.getByRole('checkbox', { name });
      await box.check();
      await expect.poll(pixels, { message: name }).not.toBe(plain);
      await box.uncheck();
      await expect.poll(pixels, { message: name }).toBe(plain);
    }
    expect(isAlike(differenceOf(before, await blocksOf(page)))).toBe(true);
    await page.getByRole('checkbox', { name: 'Triangulation' }).check();
    before = await blocksOf(page);
    await page.keyboard.press(']');
    await page.locator('.reasons').waitFor();
    await expect.poll(async () => differenceOf(before, await blocksOf(page)).loud).toBeGreaterThan(0);
  });

  test('scores of one run and of two with another setting, with their differences', async () => {
    const page = await openAt(studio.address, 5);
    await page.getByRole('tab', { name: 'Measure' }).click();
    await page.getByRole('button', { name: 'Compute scores up to now' }).click();
    const scores = page.locator('.scores tbody tr');
    await expect.poll(() => scores.count()).toBe(12);
    expect(await scores.first().textContent()).toMatch(/^SteerBench score\d+\.\d$/);
    await page.getByRole('textbox', { name: 'Setting' }).fill('groups.0.speed = 2');
    await page.getByRole('button', { name: 'Run side by side' }).click();
    await expect.poll(() => page.locator('canvas.stage').count()).toBe(2);
    await page.getByText('groups.0.speed = 2').waitFor();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.getByRole('button', { name: 'Compute scores up to now' }).click();
    await expect.poll(() => scores.first().locator('td').count()).toBe(3);
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await page.getByRole('textbox', { name: 'Setting' }).fill('groups.0.speed = fast');
    await page.getByRole('button', { name: 'Run side by side' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('groups[0].speed');
  });

  test('a report of standards opens in the studio, and another file gets a message', async () => {
    const page = await studio.open(studio.at('#'), { viewport });
    await page.getByRole('button', { name: 'Standards and experiments' }).click();
    await page.getByText('No report is open').waitFor();
    const file = page.getByLabel('Open a report');
    await file.setInputFiles({
      name: 'standards.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(report)),
    });
    await page.getByText('1 passed, 1 failed, 1 not applicable').waitFor();
    expect(await page.locator('.table-place tbody tr').count()).toBe(3);
    expect(await page.locator('.table-place td').first().textContent()).toContain('<b>in</b>');
    await page.getByRole('button', { name: 'Failed' }).click();
    expect(await page.locator('.table-place tbody th').allTextContents()).toEqual(['rimea/9']);
    await file.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('other.json: expected { "tests"');
  });
});
