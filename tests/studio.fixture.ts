import type { ChildProcess } from 'node:child_process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { launchChromium, PATIENCE, provideChromium, say } from './chromium.fixture.ts';
import { requireBuild, startWend } from './wend.fixture.ts';

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
type StudioPage = { page: Page; complaints: string[]; requests: string[] };

/** Opens an address of the studio. Nothing plays by itself unless the options say so; the tour is not shown. */
async function openStudio(
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

/** A browser and a studio for the tests of a file, and the page that is open. */
export type StudioTests = {
  /** What `wend studio` has printed. */
  readonly address: string;
  /** The same with another part after the `#`. */
  at(hash: string): string;
  /** Opens an address in place of the page that is open. */
  open(address: string, options?: Parameters<typeof openStudio>[2]): Promise<Page>;
};

/** Describes tests of the studio in Chromium: one browser and one server, and each page ends without a complaint. */
export async function describeStudio(
  what: string,
  { scenario, flags = [] }: { scenario?: string; flags?: string[] },
  tests: (studio: StudioTests) => void,
): Promise<void> {
  const found = await provideChromium();
  if ('why' in found) say(`SKIPPED, ${what}: ${found.why}`);
  describe.skipIf('why' in found)(`in Chromium${'why' in found ? `: ${found.why}` : ''}`, () => {
    let browser: Browser;
    let server: Awaited<ReturnType<typeof startStudio>>;
    let page: StudioPage | undefined;
    const close = async () => {
      const open = page;
      page = undefined;
      if (open) await closeStudio(open);
    };
    beforeAll(async () => {
      if ('why' in found) return;
      requireBuild();
      browser = await launchChromium(found.path, flags);
      server = await startStudio(...(scenario === undefined ? [] : [scenario]));
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
    });
    afterEach(close);
    tests({
      get address() {
        return server.address;
      },
      at: (hash) => server.address.replace(/#.*/, hash),
      open: async (address, options) => {
        await close();
        page = await openStudio(browser, address, options);
        return page.page;
      },
    });
  });
}

/** Ends a page: it has complained about nothing and asked nothing of other places. */
async function closeStudio({ page, complaints, requests }: StudioPage): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.context().close();
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([]);
}

/** The simulated time that the page shows, seconds. */
export async function clockOf(page: Page): Promise<number> {
  return Number(await page.locator('.clock b').textContent());
}

/** Waits until the page has drawn what was asked for before. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
