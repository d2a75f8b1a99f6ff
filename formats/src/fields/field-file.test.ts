import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario, createVelocityFields } from 'wend/scenario';
import { type FieldFile, FieldFileError, readVelocityField, writeVelocityField } from './index.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0);
const field = fc
  .record({
    minX: number(-1e6, 1e6),
    minY: number(-1e6, 1e6),
    cell: number(0.001, 1e6),
    columns: fc.integer({ min: 1, max: 6 }),
    rows: fc.integer({ min: 1, max: 6 }),
    outside: fc.constantFrom('clamp' as const, 'zero' as const),
  })
  .chain((grid) => {
    const vectors = fc
      .array(number(-1000, 1000), {
        minLength: grid.columns * grid.rows,
        maxLength: grid.columns * grid.rows,
      })
      .map((values) => Float64Array.from(values));
    return fc.record({ u: vectors, v: vectors }).map((columns): FieldFile => ({ ...grid, ...columns }));
  });

const small = {
  format: 'wend-velocity-field',
  version: 1,
  min: [0, 0],
  cell: 1,
  rows: [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [2, 0],
      [0, 2],
    ],
  ],
};

function refusalOf(change: object): string {
  try {
    readVelocityField(JSON.stringify({ ...small, ...change }), 'f.json');
  } catch (error) {
    expect(error).toBeInstanceOf(FieldFileError);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a field file', () => {
  test('gives back every field that was written, to the bit', () => {
    fc.assert(
      fc.property(field, fc.option(fc.string(), { nil: undefined }), (written, description) => {
        expect(readVelocityField(writeVelocityField(written, description))).toEqual(written);
      }),
    );
  });

  test('is the grid of a scenario: the same rows give the same field', () => {
    const text = writeVelocityField(readVelocityField(JSON.stringify(small)));
    const { format, version, ...grid } = JSON.parse(text);
    expect([format, version]).toEqual(['wend-velocity-field', 1]);
    const scenario = checkScenario({
      version: 1,
      name: 'one field',
      bounds: { min: [0, 0], max: [2, 2] },
      duration: 1,
      velocityFields: [{ name: 'f', kind: 'grid', ...grid }],
    });
    expect(createVelocityFields(scenario)[0]).toMatchObject(readVelocityField(text));
  });

  test('has its rows from the least y upwards, and clamps unless it says otherwise', () => {
    const { u, v, columns, rows, outside } = readVelocityField(JSON.stringify(small));
    expect({ u: [...u], v: [...v], columns, rows, outside }).toEqual({
      u: [1, 0, 2, 0],
      v: [0, 1, 0, 2],
      columns: 2,
      rows: 2,
      outside: 'clamp',
    });
  });

  test.each<[string, object, string]>([
    ['another format', { format: 'png' }, 'format: expected "wend-velocity-field", got "png"'],
    ['no format', { format: undefined }, 'format: expected "wend-velocity-field", got nothing'],
    ['a later version', { version: 2 }, 'version: expected 1, got 2'],
    [
      'a key that is not known',
      { width: 3 },
      'expected no keys but format, version, description, min, cell, outside, rows, got "width"',
    ],
    [
      'no corner',
      { min: undefined },
      'min: expected two numbers [x, y] from -1000000 to 1000000 m, got nothing',
    ],
    ['a cell without size', { cell: 0 }, 'cell: expected a number from 0.001 to 1000000 m, got 0'],
    ['an unknown outside', { outside: 'wrap' }, 'outside: expected "clamp" or "zero", got "wrap"'],
    ['no rows', { rows: [] }, 'rows: expected a list of rows of vectors, got an empty list'],
    ['an empty row', { rows: [[]] }, 'rows[0]: expected a list of vectors, got an empty list'],
    [
      'a row too short',
      {
        rows: [
          [
            [1, 0],
            [0, 1],
          ],
          [[1, 0]],
        ],
      },
      'rows[1]: expected 2 vectors as in the first row, got 1',
    ],
    [
      'a hole',
      { rows: [[[1, 0], null]] },
      'rows[0][1]: expected a vector [u, v] of numbers from -1000 to 1000 m/s, got null',
    ],
    [
      'NaN, which JSON writes as null',
      { rows: [[[Number.NaN, 0]]] },
      'rows[0][0]: expected a vector [u, v] of numbers from -1000 to 1000 m/s, got [null,0]',
    ],
    [
      'a vector too long',
      { rows: [[[1, 1e4]]] },
      'rows[0][0]: expected a vector [u, v] of numbers from -1000 to 1000 m/s, got [1,10000]',
    ],
  ])('is refused with %s', (_, change, message) => {
    expect(refusalOf(change)).toBe(`f.json: ${message}`);
  });

  test('is refused when it is no JSON or no object, and a field with NaN is not written', () => {
    expect(() => readVelocityField('{', 'f.json')).toThrow(/^f\.json: line 1, column 2: expected JSON: /);
    expect(() => readVelocityField('[1]', 'f.json')).toThrow('f.json: expected an object, got [1]');
    const broken = { ...readVelocityField(JSON.stringify(small)), v: Float64Array.of(1, 2, Number.NaN, 4) };
    expect(() => writeVelocityField(broken)).toThrow('row 1, column 0: no file can hold [2, NaN]');
  });
});

test('the pieces of the guide on fields are what it says: fields, a journey on one of them, and a field file', () => {
  const guide = readFileSync(new URL('../../../docs/guide/fields.md', import.meta.url), 'utf8');
  const pieces = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, piece]) => JSON.parse(piece));
  expect(pieces).toHaveLength(3);
  const [fields, walker, file] = pieces;
  const scenario = checkScenario({
    version: 1,
    name: 'guide',
    bounds: { min: [-10, -10], max: [10, 10] },
    duration: 1,
    targets: [{ name: 'gate', at: [9, 0] }],
    ...fields,
    agents: [{ at: [0, 0], ...walker }],
  });
  const made = createVelocityFields(scenario);
  expect(scenario.velocityFields.map(({ kind }) => kind)).toEqual([
    'formula',
    'strokes',
    'sum',
    'mask',
    'blend',
    'grid',
  ]);
  expect(made[5]).toMatchObject(readVelocityField(JSON.stringify(file)));
});
