// Attacks by what a file system can be: files that are none, where a command reads, and a disk that is soon full.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const room = (more) => ({
  version: 1,
  name: 'room',
  bounds: { min: [0, 0], max: [20, 20] },
  duration: 20,
  groups: [
    {
      name: 'crowd',
      count: 30,
      region: { box: { min: [1, 1], max: [9, 19] } },
      goal: { point: [19, 10] },
    },
  ],
  ...more,
});
const KINDS = ['pipe', 'zero', 'folder', 'nowhere'];

/** Commands that read a file of a given ending. */
const READERS = [
  ['json', (file) => ['validate', file]],
  ['xml', (file) => ['run', file]],
  ['json', (file) => ['show', file]],
  ['json', (file) => ['explain', file]],
  ['json', (file) => ['automaton', file]],
  ['json', (file) => ['studio', file, '--no-open', '--port', '0']],
  ['jsonl', (file) => ['replay', file]],
  ['jsonl', (file) => ['export', file, '--csv', `${file}.csv`]],
  ['csv', (file) => ['compare', file, file]],
  ['parquet', (file) => ['compare', file, file]],
  ['json', (file, scenario) => ['sweep', scenario, '--design', file, '--out', `${file}-out`]],
  [
    'csv',
    (file, scenario) => [
      'fit',
      scenario,
      '--vary',
      'dt=0.05:0.1',
      '--reference',
      file,
      '--out',
      `${file}-out`,
    ],
  ],
  [
    'sqlite',
    (file, scenario) => [
      'fit',
      scenario,
      '--vary',
      'dt=0.05:0.1',
      '--trajectories',
      file,
      '--out',
      `${file}-out`,
    ],
  ],
  ['txt', (file) => ['worker', 'redis://127.0.0.1:1', '--password-file', file]],
  ['wkt', (file, _, write) => ['validate', write({ area: { file } }), '--allow-outside']],
  [
    'field',
    (file, _, write) => [
      'validate',
      write({ velocityFields: [{ name: 'wind', kind: 'file', file }] }),
      '--allow-outside',
    ],
  ],
];

/** Commands that write; `left` are the files that may be there when the disk was full. */
const WRITERS = [
  ['run', (out) => ['--out', out], /^(recording\.jsonl|trajectory\.sqlite)$/],
  [
    'sweep',
    (out) => ['--out', out, '--seeds', '3', '--jobs', '1', '--keep', 'recordings'],
    /^(runs|runs\.jsonl|design\.json)$/,
  ],
  ['export', (out) => ['--csv', join(out, 'a.csv')], /^$/],
  ['export', (out) => ['--sqlite', join(out, 'a.sqlite')], /^$/],
  ['export', (out) => ['--gltf', join(out, 'a.glb')], /^$/],
  ['export', (out) => ['--player', join(out, 'a.html')], /^$/],
  ['show', (out) => ['--svg', join(out, 'a.svg')], /^$/],
];

export function createFiles({ startLimited }, folder) {
  const scenario = join(folder, 'room-of-files.json');
  writeFileSync(scenario, JSON.stringify(room({})));
  let number = 0;
  const makers = {
    pipe: (file) => execFileSync('mkfifo', [file]),
    zero: (file) => symlinkSync('/dev/zero', file),
    folder: (file) => mkdirSync(file),
    nowhere: (file) => symlinkSync('/no/such/file', file),
  };
  return {
    /** Reads what is no file: refused, soon, and with little memory. */
    async read(random, tried) {
      const [ending, command] = random.pick(READERS);
      const kind = random.pick(KINDS);
      const file = join(folder, `file-${number++}.${ending}`);
      makers[kind](file);
      const write = (more) => {
        writeFileSync(`${file}.json`, JSON.stringify(room(more)));
        return `${file}.json`;
      };
      const parameters = command(file, scenario, write);
      tried(kind);
      const { child, ended } = startLimited('ulimit -t 30', ...parameters);
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
      const { code, signal, stderr } = await ended;
      clearTimeout(timer);
      const isRefused = code === 2 && !/^\s+at /m.test(stderr);
      return isRefused ? undefined : `wend ${parameters.join(' ')} (${kind}): ${code ?? signal}: ${stderr}`;
    },

    /** Writes to a disk that is soon full: a message, and nothing half-written under a name of its own. */
    async write(random, tried) {
      const [name, options, left] = random.pick(WRITERS);
      const out = join(folder, `full-${number++}`);
      mkdirSync(out);
      const blocks = Math.ceil(2 ** random.between(1, 9));
      tried(name);
      const parameters = [name, scenario, ...options(out), ...(name === 'show' ? [] : ['--quiet'])];
      const { code, signal, stderr } = await startLimited(`ulimit -f ${blocks}`, ...parameters).ended;
      const place = `wend ${parameters.join(' ')} with ${blocks} blocks`;
      // A run of a sweep may fail alone.
      if (code === 0 || (name === 'sweep' && code === 1)) return undefined;
      if (code !== 2 || !/cannot (be written|write|begin)|EFBIG/.test(stderr))
        return `${place}: ${code ?? signal}: ${stderr}`;
      const found = existsSync(out) ? readdirSync(out).filter((file) => !left.test(file)) : [];
      return found.length === 0 ? undefined : `${place}: left over: ${found.join(', ')}`;
    },
  };
}
