import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { root } from './wend.fixture.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ADVICE = 'install one (Debian and Ubuntu: apt-get install chromium) or set WEND_CHROMIUM to its path';

/** Milliseconds after which a call of apt-get, or a wait for the browser, counts as hanging: long enough for a busy machine. */
export const PATIENCE = 600_000;

/** A Chromium of this machine, installed if possible; or the reason why there is none. */
export async function provideChromium(
  environment = process.env,
): Promise<{ path: string } | { why: string }> {
  const given = environment.WEND_CHROMIUM;
  if (given !== undefined && given !== '') {
    return existsSync(given)
      ? { path: given }
      : { why: `WEND_CHROMIUM is ${given}, and there is no such file` };
  }
  const found = findOnPath(NAMES, environment);
  if (found !== undefined) return { path: found };
  const why = await installByApt('chromium', environment);
  if (why !== undefined) return { why: `no Chromium on this machine; ${why}; ${ADVICE}` };
  const installed = findOnPath(NAMES, environment);
  return installed === undefined ? { why: `apt-get brought no Chromium; ${ADVICE}` } : { path: installed };
}

/** The first of the programs that is on the path. */
export function findOnPath(names: string[], environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((place) => existsSync(place));
}

/** Installs a package of Debian; undefined on success. */
export async function installByApt(
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'it cannot be installed, since the tests do not run as root';
  const program = findOnPath(['apt-get'], environment);
  if (program === undefined) return 'it cannot be installed, since there is no apt-get';
  say(`no ${name} found: installing it (apt-get install -y ${name}), which takes a minute or two …`);
  const apt = async (...parameters: string[]): Promise<string | undefined> => {
    try {
      const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
      await promisify(execFile)(program, parameters, { env, timeout: PATIENCE, maxBuffer: 1 << 26 });
      return undefined;
    } catch (error) {
      const { killed, stderr } = error as { killed?: boolean; stderr?: string };
      if (killed) return `apt-get took more than ${PATIENCE / 1000} s`;
      return `apt-get could not install it: ${stderr?.trim().split('\n').at(-1) || String(error)}`;
    }
  };
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  if ((await install()) === undefined) return undefined;
  // The lists of packages may be missing or old.
  await apt('update');
  return install();
}

/** Printed at once, around the test runner's own lines. */
export function say(line: string): void {
  process.stderr.write(`wend: ${line}\n`);
}

/** A browser with its own profile that makes no requests to the network. */
export function launchChromium(path: string, extra: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    headless: true,
    timeout: PATIENCE,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...extra,
    ],
  });
}

/** A program with everything that it imports, as one file: a script with its exports in the global `bundle`, or a module. */
export function bundleFile(path: string, format: 'iife' | 'esm' = 'iife'): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, path)],
    bundle: true,
    write: false,
    platform: 'browser',
    format,
    ...(format === 'iife' && { globalName: 'bundle' }),
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** A server on this machine alone. */
export function serve(files: Record<string, [type: string, content: string]>): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const [type, content] = files[url ?? ''] ?? ['text/plain', ''];
    response.writeHead(url !== undefined && url in files ? 200 : 204, { 'content-type': type }).end(content);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}
