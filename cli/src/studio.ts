import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInNames, steerbenchNames } from './built-in.ts';
import { BadInput, ExitCode, Unavailable } from './failure.ts';
import { loadScenario } from './scenarios.ts';

export type StudioOptions = {
  port?: string;
  /** Whether to open a browser where there is one. */
  open: boolean;
  allowOutside?: boolean;
};

const USUAL_PORT = 4870;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Isolated from other pages, the studio may share memory with its simulation; nothing is loaded from elsewhere. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** Serves the studio until it is interrupted. */
export async function studio(scenario: string | undefined, options: StudioOptions): Promise<number> {
  const files = filesOf(folderOfStudio());
  const start = scenario === undefined ? '' : addressOf(scenario, options, files);
  const server = createServer((request, response) => answer(files, request, response));
  const port = await listen(server, options.port);
  const address = `http://127.0.0.1:${port}/${start}`;
  process.stdout.write(`wend studio at ${address}\nCtrl-C ends it.\n`);
  if (options.open) openBrowser(address);
  await interrupted();
  server.close();
  server.closeAllConnections();
  return ExitCode.done;
}

/** What may be served, by its address: nothing else is looked for on the disk, whatever the address. */
type Files = Map<string, () => Buffer>;

function filesOf(folder: string): Files {
  const files: Files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, () => readFileSync(path));
  }
  return files;
}

/** The part of the address that opens a scenario; that of a user's own file is served beside the pages. */
function addressOf(scenario: string, { allowOutside = false }: StudioOptions, files: Files): string {
  if ([...builtInNames(), ...steerbenchNames()].includes(scenario)) return `#scenario=${scenario}`;
  const content = Buffer.from(JSON.stringify(loadScenario(scenario, { allowOutside })));
  files.set('/given.json', () => content);
  return `#given=${encodeURIComponent(basename(scenario))}`;
}

function answer(files: Files, request: IncomingMessage, response: ServerResponse): void {
  const refuse = (status: number, why: string) =>
    response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
  // Another name for this machine would let a foreign page read from here.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) {
    return void refuse(403, 'this server answers to 127.0.0.1 and localhost');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405, 'only GET and HEAD');
  const path = (request.url ?? '').replace(/[?#].*$/s, '');
  const name = path === '/' ? '/index.html' : path;
  const read = files.get(name);
  if (!read) return void refuse(404, 'no such page');
  let content: Buffer;
  try {
    content = read();
  } catch {
    // As while the studio is built again.
    return void refuse(404, 'this page cannot be read');
  }
  response.writeHead(200, {
    ...HEADERS,
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': content.length,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

/** Listens on the loopback alone; returns the port. */
function listen(server: Server, wanted: string | undefined): Promise<number> {
  const port = wanted === undefined ? USUAL_PORT : Number(wanted);
  if (!Number.isInteger(port) || port < 0 || port > 65535 || wanted?.trim() === '') {
    throw new BadInput(`--port ${wanted}: expected a number from 0 to 65535`);
  }
  return new Promise((done, fail) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return fail(error);
      if (wanted !== undefined) {
        const why = error.code === 'EACCES' ? 'this port needs other rights' : 'this port is taken';
        return fail(new BadInput(`--port ${wanted}: ${why}`));
      }
      server.listen(0, '127.0.0.1');
    });
    server.on('listening', () => done((server.address() as { port: number }).port));
    server.listen(port, '127.0.0.1');
  });
}

/** Where a person sits before this machine; a browser that cannot be started is no failure, since the address is printed. */
function openBrowser(address: string): void {
  const [command, ...parameters] = browserCommand(address);
  if (command === undefined) return;
  const child = spawn(command, parameters, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function browserCommand(address: string): string[] {
  if (!process.stdout.isTTY || process.env.CI) return [];
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', address];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open', address] : [];
}

function interrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
}

/** The pages are beside the bundled command; in a clone, compiled files find them there as well. */
function folderOfStudio(): string {
  const places = ['studio', '../../library/command/studio'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(join(place, 'index.html')));
  if (found === undefined) throw new Unavailable('the studio is not built: run npm run build');
  return found;
}
