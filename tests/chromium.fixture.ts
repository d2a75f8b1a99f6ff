import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ADVICE = 'install one (Debian and Ubuntu: apt-get install chromium) or set WEND_CHROMIUM to its path';

/** Milliseconds that an installation may take. */
const PATIENCE = 240_000;

/** A Chromium of this machine, installed where that is possible; or why there is none. */
export function provideChromium(): { path: string } | { why: string } {
  const given = process.env.WEND_CHROMIUM;
  if (given !== undefined && given !== '') {
    return existsSync(given)
      ? { path: given }
      : { why: `WEND_CHROMIUM is ${given}, and there is no such file` };
  }
  const found = findOnPath();
  if (found !== undefined) return { path: found };
  const why = installByApt();
  if (why !== undefined) return { why: `no Chromium on this machine; ${why}; ${ADVICE}` };
  const installed = findOnPath();
  return installed === undefined ? { why: `apt-get brought no Chromium; ${ADVICE}` } : { path: installed };
}

function findOnPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** Undefined when it went well. */
function installByApt(): string | undefined {
  if (process.getuid?.() !== 0) return 'it cannot be installed, since the tests do not run as root';
  if (spawnSync('apt-get', ['--version']).error) return 'it cannot be installed, since there is no apt-get';
  say('no Chromium found: installing one (apt-get install -y chromium), which takes a minute or two …');
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', parameters, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      timeout: PATIENCE,
    });
  let last = apt('install', '-y', '--no-install-recommends', 'chromium');
  if (last.status !== 0) {
    apt('update');
    last = apt('install', '-y', '--no-install-recommends', 'chromium');
  }
  if (last.status === 0) return undefined;
  return `apt-get could not install it: ${last.error?.message ?? last.stderr.trim().split('\n').at(-1)}`;
}

/** Printed at once, around the test runner's own lines. */
export function say(line: string): void {
  process.stderr.write(`wend: ${line}\n`);
}

/** A browser with a profile of its own that asks nothing of the world outside. */
export function launchChromium(path: string): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}
