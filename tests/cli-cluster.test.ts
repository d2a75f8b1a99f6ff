// Sweeps in parts, and the files that begin a cluster.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tableOf } from './sweep.fixture.ts';
import { lawn, requireBuild, root, start, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'a lawn.json', { ...lawn, duration: 1 });
const vary = ['--vary', 'groups[0].count=3,4,5', '--seeds', '3'];

beforeAll(requireBuild);

test('the script for Slurm does the sweep in parts, to the table of one machine', async () => {
  const [whole, parts] = [join(folder, 'whole'), join(folder, 'in parts')];
  expect((await wend('sweep', lawnFile, ...vary, '--out', whole, '--quiet')).code).toBe(0);
  const exported = await wend(
    'sweep',
    lawnFile,
    ...vary,
    '--out',
    parts,
    '--export',
    'slurm',
    '--tasks',
    '2',
  );
  expect(exported.code).toBe(0);
  const script = writeTo(folder, 'sweep.sbatch', exported.stdout);
  expect(exported.stdout).toContain('#SBATCH --array=1-2\n');
  // Each task in turn, with this command in place of an installed one; then the last line.
  const shell = `wend() { "${process.execPath}" "${join(root, 'cli/bin/wend.js')}" "$@"; }; export -f wend`;
  const tasks = [1, 2].map((task) => `SLURM_ARRAY_TASK_ID=${task} bash "${script}"`);
  const last = `eval "$(tail -n 1 "${script}" | cut -c 3-)"`;
  const { code, stderr } = await start('bash', ['-c', [shell, ...tasks, last].join(' && ')]).ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('9 of 9 runs');
  expect(tableOf(parts)).toEqual(tableOf(whole));
});

test.concurrent.each(['0/2', '3/2', 'x', '1/0'])('--part %s is refused', async (part) => {
  const { code, stderr } = await wend('sweep', lawnFile, '--out', join(folder, 'no'), '--part', part);
  expect(code).toBe(2);
  expect(stderr).toContain(`--part ${part}: expected a part and their number`);
});

const has = (program: string, ...parameters: string[]) => spawnSync(program, parameters).status === 0;
const cluster = join(root, 'examples/cluster');
const composeFile = join(cluster, 'compose.yaml');

test('the file for compose has services, volumes and a password as compose expects them', () => {
  type Service = { image: string; command: string[]; environment: Record<string, string> };
  const { services, volumes, ...others } = parse(readFileSync(composeFile, 'utf8'), { strict: true }) as {
    services: Record<string, Service & { ports?: string[]; volumes?: string[]; depends_on?: string[] }>;
    volumes: Record<string, object>;
  };
  expect(others).toEqual({});
  expect(Object.keys(services).sort()).toEqual(['redis', 'worker']);
  const known = ['command', 'depends_on', 'environment', 'image', 'ports', 'restart', 'volumes'];
  for (const service of Object.values(services)) {
    expect(known).toEqual(expect.arrayContaining(Object.keys(service)));
    expect(service.image).toMatch(/^[a-z]+:[\w.-]+$/);
    expect(service.command.every((word) => typeof word === 'string')).toBe(true);
    // Compose refuses to begin without a password.
    expect(service.environment).toEqual({
      WEND_REDIS_PASSWORD: expect.stringMatching(/^\$\{WEND_REDIS_PASSWORD:\?.+\}$/),
    });
    for (const other of service.depends_on ?? []) expect(services).toHaveProperty(other);
    for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty(volume.split(':')[0]);
    // Only this machine reaches the server.
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  }
  expect(services.redis.command.join(' ')).toContain('--appendonly yes');
  expect(services.worker.command.slice(-2)).toEqual(['worker', 'redis://redis']);
});

/** Compose as a plugin of Docker, or the program that Debian has. Neither needs the daemon to read a file. */
const compose = [['docker', 'compose'], ['docker-compose']].find(([program, ...words]) =>
  has(program, ...words, 'version'),
);

test.skipIf(!compose)('Docker reads the file for compose, and asks for a password', () => {
  const [program, ...words] = compose!;
  const parameters = [...words, '-f', composeFile, 'config', '--quiet'];
  const env = { ...process.env, WEND_REDIS_PASSWORD: 'x' };
  expect(spawnSync(program, parameters, { env }).status).toBe(0);
  expect(spawnSync(program, parameters, { env: { ...env, WEND_REDIS_PASSWORD: '' } }).status).not.toBe(0);
});

test.skipIf(!has('kubectl', 'version', '--client'))('kubectl reads the manifest', () => {
  const rendered = execFileSync('kubectl', ['kustomize', cluster], { encoding: 'utf8' });
  expect([...rendered.matchAll(/^kind: (.*)$/gm)].map(([, kind]) => kind).sort()).toEqual([
    'Deployment',
    'Service',
    'StatefulSet',
  ]);
});
