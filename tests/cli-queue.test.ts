// Sweeps through a real Redis: workers that die, a server that restarts, a coordinator that is killed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDraws } from '../cli/src/sweep/design/random.ts';
import { createPlan } from '../cli/src/sweep/plan.ts';
import { parseAddress } from '../cli/src/sweep/queue/address.ts';
import { Coordinator } from '../cli/src/sweep/queue/coordinator.ts';
import { Journal } from '../cli/src/sweep/rows/journal.ts';
import { createRows, inOrder } from '../cli/src/sweep/rows/rows.ts';
import { runAll } from '../cli/src/sweep/runner.ts';
import { sweepKey, taskKey } from '../cli/src/sweep/runs/run-keys.ts';
import { type RunRow, runOne } from '../cli/src/sweep/runs/run-one.ts';
import { type Base, createVariants, variantOf } from '../cli/src/sweep/runs/variants.ts';
import { freePort, provideRedis, type Server, startRedis } from './redis.fixture.ts';
import { runsDone, tableOf } from './sweep.fixture.ts';
import { lawn, requireBuild, root, start, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const password = 'correct horse';
const env = { ...process.env, WEND_REDIS_PASSWORD: password };
const { version } = JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8')) as {
  version: string;
};
const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 3 });
const program = join(root, 'cli/bin/wend.js');
let redisPath: string;
let server: Server;
let address: string;

const launch = (...parameters: string[]) => start(process.execPath, [program, ...parameters], { env });
const startWorker = () => launch('worker', address, '--jobs', '1', '--lock', '1', '--quiet');

beforeAll(async () => {
  requireBuild();
  const found = await provideRedis();
  if ('why' in found) throw new Error(found.why);
  redisPath = found.path;
  server = await startRedis(redisPath, join(folder, 'redis'), password);
  address = `redis://127.0.0.1:${server.port}`;
});

afterAll(() => server?.stop());

/** Everything of a row but what it cost. */
const withoutCost = ({ cost: _, ...row }: RunRow) => row;

describe('three workers, of which one is killed in each of 20 sweeps', () => {
  const workers: ReturnType<typeof launch>[] = [];
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  });

  test('no row is lost, none double, and the table is that of one machine', async () => {
    const draw = createDraws(20, 21);
    const place = parseAddress(address, '--queue', {}, env);
    workers.push(startWorker(), startWorker(), startWorker());
    for (let k = 0; k < 20; k++) {
      const text = JSON.stringify({ ...lawn, name: `lawn ${k}`, duration: 1.5 });
      const base: Base = { source: 'lawn', text, isSteerSuite: false, fixed: [] };
      const factors = [{ path: 'groups[0].count', levels: [3, 6] }];
      const plan = createPlan({ kind: 'factorial', seed: 1, factors }, [1, 2, 3, 4], sweepKey(base, version));
      const journal = new Journal(join(folder, `kill-${k}.jsonl`), false);
      const rows = createRows(journal, plan.count);
      const coordinator = await Coordinator.open(place, taskKey({ base }, version), { base }, version);
      const sweeping = runAll(plan, coordinator, rows, {
        interrupted: new Promise(() => {}),
        onRow: () => {},
      });
      await setTimeout(draw() * 150);
      const victim = Math.floor(draw() * 3);
      workers[victim].child.kill('SIGKILL');
      workers[victim] = startWorker();
      expect(await sweeping).toBe(false);
      await coordinator.close();
      const variants = createVariants(base);
      const expected = Array.from({ length: plan.count }, (_, index) => {
        const request = plan.requestOf(index);
        return withoutCost(runOne(variantOf(variants, request.settings, request.seed).scenario, request));
      });
      expect([...inOrder(rows)].map(withoutCost)).toEqual(JSON.parse(JSON.stringify(expected)));
      journal.close();
    }
  });

  test('the command gives the table of one machine, and nothing stays in the queue but what BullMQ keeps', async () => {
    const parameters = ['sweep', lawnFile, '--vary', 'groups[0].count=3,6', '--seeds', '3', '--quiet'];
    const [alone, queued] = [join(folder, 'alone'), join(folder, 'queued')];
    expect((await wend(...parameters, '--out', alone)).code).toBe(0);
    const { code, stderr } = await launch(...parameters, '--out', queued, '--queue', address).ended;
    expect(code, stderr).toBe(0);
    expect(tableOf(queued)).toEqual(tableOf(alone));
    const client = new Redis({ port: server.port, password });
    expect(
      (await client.keys('*')).filter((key) => key.startsWith('wend:') || /:(wait|active|failed)$/.test(key)),
    ).toEqual([]);
    client.disconnect();
  });

  test('a coordinator that is killed is resumed in another folder, and a server that restarts loses nothing', async () => {
    const parameters = [
      ...['sweep', lawnFile, '--vary', 'groups[0].count=3,4,5,6', '--seeds', '6', '--set', 'duration=20'],
      ...['--set', 'groups[0].speed=0.01', '--quiet', '--queue', address],
    ];
    const [killed, elsewhere, alone] = ['killed', 'elsewhere', 'alone-again'].map((name) =>
      join(folder, name),
    );
    const first = launch(...parameters, '--out', killed);
    await expect.poll(() => runsDone(killed), { interval: 20 }).toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = launch(...parameters, '--out', elsewhere, '--resume');
    await expect.poll(() => runsDone(elsewhere), { interval: 20 }).toBeGreaterThan(0);
    await server.stop();
    server = await startRedis(redisPath, join(folder, 'redis'), password, server.port);
    const { code, stderr } = await second.ended;
    expect(code, stderr).toBe(0);
    expect((await wend(...parameters.slice(0, -2), '--out', alone)).code).toBe(0);
    expect(tableOf(elsewhere)).toEqual(tableOf(alone));
  });
});

