import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFindings } from '../scenario/error.ts';
import { readCommand } from './command.ts';
import { readSimpleAgent } from './simple-agent.ts';

/** Values as programs give them, right and wrong. */
const value = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: 0.01, max: 9, noNaN: true }) },
  fc.constantFrom(0, -0, 0.25, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, 1e9),
);
const place = fc.oneof(
  { weight: 6, arbitrary: fc.array(value, { minLength: 2, maxLength: 3 }) },
  fc.array(value, { minLength: 1, maxLength: 4 }),
  value,
);
const agent = fc.record(
  {
    at: place,
    goal: place,
    goalRadius: value,
    radius: value,
    speed: value,
    heading: value,
    name: fc.constant('Ann'),
  },
  { requiredKeys: ['at'] },
);

test('an agent that is read in short is what the full readers make of it', () => {
  let accepted = 0;
  fc.assert(
    fc.property(agent, (drawn) => {
      const given = { ...drawn };
      const short = readSimpleAgent(given, 3);
      if (!short) return;
      accepted++;
      const findings = createFindings('command');
      const full = readCommand({ kind: 'add', agent: given }, findings) as { agent: unknown };
      expect(findings.problems).toEqual([]);
      expect(short).toEqual(full.agent);
    }),
    { numRuns: 4000 },
  );
  expect(accepted).toBeGreaterThan(20);
});

test.each([
  ['a key that is not simple', { at: [1, 2], name: 'Ann' }],
  ['an inherited place', Object.create({ at: [1, 2] })],
  ['no place', {}],
  ['a radius of text', { at: [1, 2], radius: '1' }],
  ['a goal without a number', { at: [1, 2], goal: [1, Number.NaN] }],
  ['a goal radius of 0', { at: [1, 2], goalRadius: 0 }],
])('%s is left to the full readers', (_, given) => {
  expect(readSimpleAgent(given, 3)).toBeUndefined();
});

test('a place with a height is left to the full readers in a world of two dimensions', () => {
  expect(readSimpleAgent({ at: [1, 2, 3] }, 3)).toBeDefined();
  expect(readSimpleAgent({ at: [1, 2, 3] }, 2)).toBeUndefined();
  expect(readSimpleAgent({ at: [1, 2], goal: [1, 2, 3] }, 2)).toBeUndefined();
});
