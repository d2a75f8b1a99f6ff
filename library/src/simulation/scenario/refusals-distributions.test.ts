import { expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

const group = (more: object) => ({
  version: 1,
  name: 'room',
  bounds: { min: [0, 0], max: [20, 10] },
  duration: 10,
  groups: [{ name: 'people', count: 3, region: { box: { min: [1, 1], max: [9, 9] } }, ...more }],
});

test.each([
  [
    { speed: { triangular: { min: 1, mode: 3, max: 2 } } },
    'groups[0].speed.triangular: expected min ≤ mode ≤ max and min < max, got 1, 3 and 2',
  ],
  [
    { premovement: { lognormal: { mean: 0, deviation: 1 } } },
    'groups[0].premovement.lognormal.mean: expected a mean above 0, got 0',
  ],
  [
    { premovement: { gamma: { shape: 2, scale: 1, min: 5, max: 4 } } },
    'groups[0].premovement.gamma.max: expected at least min, 5, got 4',
  ],
  [
    { radius: { values: [0.2, 0.3], weights: [1] } },
    'groups[0].radius.weights: expected 2 weights, one for each value, got 1',
  ],
  [{ speed: { values: [1], weights: [0] } }, 'groups[0].speed.weights: expected a weight above 0, got none'],
  [
    { speed: { normal: { mean: 1, deviation: 0.1, min: 3, max: 4 } } },
    'groups[0].speed.normal.min: expected at most 1.8, as no value is drawn above that, got 3',
  ],
  [
    { speed: { normal: { mean: 1, deviation: 0, max: 0.5 } } },
    'groups[0].speed.normal.max: expected at least 1, as no value is drawn below that, got 0.5',
  ],
  [
    { radius: { table: 'rimea' } },
    'groups[0].radius.table: expected another distribution: tables have walking speeds',
  ],
  [{ speed: { table: 'imo-crew', ages: [20, 30] } }, 'groups[0].speed.ages: only with "rimea"'],
  [
    { speed: { table: 'rimea', ages: [60, 30] } },
    'groups[0].speed.ages: expected youngest ≤ oldest, got 60 and 30',
  ],
  [
    { journey: { stages: [{ kind: 'idle' }] }, premovement: -1 },
    'groups[0].premovement: expected a number from 0 to 1000000 s, got -1',
  ],
])('%o is refused', (more, message) => {
  expect(refusalOf(group(more))).toBe(message);
});

test.each([
  { speed: { table: 'imo-passengers' } },
  { speed: { table: 'rimea', ages: [20, 65] } },
  { radius: { values: [0.2, 0.25], weights: [3, 1] } },
  { premovement: { weibull: { shape: 1.5, scale: 30, max: 120 } } },
])('%o is accepted', (more) => {
  expect(refusalOf(group(more))).toBe('accepted');
});
