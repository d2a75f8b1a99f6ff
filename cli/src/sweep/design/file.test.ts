import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSettings } from './design.ts';
import { designJsonSchema, parseDesign } from './file.ts';

const parse = (content: object) => parseDesign(JSON.stringify({ version: 1, ...content }), 'd.json');

describe('design files', () => {
  test('say in words what the command line says', () => {
    const { design, seeds } = parse({
      design: 'lhs',
      samples: 10,
      designSeed: 3,
      seeds: [4, 5],
      vary: [
        { path: 'a', values: [1, 'x'] },
        { path: 'b', from: 0, to: 1, step: 0.5 },
        { path: 'c', from: 0, to: 1, count: 5 },
        { path: 'd', from: 0, to: 1 },
        { path: 'e', distribution: 'normal', parameters: [1, 2] },
      ],
    });
    expect(seeds).toEqual([4, 5]);
    expect(design).toEqual({
      kind: 'lhs',
      samples: 10,
      seed: 3,
      factors: [
        { path: 'a', levels: [1, 'x'] },
        { path: 'b', levels: [0, 0.5, 1] },
        { path: 'c', levels: [0, 0.25, 0.5, 0.75, 1] },
        { path: 'd', distribution: { name: 'uniform', parameters: [0, 1] } },
        { path: 'e', distribution: { name: 'normal', parameters: [1, 2] } },
      ],
    });
    expect(createSettings(design).count).toBe(10);
  });

  test('may list settings one by one', () => {
    const { design } = parse({
      settings: [
        { a: 1, b: 'x' },
        { b: 'y', a: 2 },
      ],
    });
    const { count, valuesOf } = createSettings(design);
    expect([count, valuesOf(0), valuesOf(1)]).toEqual([2, [1, 'x'], [2, 'y']]);
  });

  test.each([
    [{}, 'd.json: expected either "vary" or "settings"'],
    [{ vary: [], settings: [{ a: 1 }] }, 'expected either'],
    [{ version: 2, vary: [] }, 'd.json: version: expected 1'],
    [{ vary: [{ path: 'a', valuse: [1] }] }, 'd.json: vary[0]'],
    [{ vary: [{ path: 'a', from: 'x', to: 1 }] }, 'd.json: vary[0].from: expected number'],
    [{ vary: [{ path: 'a', values: [] }] }, 'd.json: vary[0].values: expected at least 1'],
    [{ vary: [{ path: 'a', from: 0, to: 1, step: -1 }] }, 'd.json: vary[0]: expected a step'],
    [{ vary: [{ path: 'seed', values: [1] }] }, 'd.json: vary[0]: expected another path'],
    [
      { vary: [{ path: 'a', distribution: 'cauchy', parameters: [] }] },
      'd.json: vary[0].distribution: expected "uniform"',
    ],
    [{ vary: [], sample: 3 }, 'd.json: sample: unknown key'],
    [{ settings: [{ a: 1 }, { b: 1 }] }, 'd.json: settings[1]: expected the paths of the first setting: a'],
    [{ settings: [] }, 'd.json: settings: expected at least 1'],
    [{ settings: [{ a: 1 }], samples: 3 }, 'd.json: settings: expected without "design" and "samples"'],
    [{ seeds: 0, vary: [] }, 'd.json: seeds: expected at least 1'],
  ])('%j is refused: %s', (content, message) => {
    expect(() => parse(content)).toThrow(message);
  });

  test('a text that is no JSON is refused with its name', () => {
    expect(() => parseDesign('{ "version": 1,', 'd.json')).toThrow(/^d\.json/);
  });

  test('the published schema is that of the checks, and describes every key', () => {
    const file = new URL('../../../../library/sweep.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(designJsonSchema());
    const { properties } = designJsonSchema() as { properties: Record<string, { description?: string }> };
    const missing = Object.entries(properties).filter(
      ([key, { description }]) => key !== '$schema' && !description,
    );
    expect(missing).toEqual([]);
  });
});
