// Attacks on the server of wend studio: paths, names of hosts, methods, bodies without an end, and requests cut short.
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PATHS = [
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/main.js',
  '//etc/passwd',
  '/assets/../../main.js',
  'http://evil.example/index.html',
  '/__proto__',
  '/constructor',
  '*',
  `/${'a'.repeat(20_000)}`,
];
const HOSTS = [
  'evil.example',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '',
  '0.0.0.0',
  '127.1',
  '::1',
];
const METHODS = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH'];

export function createServerAttack({ start }) {
  let server;
  const open = async () => {
    const { child, ended } = start('studio', '--no-open', '--port', '0');
    const port = await new Promise((done, fail) => {
      child.stdout.on('data', (text) => done(Number(/:(\d+)\//.exec(text)?.[1])));
      void ended.then(({ stderr }) => fail(new Error(`the studio ended: ${stderr}`)));
    });
    return { child, ended, port };
  };
  /** The first line of the answer; `isCut`: the connection is broken while the server may answer. */
  const ask = (port, text, isCut = false) =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      const end = () => {
        socket.destroy();
        done(answer.split('\r\n')[0]);
      };
      socket.on('error', end).on('end', end);
      socket.on('data', (part) => {
        answer += part.toString('latin1', 0, 100);
        if (answer.includes('\r\n')) end();
      });
      socket.write(text);
      if (isCut) void setTimeout(5).then(end);
    });
  const attacks = {
    path: async (random, port) => {
      const path = random.pick(PATHS);
      const line = await ask(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      return / 4\d\d /.test(line) ? undefined : `${path}: ${line}`;
    },
    host: async (random, port) => {
      const host = random.pick(HOSTS);
      const line = await ask(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return / 4\d\d /.test(line) ? undefined : `host ${host}: ${line}`;
    },
    method: async (random, port) => {
      const method = random.pick(METHODS);
      const body = 'x'.repeat(random.below(1_000_000));
      const head = `${method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n`;
      const line = await ask(port, head + body);
      return / 4\d\d /.test(line) ? undefined : `${method}: ${line}`;
    },
    'cut short': async (random, port) => {
      const text = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
      await ask(port, text.slice(0, 1 + random.below(text.length)), true);
      return undefined;
    },
    noise: async (random, port) => {
      const bytes = Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256)));
      await ask(port, bytes, true);
      return undefined;
    },
  };
  return {
    async attack(random, tried) {
      server ??= await open();
      const kind = random.pick(Object.keys(attacks));
      tried(kind);
      const found = await attacks[kind](random, server.port);
      if (found !== undefined) return found;
      const line = await ask(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return line === 'HTTP/1.1 200 OK' ? undefined : `after ${kind} the page is: ${line}`;
    },
    async close() {
      server?.child.kill('SIGINT');
      await server?.ended;
    },
  };
}
