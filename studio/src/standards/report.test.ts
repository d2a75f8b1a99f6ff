import { expect, test } from 'vitest';
import { countVerdicts, readReport } from './report.ts';

const outcome = {
  id: 'imo/8',
  title: 'Counterflow',
  verdict: 'pass',
  figure: '1',
  reference: '2',
  seeds: 5,
  mean: 1.5,
  deviation: 0.1,
};

test('reads what wend standards --json writes', () => {
  const text = JSON.stringify({
    tests: [outcome, { ...outcome, id: 'imo/4', verdict: 'fail', conflict: 'cap' }],
  });
  const { plots, tests } = readReport('standards.json', text);
  expect(tests.map(({ id }) => id)).toEqual(['imo/8', 'imo/4']);
  expect(tests[0]).toMatchObject({ title: 'Counterflow', mean: 1.5, seeds: 5, because: '' });
  expect(plots).toEqual([]);
  // What contradicts experiments does not count.
  expect(countVerdicts(tests)).toEqual({ pass: 1, fail: 0, 'not applicable': 0 });
});

test.each([
  ['{', 'expected JSON of wend standards'],
  ['{}', 'expected { "tests": [ … ] }'],
  ['{"tests": []}', 'has no tests'],
  ['{"tests": [3]}', 'tests.0.id: expected a text'],
  [
    JSON.stringify({ tests: [{ ...outcome, verdict: 'perhaps' }] }),
    'tests.0.verdict: expected one of pass, fail',
  ],
  [JSON.stringify({ tests: Array.from({ length: 1001 }, () => outcome) }), 'at most 1000 tests'],
])('refuses %.30s with the place and what was expected', (text, message) => {
  expect(() => readReport('r.json', text)).toThrow(message);
  expect(() => readReport('r.json', text)).toThrow(/^r\.json: /);
});
