// wend export: the files that other programs open, of a recording and of a scenario.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats';
import { beforeAll, expect, test } from 'vitest';
import { lawn, requireBuild, temporaryFolder, wend, wendLimited, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const out = join(folder, 'results');
const lawnFile = writeTo(folder, 'lawn.json', lawn);
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  requireBuild();
  const { code } = await wend('run', lawnFile, '--out', out, '--format', 'csv,sqlite', '--quiet');
  expect(code).toBe(0);
});

/** The JSON part of a binary glTF file. */
function sceneIn(file: string): { nodes: { name: string }[]; animations: { channels: unknown[] }[] } {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
  expect(bytes.readUInt32LE(8)).toBe(bytes.length);
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
}

test('of a recording has the trajectory that the run wrote, and a node for each agent', async () => {
  const files = ['--gltf', at('a.glb'), '--csv', at('a.csv'), '--sqlite', at('a.sqlite')];
  const { code, stdout, stderr } = await wend('export', out, ...files, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ scenario: lawn.name, files: { gltf: at('a.glb') } });
  expect(readFileSync(at('a.csv'), 'utf8')).toBe(readFileSync(join(out, 'trajectory.csv'), 'utf8'));
  const [written, exported] = [join(out, 'trajectory.sqlite'), at('a.sqlite')].map((file) => {
    const reader = readTrajectoryFile(file);
    const frames = [...reader.frames()].map(({ x, y, ids }) => ({ x: [...x], y: [...y], ids: [...ids] }));
    reader.close();
    return frames;
  });
  expect(exported).toEqual(written);
  const { animations, nodes } = sceneIn(at('a.glb'));
  expect(nodes.filter(({ name }) => name.startsWith('agent '))).toHaveLength(20);
  expect(animations[0].channels.length).toBeGreaterThan(20);
});

test('of a scenario simulates it with the changes of the command line', async () => {
  const { code, stdout } = await wend(
    ...['export', lawnFile, '--duration', '1', '--csv', at('b.csv'), '--player', at('b.html'), '--fps', '20'],
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^lawn, seed \d+, 1\.0 s\n {2}csv +\S+b\.csv, \d+ kB\n {2}player +\S+b\.html, \d+ kB\n$/,
  );
  const lines = readFileSync(at('b.csv'), 'utf8').trim().split('\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(21);
});

test('of a recording that is not what it was writes nothing, says where, and exits with 1', async () => {
  const text = readFileSync(join(out, 'recording.jsonl'), 'latin1');
  writeFileSync(at('bad.jsonl'), text.replace('"step":7', '"step":8'));
  const before = readdirSync(folder);
  const { code, stderr } = await wend('export', at('bad.jsonl'), '--gltf', at('c.glb'), '--csv', at('c.csv'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/damaged in line 8/);
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  [[], 'expected --gltf, --csv, --sqlite or --player'],
  [['--gltf', at('d.obj')], 'expected a file name that ends with .glb'],
  [['--csv', at('d.csv'), '--fps', '0'], '--fps 0: expected'],
  [['--csv', at('d.csv'), '--seed', '2'], '--seed: expected a scenario'],
])('with %j is refused in words, and exits with 2', async (options, message) => {
  const { code, stderr } = await wend('export', out, ...options);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(existsSync(at('d.csv'))).toBe(false);
});

// The first blocks hold the schema; frames come later, or at the end.
test.each(['csv', 'sqlite'])('to a disk that is full leaves nothing: --%s', async (kind) => {
  const before = readdirSync(folder);
  const file = at(`full.${kind}`);
  const { code, stderr } = await wendLimited(
    'ulimit -f 40',
    'export',
    lawnFile,
    `--${kind}`,
    file,
    '--quiet',
  );
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^\S*full\.(csv|sqlite): cannot write frame/),
  });
  expect(readdirSync(folder)).toEqual(before);
});
