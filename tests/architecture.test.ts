import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/check-architecture.js', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs the check on a repository that holds the given files. */
function check(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'wend-architecture-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return runOn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runOn(folder: string): { status: number | null; complaints: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8', cwd: folder });
  return { status, complaints: stderr.split('\n').filter((line) => line !== '') };
}

test('this repository keeps its order', () => {
  const { status, complaints } = runOn(ROOT);
  expect(complaints.filter((line) => !line.startsWith('warning: '))).toEqual([]);
  expect(status).toBe(0);
});

/** One file each with the violation in its second line; the check is run once on all of them. */
const VIOLATIONS: [file: string, code: string, complaint: string][] = [
  [
    'library/src/numerics/a.ts',
    "import '../geometry/b.ts';",
    'numerics must not import geometry, it is above',
  ],
  ['library/src/crowd/a.ts', "export * from '../simulation/b.ts';", 'crowd must not import simulation'],
  ['library/src/steering/a.ts', "import type { B } from '../planning/b.ts';", 'they are side by side'],
  [
    'library/src/steering/deep/a.ts',
    "import '../../environment/b.ts';",
    'steering must not import environment',
  ],
  [
    'library/src/automata/a.ts',
    "type B = import('../steering/b.ts').B;",
    'automata must not import steering',
  ],
  [
    'library/src/measurement/a.ts',
    "await import('../recording/b.ts');",
    'measurement must not import recording',
  ],
  ['library/src/simulation/a.ts', "import '../measurement/b.ts';", 'simulation must not import measurement'],
  ['library/src/recording/a.ts', "import '../index.ts';", 'the public door is for others'],
  ['library/src/recording/c.ts', "import '../scenario.ts';", 'the public door is for others'],
  ['library/src/kinetic.ts', "import './scenario.ts';", 'the public door is for others'],
  ['library/src/recording/b.ts', "import '../draw/index.ts';", 'recording must not import draw, it is above'],
  [
    'cli/src/e.ts',
    "import 'wend/drawing';",
    'wend/drawing is inside a package: import wend or one of its parts',
  ],
  ['library/src/novelty/a.ts', "import '../crowd/b.ts';", 'library/src/novelty has no place in the order'],
  ['library/src/crowd/b.ts', "import 'three';", 'the library may import only robust-predicates, zod/mini'],
  [
    'library/src/crowd/c.ts',
    "import { readFileSync } from 'node:fs';",
    'the library may import only robust-predicates, zod/mini',
  ],
  ['library/src/crowd/d.ts', "import '@wend/formats';", 'library must not import @wend/formats'],
  ['library/src/crowd/e.ts', "import 'wend';", 'library imports itself by name'],
  ['library/src/crowd/f.ts', "import '@wend/scenarios/corridor.json';", 'the library reads no scenarios'],
  ['formats/src/a.ts', "import '@wend/cli';", 'formats must not import @wend/cli'],
  [
    'formats/src/b.ts',
    "import 'wend/dist/crowd/index.js';",
    'wend/dist/crowd/index.js is inside a package: import wend',
  ],
  ['formats/src/c.ts', "import '../../library/src/crowd/b.ts';", 'leaves the package: import wend'],
  ['cli/src/a.ts', "import '../../formats/src/index.ts';", 'leaves the package: import @wend/formats'],
  ['cli/src/b.ts', "import.meta.resolve('@wend/formats/dist/index.js');", 'import @wend/formats'],
  ['cli/src/c.test.ts', "import '../../library/src/index.ts';", 'leaves the package: import wend'],
  ['cli/src/d.ts', "import data from '../../scenarios/corridor.json';", 'leaves the package'],
  ...(
    [
      ['library/src/simulation/named.ts', "export const name = 'teleport';", 'planner "teleport"'],
      ['library/src/draw/named.ts', "switch (name) { case 'teleport': draw(); }", 'planner "teleport"'],
      ['library/src/crowd/named.ts', "export const fast = ['glide', 'dash'];", 'steering model "glide"'],
      ['library/src/measurement/named.ts', 'export const costs = { glide: 3 };', 'steering model "glide"'],
      ['library/src/steering/named.ts', "export const usual = 'glide';", 'steering model "glide"'],
      ['library/src/steering/dash/named.ts', "if (name === 'glide') wait();", 'steering model "glide"'],
      ['library/src/simulation/index-named.ts', "create('sieve');", 'neighbour index "sieve"'],
      ['library/src/simulation/property.ts', 'export const speed = costs.glide;', 'steering model "glide"'],
      ['library/src/simulation/short.ts', 'export const costs = { teleport };', 'planner "teleport"'],
      [
        'library/src/simulation/pattern.ts',
        'export const fast = /^(glide|dash)$/;',
        'steering model "glide"',
      ],
      ['library/src/simulation/type.ts', 'export type Costs = { glide: number };', 'steering model "glide"'],
      ['library/src/simulation/list.ts', 'export enum Names { glide }', 'steering model "glide"'],
      ['library/src/simulation/text.ts', "describe('With glide steering: a way');", 'steering model "glide"'],
      ['library/src/simulation/parts.ts', 'export const text = `Glide, or glide`;', 'steering model "glide"'],
      ['formats/src/named.ts', "export const steering = { name: 'glide' };", 'steering model "glide"'],
      ['library/src/simulation/literal.ts', "if (name === 'walker') wait();", 'steering model "walker"'],
      ['library/src/simulation/template.ts', 'if (name === `walker`) wait();', 'steering model "walker"'],
      ['library/src/simulation/key.ts', 'export const costs = { walker: 4 };', 'steering model "walker"'],
      ['library/src/simulation/member.ts', 'export const speed = costs.walker;', 'steering model "walker"'],
      ['library/src/simulation/whole.ts', 'export const fast = /^walker$/;', 'steering model "walker"'],
      ['library/src/simulation/word.ts', 'export const fast = /\\bwalker\\b/;', 'steering model "walker"'],
      [
        'library/src/simulation/split.ts',
        "export const fast = 'straight glide'.split(' ');",
        'steering model "glide"',
      ],
      [
        'library/src/simulation/halves.ts',
        "export const fast = 'straight walker'.split(' ');",
        'steering model "walker"',
      ],
      ['library/src/simulation/registry.ts', "if (name === 'glide') wait();", 'steering model "glide"'],
      ['library/src/planning/registry.ts', "if (name === 'glide') wait();", 'steering model "glide"'],
      ['cli/src/built-in.ts', "if (name === 'walker') wait();", 'steering model "walker"'],
      ['cli/src/named.ts', "export const isFast = name === 'teleport';", 'planner "teleport"'],
      [
        'studio/src/named.tsx',
        "export const names = [['', 'same'], ['glide', 'the fast one']];",
        'steering model "glide"',
      ],
    ] as const
  ).map(([file, code, found]): [string, string, string] => [
    file,
    code,
    `names the ${found}: only its folder may, others ask the registry`,
  ]),
  [
    'library/src/simulation/imported.ts',
    "import { glide } from '../steering/glide/index.ts';",
    'imports from the folder of the steering model "glide": ask the registry',
  ],
  [
    'cli/src/one/a.ts',
    "import '../two/a.ts';",
    'a circle of folders: cli/src/one → cli/src/two → cli/src/one',
  ],
  [
    'cli/src/two/a.ts',
    "import '../one/a.ts';",
    'a circle of folders: cli/src/two → cli/src/one → cli/src/two',
  ],
];

