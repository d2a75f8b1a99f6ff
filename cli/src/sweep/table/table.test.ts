import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunRow } from '../runs/run-one.ts';
import { findColumns, type TableRow } from './columns.ts';
import { csvHeader, csvLine, parseCsv } from './csv.ts';
import { Output } from './output.ts';
import { ParquetFile } from './parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (
  index: number,
  parameters: unknown[],
  figures: RunRow['figures'],
  more: Partial<RunRow> = {},
): TableRow => ({
  setting: Math.floor(index / 2),
  parameters,
  row: {
    index,
    key: 'k',
    seed: 1 + (index % 2),
    status: 'done',
    figures,
    stateHash: 'abc',
    cost: { wallSeconds: 0.5, stepSeconds: 0.25, microsecondsPerAgentStep: 1 / 3 },
    ...more,
  },
});

const rows = [
  row(0, [1, 'walker'], { time: 0.1 + 0.2, completed: true, detour: null }),
  row(1, [1, 'walker'], { time: 1e-300, completed: false, detour: 1.5 }),
  row(2, [2.5, { normal: [1, 2] }], {}, { status: 'failed', reason: 'said "no",\nand ended' }),
];
const columns = findColumns(['a', 'b'], rows);

describe('the table', () => {
  test('has the columns of all rows, parameters first and costs last', () => {
    expect(columns.map(({ kind, name }) => `${name}: ${kind}`)).toEqual([
      'run: integer',
      'setting: integer',
      'a: number',
      'b: text',
      'seed: number',
      'status: text',
      'reason: text',
      'time: number',
      'completed: boolean',
      'detour: number',
      'stateHash: text',
      'wallSeconds: number',
      'stepSeconds: number',
      'microsecondsPerAgentStep: number',
    ]);
  });

  test('as CSV is read back to the bit', () => {
    const text = csvHeader(columns) + rows.map((one) => csvLine(columns, one)).join('');
    const [header, ...lines] = [...parseCsv(text)];
    expect(header).toEqual(columns.map(({ name }) => name));
    expect(lines.map((cells) => cells.length)).toEqual(rows.map(() => columns.length));
    const cell = (line: number, name: string) => lines[line][header.indexOf(name)];
    expect(Number(cell(0, 'time'))).toBe(0.1 + 0.2);
    expect(cell(0, 'detour')).toBeNull();
    expect(cell(2, 'b')).toBe('{"normal":[1,2]}');
    expect(cell(2, 'reason')).toBe('said "no",\nand ended');
  });

  test('as Parquet is read back by hyparquet: types, values, missing ones and what it is about', async () => {
    const path = join(folder, 'table.parquet');
    const output = new Output(path);
    const file = new ParquetFile(output, columns, { 'wend.version': '1.2.3' });
    for (const one of rows) file.write(one);
    file.finish();
    output.finish();
    output.publish();
    const bytes = readFileSync(path);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const read = await parquetReadObjects({ file: buffer });
    expect(read).toEqual(
      rows.map((one) => Object.fromEntries(columns.map(({ name, of }) => [name, of(one) ?? null]))),
    );
    expect(parquetMetadata(buffer).key_value_metadata).toEqual([{ key: 'wend.version', value: '1.2.3' }]);
  });

  test('of 25,000 rows is written in groups, and every row is there', async () => {
    const path = join(folder, 'long.parquet');
    const output = new Output(path);
    const file = new ParquetFile(output, columns, {});
    for (let k = 0; k < 25_000; k++) file.write(row(k, [k, 'x'], { time: Math.sqrt(k) }));
    file.finish();
    output.finish();
    output.publish();
    const bytes = readFileSync(path);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      10_000, 10_000, 5000,
    ]);
    const read = await parquetReadObjects({ file: buffer, columns: ['run', 'time'] });
    expect(read.length).toBe(25_000);
    expect(read.every(({ run, time }, k) => run === k && time === Math.sqrt(k))).toBe(true);
  });

  test('a file that is given up leaves nothing', () => {
    const output = new Output(join(folder, 'never.csv'));
    output.write('a,b\n');
    output.discard();
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});
