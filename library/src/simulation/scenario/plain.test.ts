import { expect, test } from 'vitest';
import { createFindings } from './error.ts';
import { checkScenario } from './load.ts';
import { toPlain } from './plain.ts';
import { smallest } from './scenarios.fixture.ts';

function problemsOf(value: unknown): string[] {
  const findings = createFindings('f');
  toPlain(value, findings);
  return findings.problems.map(({ path, message }) => `${path}: ${message}`);
}

test('plain data are copied, shared parts once', () => {
  const shared = [1, 2];
  const value = { a: shared, b: { c: shared, d: null, e: 'x', f: undefined } };
  const copy = toPlain(value, createFindings('f'));
  expect(copy).toStrictEqual({ a: [1, 2], b: { c: [1, 2], d: null, e: 'x' } });
  expect(copy).not.toBe(value);
  expect(toPlain(Object.assign(Object.create(null), { a: 1 }), createFindings('f'))).toStrictEqual({ a: 1 });
});

test('cycles are named', () => {
  const value: Record<string, unknown> = { list: [] };
  (value.list as unknown[]).push(value);
  expect(problemsOf(value)).toEqual(['list[0]: refers back to an object that contains it']);
});

test('a throwing getter is named with its reason', () => {
  const value = {
    get a() {
      throw new Error('no battery');
    },
    get b() {
      throw { toString: null };
    },
  };
  expect(problemsOf(value)).toEqual(['a: cannot be read: no battery', 'b: cannot be read: its getter threw']);
});

test('class instances are refused by name', () => {
  class Fancy {}
  expect(problemsOf({ a: new Fancy(), b: new Date(0), c: new Map(), d: new Float64Array(2) })).toEqual([
    'a: expected a plain object or list, got an object of class Fancy',
    'b: expected a plain object or list, got an object of class Date',
    'c: expected a plain object or list, got an object of class Map',
    'd: expected a plain object or list, got an object of class Float64Array',
  ]);
});

test('huge and sparse lists cost nothing', () => {
  const holed: unknown[] = [1];
  holed[2] = 3;
  expect(problemsOf({ a: new Array(4e9), b: new Array(1e6), c: holed })).toEqual([
    'a: expected a list of at most 1000000 items, got 4000000000',
    'b[0]: the list has a hole here',
    'c[1]: the list has a hole here',
  ]);
});

test('dangerous keys are refused', () => {
  expect(problemsOf(JSON.parse('{"a": {"__proto__": {}, "constructor": 1}}'))).toEqual([
    'a.__proto__: this key is not allowed',
    'a.constructor: this key is not allowed',
  ]);
});

test('depth is limited, and objects that double at each level are read once', () => {
  let deep: unknown = 1;
  for (let k = 0; k < 40; k++) deep = [deep];
  expect(problemsOf(deep)).toEqual([`${'[0]'.repeat(32)}: nested deeper than 32 levels`]);
  let wide: unknown = 1;
  for (let k = 0; k < 30; k++) wide = [wide, wide];
  expect(problemsOf(wide)).toEqual([]);
});

test('a proxy that throws at every touch is refused, not passed on', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(problemsOf({ a: proxy })[0]).toMatch(/^a: cannot be read: /);
  expect(() => checkScenario(proxy)).toThrow(/^scenario: cannot be read/);
});

test('what JSON cannot say is refused by the schema', () => {
  for (const value of [10n, Symbol('x'), () => 1]) {
    expect(() => checkScenario({ ...smallest, duration: value })).toThrow(
      /duration: expected a number above 0/,
    );
  }
});
