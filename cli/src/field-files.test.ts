import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeVelocityField } from '@wend/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVelocityFields } from 'wend/scenario';
import { BadInput } from './failure.ts';
import { loadScenario } from './scenarios.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-fields-'));
const scenario = join(folder, 'windy.json');
const field = {
  minX: 1,
  minY: 2,
  cell: 0.5,
  columns: 2,
  rows: 1,
  outside: 'zero' as const,
  u: Float64Array.of(1, -0.1),
  v: Float64Array.of(0, 1 / 3),
};

function writeScenario(file: unknown, more: object = {}): void {
  const velocityFields = [{ name: 'wind', kind: 'file', file, ...more }];
  const bounds = { min: [0, 0], max: [5, 5] };
  writeFileSync(scenario, JSON.stringify({ version: 1, name: 'windy', bounds, duration: 1, velocityFields }));
}

beforeAll(() => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'wind.json'), writeVelocityField(field));
  writeFileSync(join(folder, 'data', 'broken.json'), '{"format": "wend-velocity-field", "version": 1}');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a field file is found from the folder of the scenario and becomes a grid, whatever else is changed', () => {
  for (const path of ['data/wind.json', join(folder, 'data', 'wind.json')]) {
    writeScenario(path);
    for (const changes of [{}, { seed: '7' }]) {
      const loaded = loadScenario(scenario, changes);
      expect(loaded.velocityFields[0]).toMatchObject({
        name: 'wind',
        kind: 'grid',
        cell: 0.5,
        outside: 'zero',
      });
      expect(createVelocityFields(loaded)[0]).toMatchObject(field);
    }
  }
});

test.each<[string, unknown, object, RegExp]>([
  [
    'is missing',
    'data/none.json',
    {},
    /^.*windy\.json: velocityFields\[0\]\.file: .*none\.json: cannot be read: ENOENT/,
  ],
  ['is a folder', 'data', {}, /data: cannot be read: expected a regular file, this is a folder$/],
  ['is no field', 'data/broken.json', {}, /broken\.json: min: expected two numbers \[x, y\]/],
])('a field file that %s is bad input', (_, file, more, message) => {
  writeScenario(file, more);
  expect(() => loadScenario(scenario)).toThrow(BadInput);
  expect(() => loadScenario(scenario)).toThrow(message);
});

test('what is wrong beside the file is said as of any scenario', () => {
  writeScenario(7);
  expect(() => loadScenario(scenario)).toThrow(
    'velocityFields[0].file: expected text of 1 to 1000 characters, got 7',
  );
  writeScenario('data/wind.json', { colour: 'red' });
  expect(() => loadScenario(scenario)).toThrow('velocityFields[0].colour: unknown key');
});
