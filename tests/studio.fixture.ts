import type { ChildProcess } from 'node:child_process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE } from './chromium.fixture.ts';
import { startWend } from './wend.fixture.ts';

/** Starts `wend studio` and returns the address that it prints. */
export async function startStudio(
  ...parameters: string[]
): Promise<{ address: string; child: ChildProcess; stop(): Promise<void> }> {
  const { child, ended } = startWend('studio', '--no-open', '--port', '0', ...parameters);
  const address = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout!.on('data', (text: string) => {
      said += text;
      const found = /(http:\S+)\n/.exec(said);
      if (found) done(found[1]);
    });
    void ended.then(({ code, stderr }) => fail(new Error(`wend studio ended with ${code}: ${stderr}`)));
  });
  const stop = async () => {
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  };
  return { address, child, stop };
}

/** A page of the studio, and everything that it has complained about or asked for. */
export type StudioPage = { page: Page; complaints: string[]; requests: string[] };

/** Opens an address of the studio. Nothing plays by itself unless the options say so; the tour is not shown. */
export async function openStudio(
  browser: Browser,
  address: string,
  { tour = false, ...options }: BrowserContextOptions & { tour?: boolean } = {},
): Promise<StudioPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...options });
  if (!tour) await context.addInitScript(() => localStorage.setItem('wend-studio-tour', 'seen'));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => {
    complaints.push(error.message);
    // What a test waits for may never come now: it ends here.
    void page.close();
  });
  page.on('console', (message) => {
    // Drivers without a graphics card talk about their own speed.
    const isDriver = message.text().includes('GL Driver Message');
    if (['error', 'warning'].includes(message.type()) && !isDriver) complaints.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  return { page, complaints, requests };
}

/** Ends a page: it has complained about nothing and asked nothing of other places. */
export async function closeStudio({ page, complaints, requests }: StudioPage): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.context().close();
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([]);
}

/** The simulated time that the page shows, seconds. */
export async function clockOf(page: Page): Promise<number> {
  return Number(await page.locator('.clock b').textContent());
}
