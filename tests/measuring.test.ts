// Lines, areas and travel times on the command line.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { door } from './measuring.fixture.ts';
import { requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

beforeAll(requireBuild);
const folder = temporaryFolder();
const file = writeTo(folder, 'door.json', door);

function rowsOf(path: string): Record<string, string>[] {
  const [head, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const keys = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, k) => [keys[k], cell])));
}

describe('wend run', () => {
  const out = join(folder, 'results');

  test('writes tables and plots that agree with metrics.json, and leads with them in its summary', async () => {
    const { code, stdout } = await wend('run', file, '--out', out, '--plots');
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(
      [
        'areas.csv',
        'arrivals.svg',
        'density-map.svg',
        'density.svg',
        'flow.svg',
        'lines.csv',
        'metrics.json',
        'n-t.svg',
        'recording.jsonl',
        'speed-density.svg',
        'trajectory.sqlite',
        'travel.csv',
      ].sort(),
    );
    const { measurements, ...metrics } = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8'));
    const crossings = rowsOf(join(out, 'lines.csv'));
    expect(crossings.length).toBe(measurements.lines[0].crossings);
    expect(crossings.length).toBeGreaterThan(5);
    const times = crossings.map(({ time }) => Number(time)).sort((a, b) => a - b);
    expect(measurements.lines[0].flow).toBeCloseTo((times.length - 1) / (times.at(-1)! - times[0]), 3);
    const near = crossings.filter(({ group }) => group === 'near').length;
    expect(measurements.lines[0].groups).toEqual([
      { name: 'near', forward: near, backward: 0 },
      { name: 'far', forward: crossings.length - near, backward: 0 },
    ]);
    const before = rowsOf(join(out, 'areas.csv')).filter(({ area }) => area === 'before');
    const mean = before.reduce((sum, { density }) => sum + Number(density), 0) / before.length;
    expect(measurements.areas[0].density).toBeCloseTo(mean, 5);
    expect(rowsOf(join(out, 'travel.csv')).length).toBe(metrics.arrived);
    const lines = stdout.split('\n');
    expect(lines[1]).toMatch(/^ {2}arrived {5}\d+ of 60 agents in 12\.0 s$/);
    expect(lines[2]).toMatch(/^ {2}door {8}\d+ crossings, [\d.]+ \/s, [\d.]+ \/\(m s\); longest gap/);
    expect(lines[3]).toMatch(/^ {2}before {6}[\d.]+ agents\/m² \(Voronoi [\d.]+\), [\d.]+ m\/s/);
  });

  test('tables of an earlier run do not remain', async () => {
    const { measurements: _, ...rest } = door;
    const plain = writeTo(folder, 'plain.json', { ...rest, duration: 0.1 });
    expect((await wend('run', plain, '--out', out, '--force')).code).toBe(0);
    expect(existsSync(join(out, 'lines.csv'))).toBe(false);
    expect(existsSync(join(out, 'areas.csv'))).toBe(false);
  });

  test('exits with 1 when a measured figure is not as expected, and names it', async () => {
    const measured = [
      { of: 'door', figure: 'crossings', atLeast: 5 },
      { of: 'door', figure: 'flow', atMost: 0.01 },
      { figure: 'evacuationTime', atMost: 1 },
    ];
    const strict = writeTo(folder, 'strict.json', { ...door, expect: { measured } });
    const { code, stderr } = await wend('run', strict, '--json');
    expect(code).toBe(1);
    expect(stderr).toMatch(/not met: door: flow [\d.]+, expected at most 0\.01\n/);
    expect(stderr).toContain('not met: evacuationTime was not measured, expected at most 1\n');
    expect(stderr).not.toContain('crossings');
  });

  test('--plots needs a folder, or --out', async () => {
    const { code, stderr } = await wend('run', file, '--plots', '--quiet');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '--plots: expected a folder, or --out, where the plots are written\n',
    });
  });
});