describe('the architecture check', () => {
  const planted = VIOLATIONS.map(([file, code]) => [file, `// A comment.\n${code}\n`] as const);
  const defined = {
    'library/src/planning/teleport/planner.ts': "definePlanner({ name: 'teleport', about: 'teleport' });\n",
    'library/src/planning/teleport/guide.ts': "export const name = 'teleport';\n",
    'library/src/planning/teleport.test.ts': "export const name = 'teleport';\n",
    'library/src/planning/built-in.ts': "export const names = ['teleport'];\n",
    'library/src/steering/glide/index.ts':
      "export const glide = { name: 'glide' } as const satisfies SteeringDefinition;\n",
    'library/src/steering/walker/index.ts':
      "export const walker = { name: 'walker' } as const satisfies SteeringDefinition;\n",
    'library/src/steering/registry.ts':
      "import { walker } from './walker/index.ts';\nexport const registry = { walker };\n",
    'library/src/environment/sieve/sieve.ts':
      "export const sieve: NeighbourDefinition = { name: 'sieve' };\n",
    'formats/src/steersuite/starts.ts': 'export const starts = walkers.map((walker) => walker.start);\n',
    'formats/src/steersuite/scenario.ts': "export const planner = { name: 'teleport' };\n",
  };
  const { status, complaints } = check({ ...Object.fromEntries(planted), ...defined });

  test('fails on planted violations', () => {
    expect(status).toBe(1);
  });

  test.each(VIOLATIONS)('finds in %s: %s', (file, _code, complaint) => {
    expect(complaints.filter((line) => line.startsWith(`${file}:2 `))).toEqual([
      expect.stringContaining(complaint),
    ]);
  });

  test('finds nothing else', () => {
    const planted = VIOLATIONS.map(([file]) => `${file}:2 `);
    expect(complaints.filter((line) => !planted.some((start) => line.startsWith(start)))).toEqual([]);
  });

  test('passes imports in the right direction', () => {
    const clean = check({
      'library/src/index.ts': "export * from './recording/index.ts';\nexport * from './crowd/index.ts';\n",
      'library/src/crowd/index.ts':
        "// import '../simulation/index.ts';\nexport {} from '../numerics/index.ts';\n",
      'library/src/steering/index.ts': "export * from './nonlinear/index.ts';\n",
      'library/src/steering/nonlinear/index.ts': "import '../contract.ts';\nimport * as z from 'zod/mini';\n",
      'library/src/recording/index.ts': "import '../simulation/index.ts';\n",
      'library/src/crowd/a.test.ts': "import 'fast-check';\nimport '../simulation/index.ts';\n",
      'formats/src/index.ts': "import 'wend';\nimport 'node:fs';\nimport 'clipper2-ts';\n",
      'library/src/draw/index.ts': "import '../recording/index.ts';\nimport '../simulation/index.ts';\n",
      'cli/src/main.ts': "import 'wend';\nimport '@wend/formats';\nimport 'wend/draw';\n",
      'cli/src/scenarios.ts': "import.meta.resolve('@wend/scenarios/package.json');\n",
      'cli/src/a.test.ts': "import data from '../../scenarios/corridor.json';\n",
    });
    expect(clean).toEqual({ status: 0, complaints: [] });
  });

  test('warns of a file over 400 lines and refuses one over 450', () => {
    const long = (lines: number) => 'export {};\n'.repeat(lines);
    const measured = check({
      'cli/src/a.ts': long(400),
      'cli/src/b.ts': long(401),
      'cli/src/c.ts': long(450),
      'cli/src/d.ts': long(451),
    });
    expect(measured.status).toBe(1);
    expect(measured.complaints).toEqual([
      expect.stringContaining('warning: cli/src/b.ts:401 '),
      expect.stringContaining('warning: cli/src/c.ts:450 '),
      expect.stringMatching(/^cli\/src\/d\.ts:451 /),
    ]);
  });

  test('does not pass an empty folder as clean', () => {
    expect(check({}).status).toBe(1);
  });
});
