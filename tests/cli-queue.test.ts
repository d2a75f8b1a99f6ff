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
let secureAddress: string;
let tls: string[];
const [keyFile, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name));

const launch = (...parameters: string[]) => start(process.execPath, [program, ...parameters], { env });
const startWorker = () => launch('worker', address, '--jobs', '1', '--lock', '1', '--quiet');

beforeAll(async () => {
  requireBuild();
  const found = await provideRedis();
  if ('why' in found) throw new Error(found.why);
  redisPath = found.path;
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  tls = [
    ...['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', keyFile],
    ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
  ];
  server = await startRedis(redisPath, join(folder, 'redis'), password, undefined, tls);
  address = `redis://127.0.0.1:${server.port}`;
  secureAddress = `rediss://localhost:${port}`;
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

  /** Sweeps, kills a worker at a random moment meanwhile, and compares every row with a run in this process. */
  async function sweepAndKill(k: number, draw: () => number): Promise<void> {
    const place = parseAddress(address, '--queue', {}, env);
    const text = JSON.stringify({ ...lawn, name: `lawn ${k}`, duration: 1.5 });
    const base: Base = { source: 'lawn', text, isSteerSuite: false, fixed: [] };
    const factors = [{ path: 'groups[0].count', levels: [3, 6] }];
    const plan = createPlan({ kind: 'factorial', seed: 1, factors }, [1, 2, 3, 4], sweepKey(base, version));
    const journal = new Journal(join(folder, `kill-${k}.jsonl`), 'new');
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

  test('no row is lost, none double, and the table is that of one machine', async () => {
    workers.push(startWorker(), startWorker(), startWorker());
    // Two sweeps at a time share the workers.
    const lane = async (first: number) => {
      const draw = createDraws(20, 21 + first);
      for (let k = first; k < 20; k += 2) await sweepAndKill(k, draw);
    };
    await Promise.all([lane(0), lane(1)]);
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

  test('a fit through the queue is that of one machine, and is resumed without doing a run again', async () => {
    const parameters = ['fit', lawnFile, '--vary', 'groups[0].speed=0.8:1.6', '--target', 'meanSpeed=1.2'];
    const more = [...parameters, '--seeds', '2', '--quiet'];
    const [alone, queued] = [join(folder, 'fit-alone'), join(folder, 'fit-queued')];
    expect((await wend(...more, '--evaluations', '7', '--out', alone)).code).toBe(0);
    const through = ['--out', queued, '--queue', address];
    const first = await launch(...more, '--evaluations', '3', ...through).ended;
    expect(first.code, first.stderr).toBe(0);
    const second = await launch(...more, '--evaluations', '7', ...through, '--resume').ended;
    expect(second.code, second.stderr).toBe(0);
    const fitOf = (place: string) => JSON.parse(readFileSync(join(place, 'fit.json'), 'utf8'));
    expect(fitOf(queued)).toEqual(fitOf(alone));
    const lines = readFileSync(join(queued, 'runs.jsonl'), 'utf8').trimEnd().split('\n');
    const keys = lines.map((line) => (JSON.parse(line) as RunRow).key);
    expect(new Set(keys).size).toBe(keys.length);
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
    server = await startRedis(redisPath, join(folder, 'redis'), password, server.port, tls);
    const { code, stderr } = await second.ended;
    expect(code, stderr).toBe(0);
    expect((await wend(...parameters.slice(0, -2), '--out', alone)).code).toBe(0);
    expect(tableOf(elsewhere)).toEqual(tableOf(alone));
  });
});

test('a worker, a sweep and a fit whose server is gone end at the first Ctrl-C, and the sweep is resumed', async () => {
  const own = await startRedis(redisPath, join(folder, 'gone'), password);
  const place = `redis://127.0.0.1:${own.port}`;
  const out = join(folder, 'interrupted');
  const parameters = ['sweep', lawnFile, '--seeds', '3', '--out', out];
  const fitted = ['fit', lawnFile, '--vary', 'groups[0].radius=0.2:0.3', '--target', 'meanSpeed=1'];
  const worker = launch('worker', place, '--jobs', '1');
  await new Promise((done) => worker.child.stderr!.once('data', done));
  // It does no run: the others wait until they are ended.
  worker.child.kill('SIGSTOP');
  const others = [
    launch(...parameters, '--queue', place),
    launch(...fitted, '--out', join(folder, 'interrupted-fit'), '--queue', place),
  ];
  const client = new Redis({ port: own.port, password });
  await expect.poll(() => client.exists(`bull:wend-${version}:id`), { interval: 20 }).toBe(1);
  await expect.poll(async () => (await client.keys('wend:task:*')).length, { interval: 20 }).toBe(2);
  // The three runs of the sweep, and the first of the fit: both wait for workers now.
  await expect
    .poll(() => client.llen(`bull:wend-${version}:wait`), { interval: 20 })
    .toBeGreaterThanOrEqual(4);
  client.disconnect();
  const messages = others.map(
    ({ child }) =>
      new Promise<void>((done) => {
        child.stderr!.on('data', (text: string) => {
          if (text.includes('does not answer')) done();
        });
      }),
  );
  await own.stop('SIGKILL');
  await Promise.all(messages);
  worker.child.kill('SIGCONT');
  for (const { child } of [worker, ...others]) child.kill('SIGINT');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('0 runs done') });
  for (const { ended } of others) {
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(130);
    expect(stderr).toContain(`${place}: does not answer; waiting for it`);
    expect(stderr).toMatch(/interrupted: .* --resume continues/);
  }
  expect(existsSync(join(out, 'table.csv'))).toBe(false);
  expect((await wend(...parameters, '--resume', '--quiet')).code).toBe(0);
  expect(tableOf(out).length).toBe(4);
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
  const access = ['--tls-ca', certificate, '--password-file', writeTo(folder, 'password', `${password}\n`)];
  const worker = start(process.execPath, [program, 'worker', secureAddress, ...access, '--jobs', '1']);
  const out = join(folder, 'through-tls');
  const parameters = ['sweep', lawnFile, '--out', out, '--quiet', '--queue', secureAddress, ...access];
  const { code, stderr } = await wend(...parameters);
  expect(code, stderr).toBe(0);
  expect(tableOf(out).length).toBe(2);
  worker.child.kill('SIGINT');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('1 run done') });
});
