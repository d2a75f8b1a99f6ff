import { expect, test } from 'vitest';
// @ts-expect-error: a script, without types
import { fuzzSight } from '../scripts/fuzz-sight.js';

// The script runs a hundred thousand events: node scripts/fuzz-sight.js
test('events of sight: every index has those of brute force, which are those of the definition', () => {
  const { asked, certificates, events, failures, longest } = fuzzSight({ events: 3000, seed: 3, agents: 40 });
  expect(events).toBeGreaterThanOrEqual(3000);
  expect(asked).toBeGreaterThan(10_000);
  expect(certificates).toBeGreaterThan(1000);
  expect(failures).toBeGreaterThan(100);
  // Certificates were relied on: seconds, in steps of a quarter.
  expect(longest).toBeGreaterThan(0.1);
});
