import { readJson } from '../json.ts';
import { FieldFileError } from './error.ts';

/** A velocity field in wend's representation: vectors at the centres of square cells, row by row from the least y and x. */
export type FieldFile = {
  /** Corner of the grid with the least coordinates, m. */
  minX: number;
  minY: number;
  /** Side of a cell, m. */
  cell: number;
  columns: number;
  rows: number;
  /** What is beyond the grid: the nearest vector, or 0. */
  outside: 'clamp' | 'zero';
  /** Metres per second to the right and up the page. */
  u: Float64Array;
  v: Float64Array;
};

const FORMAT = 'wend-velocity-field';
const VERSION = 1;
const KEYS = ['format', 'version', 'description', 'min', 'cell', 'outside', 'rows'];

/** Limits, as in a scenario: number of cells, and speed. */
const MAXIMUM_CELLS = 4_000_000;
const MAXIMUM_SPEED = 1000;
const MAXIMUM_COORDINATE = 1e6;

/** A field as the text of a field file: JSON with one line for each row of cells. */
export function writeVelocityField(field: FieldFile, description?: string): string {
  const { minX, minY, cell, columns, rows, outside, u, v } = field;
  // −0 is written as 0: JSON.stringify drops the sign, and a reader should not see a difference.
  const text = (value: number) => JSON.stringify(value + 0);
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const vectors: string[] = [];
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      if (!isSpeed(u[index]) || !isSpeed(v[index]))
        throw new RangeError(`row ${row}, column ${column}: no file can hold [${u[index]}, ${v[index]}]`);
      vectors.push(`[${text(u[index])}, ${text(v[index])}]`);
    }
    lines.push(`    [${vectors.join(', ')}]`);
  }
  return [
    '{',
    `  "format": "${FORMAT}",`,
    `  "version": ${VERSION},`,
    ...(description === undefined ? [] : [`  "description": ${JSON.stringify(description)},`]),
    `  "min": [${text(minX)}, ${text(minY)}],`,
    `  "cell": ${text(cell)},`,
    `  "outside": "${outside}",`,
    '  "rows": [',
    lines.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/** The field in the text of a field file; `source` names it in errors. */
export function readVelocityField(text: string, source = 'field file'): FieldFile {
  const fail: Fail = (expected, found = '') => {
    throw new FieldFileError(source, expected, found);
  };
  const { min, cell, outside, rows } = readObject(text, fail);
  if (!Array.isArray(min) || min.length !== 2 || !min.every(isCoordinate)) {
    return fail(
      `min: expected two numbers [x, y] from -${MAXIMUM_COORDINATE} to ${MAXIMUM_COORDINATE} m`,
      `, got ${inWords(min)}`,
    );
  }
  if (typeof cell !== 'number' || !(cell >= 0.001 && cell <= 1e6))
    return fail(`cell: expected a number from 0.001 to 1000000 m`, `, got ${inWords(cell)}`);
  if (outside !== 'clamp' && outside !== 'zero')
    return fail(`outside: expected "clamp" or "zero"`, `, got ${inWords(outside)}`);
  const [first] = requireList(rows, 'rows', 'rows of vectors', fail);
  const columns = requireList(first, 'rows[0]', 'vectors', fail).length;
  const list = rows as unknown[];
  const cells = list.length * columns;
  if (cells > MAXIMUM_CELLS) return fail(`rows: expected at most ${MAXIMUM_CELLS} cells, got ${cells}`);
  const field: FieldFile = {
    minX: min[0] as number,
    minY: min[1] as number,
    cell,
    columns,
    rows: list.length,
    outside,
    u: new Float64Array(cells),
    v: new Float64Array(cells),
  };
  list.forEach((vectors, row) => {
    const found = requireList(vectors, `rows[${row}]`, 'vectors', fail);
    if (found.length !== columns)
      fail(`rows[${row}]: expected ${columns} vectors as in the first row, got ${found.length}`);
    found.forEach((vector, column) => {
      if (!isVector(vector)) {
        fail(
          `rows[${row}][${column}]: expected a vector [u, v] of numbers from -${MAXIMUM_SPEED} to ${MAXIMUM_SPEED} m/s`,
          `, got ${inWords(vector)}`,
        );
      } else {
        // −0 becomes 0, as in scenarios.
        field.u[row * columns + column] = vector[0] + 0;
        field.v[row * columns + column] = vector[1] + 0;
      }
    });
  });
  return field;
}

/** Refuses the file: what was expected, and what the file has instead. */
type Fail = (expected: string, found?: string) => never;

type Contents = { min: unknown; cell: unknown; outside: unknown; rows: unknown };

function readObject(text: string, fail: Fail): Contents {
  const value = readJson(text, fail);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(`expected an object`, `, got ${inWords(value)}`);
  const { format, version, description, outside = 'clamp', ...rest } = value as Record<string, unknown>;
  if (format !== FORMAT) fail(`format: expected "${FORMAT}"`, `, got ${inWords(format)}`);
  if (version !== VERSION) fail(`version: expected ${VERSION}`, `, got ${inWords(version)}`);
  if (description !== undefined && typeof description !== 'string')
    fail(`description: expected text`, `, got ${inWords(description)}`);
  for (const key of Object.keys(rest)) {
    if (!KEYS.includes(key)) fail(`expected no keys but ${KEYS.join(', ')}`, `, got ${inWords(key)}`);
  }
  return { min: rest.min, cell: rest.cell, outside, rows: rest.rows };
}

function requireList(value: unknown, where: string, what: string, fail: Fail): unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    return fail(`${where}: expected a list of ${what}`, `, got ${inWords(value)}`);
  return value;
}

function isVector(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && isSpeed(value[0]) && isSpeed(value[1]);
}

function isSpeed(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAXIMUM_SPEED;
}

function isCoordinate(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAXIMUM_COORDINATE;
}

/** A value as a message shows it. */
function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
