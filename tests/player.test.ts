// The page that `wend run --player` writes, opened from the disk in a browser, as a person would use it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, PATIENCE, provideChromium, say } from './chromium.fixture.ts';
import { lawn, requireBuild, root, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const found = await provideChromium();
if ('why' in found) say(`SKIPPED, the player in a browser: ${found.why}`);

/** Script and markup in every name that the page shows. */
const HOSTILE = `</script><script>globalThis.harm=1</script><img src=x onerror="globalThis.harm=1">$&'"<!--run-->`;
const hostile = {
  ...lawn,
  name: HOSTILE,
  description: HOSTILE,
  targets: [{ name: HOSTILE, at: [8, 8], radius: 1 }],
  groups: [{ ...lawn.groups[0], name: HOSTILE }],
};

/** Writes the page of a scenario and returns its path. */
async function pageOf(name: string, scenario: unknown, ...parameters: string[]): Promise<string> {
  const file = writeTo(folder, `${name}.json`, scenario);
  const page = join(folder, `${name}.html`);
  const { code, stderr } = await wend('run', file, '--quiet', '--player', page, ...parameters);
  expect(code, stderr).toBe(0);
  return page;
}

describe('the file', () => {
  beforeAll(requireBuild);

  test('is named in the summary, and nothing else is written', async () => {
    const page = join(folder, 'pages', 'lawn.html');
    const { code, stdout } = await wend('run', writeTo(folder, 'lawn.json', lawn), '--player', page);
    expect(code).toBe(0);
    expect(stdout).toContain(`player      ${page}: open it in a browser`);
    expect(readdirSync(join(folder, 'pages'))).toEqual(['lawn.html']);
  });

  test('has a policy that allows its own script and style and nothing else, and names nothing outside', async () => {
    const text = readFileSync(await pageOf('policy', lawn), 'utf8');
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)!;
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(text).not.toMatch(/(src|href)=["']?(https?:)?\/\//);
  });

  test('of the first command of the README is below 1.5 MB', async () => {
    const page = join(folder, 'flagship.html');
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start).toMatch(
      /run four-ways-through .*--player results\/player\.html$/,
    );
    const { code } = await wend('run', 'four-ways-through', '--quiet', '--player', page);
    expect(code).toBe(0);
    expect(statSync(page).size).toBeLessThan(1.5e6);
  });

  test.each([
    ['--player a.svg: expected a file name that ends with .html', 'a.svg'],
    ['/dev/null/x', '/dev/null/x/a.html'],
  ])('a bad name is refused before the run: %s', async (message, name) => {
    const { code, stderr } = await wend('run', 'corridor', '--player', name);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(' at ');
  });
});

describe.skipIf('why' in found)(`in Chromium${'why' in found ? `: ${found.why}` : ''}`, () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let requests: string[];
  let lawnPage: string;

  beforeAll(async () => {
    if ('why' in found) return;
    requireBuild();
    browser = await launchChromium(found.path);
    lawnPage = await pageOf('lawn-page', lawn);
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  async function open(
    path: string,
    options: BrowserContextOptions = {},
    ready = '#clock b',
    link = '',
  ): Promise<void> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    complaints = [];
    requests = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${pathToFileURL(path).href}${link}`);
    await page.locator(ready).waitFor();
  }

  const clock = async () => Number(await page.locator('#clock b').textContent());
  /** The stage alone: a screenshot would have the panels and the focus as well. */
  const picture = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const stage = document.querySelector('#stage') as HTMLCanvasElement;
          // After the next picture of the page, which shows what was asked for before.
          requestAnimationFrame(() => requestAnimationFrame(() => done(stage.toDataURL())));
        }),
    );
  const text = (id: string) => page.locator(`#${id}`).textContent();

  test('a run begins by itself, stops at its end, and plays again', async () => {
    await open(lawnPage, { reducedMotion: 'no-preference' });
    await page.locator('#rate').selectOption('16');
    await expect.poll(clock).toBe(4);
    expect(await page.locator('#play').getAttribute('aria-label')).toBe('Play');
    await page.locator('#rate').selectOption('0.25');
    await page.locator('#play').click();
    await expect.poll(clock).toBeLessThan(2);
    await expect.poll(clock).toBeGreaterThan(0.05);
    await page.keyboard.press('Home');
  });

  test('nothing moves by itself where less motion is wanted', async () => {
    await open(lawnPage);
    expect(await page.locator('#play').getAttribute('aria-label')).toBe('Play');
    expect(await clock()).toBe(0);
    expect(await text('present')).toBe('20');
    expect(await text('name')).toBe('lawn');
  });

  test('scrubbing shows the state of that time, and the same picture on return', async () => {
    await open(lawnPage);
    const seek = async (seconds: string) => {
      await page.locator('#time').fill(seconds);
      await expect.poll(clock).toBe(Number(seconds));
      return picture();
    };
    const early = await seek('1');
    const late = await seek('3');
    expect(early).not.toBe(late);
    expect(await seek('1')).toBe(early);
  });

  test('a click selects an agent, whose figures agree with the trajectory', async () => {
    const out = join(folder, 'figures');
    const file = await pageOf('figures', lawn, '--out', out, '--format', 'csv');
    await open(file);
    await page.locator('#time').fill('2');
    await expect.poll(clock).toBe(2);
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('#agent').isVisible()).toBe(true);
    const [, id] = /^Agent (\d+)$/.exec((await text('agent-name'))!)!;
    const lines = readFileSync(join(out, 'trajectory.csv'), 'utf8').trim().split('\n');
    const rows = lines.slice(1).map((line) => line.split(',').map(Number));
    const mine = rows.filter((row) => row[1] === Number(id));
    const now = mine.find(([time]) => Math.abs(time - 2) < 1e-6)!;
    const place = (await text('agent-place'))!.replaceAll('−', '-').split(', ').map(Number);
    expect(Math.abs(place[0] - now[2])).toBeLessThan(0.06);
    expect(Math.abs(place[1] - now[3])).toBeLessThan(0.06);
    const walked = mine
      .filter(([time]) => time <= 2 + 1e-6)
      .reduce(
        (sum, [, , x, y], k, all) => (k === 0 ? 0 : sum + Math.hypot(x - all[k - 1][2], y - all[k - 1][3])),
        0,
      );
    expect(Math.abs(Number(await text('agent-walked')) - walked)).toBeLessThan(0.1);
    // The same agent by a click where it is drawn: the stage is followed to it.
    await page.keyboard.press('f');
    await picture();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#agent').isVisible()).toBe(false);
    const box = (await page.locator('#stage').boundingBox())!;
    // The middle of what panels leave free, where the camera has stayed.
    await page.mouse.click(box.x + (box.width - 292) / 2, box.y + (box.height - 84) / 2);
    await expect.poll(() => text('agent-name')).toBe(`Agent ${id}`);
    await page.locator('#deselect').click();
    await expect.poll(() => page.locator('#agent').isVisible()).toBe(false);
  });

  test('zoom, pan, trails, colours, themes and the help sheet answer to mouse and keys', async () => {
    await open(lawnPage, { colorScheme: 'light' });
    await page.locator('#time').fill('2');
    await expect.poll(clock).toBe(2);
    let before = await picture();
    const changes = async (act: () => Promise<unknown>) => {
      await act();
      await expect.poll(picture).not.toBe(before);
      before = await picture();
    };
    const fitted = before;
    await changes(() => page.keyboard.press('+'));
    await changes(async () => {
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, -400);
    });
    await changes(async () => {
      await page.mouse.down();
      await page.mouse.move(480, 340, { steps: 4 });
      await page.mouse.up();
    });
    await page.keyboard.press('0');
    await expect.poll(picture).toBe(fitted);
    before = fitted;
    await changes(() => page.locator('#trail').selectOption('Infinity'));
    await changes(() => page.locator('#colour').selectOption('speed'));
    expect(await page.locator('#scale').isVisible()).toBe(true);
    await changes(() => page.locator('#theme').click());
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('?');
    expect(await page.locator('#keys').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#keys').isVisible()).toBe(false);
    await page.keyboard.press('ArrowRight');
    await expect.poll(clock).toBeCloseTo(2.2);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(clock).toBe(0);
  });

  test('a picture of the stage can be saved, and a link leads to a moment and an agent', async () => {
    await open(lawnPage);
    const download = page.waitForEvent('download');
    await page.locator('#save').click();
    expect((await download).suggestedFilename()).toBe('lawn-0.0s.png');
    const bytes = readFileSync(await (await download).path());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    await page.context().close();
    await open(lawnPage, {}, '#clock b', '#t=2.5&agent=7');
    await expect.poll(clock).toBe(2.5);
    expect(await text('agent-name')).toBe('Agent 7');
  });

  test('a group stands out when its name is clicked', async () => {
    const two = { ...lawn.groups[0], count: 5 };
    const file = await pageOf('two', { ...lawn, groups: [two, { ...two, name: 'others' }] });
    await open(file);
    const button = page.getByRole('button', { name: /others/ });
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
  });

  test('every control has a name for screen readers', async () => {
    await open(lawnPage);
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, canvas:not([aria-hidden])')]
        .filter((control) => {
          const labels = (control as HTMLInputElement).labels;
          const name = control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? control.textContent;
          return name?.trim() === '';
        })
        .map((control) => control.id),
    );
    expect(unnamed).toEqual([]);
  });

  test('script and markup in names are shown as text', async () => {
    await open(await pageOf('hostile', hostile));
    expect(await text('name')).toBe(HOSTILE);
    expect(await text('description')).toBe(HOSTILE);
    expect(await page.locator('#groups span').textContent()).toBe(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} · wend`);
    expect(await page.evaluate(() => 'harm' in globalThis)).toBe(false);
    expect(await page.locator('img').count()).toBe(0);
  });

  test.each([
    ['1024 × 700', 1024, 700],
    ['a telephone', 390, 780],
  ])('on %s, nothing is cut off and controls do not overlap', async (_, width, height) => {
    await open(lawnPage, { viewport: { width, height } });
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('#agent').isVisible()).toBe(true);
    const boxes = await page.evaluate(() =>
      ['#title', '#panel', '#bar', '#play', '#timeline', '#rate', '#trail', '#colour', '#tools'].map(
        (name) => {
          const { left, top, right, bottom } = document.querySelector(name)!.getBoundingClientRect();
          return { name, left, top, right, bottom };
        },
      ),
    );
    for (const { name, left, top, right, bottom } of boxes) {
      expect(left, name).toBeGreaterThanOrEqual(0);
      expect(top, name).toBeGreaterThanOrEqual(0);
      expect(right, name).toBeLessThanOrEqual(width);
      expect(bottom, name).toBeLessThanOrEqual(height);
    }
    const cards = boxes.slice(0, 3);
    const parts = boxes.slice(3);
    for (const list of [cards, parts]) {
      for (const [k, a] of list.entries()) {
        for (const b of list.slice(k + 1)) {
          const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          expect(apart, `${a.name} and ${b.name}`).toBe(true);
        }
      }
    }
  });

  test('a damaged page says so', async () => {
    const damaged = readFileSync(lawnPage, 'utf8').replace(/(type="text\/plain">).{40}/, '$1');
    await open(writeTo(folder, 'damaged.html', damaged), {}, '[role=alert]');
    expect(await page.getByRole('alert').textContent()).toMatch(/^The run cannot be played: /);
  });
});
