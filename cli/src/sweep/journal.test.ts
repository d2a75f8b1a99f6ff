import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPlan, parseSeeds } from './plan.ts';
import { restoreRows } from './resume.ts';
import { Journal } from './rows/journal.ts';
import { createRows, hasRow, inOrder, storeRow } from './rows/rows.ts';
import { runAll } from './runner.ts';
import type { RunRow } from './runs/run-one.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cost = { wallSeconds: 0, stepSeconds: 0, microsecondsPerAgentStep: 0 };
const rowOf = (index: number, key = `key ${index}`): RunRow => ({
  index,
  key,
  seed: 1,
  status: 'done',
  figures: { square: index * index },
  cost,
});
const planOf = (values: number[], seeds: number[]) =>
  createPlan({ kind: 'factorial', seed: 1, factors: [{ path: 'a', levels: values }] }, seeds, 'sweep');
const never = { interrupted: new Promise<void>(() => {}), onRow: () => {} };

test('rows come back in the order of the runs, whatever the order in which they came', () => {
  const journal = new Journal(join(folder, 'order.jsonl'), 'new');
  const rows = createRows(journal, 5);
  for (const index of [3, 0, 4, 1, 3, 2, 0]) storeRow(rows, rowOf(index));
  expect([...inOrder(rows)].map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  expect(rows.done).toBe(5);
  journal.close();
});

test('lines longer than what is read at a time are whole', () => {
  const path = join(folder, 'long.jsonl');
  const journal = new Journal(path, 'new');
  const reason = 'ü'.repeat(100_000);
  for (let index = 0; index < 3; index++) journal.append({ ...rowOf(index), reason });
  journal.close();
  const again = new Journal(path, 'continued');
  const found: number[] = [];
  again.scan((row) => found.push(row.reason === reason ? row.index : -1));
  again.close();
  expect(found).toEqual([0, 1, 2]);
});

test.each([
  ['a line that a kill cut short', '{"index":9,"key":"x","fig'],
  ['something that is no row', '{"a":1}\n'],
])('%s is taken away, and the rows before it stay', (_, tail) => {
  const path = join(folder, 'cut.jsonl');
  writeFileSync(path, '');
  const journal = new Journal(path, 'new');
  for (let index = 0; index < 4; index++) journal.append(rowOf(index));
  journal.close();
  const whole = readFileSync(path, 'utf8');
  appendFileSync(path, tail);
  const again = new Journal(path, 'continued');
  const found: number[] = [];
  again.scan((row) => found.push(row.index));
  again.append(rowOf(4));
  again.close();
  expect(found).toEqual([0, 1, 2, 3]);
  expect(readFileSync(path, 'utf8')).toBe(`${whole}${JSON.stringify(rowOf(4))}\n`);
});

test('a sweep with more seeds finds the runs of the earlier one under their new numbers', async () => {
  const path = join(folder, 'seeds.jsonl');
  const executed: string[] = [];
  const executor = {
    width: 3,
    run: async ({ index, key, seed, settings }: ReturnType<ReturnType<typeof planOf>['requestOf']>) => {
      executed.push(`${settings} ${seed}`);
      return { ...rowOf(index, key), seed };
    },
    close: async () => {},
  };
  const sweep = async (values: number[], seeds: number[]) => {
    const journal = new Journal(path, 'continued');
    const plan = planOf(values, seeds);
    const rows = createRows(journal, plan.count);
    restoreRows(rows, plan);
    expect(await runAll(plan, executor, rows, never)).toBe(false);
    const table = [...inOrder(rows)].map(({ index, key, seed }) => [index, key, seed]);
    journal.close();
    return { plan, table };
  };
  await sweep([1, 2], [1, 2]);
  expect(executed.splice(0)).toEqual(['a=1 1', 'a=1 2', 'a=2 1', 'a=2 2']);
  const { plan, table } = await sweep([1, 2, 3], [1, 2, 3]);
  expect(executed.sort()).toEqual(['a=1 3', 'a=2 3', 'a=3 1', 'a=3 2', 'a=3 3']);
  expect(table).toEqual(Array.from({ length: 9 }, (_, k) => [k, plan.requestOf(k).key, 1 + (k % 3)]));
});

test('runs that failed are done again', () => {
  const path = join(folder, 'failed.jsonl');
  const plan = planOf([1, 2], [1]);
  const first = new Journal(path, 'new');
  first.append({ ...rowOf(0, plan.requestOf(0).key), status: 'timeout', reason: 'slow' });
  first.append(rowOf(1, plan.requestOf(1).key));
  first.close();
  const journal = new Journal(path, 'continued');
  const rows = createRows(journal, plan.count);
  restoreRows(rows, plan);
  expect([hasRow(rows, 0), hasRow(rows, 1)]).toEqual([false, true]);
  journal.close();
});

test('seeds are a number of them, a range or a list', () => {
  expect(parseSeeds('3', 100)).toEqual([1, 2, 3]);
  expect(parseSeeds('7:9', 100)).toEqual([7, 8, 9]);
  expect(parseSeeds('5,1', 100)).toEqual([5, 1]);
  expect(parseSeeds('5,', 100)).toEqual([5]);
  for (const wrong of ['0', '-1', '2.5', 'x', '', '9:3', '1,1', '101', '1,,2']) {
    expect(() => parseSeeds(wrong, 100), wrong).toThrow('--seeds');
  }
});
