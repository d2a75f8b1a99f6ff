import { expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import { everything, withValue } from './scenarios.fixture.ts';

const region = (value: unknown) => withValue(['groups', 0, 'region'], value);

test.each<[string, unknown, string]>([
  [
    'a fractional count',
    withValue(['groups', 1, 'count'], 2.5),
    'groups[1].count: expected a whole number from 0 to 1000000, got 2.5',
  ],
  [
    'no count',
    withValue(['groups', 1, 'count'], undefined),
    'groups[1].count: expected at least 1 agent, or a source, got 0',
  ],
  [
    'an unknown index of neighbours',
    withValue(['neighbours', 'name'], 'telepathy'),
    'neighbours.name: expected "grid", "auto", "brute" or "kinetic", got "telepathy"',
  ],
  [
    'a word for sight',
    withValue(['neighbours', 'sight'], 'far'),
    'neighbours.sight: expected true or false, got "far"',
  ],
  [
    'a number for events',
    withValue(['neighbours', 'events'], 1),
    'neighbours.events: expected true or false, got 1',
  ],
  [
    'a list for sight',
    withValue(['planner', 'sight'], []),
    'planner.sight: expected true or false, got a list of 0 items',
  ],
  [
    'an unknown key of the neighbours',
    withValue(['neighbours', 'sights'], true),
    'neighbours.sights: unknown key, did you mean "sight"?',
  ],
  ['another version', withValue(['version'], 2), 'version: expected 1, got 2'],
  ['another dimension', withValue(['dimension'], 4), 'dimension: expected 2 or 3, got 4'],
  ['an empty name', withValue(['name'], ''), 'name: expected text of 1 to 100 characters, got ""'],
  ['a number for a name', withValue(['name'], 5), 'name: expected text of 1 to 100 characters, got 5'],
  [
    'NaN',
    withValue(['duration'], Number.NaN),
    'duration: expected a number above 0 and at most 1000000 s, got NaN',
  ],
  [
    'infinity',
    withValue(['duration'], Number.POSITIVE_INFINITY),
    'duration: expected a number above 0 and at most 1000000 s, got Infinity',
  ],
  [
    'text for a number',
    withValue(['dt'], 'NaN'),
    'dt: expected a number above 0 and at most 0.25 s, got "NaN"',
  ],
  ['dt 0', withValue(['dt'], 0), 'dt: expected a number above 0 and at most 0.25 s, got 0'],
  [
    'too many steps',
    withValue(['dt'], 1e-8),
    'duration: expected at most 1000000000 steps, got 60 s / 1e-8 s = 6000000000',
  ],
  [
    'a fractional seed',
    withValue(['seed'], 0.5),
    'seed: expected a whole number from 0 to 9007199254740991, got 0.5',
  ],
  [
    'a far place',
    withValue(['agents', 0, 'at'], [0, 2e6]),
    'agents[0].at[1]: expected a number from -1000000 to 1000000 m, got 2000000',
  ],
  [
    'a place in space',
    withValue(['agents', 0, 'at'], [0, 0, 0]),
    'agents[0].at: expected two numbers in a world of dimension 2, got three',
  ],
  [
    'a negative radius',
    withValue(['agents', 0, 'radius'], -1),
    'agents[0].radius: expected a number from 0.001 to 10 m, got -1',
  ],
  [
    'a negative radius of a pillar',
    withValue(['obstacles', 0, 'radius'], -2),
    'obstacles[0].radius: expected a number above 0 and at most 1000000 m, got -2',
  ],
  [
    'an unknown key',
    withValue(['agents', 0, 'raduis'], 1),
    'agents[0].raduis: unknown key, did you mean "radius"?',
  ],
  [
    'an odd key',
    withValue(['bounds', 'so big'], 1),
    'bounds["so big"]: unknown key, expected one of min, max, walls',
  ],
  [
    'an unknown shape',
    withValue(['obstacles', 0, 'shape'], 'blob'),
    'obstacles[0].shape: expected "circle", "box", "segment", "polygon", "sphere", "plane" or "triangles", got "blob"',
  ],
  ['a number for an obstacle', withValue(['obstacles', 0], 3), 'obstacles[0]: expected an object, got 3'],
  [
    'an unknown course',
    withValue(['obstacles', 1, 'course'], { kind: 'jump' }),
    'obstacles[1].course.kind: expected "velocity", "waypoints", "loop" or "oscillation", got "jump"',
  ],
  [
    'an unknown region',
    region({ square: 1 }),
    'groups[0].region: expected {"box"}, {"circle"}, {"ball"}, {"line"} or {"ring"}, got {"square"}',
  ],
  [
    'a half-given region',
    region({ box: { min: [0, 0] } }),
    'groups[0].region.box.max: expected two numbers, [x, y], or in a world of dimension 3 three, [x, y, z], got nothing',
  ],
  [
    'a number out of a distribution',
    withValue(['groups', 0, 'radius'], 11),
    'groups[0].radius: expected a number from 0.001 to 10 m, got 11',
  ],
  [
    'text for a distribution',
    withValue(['groups', 0, 'radius'], 'big'),
    'groups[0].radius: expected a number, {"uniform"}, {"normal"}, {"lognormal"}, {"gamma"}, {"weibull"}, {"triangular"}, {"values"} or {"table"}, got "big"',
  ],
  [
    'a bad uniform',
    withValue(['groups', 0, 'radius'], { uniform: [0.1, 'x'] }),
    'groups[0].radius.uniform[1]: expected a number from 0.001 to 10 m, got "x"',
  ],
  [
    'an unknown choice',
    withValue(['arrival'], 'explode'),
    'arrival: expected "stop", "vanish" or "continue", got "explode"',
  ],
  [
    'null for a list',
    withValue(['agents'], null),
    'agents: expected a list of at most 1000000 items, got null',
  ],
  ['a list for the scenario', [], 'expected an object, got a list of 0 items'],
  ['text for the scenario', 'hello', 'expected an object, got "hello"'],
  [
    'a polygon of two corners',
    withValue(
      ['obstacles', 3, 'points'],
      [
        [0, 0],
        [1, 1],
      ],
    ),
    'obstacles[3].points: expected a list of 3 to 1000000 items, got a list of 2 items',
  ],
  [
    'a criterion beyond 1',
    withValue(['expect', 'arrivedAtLeast'], 1.5),
    'expect.arrivedAtLeast: expected a number from 0 to 1, got 1.5',
  ],
  [
    'a cadence of 0',
    withValue(['cadence', 'planning'], 0),
    'cadence.planning: expected a whole number from 1 to 1000, got 0',
  ],
])('the schema refuses %s', (_, value, message) => {
  expect(refusalOf(value)).toBe(message);
});

test.each<[string, unknown, string]>([
  [
    'a world without area',
    withValue(['bounds', 'max'], [-50, 50]),
    'bounds.max[0]: expected x above that of min, -50, got -50',
  ],
  [
    'a box turned inside out',
    withValue(['obstacles', 1, 'max'], [12, 9]),
    'obstacles[1].max[1]: expected y above that of min, 10, got 9',
  ],
  [
    'a segment without length',
    withValue(['obstacles', 2, 'to'], [-20, 20]),
    'obstacles[2].to: expected another point than from: the segment has no length',
  ],
  [
    'a flat polygon',
    withValue(
      ['obstacles', 3, 'points'],
      [
        [0, 0],
        [1, 1],
        [3, 3],
      ],
    ),
    'obstacles[3].points: expected a polygon with an area: its points lie on one line',
  ],
  [
    'a polygon of one point',
    withValue(
      ['obstacles', 3, 'points'],
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ),
    'obstacles[3].points: expected a polygon with an area: its points lie on one line',
  ],
  [
    'a bow tie',
    withValue(
      ['obstacles', 3, 'points'],
      [
        [20, -20],
        [24, -16],
        [24, -20],
        [20, -16],
      ],
    ),
    'obstacles[3].points: expected an outline that does not cross or touch itself: edges 0–1 and 2–3 do',
  ],
  [
    'a fast course',
    withValue(['obstacles', 1, 'course', 'velocity'], [40, 40]),
    'obstacles[1].course.velocity: expected a speed of at most 50 m/s, got 56.568542494923804 m/s',
  ],
  [
    'a fast swing',
    withValue(['targets', 1, 'course', 'period'], 0.5),
    'targets[1].course.period: expected a speed of at most 50 m/s, got 62.83185307179586 m/s',
  ],
  [
    'two targets of one name',
    withValue(['targets', 1, 'name'], 'exit'),
    'targets[1].name: expected a name of its own: targets[0] is "exit" too\nagents[0].targets[1]: expected the name of a target, got "ferry"',
  ],
  [
    'two groups of one name',
    withValue(['groups', 1, 'name'], 'box'),
    'groups[1].name: expected a name of its own: groups[0] is "box" too',
  ],
  [
    'an unknown target',
    withValue(['groups', 0, 'targets'], ['exit', 'moon']),
    'groups[0].targets[1]: expected the name of a target, got "moon"',
  ],
  [
    'targets and a goal',
    withValue(['agents', 0, 'goal'], [1, 1]),
    'agents[0].goal: expected targets or a goal, got both',
  ],
  [
    'an empty uniform',
    withValue(['groups', 0, 'radius'], { uniform: [0.3, 0.2] }),
    'groups[0].radius.uniform: expected low ≤ high, got 0.3 and 0.2',
  ],
  [
    'an empty normal',
    withValue(['groups', 0, 'speed'], { normal: { mean: 1, deviation: 1, min: 2, max: 1 } }),
    'groups[0].speed.normal.max: expected at least min, 2, got 1',
  ],
  [
    'a cadence upside down',
    withValue(['cadence', 'perception'], { adaptive: 'speed', fastest: 9, slowest: 8 }),
    'cadence.perception.slowest: expected at least the steps of fastest, 9, got 8',
  ],
  [
    'a region outside',
    region({ circle: { center: [45, 0], radius: 10 } }),
    'groups[0].region: expected a region inside the bounds, got x from 35 to 55 and y from -10 to 10',
  ],
  [
    'a region without area',
    region({ box: { min: [0, 0], max: [5, 0] } }),
    'groups[0].region.box.max[1]: expected y above that of min, 0, got 0',
  ],
  [
    'a crowded box',
    region({ box: { min: [-40, -20], max: [-39, -19] } }),
    'groups[0].count: expected at most 11, for which the region has room, got 50',
  ],
  [
    'a crowded ring',
    region({ ring: { center: [-30, 0], radius: 1 } }),
    'groups[0].count: expected at most 15, for which the region has room, got 50',
  ],
])('the fields together refuse %s', (_, value, message) => {
  expect(refusalOf(value)).toBe(message);
});

test.each<[string, unknown, string]>([
  [
    'an agent outside',
    withValue(['agents', 2, 'at'], [60, 0]),
    'agents[2].at: expected a place inside the bounds, got [60, 0]',
  ],
  [
    'an agent in the border',
    withValue(['agents', 2, 'at'], [49.875, 0]),
    'agents[2].at: the body (radius 0.25 m) reaches 0.125 m into the solid border (gap -0.125 m)',
  ],
  [
    'an agent in a pillar',
    withValue(['agents', 2, 'at'], [2, 0]),
    'agents[2].at: the body (radius 0.25 m) reaches 0.25 m into obstacles[0] "pillar" (gap -0.25 m)',
  ],
  [
    'an agent in a polygon',
    withValue(['agents', 2, 'at'], [25, -19.5]),
    'agents[2].at: the body (radius 0.25 m) reaches 0.75 m into obstacles[3] (gap -0.75 m)',
  ],
  [
    'an agent on a wall',
    withValue(['agents', 2, 'at'], [-20, 20]),
    'agents[2].at: the body (radius 0.25 m) reaches 0.25 m into obstacles[2] (gap -0.25 m)',
  ],
  [
    'two agents in one place',
    withValue(['agents', 2, 'at'], [-30.25, -30]),
    'agents[2].at: the body overlaps agents[0] "Anna" by 0.3 m (gap -0.3 m)',
  ],
  [
    'a target in a pillar',
    withValue(['targets', 0, 'at'], [0, 0.5], { ...everything, script: [] }),
    'targets[0].at: cannot be reached: 1.5 m inside obstacles[0] "pillar"',
  ],
  [
    'a goal whose radius no body reaches that stays out of the pillar',
    withValue(
      ['agents', 2],
      { at: [3, 30], goal: [0, 1.75], goalRadius: 0.375 },
      { ...everything, script: [] },
    ),
    'agents[2].goal: cannot be reached: 0.25 m inside obstacles[0] "pillar", where a body of radius 0.25 m stays 0.5 m away, more than the goal\'s radius of 0.375 m',
  ],
  [
    'a goal beyond the border',
    withValue(['agents', 1, 'goal'], [0, 60]),
    'agents[1].goal: cannot be reached: 10 m outside the solid border',
  ],
  [
    'a goal of a group in a pillar',
    withValue(['groups', 1, 'goal'], { point: [0, 0] }, { ...everything, script: [] }),
    'groups[1].goal.point: cannot be reached: 2 m inside obstacles[0] "pillar"',
  ],
])('the places refuse %s', (_, value, message) => {
  expect(refusalOf(value)).toBe(message);
});

test('a goal inside an obstacle that the script moves is left to the run', () => {
  const script = [{ at: 1, kind: 'move-obstacle', obstacle: 'pillar', by: [9, 0] }];
  const moved = { ...everything, script } as typeof everything;
  expect(refusalOf(withValue(['targets', 0, 'at'], [0, 0.5], moved))).toBe('accepted');
});