test('a worker whose server is gone ends at the first Ctrl-C', async () => {
  const own = await startRedis(redisPath, join(folder, 'gone'), password);
  const { child, ended } = launch('worker', `redis://127.0.0.1:${own.port}`, '--jobs', '1');
  await new Promise((done) => child.stderr!.once('data', done));
  await own.stop('SIGKILL');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining('0 runs done') });
});

describe('what is refused, with exit code 2 and nothing written', () => {
  const out = join(folder, 'refused');
  const sweep = (...parameters: string[]) => ['sweep', lawnFile, '--out', out, '--quiet', ...parameters];
  const refused = async (
    parameters: string[],
    message: string | RegExp,
    environment: NodeJS.ProcessEnv = env,
  ) => {
    const ended = await start(process.execPath, [program, ...parameters], { env: environment }).ended;
    expect(ended.stderr).toMatch(message);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toContain(password);
    expect(existsSync(out)).toBe(false);
  };

  test('a server that is not there', async () => {
    const port = await freePort();
    const nowhere = `redis://127.0.0.1:${port}`;
    await refused(sweep('--queue', nowhere), `${nowhere}: expected a server of Redis or Valkey`);
    await refused(['worker', nowhere], `${nowhere}: expected a server`);
  });

  test('a wrong password, none, and one in the address', async () => {
    const wrong = { ...process.env, WEND_REDIS_PASSWORD: 'wrong' };
    await refused(sweep('--queue', address), 'refuses this user and password', wrong);
    await refused(['worker', address], 'refuses this user and password', {
      ...process.env,
      WEND_REDIS_PASSWORD: '',
    });
    const open = address.replace('//', '//:secret@');
    const ended = await start(process.execPath, [program, ...sweep('--queue', open)], { env }).ended;
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('expected an address without a password');
    expect(ended.stderr).not.toContain('secret');
  });

  test('an address of something else, and a certificate without TLS', async () => {
    await refused(sweep('--queue', 'http://127.0.0.1'), 'expected redis://HOST');
    await refused(sweep('--queue', address, '--tls-ca', lawnFile), '--tls-ca: expected with rediss://');
  });

  test('a worker of another version', async () => {
    const client = new Redis({ port: server.port, password });
    await client.hset('wend:sweeps', 'other', JSON.stringify({ version: '9.9.9', host: 'far', process: 1 }));
    await client.set('wend:coordinator:other', 'far');
    await refused(['worker', address], `the sweeps there are of wend 9.9.9, and this worker is ${version}`);
    await client.del('wend:sweeps', 'wend:coordinator:other');
    client.disconnect();
  });
});

test('a sweep goes through TLS, with the password in a file', async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const secure = await startRedis(redisPath, join(folder, 'tls'), password, undefined, [
    ...['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key],
    ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
  ]);
  const access = ['--tls-ca', certificate, '--password-file', writeTo(folder, 'password', `${password}\n`)];
  const place = `rediss://localhost:${port}`;
  const worker = start(process.execPath, [program, 'worker', place, ...access, '--jobs', '1']);
  const out = join(folder, 'through-tls');
  const { code, stderr } = await wend(
    'sweep',
    lawnFile,
    '--out',
    out,
    '--quiet',
    '--queue',
    place,
    ...access,
  );
  expect(code, stderr).toBe(0);
  expect(tableOf(out).length).toBe(2);
  worker.child.kill('SIGINT');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('1 runs done') });
  await secure.stop();
});
