// What CONTRIBUTING.md promises of its tasks: a model, a planner, a shape and an output format are added to a copy of the
// repository by the files that their rows name, and by nothing else. The compiler, the checks and the command line know them.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder } from './wend.fixture.ts';

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The cells of the table of tasks: the task and the paths of its files, folders with a slash at the end. */
const tasks = new Map(
  [...contributing.matchAll(/^\| ([a-z-]+(?: [a-z-]+)*) +\| (.*`.*?) +\| .* \|$/gm)].map(
    ([, task, files]) => [task, pathsIn(files)],
  ),
);

/** Paths in backquotes; one without a folder is beside the path before it. */
function pathsIn(cell: string): string[] {
  let folder = '';
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => {
    if (path.includes('/')) folder = path.endsWith('/') ? path : `${dirname(path)}/`;
    return path.includes('/') ? path : folder + path;
  });
}

const copy = temporaryFolder();
const at = (path: string) => join(copy, path);

/** Files that the test writes in the copy. */
const written: string[] = [];

function write(path: string, part: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  cpSync(join(root, 'tests/parts', part), at(path));
  written.push(path);
}

function change(path: string, ...changes: [before: string, after: string][]): void {
  let text = readFileSync(at(path), 'utf8');
  for (const [before, after] of changes) {
    expect(text).toContain(before);
    text = text.replace(before, after);
  }
  writeFileSync(at(path), text);
  written.push(path);
}

const added: [task: string, add: () => void][] = [
  [
    'steering model',
    () => {
      write('library/src/steering/drift/index.ts', 'model.txt');
      change(
        'library/src/steering/built-in.ts',
        ['import { nonlinear', "import { drift } from './drift/index.ts';\nimport { nonlinear"],
        ['straight] as const', 'straight, drift] as const'],
      );
      change('library/src/steering/loaders.ts', [
        '  straight: async',
        "  drift: async () => registerSteering((await import('./drift/index.ts')).drift),\n  straight: async",
      ]);
    },
  ],
  [
    'planner',
    () => {
      write('library/src/planning/streets/planner.ts', 'planner.txt');
      change(
        'library/src/planning/built-in.ts',
        ['\n\n/**', "\nimport { streets } from './streets/planner.ts';\n\n/**"],
        ['(harmonic);', '(harmonic);\n  registerPlanner(streets);'],
      );
      change('library/src/planning/loaders.ts', [
        '  harmonic: async',
        "  streets: async () => registerPlanner((await import('./streets/planner.ts')).streets),\n  harmonic: async",
      ]);
    },
  ],
  [
    'obstacle shape',
    () => {
      write('library/src/geometry/shapes/diamond.ts', 'shape.txt');
      change(
        'library/src/geometry/shapes/registry.ts',
        ['import { boundsOfOutline', "import { diamond } from './diamond.ts';\nimport { boundsOfOutline"],
        ['polygon] as const', 'polygon, diamond] as const'],
      );
    },
  ],
  [
    'output format',
    () => {
      write('formats/src/counts/index.ts', 'format.txt');
      change(
        'formats/src/outputs/index.ts',
        ['import { csv', "import { counts } from '../counts/index.ts';\nimport { csv"],
        ['csv];', 'csv, counts];'],
      );
    },
  ],
];

const scenario = {
  version: 1,
  name: 'new-parts',
  bounds: { min: [0, 0], max: [20, 10] },
  duration: 30,
  steering: { name: 'drift', share: 0.8 },
  planner: { name: 'streets', tolerance: 0.3 },
  obstacles: [{ shape: 'diamond', center: [10, 5], reach: 1 }],
  targets: [{ name: 'exit', region: { diamond: { center: [18, 8], reach: 1 } } }],
  agents: [{ at: [2, 2], targets: ['exit'] }],
};

beforeAll(() => {
  requireBuild();
  for (const name of ['library', 'formats', 'cli', 'studio', 'scenarios', 'scripts', 'package.json']) {
    cpSync(join(root, name), at(name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  }
  for (const name of readdirSync(root)) if (name.startsWith('tsconfig')) cpSync(join(root, name), at(name));
  // The dependencies of the repository, but the packages of the copy.
  mkdirSync(at('node_modules/@wend'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!existsSync(at(`node_modules/${name}`)) && name !== 'wend') {
      symlinkSync(join(root, 'node_modules', name), at(`node_modules/${name}`));
    }
  }
  symlinkSync(at('library'), at('node_modules/wend'));
  for (const name of ['cli', 'formats', 'scenarios', 'studio']) {
    symlinkSync(at(name), at(`node_modules/@wend/${name}`));
  }
});

test('every task names at most three files, all of which exist', () => {
  expect([...tasks.keys()]).toEqual([
    ...['steering model', 'planner', 'obstacle shape', 'speed law', 'default radius', 'scenario key'],
    ...['metric', 'output format', 'subcommand', 'wall-contact bug'],
  ]);
  for (const [task, files] of tasks) {
    expect(files.length, task).toBeLessThanOrEqual(3);
    expect(files.filter((file) => !file.includes('…') && !existsSync(join(root, file)))).toEqual([]);
  }
});

test.each(added)('a %s is added by the files of its row', (task, add) => {
  written.length = 0;
  add();
  const allowed = tasks.get(task)!;
  const isNamed = (file: string) =>
    allowed.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));
  expect(written.filter((file) => !isNamed(file))).toEqual([]);
});

test('the compiler, the checks and the command line know all four', async () => {
  const run = (...parameters: string[]) =>
    execFileSync(process.execPath, parameters, { cwd: copy, encoding: 'utf8' });
  run('node_modules/typescript/bin/tsc', '-b', 'library', 'formats', 'cli');
  run('scripts/check-architecture.js', '.');
  run('scripts/write-schema.js');
  const wend = async (...parameters: string[]) => {
    const { code, stderr, stdout } = await start(process.execPath, ['cli/bin/wend.js', ...parameters], {
      cwd: copy,
    }).ended;
    expect(code, stderr).toBe(0);
    return stdout;
  };
  writeFileSync(at('new-parts.json'), JSON.stringify(scenario));
  const result = JSON.parse(await wend(...'run new-parts.json --out out --format counts --json'.split(' ')));
  expect(result).toMatchObject({ arrived: 1, planner: 'streets' });
  expect(readFileSync(at('out/counts.txt'), 'utf8')).toMatch(/^1(\n1)+$/);
  // 16 m along x and at least 5.3 m along y at 0.8 of 1.33 m/s.
  expect(result.time).toBeGreaterThan(19);
  expect(await wend('keys', 'steering')).toContain('Share of the pace that its agents walk at.');
  expect(await wend('run', '--help')).toMatch(/drift.*streets.*counts/s);
  expect(readFileSync(at('library/scenario.schema.json'), 'utf8')).toContain('A solid square on its corner');
});
