// The package as npm packs it, installed into an empty project.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder, wend } from './wend.fixture.ts';

const folder = temporaryFolder();
const project = join(folder, 'project');
let packed: { filename: string; files: { path: string }[] };

async function run(command: string, ...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await start(command, parameters, { cwd: project }).ended;
  if (code !== 0)
    throw new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** Packs a folder into a tarball and returns npm's description of it. */
async function pack(source: string, ...options: string[]): Promise<typeof packed> {
  const said = await run('npm', 'pack', source, '--json', '--pack-destination', folder, ...options);
  return JSON.parse(said.slice(said.indexOf('[')))[0];
}

beforeAll(async () => {
  requireBuild();
  mkdirSync(project);
  packed = await pack(join(root, 'library'));
  // The dependencies come from this clone: the test needs no network.
  const dependencies = ['robust-predicates', 'zod'].map((name) => join(root, 'node_modules', name));
  const others = await Promise.all(dependencies.map((source) => pack(source, '--ignore-scripts')));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = [packed, ...others].map(({ filename }) => join(folder, filename));
  await run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs);
});

test('holds the compiled library, its types, the command, the schema and the licence, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['LICENSE', 'README.md', 'package.json', 'scenario.schema.json', 'sweep.schema.json'],
      ...['dist/index.js', 'dist/index.d.ts', 'dist/simulation/step.js', 'dist/draw/index.d.ts'],
      ...['bin/wend.js', 'command/main.js', 'command/NOTICES.md', 'command/scenarios/corridor.json'],
    ]),
  );
  const expected = [
    /^(LICENSE|README\.md|package\.json|(scenario|sweep)\.schema\.json|bin\/wend\.js)$/,
    /^dist\/[\w/-]+\.(js|d\.ts)$/,
    /^command\/([\w-]+\.js|NOTICES\.md|player\.html|node-sqlite3-wasm\.wasm|scenarios\/[\w/-]+\.json)$/,
    /^command\/studio\/([\w-]+\/)*[\w-]+\.(html|js|css|json|svg|png)$/,
  ];
  expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(paths.filter((path) => /test|fixture|tsbuildinfo/.test(path))).toEqual([]);
});

test('asks for zod and exact predicates and nothing else', () => {
  const { dependencies } = JSON.parse(readFileSync(join(project, 'node_modules/wend/package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['robust-predicates', 'zod']);
});

test('carries the licence of every package that the command contains', () => {
  const notices = readFileSync(join(project, 'node_modules/wend/command/NOTICES.md'), 'utf8');
  for (const name of [
    'clipper2-ts',
    'commander',
    'hyparquet-writer',
    'node-sqlite3-wasm',
    'robust-predicates',
    'saxes',
    'zod',
  ]) {
    expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  }
});

test('gives the command wend', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8'));
  expect(await run('npx', '--no-install', 'wend', '--version')).toBe(`${version}\n`);
  // What npx starts, without the second that npx itself takes.
  const command = join(project, 'node_modules/.bin/wend');
  expect(await run(command, 'list')).toContain('steerbench/squeeze');
  const figures = JSON.parse(
    await run(
      command,
      ...['run', 'corridor', '--set', 'expect={}'],
      ...['--duration', '1', '--json', '--quiet', '--out', 'results', '--picture', 'corridor.svg'],
      ...['--player', 'corridor.html'],
    ),
  );
  // The repository gives the same state: the bundle changes no result.
  const { stdout } = await wend(
    ...['run', 'corridor', '--set', 'expect={}', '--duration', '1', '--json', '--quiet'],
  );
  expect(figures.stateHash).toBe(JSON.parse(stdout).stateHash);
  expect(readdirSync(join(project, 'results')).sort()).toEqual([
    'metrics.json',
    'recording.jsonl',
    'trajectory.sqlite',
  ]);
  expect(readFileSync(join(project, 'corridor.svg'), 'utf8')).toContain('</svg>');
  expect(readFileSync(join(project, 'corridor.html'), 'utf8')).toContain('<title>corridor · wend</title>');
  expect(await run(command, 'replay', 'results', '--check')).toContain('the same');
});

test('serves the studio, whose pages are in the package', async () => {
  const program = ['node_modules/wend/bin/wend.js', 'studio', '--no-open', '--port', '0'];
  const { child, ended } = start(process.execPath, program, { cwd: project });
  const address = await new Promise<string>((done, fail) => {
    child.stdout!.on('data', (text: string) => done(/http:\S+/.exec(text)![0]));
    void ended.then(({ stderr }) => fail(new Error(stderr)));
  });
  const page = await (await fetch(address)).text();
  const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of [...files, 'scenarios/index.json', 'scenarios/corridor.json']) {
    expect((await fetch(new URL(file, address))).status, file).toBe(200);
  }
  child.kill('SIGINT');
  await ended;
});

/** Every entry point of the package, and one of its exports. */
const DOORS: [door: string, name: string][] = [
  ['wend', 'createWorld'],
  ['wend/scenario', 'createScenarioWorld'],
  ['wend/models', 'nonlinear'],
  ['wend/kinetic', 'kinetic'],
  ['wend/measure', 'createSurvey'],
  ['wend/draw', 'drawWorld'],
  ['wend/view', 'createView'],
  ['wend/worker', 'connectWorld'],
  ['wend/three', 'createCrowdMesh'],
];

test('the doors are those of package.json', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8'));
  const doors = Object.keys(exports).filter((path) => !path.endsWith('.json'));
  expect(doors.map((path) => path.replace('.', 'wend'))).toEqual(DOORS.map(([door]) => door));
});

