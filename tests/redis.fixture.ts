import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findOnPath, installByApt } from './chromium.fixture.ts';

const NAMES = ['redis-server', 'valkey-server'];

/** A Redis or Valkey of this machine, installed if possible; or the reason why there is none. */
export async function provideRedis(environment = process.env): Promise<{ path: string } | { why: string }> {
  const found = findOnPath(NAMES, environment);
  if (found !== undefined) return { path: found };
  const why = await installByApt('redis-server', environment);
  const installed = findOnPath(NAMES, environment);
  if (installed !== undefined) return { path: installed };
  return {
    why: `no redis-server on this machine; ${why ?? 'apt-get brought none'}; install one (Debian and Ubuntu: apt-get install redis-server)`,
  };
}

/** A server on this machine alone, which keeps its data in a folder. */
export type Server = { port: number; child: ChildProcess; stop: (signal?: NodeJS.Signals) => Promise<void> };

export async function startRedis(
  path: string,
  folder: string,
  password: string,
  port?: number,
  more: readonly string[] = [],
): Promise<Server> {
  mkdirSync(folder, { recursive: true });
  const own = port ?? (await freePort());
  const child = spawn(
    path,
    [
      ...['--port', String(own), '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password],
      ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', ...more],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await answer(own, password);
  return {
    port: own,
    child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

async function answer(port: number, password: string): Promise<void> {
  const client = new Redis({
    port,
    password,
    host: '127.0.0.1',
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
  });
  client.on('error', () => {});
  // While it reads its data, it refuses commands.
  while ((await client.ping().catch(() => '')) !== 'PONG') await setTimeout(20);
  client.disconnect();
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
