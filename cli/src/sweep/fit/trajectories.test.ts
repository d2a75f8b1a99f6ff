// Recorded people as a reference: files, windows, and distances beside closed forms.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Journal } from '../rows/journal.ts';
import type { Executor } from '../runs/executor.ts';
import { type RunRequest, runOne } from '../runs/run-one.ts';
import { type Base, createVariants, variantOf } from '../runs/variants.ts';
import { createDisplacements, displacement, SAMPLE } from '../runs/windows.ts';
import { constantVelocity, cutWindows } from './cut-windows.ts';
import { Interrupted, KnownRuns } from './evaluate.ts';
import { readTracks } from './recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-fit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('files of trajectories', () => {
  const expected = [
    { times: [0, 0.5, 1], x: [0, 1, 2], y: [3, 3, 3] },
    { times: [0.5, 1], x: [5, 5], y: [6, 7] },
  ];

  test.each([
    [
      'PeTrack in metres',
      '# framerate: 2\n# id frame x/m y/m z/m\n1 0 0 3 0\n1 1 1 3 0\n2 1 5 6 0\n1 2 2 3 0\n2 2 5 7 0\n',
    ],
    [
      'PeTrack in centimetres',
      '# framerate: 2 fps\n# id frame x/cm y/cm z/cm\n1 0 0 300 0\n1 1 100 300 0\n1 2 200 300 0\n2 1 500 600 0\n2 2 500 700 0\n',
    ],
    [
      'CSV of wend',
      'time,id,x,y,headingX,headingY\n0,1,0,3,1,0\n0.5,1,1,3,1,0\n0.5,2,5,6,1,0\n1,1,2,3,1,0\n1,2,5,7,1,0\n',
    ],
  ])('%s', async (name, text) => {
    expect(await readTracks(write(`${name}.txt`, text), undefined)).toEqual(expected);
  });

  test('rows of ETH and UCY have a height in the middle, and the frames per second are told', async () => {
    const text = '0 1 0 9 3 0 0 0\n6 1 1 9 3 0 0 0\n6 2 5 9 6 0 0 0\n12 1 2 9 3 0 0 0\n12 2 5 9 7 0 0 0\n';
    const path = write('eth.txt', text);
    expect(await readTracks(path, 12)).toEqual(expected);
    await expect(readTracks(path, undefined)).rejects.toThrow(`${path}: expected its frames per second`);
  });

  test.each(['1 2\n', 'a,b\n1,2\n', '# framerate: 5\n1 x 2 3\n'])('%j is refused', async (text) => {
    await expect(readTracks(write('wrong.txt', text), 5)).rejects.toThrow('expected a trajectory');
  });
});

describe('people that walk straight on', () => {
  /** A person at 1 m/s along x for 10 s, and one that stands. */
  const times = Array.from({ length: 101 }, (_, k) => k / 10);
  const tracks = [
    { times, x: times.map((time) => time - 20), y: times.map(() => 0) },
    { times, x: times.map(() => 0), y: times.map(() => 15) },
  ];
  const windows = cutWindows(tracks, 2, 'walk.csv');

  test('are cut into windows of equal length with the state of their first moment', () => {
    expect(windows.map(({ from }) => from)).toEqual([0, 2, 4, 6, 8].map((from) => expect.closeTo(from, 9)));
    const [walker, stander] = windows[1].people;
    expect(walker.at[0]).toBeCloseTo(-18, 9);
    expect(walker.velocity[0]).toBeCloseTo(1, 9);
    expect(walker.speed).toBeCloseTo(1, 9);
    // It leaves walking: the goal is a window of 2 s beyond the last place.
    expect(walker.goal).toEqual([expect.closeTo(-8, 9), 0]);
    expect(walker.seen.filter((_, k) => k % 2 === 0).map((x) => x + 18)).toEqual(
      [1, 2, 3, 4, 5].map((k) => expect.closeTo(k * SAMPLE, 9)),
    );
    expect(stander).toMatchObject({ velocity: [0, 0], speed: 0 });
    expect(stander.goal).toBeUndefined();
  });

  test('are met to the millimetre by people that keep their velocity', () => {
    expect(constantVelocity(windows).mean).toBeCloseTo(0, 9);
  });

  test.each([1, 1.5])('are as far from agents of %s m/s as the difference of speeds says', (speed) => {
    const text = JSON.stringify({
      version: 1,
      name: 'lawn',
      bounds: { min: [-40, -40], max: [40, 40] },
      duration: 99,
      steering: { name: 'straight' },
      planner: { name: 'direct' },
      groups: [
        {
          name: 'people',
          count: 1,
          region: { circle: { center: [0, 0], radius: 1 } },
          goal: { offset: [1, 0] },
        },
      ],
    });
    const base: Base = { source: 'lawn', text, isSteerSuite: false, fixed: [] };
    const window = { ...windows[0], people: windows[0].people.slice(0, 1) };
    const { scenario } = variantOf(createVariants(base), [`groups[0].speed=${speed}`], 1, window);
    const request = { index: 0, key: 'k', settings: [], seed: 1, window: 0 };
    const { figures } = runOne(scenario, request, { measure: (world) => createDisplacements(window, world) });
    // Five positions, 0.4 s apart: mean of |v − 1| t over t = 0.4 … 2 s. Velocities begin at that of the recording.
    expect(figures[displacement.mean]).toBeCloseTo(Math.abs(speed - 1) * 3 * SAMPLE, 1);
    expect(figures[displacement.final]).toBeCloseTo(Math.abs(speed - 1) * 5 * SAMPLE, 1);
    expect(figures[displacement.positions]).toBe(5);
  });
});

describe('the runs of a fit', () => {
  const requests = Array.from(
    { length: 20 },
    (_, index): RunRequest => ({ index, key: `key ${index}`, settings: [], seed: 1 }),
  );
  const never = new Promise<void>(() => {});
  const cost = { wallSeconds: 0, stepSeconds: 0, microsecondsPerAgentStep: 0 };

  test('that were done before an interruption are not done again', async () => {
    const path = join(folder, 'runs.jsonl');
    const executed: string[] = [];
    let interrupt = () => {};
    const interrupted = new Promise<void>((done) => {
      interrupt = done;
    });
    const executor: Executor = {
      width: 3,
      close: async () => {},
      run: async ({ index, key, seed }) => {
        if (executed.length === 7) {
          interrupt();
          return never as never;
        }
        executed.push(key);
        return { index, key, seed, status: 'done', figures: { a: index }, cost };
      },
    };
    const first = new Journal(path, 'new');
    await expect(new KnownRuns(first).provide(requests, executor, interrupted)).rejects.toThrow(Interrupted);
    first.close();
    expect(executed.length).toBe(7);
    const second = new Journal(path, 'continued');
    const runs = new KnownRuns(second);
    expect(runs.count).toBe(7);
    await runs.provide(
      requests,
      {
        ...executor,
        run: async ({ index, key, seed }) => {
          executed.push(key);
          return { index, key, seed, status: 'done', figures: { a: index }, cost };
        },
      },
      never,
    );
    second.close();
    expect(executed.length).toBe(20);
    expect(new Set(executed).size).toBe(20);
    expect(requests.map((request) => runs.figuresOf(request)?.a)).toEqual(requests.map(({ index }) => index));
  });
});
