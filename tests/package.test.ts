// The package as npm packs it, installed into an empty project.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder } from './wend.fixture.ts';

const folder = temporaryFolder();
const project = join(folder, 'project');
let packed: { filename: string; files: { path: string }[] };

async function run(command: string, ...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await start(command, parameters, { cwd: project }).ended;
  if (code !== 0)
    throw new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(async () => {
  requireBuild();
  mkdirSync(project);
  const library = join(root, 'library');
  [packed] = JSON.parse(await run('npm', 'pack', library, '--json', '--pack-destination', folder));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run(
    'npm',
    ...[
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      join(folder, packed.filename),
    ],
  );
}, 180_000);

test('holds the compiled library, its types, the schema and the licence, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['LICENSE', 'README.md', 'package.json', 'scenario.schema.json'],
      ...['dist/index.js', 'dist/index.d.ts', 'dist/simulation/step.js'],
    ]),
  );
  const expected =
    /^(LICENSE|README\.md|package\.json|scenario\.schema\.json|dist\/[\w/-]+\.(js|d\.ts|js\.map))$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  expect(paths.filter((path) => /test|fixture|tsbuildinfo/.test(path))).toEqual([]);
});

test('asks for zod and exact predicates and nothing else', () => {
  const { dependencies } = JSON.parse(readFileSync(join(project, 'node_modules/wend/package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['robust-predicates', 'zod']);
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

test('opens nothing but its door', async () => {
  const program = "await import('wend/dist/crowd/index.js')";
  await expect(run(process.execPath, '--input-type=module', '-e', program)).rejects.toThrow(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  );
});

test('its types hold for a strict TypeScript program, and find its mistakes', {
  timeout: 120_000,
}, async () => {
  writeFileSync(
    join(project, 'consumer.ts'),
    `import { type AgentId, addAgent, createWorld, readAgent, type ScenarioInput, type SteeringModel, stepWorld } from 'wend';

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
    for (let row = 0; row < crowd.count; row++) if (due[row] !== 0) crowd.next.speed[row] = 1;
  },
};
const world = createWorld(scenario, { seed: 2, steering });
const agent: AgentId = addAgent(world, { at: [2, 2], goal: [8, 8], radius: 0.3 });
stepWorld(world);
export const { x, y }: { x: number; y: number } = readAgent(world, agent);

// @ts-expect-error: a place has two numbers
createWorld({ ...scenario, bounds: { min: [0], max: [10, 10] } });
// @ts-expect-error: no such option
createWorld(scenario, { sead: 2 });
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
  await run(process.execPath, compiler, ...options, ...resolution, 'consumer.ts');
  const forBundlers = ['--module', 'esnext', '--moduleResolution', 'bundler', '--exactOptionalPropertyTypes'];
  await run(process.execPath, compiler, ...options, ...forBundlers, 'consumer.ts');
});
