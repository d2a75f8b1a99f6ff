// The editor of the studio in a browser, used as a person would.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkScenario } from 'wend/scenario';
import { agent, seek, testCase } from '../formats/src/steersuite/test-case.fixture.ts';
import { PATIENCE } from './chromium.fixture.ts';
import { describeStudio } from './studio.fixture.ts';
import { lawn } from './wend.fixture.ts';

type Point = [x: number, y: number];
type Scenario = Record<string, Record<string, unknown>[]> & { name: string };

/** Where a place of the world is on the page. */
async function pixelsAt(page: Page, [x, y]: Point): Promise<Point> {
  const stage = page.locator('canvas.editor-stage');
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('canvas.editor-stage')?.dataset.camera,
  );
  const box = (await stage.boundingBox())!;
  const camera = (await stage.getAttribute('data-camera'))!.split(',').map(Number);
  const [middleX, middleY, scale, width, height] = camera;
  return [box.x + width / 2 + (x - middleX) * scale, box.y + height / 2 - (y - middleY) * scale];
}

async function click(page: Page, at: Point): Promise<void> {
  await page.mouse.click(...(await pixelsAt(page, at)));
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(...(await pixelsAt(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixelsAt(page, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])));
  await page.mouse.move(...(await pixelsAt(page, to)));
  await page.mouse.up();
}

const choose = (page: Page, tool: string) => page.getByRole('button', { name: tool, exact: true }).click();

/** The scenario as the tab Text shows it. */
async function scenarioIn(page: Page): Promise<Scenario> {
  const shown = await page.getByRole('tab', { selected: true }).textContent();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.getByLabel('The scenario as JSON').inputValue();
  await page.getByRole('tab', { name: shown! }).click();
  return JSON.parse(text) as Scenario;
}