test.each(DOORS)('%s can be imported from an ES module', async (door, name) => {
  const program = `import { ${name} } from '${door}'; process.stdout.write(typeof ${name});`;
  expect(await run(process.execPath, '--input-type=module', '-e', program)).toMatch(/^(function|object)$/);
});

test('runs the first example of the README in plain Node', async () => {
  writeFileSync(join(project, 'first-steps.js'), readFileSync(join(root, 'examples/first-steps.js')));
  expect(await run(process.execPath, 'first-steps.js')).toMatch(/^at \(17\.\d\d, [\d.]+\) after [\d.]+ s\n$/);
});

test('offers the scenario schema', async () => {
  const program = `import schema from 'wend/scenario.schema.json' with { type: 'json' };
    process.stdout.write(String(schema.properties.bounds !== undefined));`;
  expect(await run(process.execPath, '--no-warnings', '--input-type=module', '-e', program)).toBe('true');
});

test('opens nothing but its doors', async () => {
  const program = "await import('wend/dist/crowd/index.js')";
  await expect(run(process.execPath, '--input-type=module', '-e', program)).rejects.toThrow(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  );
});

test('its types hold for a strict TypeScript program, and find its mistakes', async () => {
  writeFileSync(
    join(project, 'consumer.ts'),
    `import { type AgentId, addAgent, createWorld, readAgent, registerNeighbourIndex, type SteeringModel, stepWorld, type WorldSettings } from 'wend';
import { kinetic } from 'wend/kinetic';
import { createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import { createView, readView, type View } from 'wend/view';
import { connectWorld, serveWorld } from 'wend/worker';
import { createTrails, type DrawOptions, drawWorld, recordTrails } from 'wend/draw';

const scenario: ScenarioInput = {
  version: 1,
  name: 'typed',
  bounds: { min: [0, 0], max: [10, 10] },
  duration: 1,
  groups: [{ name: 'a', count: 3, region: { box: { min: [1, 1], max: [9, 9] } }, goal: { point: [5, 5] } }],
};
const steering: SteeringModel = {
  name: 'own',
  computeControls({ crowd, due }) {
    for (let row = 0; row < crowd.count; row++) if (due[row] !== 0) crowd.next.velocityX[row] = 1;
  },
};
const world = createScenarioWorld(scenario, { seed: 2, steering });
const agent: AgentId = addAgent(world, { at: [2, 2], goal: [8, 8], radius: 0.3 });
stepWorld(world);
export const { x, y }: { x: number; y: number } = readAgent(world, agent);

const settings: WorldSettings = { bounds: { min: [0, 0], max: [10, 10] }, neighbours: { name: 'kinetic' } };
registerNeighbourIndex(kinetic);
stepWorld(createWorld(settings, { seed: 2 }));
// @ts-expect-error: groups are in scenarios
createWorld({ ...settings, groups: [] });

const view: View = createView(world);
readView(view, 1, { x: new Float32Array(view.count) });
// @ts-expect-error: no such column
readView(view, 1, { w: new Float32Array(view.count) });
connectWorld(new Worker('worker.js'), scenario).then((remote) => remote.advance(2));
serveWorld(globalThis);
serveWorld(new MessageChannel().port1);

const trails = createTrails(world);
recordTrails(trails, world);
const options: DrawOptions = { trails, colour: 'speed' };
export const picture: string = drawWorld(world, options);

// @ts-expect-error: no such colour
drawWorld(world, { colour: 'mood' });
// @ts-expect-error: a place has two numbers
createScenarioWorld({ ...scenario, bounds: { min: [0], max: [10, 10] } });
// @ts-expect-error: no such option
createScenarioWorld(scenario, { sead: 2 });
`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
  ];
  const resolution = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const forBundlers = ['--module', 'esnext', '--moduleResolution', 'bundler', '--exactOptionalPropertyTypes'];
  await Promise.all(
    [resolution, forBundlers].map((own) =>
      run(process.execPath, compiler, ...options, ...own, 'consumer.ts'),
    ),
  );
});
