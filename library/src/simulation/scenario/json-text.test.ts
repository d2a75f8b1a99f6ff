import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScenarioError } from './error.ts';
import { parseJson } from './json-text.ts';
import { maximumScenarioBytes } from './limits.ts';
import { parseScenario } from './load.ts';

function refusal(text: string): string {
  try {
    parseJson(text, 'f');
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as ScenarioError).message.replaceAll(/^f: /gm, '');
  }
  return 'accepted';
}

test('any JSON value is read as JSON.parse reads it, whatever the spaces', () => {
  // No own keys that are refused, here or below.
  const value = fc
    .jsonValue({ maxDepth: 5 })
    .filter((it) => !/__proto__|constructor|prototype/.test(JSON.stringify(it)));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t', '\r\n'), (it, space) => {
      const text = JSON.stringify(it, null, space).replaceAll(':', ' : ');
      expect(parseJson(text, 'f')).toStrictEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('comments may stand wherever a space may, and nowhere else', () => {
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .filter((it) => !/__proto__|constructor|prototype/.test(JSON.stringify(it)));
  const comment = fc.constantFrom('// "a": [\n', '//\r', '/* { */', '/***/', '/*\n// */', '/*/*/');
  fc.assert(
    fc.property(value, fc.array(comment, { minLength: 1, maxLength: 5 }), (it, comments) => {
      let next = 0;
      const text = JSON.stringify(it, null, 1);
      // JSON.stringify breaks a line only between tokens.
      const commented = `${comments[0]}${text.replaceAll('\n', () => comments[next++ % comments.length])}// end`;
      expect(parseJson(commented, 'f')).toStrictEqual(it);
      // In text they are text.
      const quoted = comments.join('').replaceAll(/[\n\r]/g, ' ');
      expect(parseJson(JSON.stringify([quoted]), 'f')).toStrictEqual([quoted]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['/', 'line 1, column 1: expected // or /* of a comment'],
  ['[1, / 2]', 'line 1, column 5: expected // or /* of a comment'],
  ['[1]\n/* end', 'line 2, column 1: expected */ at the end of the comment'],
  ['/*/', 'line 1, column 1: expected */ at the end of the comment'],
  ['[1 // ]', 'line 1, column 8: expected "," or "]", got the end of the file'],
  ['1/**/2', 'line 1, column 6: expected the end of the file, got "2"'],
])('a comment that is none: %s', (text, message) => {
  expect(refusal(text)).toBe(message);
});

test('a text is refused exactly when JSON.parse refuses it', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b"',
    '\\',
    '\\u00e9',
    '0',
    '-',
    '1.5',
    'e',
    'E+2',
    '.',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\u0001',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      const result = refusal(text);
      if (!result.includes('given twice')) expect([text, result === 'accepted']).toEqual([text, valid]);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['{\n  "a": 1,\n  "b" 2\n}', 'line 3, column 7: expected ":", got "2"'],
  ['{"a": 1,}', 'line 1, column 9: expected a key in double quotes, got "}"'],
  ['[1, 2', 'line 1, column 6: expected "," or "]", got the end of the file'],
  ['{"a": NaN}', 'line 1, column 7: expected a value, got "NaN"'],
  ['{"a": -Infinity}', 'line 1, column 8: expected a digit, got "Infinity"'],
  ["{'a': 1}", 'line 1, column 2: expected a key in double quotes, got "\'"'],
  ['\r\n\r\n// x', 'line 3, column 5: expected a value, got the end of the file'],
  ['{} {}', 'line 1, column 4: expected the end of the file, got "{"'],
  ['{"a": 012}', 'line 1, column 7: expected a number without a leading zero'],
  ['{"a": "x', 'line 1, column 9: expected a closing quote, got the end of the file'],
  ['["a\nb"]', 'line 1, column 4: expected \\n, \\t or \\u instead of a control character in text'],
  ['["\\x"]', 'line 1, column 4: expected one of " \\ / b f n r t u after \\, got "x"'],
  ['["\\u12g4"]', 'line 1, column 4: expected four hexadecimal digits after \\u'],
  ['', 'line 1, column 1: expected a value, got the end of the file'],
])('a syntax error names its line and column: %j', (text, message) => {
  expect(refusal(text)).toBe(message);
});

test.each([
  ['{"agents": [{}, {"__proto__": 1}]}', 'agents[1].__proto__: this key is not allowed'],
  ['{"a": {"constructor": 1}}', 'a.constructor: this key is not allowed'],
  ['{"prototype": 1}', 'prototype: this key is not allowed'],
  ['{"\\u005f_proto__": 1}', '__proto__: this key is not allowed'],
  ['{"a": 1, "b": {"a": 2}, "a": 3}', 'a: this key is given twice in one object, again in line 1, column 25'],
  [
    '[{"a": 1}, {"a": 1, "\\u0061": 1}]',
    '[1].a: this key is given twice in one object, again in line 1, column 21',
  ],
])('dangerous and doubled keys are refused with their path: %s', (text, message) => {
  expect(refusal(text)).toBe(message);
});

test('32 levels are read, 33 refused, and a million refused at once', () => {
  expect(refusal('['.repeat(32) + ']'.repeat(32))).toBe('accepted');
  expect(refusal('['.repeat(33) + ']'.repeat(33))).toBe('line 1, column 33: nested deeper than 32 levels');
  expect(refusal('{"a":'.repeat(1e6))).toBe('line 1, column 161: nested deeper than 32 levels');
});

test('a list of more than a million items is refused', () => {
  expect(refusal(`{"x": [${'0,'.repeat(1e6)}0]}`)).toBe('x: expected a list of at most 1000000 items');
});

test('a text beyond the limit is refused unread', () => {
  expect(refusal(' '.repeat(maximumScenarioBytes + 1))).toBe(
    'longer than 268435456 bytes (268435457 characters)',
  );
});

test('a byte order mark is skipped', () => {
  expect(parseJson('\ufeff[1]', 'f')).toEqual([1]);
});

test('a number beyond all doubles is refused where it stands', () => {
  const text = '{"version":1,"name":"x","bounds":{"min":[0,0],"max":[1,1]},"duration":1e999}';
  expect(() => parseScenario(text, 'f')).toThrow(
    'f: duration: expected a number above 0 and at most 1000000 s, got Infinity',
  );
});