await describeStudio('the editor in a browser', {}, (studio) => {
  const openEmpty = async (): Promise<Page> => {
    const page = await studio.open(`${studio.address}#`);
    await page.getByRole('button', { name: 'New scenario' }).click();
    await page.locator('canvas.editor-stage').waitFor();
    return page;
  };

  test('a room is drawn, corrected, undone and redone, and runs', async () => {
    const page = await openEmpty();
    await choose(page, 'Target');
    await click(page, [8, 0]);
    await choose(page, 'Group of agents');
    await drag(page, [-9, -4], [-5, 4]);
    await choose(page, 'Wall');
    await drag(page, [0, -10], [0, -1]);
    await choose(page, 'Column');
    await drag(page, [4, -4], [5, -4]);
    await page.getByRole('button', { name: 'let it move' }).click();
    await choose(page, 'Measuring line');
    await drag(page, [0, -1], [0, 1]);
    await choose(page, 'Paint a velocity field');
    await drag(page, [-6, -8], [6, -7]);
    const drawn = await scenarioIn(page);
    expect(drawn).toMatchObject({
      targets: [{ name: 'target 1', at: [8, 0] }],
      groups: [
        {
          name: 'group 1',
          count: 16,
          region: { box: { min: [-9, -4], max: [-5, 4] } },
          targets: ['target 1'],
        },
      ],
      obstacles: [
        { shape: 'segment', from: [0, -10], to: [0, -1] },
        { shape: 'circle', center: [4, -4], radius: 1, course: { kind: 'oscillation' } },
      ],
      measurements: { lines: [{ name: 'line 1', from: [0, -1], to: [0, 1] }] },
      velocityFields: [{ kind: 'strokes' }],
    });
    checkScenario(drawn);

    // Drag the column, then its name in the form; undo both, redo one.
    await drag(page, [4.3, -4], [6.3, -6]);
    await page.getByLabel('name', { exact: true }).fill('pillar');
    const moved = await scenarioIn(page);
    expect(moved.obstacles[1]).toMatchObject({ center: [6, -6], name: 'pillar' });
    await choose(page, 'Undo');
    await choose(page, 'Undo');
    expect((await scenarioIn(page)).obstacles[1]).toEqual(drawn.obstacles[1]);
    await choose(page, 'Redo');
    expect((await scenarioIn(page)).obstacles[1]).toMatchObject({ center: [6, -6] });
    for (let k = 0; k < 20; k++) await page.keyboard.press('Control+z');
    expect(await scenarioIn(page)).toMatchObject({ obstacles: [], targets: [], groups: [] });
    for (let k = 0; k < 20; k++) await page.keyboard.press('Control+y');
    expect(await scenarioIn(page)).toEqual(moved);

    await choose(page, 'Run');
    await page.locator('canvas.stage[data-step]').waitFor();
    expect(await page.locator('.figures dd').first().textContent()).toBe('16');
    await page.getByRole('button', { name: 'Edit this scenario' }).click();
    await page.locator('canvas.editor-stage').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  });

  test('doors, gates and ground are drawn, change in their forms, and are on the stage of the run', async () => {
    const page = await openEmpty();
    await choose(page, 'Target');
    await click(page, [8, 0]);
    await choose(page, 'Group of agents');
    await drag(page, [-9, -4], [-5, 4]);
    await choose(page, 'Door: a line that agents cross while it is open');
    await drag(page, [0, -1], [0, 1]);
    await choose(page, 'Gate: a line that agents cross in one direction');
    await drag(page, [2, 4], [2, 6]);
    await choose(page, 'Ground that changes the speed');
    await drag(page, [-4, -8], [-2, -4]);
    await choose(page, 'Stairs');
    await drag(page, [3, -8], [9, -6]);
    await choose(page, 'Smoke');
    await drag(page, [-9, 6], [-5, 9]);
    await choose(page, 'Moving walkway');
    await drag(page, [3, 2], [7, 3]);
    // The form of what was drawn last: it carries faster, and turned it carries upwards.
    await page.getByLabel('factor').fill('0.5');
    for (let k = 0; k < 6; k++) await choose(page, 'Turn left');
    const drawn = await scenarioIn(page);
    expect(drawn.ground).toMatchObject([
      { kind: 'door', name: 'door 1', from: [0, -1], to: [0, 1] },
      { kind: 'gate', from: [2, 4], to: [2, 6], direction: [-1, 0] },
      { kind: 'speed', region: { box: { min: [-4, -8], max: [-2, -4] } }, factor: 0.5 },
      { kind: 'stairs', up: [1, 0] },
      { kind: 'smoke', visibility: 3 },
      { kind: 'belt', velocity: [0, 0.75], factor: 0.5 },
    ]);
    checkScenario(drawn);
    await choose(page, 'Run');
    await page.locator('canvas.stage[data-step]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a queue is drawn corner by corner, groups wait in it, and its run has it', async () => {
    const page = await openEmpty();
    await choose(page, 'Target');
    await click(page, [8, 0]);
    await choose(page, 'Group of agents');
    await drag(page, [-9, -4], [-7, 0]);
    await choose(page, 'Queue: click its corners from the front on, the last again to end');
    for (const corner of [[0, 4], [0, 0], [-4, 0], [-4, 0]] as const) await click(page, [...corner]); // biome-ignore format: a line
    await page.getByRole('button', { name: 'let groups wait here' }).click();
    const drawn = await scenarioIn(page);
    expect(drawn.ground).toEqual([
      { name: 'queue 1', kind: 'queue', line: [[0, 4], [0, 0], [-4, 0]], service: 10 }, // biome-ignore format: a line
    ]);
    expect(drawn.groups).toMatchObject([
      {
        journey: {
          stages: [
            { kind: 'queue', queues: ['queue 1'] },
            { kind: 'seek', targets: ['target 1'] },
          ],
        },
      },
    ]);
    checkScenario(drawn);
    await choose(page, 'Run');
    await page.locator('canvas.stage[data-step]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a mistake is said at its field, and goes when it is corrected', async () => {
    const page = await openEmpty();
    await page.getByRole('tab', { name: 'Scenario' }).click();
    await page.getByLabel('duration s').fill('-3');
    const message = page.locator('.entry', { has: page.getByLabel('duration s') }).getByRole('alert');
    await message.waitFor();
    expect(await message.textContent()).toMatch(/expected/);
    await page.getByLabel('duration s').fill('30');
    await message.waitFor({ state: 'detached' });
  });

  test('what was drawn is there after a reload, and a link carries it to another browser', async () => {
    const page = await openEmpty();
    await choose(page, 'Target');
    await click(page, [3, 2]);
    await page.getByText('kept', { exact: true }).waitFor();
    const before = await scenarioIn(page);
    await page.reload();
    await page.locator('canvas.editor-stage').waitFor();
    expect(await scenarioIn(page)).toEqual(before);
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page
      .getByRole('button', { name: /^untitled/ })
      .first()
      .click();
    expect(await scenarioIn(page)).toEqual(before);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      });
    });
    await choose(page, 'Share');
    await page.getByText('The link is in the address bar').waitFor();
    const link = page.url();
    const other = await studio.open(link);
    await other.locator('canvas.editor-stage').waitFor();
    expect(await scenarioIn(other)).toEqual(before);
  });

  test('tools say how to draw, the help sheet lists them, and a draft can be deleted', async () => {
    const page = await openEmpty();
    await choose(page, 'Column');
    expect(await page.locator('.tool-hint').textContent()).toBe('Column Drag from its middle to its edge.');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
    await sheet.getByText('moving walkway').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('kept', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All scenarios' }).click();
    await page.getByRole('button', { name: 'Delete the draft untitled' }).click();
    await page.getByRole('heading', { name: 'Your drafts' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('');
    await page.reload();
    await page.locator('.card').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Your drafts' }).count()).toBe(0);
  });

  test('what was drawn survives a crash of the page', async () => {
    const page = await openEmpty();
    await choose(page, 'Target');
    await click(page, [3, 2]);
    await page.getByText('kept', { exact: true }).waitFor();
    const before = await scenarioIn(page);
    const address = page.url();
    const crashed = page.waitForEvent('crash');
    const devtools = await page.context().newCDPSession(page);
    void devtools.send('Page.crash').catch(() => {});
    await crashed;
    const next = await page.context().newPage();
    next.setDefaultTimeout(PATIENCE);
    await next.goto(address);
    await next.locator('canvas.editor-stage').waitFor();
    expect(await scenarioIn(next)).toEqual(before);
  });

  test.each([
    ['scenario', 'mine.json', JSON.stringify({ ...lawn, name: 'mine' })],
    ['SteerSuite case', 'mine.xml', testCase(agent(-5, 0, seek(5, 0)))],
    ['WKT', 'mine.wkt', 'POLYGON ((0 0, 12 0, 12 6, 0 6, 0 0))'],
    ['GeoJSON', 'mine.geojson', '{"type":"Polygon","coordinates":[[[0,0],[12,0],[12,6],[0,6],[0,0]]]}'],
    ['MovingAI map', 'mine.map', 'type octile\nheight 2\nwidth 3\nmap\n.@@\n...\n'],
  ])('a %s that is dropped on the gallery opens in the editor', async (_, name, text) => {
    const page = await studio.open(studio.at('#'));
    await page.locator('.card').first().waitFor();
    const dropped = await page.evaluateHandle(
      ([file, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], file));
        return transfer;
      },
      [name, text] as const,
    );
    await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
    await page.getByText('Drop a scenario').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.locator('canvas.editor-stage').waitFor();
    await expect.poll(async () => (await scenarioIn(page)).name).not.toBe('untitled');
    checkScenario(await scenarioIn(page));
  });

  test('files of other programs open, a picture lies below, and what is none says so', async () => {
    const page = await openEmpty();
    const give = (name: string, mimeType: string, content: string | Buffer) =>
      page.getByLabel('Open a file').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    await give('room.wkt', 'text/plain', 'POLYGON ((0 0, 12 0, 12 6, 0 6, 0 0))');
    await page.getByRole('heading', { name: 'room' }).waitFor();
    expect(await scenarioIn(page)).toMatchObject({ bounds: { min: [0, 0], max: [12, 6] } });
    await give('cells.map', 'text/plain', 'type octile\nheight 2\nwidth 3\nmap\n.@@\n...\n');
    await page.getByRole('heading', { name: 'cells' }).waitFor();
    expect((await scenarioIn(page)).obstacles).toEqual([{ shape: 'box', min: [1, 1], max: [3, 2] }]);
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await give('plan.png', 'image/png', Buffer.from(dot, 'base64'));
    await page.getByLabel('width, m').waitFor();
    await give('letter.doc', 'text/plain', 'Dear reader');
    await page.getByText('letter.doc: expected a scenario').waitFor();
  });

  test('a saved file is the scenario, and a hostile name is only a name', async () => {
    const page = await openEmpty();
    await page.getByRole('tab', { name: 'Scenario' }).click();
    const name = '<img src=x onerror=alert(1)>';
    await page.getByLabel('name', { exact: true }).fill(name);
    const [file] = await Promise.all([page.waitForEvent('download'), choose(page, 'Save')]);
    expect(file.suggestedFilename()).toBe('-img-src-x-onerror-alert-1-.json');
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ name });
    expect(await page.getByRole('heading', { name }).count()).toBe(1);
  });
});
