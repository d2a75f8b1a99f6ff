// The command line as a user runs it: its output, its files and its exit codes.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { neighbourIndexes } from 'wend';
import {
  expectSvg,
  lawn,
  requireBuild,
  root,
  start,
  temporaryFolder,
  wend,
  writeTo,
} from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', lawn);
const resultNames = ['metrics.json', 'recording.jsonl', 'trajectory.sqlite'];

beforeAll(requireBuild);

describe('wend list', () => {
  const namesIn = (part: string) =>
    readdirSync(join(root, 'scenarios', part))
      .filter((file) => file.endsWith('.json') && file !== 'package.json')
      .map((file) => `${part}${file.replace('.json', '')}`)
      .sort();
  const names = [...namesIn(''), ...namesIn('steerbench/')];

  test('names every built-in scenario, one to a line', async () => {
    const { code, stdout, stderr } = await wend('list');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(names);
    for (const line of lines) expect(line).toMatch(/^\S+ +\d+ agents? +[\d.]+ s {2}\S.*\.$/);
  });

  test('--json prints one list of the same', async () => {
    const { code, stdout } = await wend('list', '--json');
    expect(code).toBe(0);
    const rows: { name: string }[] = JSON.parse(stdout);
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const row of rows) {
      expect(row).toEqual({
        name: expect.any(String),
        agents: expect.any(Number),
        duration: expect.any(Number),
        description: expect.stringMatching(/\S/),
      });
    }
  });

  test('into a pipe that its reader has closed is no failure', async () => {
    const { ended } = start('bash', [
      '-c',
      'set -o pipefail; "$0" cli/bin/wend.js list | true',
      process.execPath,
    ]);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('wend validate', () => {
  test('says of a good file what is in it', async () => {
    const { code, stdout, stderr } = await wend('validate', lawnFile);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${lawnFile}: valid: 20 agents, 1 obstacle, 0 targets\n`,
      stderr: '',
    });
  });

  test('says of each bad file its name, the path inside it and what was expected, and exits with 2', async () => {
    const bad = (name: string, content: unknown) => writeTo(folder, name, content);
    const files: [file: string, complaint: string][] = [
      [bad('radius.json', { ...lawn, agents: [{ at: [8, 8], radius: -1 }] }), 'agents[0].radius: expected '],
      [
        bad('key.json', { ...lawn, steering: { noize: 1 } }),
        'steering.noize: unknown key, did you mean "noise"?',
      ],
      [bad('inside.json', { ...lawn, agents: [{ at: [0.1, 0] }] }), 'agents[0]'],
      [bad('cut.json', JSON.stringify(lawn).slice(0, 60)), ''],
      [bad('version.json', { ...lawn, version: 2 }), 'version: expected 1'],
      [join(folder, 'absent.json'), 'no such file'],
      [folder, 'cannot be read'],
    ];
    const { code, stdout, stderr } = await wend('validate', lawnFile, ...files.map(([file]) => file));
    expect(code).toBe(2);
    expect(stdout).toBe(`${lawnFile}: valid: 20 agents, 1 obstacle, 0 targets\n`);
    for (const [file, complaint] of files) expect(stderr).toContain(`${file}: ${complaint}`);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('wend run', () => {
  /** The contract of docs and scripts: these keys, of these types. */
  const shape = {
    scenario: 'lawn',
    seed: 1,
    dt: 0.05,
    steps: 80,
    time: 4,
    agents: 20,
    arrived: expect.any(Number),
    completed: false,
    collisions: { unique: expect.any(Number), serious: expect.any(Number) },
    contacts: expect.any(Number),
    touches: expect.any(Number),
    minimumClearance: expect.any(Number),
    outside: 0,
    unreachable: 0,
    meanSpeed: expect.any(Number),
    score: {
      steerbench: expect.any(Number),
      overlaps: expect.any(Number),
      collisions: expect.any(Number),
      time: expect.any(Number),
      energy: expect.any(Number),
      acceleration: expect.any(Number),
    },
    walking: {
      energy: expect.any(Number),
      distance: expect.any(Number),
      stuck: expect.any(Number),
      detour: null,
    },
    stateHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    measurements: { lines: [], areas: [], travel: expect.objectContaining({ agents: 20 }) },
    unmetExpectations: [],
    interrupted: false,
    wallSeconds: expect.any(Number),
    microsecondsPerAgentStep: expect.any(Number),
    stages: {
      applyCommands: expect.any(Number),
      updateAutomata: expect.any(Number),
      updatePlans: expect.any(Number),
      updateNeighbours: expect.any(Number),
      computeControls: expect.any(Number),
      integrateMotion: expect.any(Number),
      resolveContacts: expect.any(Number),
      commitStep: expect.any(Number),
    },
    planner: 'direct',
    neighbours: { name: 'grid' },
  };
  const out = join(folder, 'deep', 'results');
  let hash: string;

  test('--out --json prints one object on stdout, keeps it as metrics.json, and reports progress on stderr', async () => {
    const { code, stdout, stderr } = await wend('run', lawnFile, '--out', out, '--json');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    const metrics = JSON.parse(stdout);
    expect(metrics).toEqual(shape);
    const shares: number[] = Object.values(metrics.stages);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'))).toEqual(metrics);
    expect(stderr).toMatch(/^lawn · 0\.0 of 4 s · 20 agents · 0 arrived\n/);
    expect(readdirSync(out).sort()).toEqual(resultNames);
    hash = metrics.stateHash;
  });

  test('the trajectory holds a frame for each tenth of a second, with all agents in each', () => {
    const reader = readTrajectoryFile(join(out, 'trajectory.sqlite'));
    expect(reader.framesPerSecond).toBe(10);
    expect(reader.frameCount).toBe(41);
    for (const { count } of reader.frames()) expect(count).toBe(20);
    reader.close();
  });

  test('a second run into the same folder gives the same state; --quiet says nothing', async () => {
    const { code, stdout, stderr } = await wend('run', lawnFile, '--out', out, '--force', '--quiet');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8')).stateHash).toBe(hash);
    expect(readdirSync(out).sort()).toEqual(resultNames);
  });

  test('every index of --neighbours gives the same state, and the figures name it', async () => {
    for (const { name } of neighbourIndexes.definitions) {
      const { neighbours, stateHash } = await metricsOf('--neighbours', name);
      expect([name, stateHash]).toEqual([name, hash]);
      expect(neighbours.name).toBe(name);
      expect('chosen' in neighbours).toBe(name === 'auto');
      if (name === 'kinetic') expect(neighbours.report).toMatchObject({ rebuilds: expect.any(Number) });
      if (name === 'auto')
        expect(neighbours).toEqual({ name, chosen: 'grid', reason: 'the fastest for near sets' });
    }
    const { stdout } = await wend('run', lawnFile, '--neighbours', 'auto');
    expect(stdout).toContain('neighbours  auto, which chose grid: the fastest for near sets\n');
    const kinetic = await wend('run', lawnFile, '--neighbours', 'kinetic', '--set', 'neighbours.events=true');
    expect(kinetic.stdout).toMatch(
      /neighbours {2}kinetic; \d+ flips, \d+ reinsertions, \d+ rebuilds\n {14}[1-9]\d* events by [1-9]\d* certificates that lived \d\.\d\d s, \d+ failed\n/,
    );
  });

  test('--seed gives another', async () => {
    const metrics = await metricsOf('--seed', '2');
    expect(metrics.seed).toBe(2);
    expect(metrics.stateHash).not.toBe(hash);
  });

  test('--duration and --set change the scenario, and are on record', async () => {
    const folderOfSet = join(folder, 'set');
    const metrics = await metricsOf(
      ...['--duration', '2', '--set', 'groups[0].count=7', '--set', 'name=few', '--out', folderOfSet],
    );
    expect(metrics).toMatchObject({ scenario: 'few', steps: 40, time: 2, agents: 7 });
    const [header] = readFileSync(join(folderOfSet, 'recording.jsonl'), 'utf8').split('\n', 1);
    expect(JSON.parse(header).scenario).toMatchObject({ name: 'few', duration: 2, groups: [{ count: 7 }] });
  });

  test('ends when all agents have arrived', async () => {
    // Arrived bodies would block the goals of others.
    const metrics = await metricsOf('--duration', '1000', '--set', 'arrival=vanish');
    expect(metrics.arrived).toBe(20);
    expect(metrics.time).toBeLessThan(100);
  });

  test('--snapshots draws panels at even parts of the run or at given times, and says where', async () => {
    const picture = join(folder, 'panels.svg');
    const panels = () =>
      [...readFileSync(picture, 'utf8').matchAll(/>t = ([\d.]+) s[^<;]*<\/text>/g)].map(([, time]) => time);
    const spread = await wend('run', lawnFile, '--snapshots', '3', '--picture', picture);
    expect(spread.code).toBe(0);
    expect(spread.stdout).toContain(picture);
    expect(panels()).toHaveLength(3);
    await wend('run', lawnFile, '--snapshots', '0.5,1', '--picture', picture, '--quiet');
    expect(panels()).toEqual(['0.5', '1']);
    for (const given of ['1', '99', 'many', '1,-2']) {
      const { code, stderr } = await wend('run', lawnFile, '--snapshots', given, '--picture', picture);
      expect(code).toBe(2);
      expect(stderr).toContain(`--snapshots ${given}: expected a number from 2 to 24`);
    }
  });

  test('without --json it prints a summary for people, and draws a picture', async () => {
    const picture = join(folder, 'pictures', 'lawn.svg');
    const { code, stdout } = await wend('run', lawnFile, '--picture', picture, '--colour', 'speed');
    expect(code).toBe(0);
    expect(stdout).toContain('lawn, seed 1\n');
    expect(stdout).toContain(`state hash  ${hash}`);
    expect(stdout).toContain(picture);
    expectSvg(picture);
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['lawn.svg']);
  });

  test('an expectation that is not met makes it exit with 1, with everything written', async () => {
    const hasty = writeTo(folder, 'hasty.json', { ...lawn, duration: 1, expect: { arrivedAtLeast: 1 } });
    const unmetOut = join(folder, 'unmet');
    const { code, stdout } = await wend('run', hasty, '--out', unmetOut, '--json');
    expect(code).toBe(1);
    const { unmetExpectations } = JSON.parse(stdout);
    expect(unmetExpectations).toEqual([
      expect.stringMatching(/% of the agents arrived, expected at least 100 %$/),
    ]);
    expect(readdirSync(unmetOut).sort()).toEqual(resultNames);
    expect((await wend('run', hasty)).stdout).toContain(`NOT MET     ${unmetExpectations[0]}`);
  });

  test('a built-in scenario runs by its name', async () => {
    const { code, stdout } = await wend('run', 'static-obstacles', '--json', '--quiet');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: 'static-obstacles', arrived: 1 });
  });

  async function metricsOf(...options: string[]) {
    const { code, stdout, stderr } = await wend('run', lawnFile, '--json', '--quiet', ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }
});

describe('bad input: exit code 2 and one clear message', () => {
  const file = writeTo(folder, 'a-file', 'text');
  const inFile = join(file, 'below');
  mkdirSync(join(folder, 'a.svg'));

  test.each<[complaint: string, ...parameters: string[]]>([
    ['no-such-thing: no such file, and no built-in scenario of that name', 'run', 'no-such-thing'],
    [
      'steering.name: expected "walker", "nonlinear", "pipeline", "critters" or "straight", got "telepathy"',
      'run',
      lawnFile,
      '--steering',
      'telepathy',
    ],
    [
      'neighbours.name: expected "grid", "auto", "brute" or "kinetic", got "magic"',
      'run',
      lawnFile,
      '--neighbours',
      'magic',
    ],
    [
      'planner.name: expected "direct", "path", "distance" or "harmonic", got "oracle"',
      'run',
      lawnFile,
      '--planner',
      'oracle',
    ],
    ['seed: expected a whole number from 0', 'run', lawnFile, '--seed', '1.5'],
    ['seed: expected a whole number from 0', 'run', lawnFile, '--seed', ''],
    ['duration: expected ', 'run', lawnFile, '--duration', '-3'],
    ['--set steering.noise: expected path=value', 'run', lawnFile, '--set', 'steering.noise'],
    ['--set steer.noise=1: there is no steer', 'run', lawnFile, '--set', 'steer.noise=1'],
    ['--set agents.length=-1: there is no such place', 'run', lawnFile, '--set', 'agents.length=-1'],
    ['--set groups[7]={}: there is no such place', 'run', lawnFile, '--set', 'groups[7]={}'],
    ['there is no __proto__', 'run', lawnFile, '--set', 'steering.__proto__.noise=1'],
    ['--fps 0: expected frames per second above 0', 'run', lawnFile, '--fps', '0'],
    [`${inFile}: cannot create this folder: ENOTDIR`, 'run', lawnFile, '--out', inFile],
    [`${file}: cannot create this folder: EEXIST`, 'run', lawnFile, '--out', file],
    ['/dev/null/x: cannot create this folder: ENOTDIR', 'run', lawnFile, '--out', '/dev/null/x'],
    ['/dev/null/x', 'run', lawnFile, '--picture', '/dev/null/x/y.svg'],
    [
      `${folder}/a.svg: expected a file, this is a folder`,
      'run',
      lawnFile,
      '--picture',
      join(folder, 'a.svg'),
    ],
    ['--picture a.png: expected a file name that ends with .svg', 'run', lawnFile, '--picture', 'a.png'],
    ["unknown option '--sead'", 'run', lawnFile, '--sead', '1'],
    ["unknown command 'walk'", 'walk'],
    ['--agent 20: no agent of that id', 'portrait', lawnFile, '--agent', '20'],
    ['--agent : no agent of that id', 'portrait', lawnFile, '--agent', ''],
    ['chicken-3d: it has three dimensions; a portrait shows', 'portrait', 'chicken-3d', '--time', '20'],
    ['bug-garden: its steering is critters; a portrait shows', 'portrait', 'bug-garden'],
    ['kinds: it has steering.classes; a portrait shows', 'portrait', 'kinds', '--agent', '99'],
    ['--agent first: no agent of that id', 'portrait', lawnFile, '--agent', 'first'],
    ['--time -1: expected seconds from 0 to 4', 'portrait', lawnFile, '--time', '-1'],
    ['--time noon: expected seconds from 0 to 4', 'portrait', lawnFile, '--time', 'noon'],
    ['--time 5: expected seconds from 0 to 4', 'portrait', lawnFile, '--time', '5'],
    ['/dev/null/p.svg: cannot be written: ENOTDIR', 'portrait', lawnFile, '--svg', '/dev/null/p.svg'],
    ['no such folder of results or recording', 'replay', join(folder, 'nowhere')],
    ['recording.jsonl: cannot be read', 'replay', folder],
    ['--agents many: expected whole numbers', 'bench', '--agents', 'many'],
  ])('%s', async (complaint, ...parameters) => {
    const { code, stdout, stderr } = await wend(...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
  });

  // Node's own mkdir with `recursive` never returns there.
  test.skipIf(!existsSync('/proc/self'))('a folder below /proc', async () => {
    const { code, stderr } = await wend('run', lawnFile, '--out', '/proc/wend/results');
    expect(code).toBe(2);
    expect(stderr).toContain('/proc/wend: cannot create this folder: ENOENT');
  });

  test('nothing half-written is left anywhere', () => {
    const left = readdirSync(folder, { recursive: true }).map(String);
    expect(left.filter((path) => /unfinished|\.new$|journal|\.lock$/.test(path))).toEqual([]);
  });
});
