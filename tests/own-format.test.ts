// What CONTRIBUTING.md promises of an output format: one registered definition is enough for results and help. The example
// writes the number of agents in each frame.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OutputFormat, outputFormatNamed, outputFormats, registerOutputFormat } from '@wend/formats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { Results } from '../cli/src/results.ts';
import { requireBuild, wend } from './wend.fixture.ts';

await outputFormatNamed('sqlite')!.load?.();

const counts: OutputFormat = {
  name: 'counts',
  about: 'The number of agents in each frame.',
  file: 'counts.txt',
  create(path, { framesPerSecond }) {
    const lines = [`${framesPerSecond} frames per second`];
    return {
      writeFrame: (count) => void lines.push(String(count)),
      close: () => writeFileSync(path, lines.join('\n')),
    };
  },
};
registerOutputFormat(counts);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-format-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Ten steps of two agents, written in the formats with these names. */
function writeRun(...names: string[]) {
  const world = createScenarioWorld({
    version: 1,
    name: 'short',
    bounds: { min: [0, 0], max: [10, 10] },
    duration: 1,
    agents: [
      { at: [2, 2], goal: [8, 8] },
      { at: [8, 2], goal: [2, 8] },
    ],
  });
  const results = new Results(
    folder,
    world,
    10,
    true,
    names.map((name) => outputFormatNamed(name)!),
  );
  const states = [positions()];
  for (let step = 0; step < 10; step++) {
    stepWorld(world);
    results.recordStep(world);
    if (world.step % 2 === 0) states.push(positions());
  }
  results.finish(world, {});
  return states;
  function positions() {
    const { ids, motion } = world.crowd;
    return [0, 1].map((row) => [ids[row], motion.x[row], motion.y[row]]);
  }
}

test('results hold a file of every format that is asked for, and none of an earlier run', () => {
  writeRun('counts', 'csv');
  const always = ['metrics.json', 'recording.jsonl'];
  expect(readdirSync(folder).sort()).toEqual(['counts.txt', ...always, 'trajectory.csv']);
  expect(readFileSync(join(folder, 'counts.txt'), 'utf8')).toBe('10 frames per second\n2\n2\n2\n2\n2\n2');
  writeRun('sqlite');
  expect(readdirSync(folder).sort()).toEqual([...always, 'trajectory.sqlite']);
});

test('csv has the positions of every frame, in the order of ids', () => {
  const states = writeRun('csv');
  const [header, ...lines] = readFileSync(join(folder, 'trajectory.csv'), 'utf8').trimEnd().split('\n');
  expect(header).toBe('time,id,x,y,headingX,headingY');
  const read = lines.map((line) => line.split(',').map(Number));
  expect(read.map(([time]) => time)).toEqual(states.flatMap((_, frame) => [frame / 10, frame / 10]));
  expect(read.map(([, id, x, y]) => [id, x, y])).toEqual(states.flat());
});

test('a name or a file is taken once', () => {
  expect(() => registerOutputFormat(counts)).not.toThrow();
  expect(outputFormats().filter(({ name }) => name === 'counts')).toHaveLength(1);
  expect(() => registerOutputFormat({ ...counts, file: 'other.txt' })).toThrow(
    'with the name "counts" already',
  );
  expect(() => registerOutputFormat({ ...counts, name: 'other' })).toThrow(
    'with the file "counts.txt" already',
  );
});

test('the help lists all formats and models, and an unknown format is refused with them', async () => {
  requireBuild();
  const { stdout } = await wend('run', '--help');
  const help = stdout.replace(/\s+/g, ' ');
  expect(help).toContain('with commas between them: sqlite, csv');
  expect(help).toContain('steering model: walker, nonlinear, pipeline, critters, straight');
  expect(help).toContain('planner: direct, path, distance, harmonic');
  const { code, stderr } = await wend('run', 'corridor', '--out', join(folder, 'a'), '--format', 'csv,xml');
  expect(code).toBe(2);
  expect(stderr).toContain('--format csv,xml: expected sqlite, csv, or several with commas between them');
  expect(readdirSync(folder)).toEqual([]);
});
