import { expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

const group = (source: unknown, more: object = {}) => ({
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [20, 10], walls: true },
  duration: 10,
  targets: [{ name: 'east', at: [19, 5] }],
  obstacles: [{ shape: 'box', name: 'block', min: [5, 2], max: [8, 6] }],
  groups: [
    { name: 'comers', region: { box: { min: [1, 1], max: [4, 9] } }, targets: ['east'], source, ...more },
  ],
});

const wallMessage =
  'groups[0].region: no agent can enter: a body of radius 0.25 m has no room, since all of the region is inside obstacles, the border or outside the walkable area';

test.each([
  ['a negative rate', { rate: -1 }, 'groups[0].source.rate: expected a number from 0 to 1000 1/s, got -1'],
  [
    'an infinite rate',
    { rate: Number.POSITIVE_INFINITY },
    'groups[0].source.rate: expected a number from 0 to 1000 1/s, got Infinity',
  ],
  ['neither rate nor schedule', {}, 'groups[0].source: expected a rate or a schedule, got neither'],
  [
    'an end before the beginning',
    { rate: 1, from: 5, until: 5 },
    'groups[0].source.until: expected more than from, 5 s, got 5 s',
  ],
  [
    'a schedule that goes back',
    {
      schedule: [
        [3, 1],
        [2, 1],
      ],
    },
    'groups[0].source.schedule[1][0]: expected a time not before the last one, 3 s, got 2 s',
  ],
  [
    'half an agent',
    { schedule: [[3, 0.5]] },
    'groups[0].source.schedule[0][1]: expected a whole number of at least 1 agents, got 0.5',
  ],
  [
    'a list in place of its keys',
    [[10, 20]],
    'groups[0].source: expected an object {"rate", "arrivals", "batch", "from", "until", "schedule", "most"}, got a list of 1 item',
  ],
  [
    'an object for the schedule',
    { schedule: { at: 5, count: 3 } },
    'groups[0].source.schedule: expected a list of 1 to 100000 pairs [time, count], got {"at", "count"}',
  ],
  [
    'objects in the schedule',
    { schedule: [{ at: 5, count: 3 }] },
    'groups[0].source.schedule[0]: expected two numbers, [time, count], got {"at", "count"}',
  ],
  [
    'an unknown pattern',
    { rate: 1, arrivals: 'random' },
    'groups[0].source.arrivals: expected "regular" or "poisson", got "random"',
  ],
  [
    'an empty batch',
    { rate: 1, batch: 0 },
    'groups[0].source.batch: expected a whole number from 1 to 10000, got 0',
  ],
])('a source with %s is refused', (_, source, message) => {
  expect(refusalOf(group(source))).toBe(message);
});

test.each([
  ['a box inside an obstacle', { region: { box: { min: [5.3, 2.3], max: [7.7, 5.7] } } }, wallMessage],
  ['a line in the wall', { region: { line: { from: [0.1, 1], to: [0.1, 9] } } }, wallMessage],
  [
    'a ring',
    { region: { ring: { center: [3, 5], radius: 1 } } },
    'groups[0].region: expected {"box"}, {"circle"}, {"ball"} or {"line"} where agents enter during the run',
  ],
  [
    'a line outside the world',
    { region: { line: { from: [-1, 1], to: [1, 9] } } },
    'groups[0].region: expected a region inside the bounds, got x from -1 to 1 and y from 1 to 9',
  ],
  [
    'a line in space',
    { region: { line: { from: [1, 1, 1], to: [1, 9] } } },
    'groups[0].region.line.from: expected two numbers in a world of dimension 2, got three',
  ],
])('a source with %s is refused', (_, more, message) => {
  expect(refusalOf(group({ rate: 1 }, more))).toBe(message);
});

test('a line that leaves the obstacle somewhere is accepted', () => {
  expect(refusalOf(group({ rate: 1 }, { region: { line: { from: [6, 3], to: [6, 9] } } }))).toBe('accepted');
});

test.each([
  [{ group: 'nobody', rate: 1 }, 'script[0].group: expected the name of a group with a source, got "nobody"'],
  [{ group: 'comers' }, 'script[0]: expected source, rate or enter, got none'],
  [{ group: 'comers', rate: -2 }, 'script[0].rate: expected a number from 0 to 1000 1/s, got -2'],
])('a script that changes a source by %o is refused', (change, message) => {
  const scenario = { ...group({ rate: 1 }), script: [{ at: 1, kind: 'set-source', ...change }] };
  expect(refusalOf(scenario)).toBe(message);
});
