import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/check-determinism.js', import.meta.url));

/** Runs the check on a folder that holds the given files, and returns its exit status and messages. */
function check(files: Record<string, string>): { status: number | null; complaints: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'wend-determinism-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, complaints: stderr.split('\n').filter((line) => line !== '') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One violation per line; the check is run once on all of them, as starting it takes a while. */
const VIOLATIONS: [code: string, complaint: string][] = [
  ['export const a = Math.sin(1);', 'Math.sin'],
  ['export const b = Math.hypot(3, 4);', 'Math.hypot'],
  ['export const c = Math.random();', 'Math.random'],
  ['export const d = Math.cbrt(8) + 1;', 'Math.cbrt'],
  ['export const e = Math["exp"](1);', 'Math.exp'],
  ['export const f = Math?.log(2);', 'Math.log'],
  ['export const g = (x: "sin") => Math[x](1);', 'a computed member of Math'],
  ['export const { sin } = Math;', 'Math passed around'],
  ['export const h = Math;', 'Math passed around'],
  ['export const i = globalThis.Math.tan(1);', 'Math.tan'],
  ['export const j = globalThis["Math"];', 'a global fetched by a string'],
  ['export const k = 2 ** 3;', '**'],
  ['export let l = 2; l **= 2;', '**'],
  ['export const m = new Date();', 'Date'],
  ['export const n = Date.now();', 'Date'],
  ['export const o = performance.now();', 'performance'],
  ['export const p = new Intl.NumberFormat();', 'Intl'],
  ['export const q = (1).toLocaleString();', '.toLocaleString'],
  ['export const r = "a".localeCompare("b");', '.localeCompare'],
  ['setTimeout(() => {}, 1);', 'setTimeout'],
  ['export const s = crypto.randomUUID();', 'crypto'],
  ['export const t = process.env;', 'process'],
  ['for (const key in { a: 1 }) key.trim();', 'for...in'],
  ['export const u = [3, 1].sort();', '.sort() without a comparator'],
  ['export const v = [3, 1].toSorted();', '.toSorted() without a comparator'],
  ['export const w = { clock: performance, Date };', 'performance'],
  ['export const x = globalThis.performance.now();', 'performance'],
];

describe('the determinism check', () => {
  const { status, complaints } = check({ 'planted.ts': VIOLATIONS.map(([code]) => code).join('\n') });

  test('fails on planted violations', () => {
    expect(status).toBe(1);
  });

  test.each(VIOLATIONS.map(([code, complaint], i) => [code, complaint, i + 1] as const))(
    'finds %s',
    (_code, complaint, line) => {
      expect(complaints.some((text) => text.startsWith(`planted.ts:${line} ${complaint}`))).toBe(true);
    },
  );

  test('says what to use instead', () => {
    expect(complaints[0]).toContain('fastSin of numerics/');
    expect(complaints.every((text) => text.includes(': use '))).toBe(true);
  });

  test('passes exact arithmetic, comments, strings, types, and members that merely share a name', () => {
    const { status: clean, complaints: none } = check({
      'clean.ts': [
        '// Math.sin(1) and 2 ** 3 in a comment',
        'export const text = "Math.sin(Date.now()) ** 2";',
        'export const root = Math.sqrt(2) + Math.floor(Math.PI) + Math.imul(2, 3);',
        'export type When = { Date: Date; process: number };',
        'export const named = { process: 1, performance: 2 };',
        'export const read = named.process + named.performance;',
        'export const sorted = [3, 1].sort((a, b) => a - b);',
        'export const numbers = Float64Array.of(10, 9).subarray(1).sort();',
      ].join('\n'),
    });
    expect(none).toEqual([]);
    expect(clean).toBe(0);
  });

  test('leaves tests and fixtures alone', () => {
    const planted = 'export const a = Math.sin(1);';
    expect(check({ 'a.test.ts': planted, 'a.fixture.ts': planted, 'b.ts': 'export {};' }).status).toBe(0);
  });

  test('does not pass an empty folder as clean', () => {
    expect(check({}).status).toBe(1);
  });
});
