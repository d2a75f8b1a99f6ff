// `wend studio`: what its server gives and what it refuses.
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStudio } from './studio.fixture.ts';
import { lawn, requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
let address: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  requireBuild();
  ({ address, stop } = await startStudio(writeTo(folder, 'my lawn.json', lawn)));
});
afterAll(() => stop());

type Reply = { status: number; headers: Record<string, unknown>; text: string };

/** Asks as it is written: fetch would tidy the path. */
function ask(path: string, options: { method?: string; host?: string } = {}): Promise<Reply> {
  const { port } = new URL(address);
  const headers = { host: options.host ?? `127.0.0.1:${port}` };
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode!, headers: response.headers, text }));
      },
    );
    sent.on('error', fail);
    sent.end();
  });
}

test('its address names the loopback and the given scenario', async () => {
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#given=my%20lawn\.json$/);
  expect(JSON.parse((await ask('/given.json')).text)).toMatchObject({ name: 'lawn', duration: 4 });
});

test('the page comes isolated and with a policy that allows nothing from elsewhere', async () => {
  const { status, headers, text } = await ask('/');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval'(?<!wasm-unsafe-eval')/);
  // Without the server's headers, on any other server, the page's own policy holds.
  expect(text).toContain(`content="${policy.replace("; frame-ancestors 'none'", '')}"`);
  expect(text).not.toMatch(/(src|href)="(\/|https?:)/);
});

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/main.js',
  '/assets/../../main.js',
  '//etc/passwd',
  '/main.js',
  '/scenarios',
  '/constructor',
])('%s is refused', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: 'no such page\n' });
});

test('other methods and other names of this machine are refused', async () => {
  expect(await ask('/', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await ask('/', { host: 'evil.example' })).toMatchObject({ status: 403 });
  expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('it listens on the loopback alone', async () => {
  const { networkInterfaces } = await import('node:os');
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address: host } of others) {
    const reached = await new Promise<boolean>((done) => {
      const socket = connect({ host, port: Number(new URL(address).port) });
      socket.on('connect', () => done(true)).on('error', () => done(false));
    });
    expect(reached, host).toBe(false);
  }
});

test('a port that is taken, a number that is none, and a bad scenario are refused in one line', async () => {
  const { port } = new URL(address);
  expect(await wend('studio', '--port', port, '--no-open')).toMatchObject({
    code: 2,
    stderr: `--port ${port}: this port is taken\n`,
  });
  expect(await wend('studio', '--port', 'x', '--no-open')).toMatchObject({
    code: 2,
    stderr: '--port x: expected a number from 0 to 65535\n',
  });
  const { code, stderr } = await wend('studio', 'no-such', '--no-open');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^no-such: no such file/);
});
