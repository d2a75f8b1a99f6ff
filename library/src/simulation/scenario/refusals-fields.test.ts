import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

const world = {
  version: 1,
  name: 'windy',
  bounds: { min: [0, 0], max: [20, 10] },
  duration: 10,
  steering: { name: 'nonlinear' },
  targets: [{ name: 'door', at: [18, 5] }],
};
const east = { name: 'east', kind: 'formula', u: '1', v: '0' };
const withFields = (...velocityFields: unknown[]) => ({ ...world, velocityFields });
const grid = (rows: unknown, more: object = {}) =>
  withFields({ name: 'g', kind: 'grid', min: [0, 0], cell: 1, rows, ...more });
const formula = (u: unknown, more: object = {}) =>
  withFields({ name: 'f', kind: 'formula', u, v: '0', ...more });
const at = 'velocityFields[0]';
const vectors = 'expected a vector [u, v] of numbers from -1000 to 1000 m/s in the cell of';

describe('velocity fields', () => {
  test('of every kind are accepted', () => {
    const fields = [
      east,
      {
        name: 'data',
        kind: 'grid',
        min: [0, 0],
        cell: 2,
        rows: [
          [
            [1, 0],
            [0, 1],
          ],
          [
            [0, 0],
            [-1, 0],
          ],
        ],
        outside: 'zero',
      },
      {
        name: 'paint',
        kind: 'strokes',
        strokes: [
          {
            points: [
              [1, 1],
              [9, 9],
            ],
            width: 2,
            strength: -1,
          },
        ],
        cell: 0.25,
      },
      { name: 'both', kind: 'sum', of: [{ field: 'east' }, { field: 'paint', scale: 2 }] },
      {
        name: 'here',
        kind: 'mask',
        field: 'both',
        region: { circle: { center: [5, 5], radius: 2 } },
        fade: 0,
      },
      { name: 'there', kind: 'blend', near: 'here', far: 'east', from: { target: 'door' }, between: [1, 4] },
      { name: 'swirl', kind: 'formula', u: '-k * (y - 5)', v: 'k * (x - 10)', parameters: { k: 0.2 } },
    ];
    expect(refusalOf(withFields(...fields))).toBe('accepted');
  });

  test.each<[string, unknown, unknown]>([
    ['no rows', grid([]), `${at}.rows: expected a list of 1 to 4000000 items, got a list of 0 items`],
    ['empty rows', grid([[]]), `${at}.rows[0]: expected a list of 1 to 1000000 items, got a list of 0 items`],
    [
      'rows of different lengths',
      grid([
        [
          [1, 0],
          [1, 0],
        ],
        [[1, 0]],
      ]),
      `${at}.rows[1]: expected 2 vectors as in the first row, got 1`,
    ],
    [
      'NaN',
      grid([
        [
          [1, 0],
          [1, 0],
        ],
        [
          [1, 0],
          [1, Number.NaN],
        ],
      ]),
      `${at}.rows[1][1]: ${vectors} row 1 and column 1, got [1, NaN]`,
    ],
    [
      'infinity',
      grid([
        [
          [1, 0],
          [Number.NEGATIVE_INFINITY, 0],
        ],
      ]),
      `${at}.rows[0][1]: ${vectors} row 0 and column 1, got [-Infinity, 0]`,
    ],
    ['three numbers', grid([[[1, 2, 3]]]), `${at}.rows[0][0]: ${vectors} row 0 and column 0, got [1, 2, 3]`],
    ['no vector', grid([[null]]), `${at}.rows[0][0]: ${vectors} row 0 and column 0, got no list`],
    ['vectors of 0 alone', grid([[[0, 0]]]), `${at}: expected a vector other than 0 somewhere: "g" is empty`],
    [
      'paint that reaches no cell',
      withFields({
        name: 's',
        kind: 'strokes',
        strokes: [
          {
            points: [
              [50, 50],
              [60, 60],
            ],
          },
        ],
      }),
      `${at}: expected a vector other than 0 somewhere: "s" is empty`,
    ],
    [
      'a stroke that stands still',
      withFields({
        name: 's',
        kind: 'strokes',
        strokes: [
          {
            points: [
              [5, 5],
              [6, 6],
              [6, 6],
            ],
          },
        ],
      }),
      `${at}.strokes[0].points[2]: expected another point than the one before: it has no direction`,
    ],
    [
      'a formula with a slip',
      formula('x + * y'),
      `${at}.u: expected a number, a name or "(", got "*", at character 5 of "x + * y"`,
    ],
    [
      'a formula without a value in a cell',
      formula('1 / (x - 2.25)'),
      `${at}: expected vectors of numbers from -1000 to 1000 m/s, got [Infinity, 0] in the cell of row 0 and column 4, at [2.25, 0.25]`,
    ],
    [
      'a formula that is no number in a cell',
      formula('sqrt(y - 1)'),
      `${at}: expected vectors of numbers from -1000 to 1000 m/s, got [NaN, 0] in the cell of row 0 and column 0, at [0.25, 0.25]`,
    ],
    [
      'a parameter with the name of a function',
      formula('1', { parameters: { sin: 2 } }),
      `${at}.parameters.sin: expected another name: formulas have a sin of their own`,
    ],
    [
      'a parameter that is no name',
      formula('1', { parameters: { '2x': 2 } }),
      `${at}.parameters["2x"]: expected a name of letters and digits that begins with a letter`,
    ],
    [
      'an unknown kind',
      withFields({ name: 'f', kind: 'wind' }),
      `${at}.kind: expected "grid", "file", "strokes", "formula", "sum", "mask" or "blend", got "wind"`,
    ],
    [
      'an unknown field',
      withFields({ name: 'f', kind: 'sum', of: [{ field: 'west' }] }),
      `${at}.of[0].field: expected the name of an earlier velocity field, got "west"`,
    ],
    [
      'a field made of itself',
      withFields({ name: 'f', kind: 'mask', field: 'f', region: { circle: { center: [1, 1], radius: 1 } } }),
      `${at}.field: expected the name of an earlier velocity field, got "f", itself`,
    ],
    [
      'fields that go round in a circle',
      withFields(
        { name: 'a', kind: 'sum', of: [{ field: 'b' }] },
        { name: 'b', kind: 'blend', near: 'a', far: 'a', from: { point: [1, 1] }, between: [0, 1] },
      ),
      `${at}.of[0].field: expected the name of an earlier velocity field, got "b", which stands behind it`,
    ],
    [
      'two of one name',
      withFields(east, east),
      'velocityFields[1].name: expected a name of its own: velocityFields[0] is "east" too',
    ],
    [
      'distances in the wrong order',
      withFields(east, {
        name: 'b',
        kind: 'blend',
        near: 'east',
        far: 'east',
        from: { point: [1, 1] },
        between: [3, 1],
      }),
      'velocityFields[1].between: expected near ≤ far, got 3 and 1',
    ],
    [
      'an unknown target',
      withFields(east, {
        name: 'b',
        kind: 'blend',
        near: 'east',
        far: 'east',
        from: { target: 'gate' },
        between: [0, 1],
      }),
      'velocityFields[1].from.target: expected the name of a target, got "gate"',
    ],
    [
      'a mask that leaves nothing',
      withFields(east, {
        name: 'm',
        kind: 'mask',
        field: 'east',
        region: { box: { min: [50, 50], max: [60, 60] } },
      }),
      'velocityFields[1]: expected a vector other than 0 somewhere: "m" is empty',
    ],
    [
      'a region that crosses itself',
      withFields(east, {
        name: 'm',
        kind: 'mask',
        field: 'east',
        region: {
          polygon: {
            points: [
              [0, 0],
              [4, 4],
              [4, 0],
              [0, 4],
            ],
          },
        },
      }),
      expect.stringMatching(/^velocityFields\[1\]\.region\.polygon\.points: /),
    ],
    [
      'an area without extent',
      formula('1', { area: { min: [5, 0], max: [5, 9] } }),
      `${at}.area.max[0]: expected x above that of min, 5, got 5`,
    ],
    [
      'more cells than there may be, before any is made',
      formula('1', { cell: 0.001 }),
      'velocityFields: expected at most 4000000 cells in all, got 200000000',
    ],
    [
      'more work than there may be',
      formula(`1${'+0'.repeat(400)}`, { cell: 0.01 }),
      expect.stringMatching(
        /^velocityFields: expected at most 200000000 steps of work .* in all, got 1604000000$/,
      ),
    ],
    [
      'a file, in a program',
      withFields({ name: 'f', kind: 'file', file: 'wind.json' }),
      `${at}.kind: field files are read by the command line; a program reads one with @wend/formats and gives its grid`,
    ],
    [
      'a world of three dimensions',
      { ...withFields(east), dimension: 3, bounds: { min: [0, 0, 0], max: [9, 9, 9] }, targets: [] },
      'velocityFields: only in a world of dimension 2',
    ],
  ])('refuses %s', (_, value, message) => {
    expect(refusalOf(value)).toEqual(message);
  });

  test('with a million bad vectors stops looking', () => {
    const rows = Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => [Number.NaN, 0]));
    const refusal = refusalOf(grid(rows));
    expect(refusal.split('\n')).toHaveLength(21);
    expect(refusal).toMatch(/and at least 980 more$/);
  });

  test('whose sums grow without end are refused by name of the cell', () => {
    const doubling = Array.from({ length: 8 }, (_, k) => ({
      name: `f${k}`,
      kind: 'sum',
      of: [{ field: k === 0 ? 'east' : `f${k - 1}`, scale: 1000 }],
    }));
    expect(refusalOf(withFields(east, ...doubling))).toContain(
      'velocityFields[2]: expected vectors of numbers from -1000 to 1000 m/s, got [1000000, 0] in the cell of row 0 and column 0',
    );
  });
});
