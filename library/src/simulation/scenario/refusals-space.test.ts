import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import { everything, inSpace, withValue } from './scenarios.fixture.ts';

const inPlane = (path: (string | number)[], value: unknown) => withValue(path, value, everything);
const space = (path: (string | number)[], value: unknown) => withValue(path, value, inSpace);
const mesh = (points: unknown, faces: unknown) =>
  space(['obstacles', 3], { shape: 'triangles', points, faces });
const corners = [
  [0, 0, 6],
  [1, 0, 6],
  [0, 1, 6],
  [2, 0, 6],
];

test('the scenario in space is a good one', () => {
  expect(refusalOf(inSpace)).toBe('accepted');
});

describe('a world of two dimensions refuses', () => {
  const two = 'expected two numbers in a world of dimension 2, got three';
  test.each<[string, unknown, string]>([
    ['bounds in space', inPlane(['bounds', 'min'], [0, 0, 0]), `bounds.min: ${two}`],
    ['a box in space', inPlane(['obstacles', 1, 'max'], [12, 14, 3]), `obstacles[1].max: ${two}`],
    [
      'a velocity in space',
      inPlane(['obstacles', 1, 'course', 'velocity'], [0, 0, 1]),
      `obstacles[1].course.velocity: ${two}`,
    ],
    [
      'a way in space',
      inPlane(['obstacles', 2, 'course', 'points', 0], [0, 0, 1]),
      `obstacles[2].course.points[0]: ${two}`,
    ],
    [
      'a swing in space',
      inPlane(['targets', 1, 'course', 'amplitude'], [0, 0, 1]),
      `targets[1].course.amplitude: ${two}`,
    ],
    ['a target in space', inPlane(['targets', 0, 'at'], [0, 9, 1]), `targets[0].at: ${two}`],
    ['a goal in space', inPlane(['agents', 1, 'goal'], [0, 9, 1]), `agents[1].goal: ${two}`],
    [
      'an offset in space',
      inPlane(['groups', 3, 'goal', 'offset'], [0, 9, 1]),
      `groups[3].goal.offset: ${two}`,
    ],
    [
      'a region in space',
      inPlane(['groups', 1, 'region', 'circle', 'center'], [0, 9, 1]),
      `groups[1].region.circle.center: ${two}`,
    ],
    [
      'a circle in space',
      inPlane(['obstacles', 0, 'center'], [0, 0, 0]),
      'obstacles[0].center: expected two numbers, [x, y], got a list of 3 items',
    ],
    [
      'a sphere',
      inPlane(['obstacles', 0], { shape: 'sphere', center: [0, 0], radius: 1 }),
      'obstacles[0].shape: "sphere" belongs to a world of dimension 3; here use "circle"',
    ],
    [
      'a plane',
      inPlane(['obstacles', 0], { shape: 'plane', point: [0, 0], normal: [0, 1] }),
      'obstacles[0].shape: "plane" belongs to a world of dimension 3; here use "segment" or "polygon"',
    ],
    [
      'a ball of agents',
      inPlane(['groups', 0, 'region'], { ball: { center: [0, 0], radius: 1 } }),
      'groups[0].region.ball: only in a world of dimension 3; use circle',
    ],
    ['a climb', inPlane(['agents', 0, 'climb'], 0.5), 'agents[0].climb: only in a world of dimension 3'],
    [
      'a climb of a group',
      inPlane(['groups', 0, 'climb'], 0.5),
      'groups[0].climb: only in a world of dimension 3',
    ],
    [
      'a noise of the climb',
      inPlane(['steering', 'climbNoise'], 0.5),
      'steering.climbNoise: only in a world of dimension 3',
    ],
  ])('%s', (_, value, message) => {
    expect(refusalOf(value)).toBe(message);
  });
});

describe('a world of three dimensions refuses', () => {
  test.each<[string, unknown, string]>([
    [
      'a circle',
      space(['obstacles', 0], { shape: 'circle', center: [0, 0], radius: 1 }),
      'obstacles[0].shape: "circle" belongs to a world of dimension 2; here use "sphere"',
    ],
    [
      'a segment',
      space(['obstacles', 0], { shape: 'segment', from: [0, 0], to: [1, 1] }),
      'obstacles[0].shape: "segment" belongs to a world of dimension 2; here use "box" or "triangles"',
    ],
    [
      'a polygon',
      space(['obstacles', 0], {
        shape: 'polygon',
        points: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      }),
      'obstacles[0].shape: "polygon" belongs to a world of dimension 2; here use "box" or "triangles"',
    ],
    [
      'a flat world',
      space(['bounds', 'max'], [20, 20, -10]),
      'bounds.max[2]: expected z above that of min, -10, got -10',
    ],
    [
      'a flat box',
      space(['obstacles', 1, 'max'], [7, 8, -5]),
      'obstacles[1].max[2]: expected z above that of min, -5, got -5',
    ],
    [
      'a box of two numbers',
      space(['obstacles', 1], { shape: 'box', min: [0, 0], max: [1, 1] }),
      'obstacles[1].max[2]: expected z above that of min, 0, got 0',
    ],
    [
      'four numbers',
      space(['agents', 0, 'at'], [0, 0, 0, 0]),
      'agents[0].at: expected two numbers, [x, y], or in a world of dimension 3 three, [x, y, z], got a list of 4 items',
    ],
    [
      'text for a height',
      space(['agents', 0, 'at'], [0, 0, 'up']),
      'agents[0].at[2]: expected a number from -1000000 to 1000000 m, got "up"',
    ],
    [
      'a climb beyond upright',
      space(['agents', 0, 'climb'], 2),
      'agents[0].climb: expected a number from -1.5707963267948966 to 1.5707963267948966 rad, got 2',
    ],
    [
      'a normal of no length',
      space(['obstacles', 2, 'normal'], [0, 0, 0]),
      'obstacles[2].normal: expected a direction, of a size of at least 0.000001, got [0, 0, 0]',
    ],
    [
      'a normal that is lost in rounding',
      space(['obstacles', 2, 'normal'], [0, 1e-200]),
      'obstacles[2].normal: expected a direction, of a size of at least 0.000001, got [0, 1e-200]',
    ],
    [
      'a face of points that are not there',
      mesh(corners, [[0, 1, 4]]),
      'obstacles[3].faces[0][2]: expected the number of a point, from 0 to 3, got 4',
    ],
    [
      'a face of half a point',
      mesh(corners, [[0, 1, 1.5]]),
      'obstacles[3].faces[0][2]: expected the number of a point, a whole one from 0, got 1.5',
    ],
    [
      'a face of two points',
      mesh(corners, [[0, 1]]),
      'obstacles[3].faces[0]: expected the numbers of three points, got a list of 2 items',
    ],
    [
      'a face with a point twice',
      mesh(corners, [
        [0, 1, 2],
        [2, 1, 2],
      ]),
      'obstacles[3].faces[1]: expected three different points, got 2, 1 and 2',
    ],
    [
      'a face without area',
      mesh(corners, [
        [0, 1, 2],
        [0, 1, 3],
      ]),
      'obstacles[3].faces[1]: expected a face with an area: its points lie on one line',
    ],
    [
      'a face too thin for its numbers',
      mesh(
        [
          [0, 0, 6],
          [1e-100, 0, 6],
          [0, 1e-100, 6],
        ],
        [[0, 1, 2]],
      ),
      'obstacles[3].faces[0]: expected a face with an area: it is too thin to be computed with',
    ],
    [
      'no faces',
      mesh(corners, []),
      'obstacles[3].faces: expected a list of 1 to 1000000 items, got a list of 0 items',
    ],
    [
      'a course that climbs too fast',
      space(['obstacles', 1, 'course', 'velocity'], [0, 40, 40]),
      'obstacles[1].course.velocity: expected a speed of at most 50 m/s, got 56.568542494923804 m/s',
    ],
    [
      'a region above the world',
      space(['groups', 2, 'region'], { ball: { center: [0, 0, 8], radius: 3 } }),
      'groups[2].region: expected a region inside the bounds, got x from -3 to 3 and y from -3 to 3 and z from 5 to 11',
    ],
    [
      'a region upside down',
      space(['groups', 0, 'region', 'box', 'max'], [-12, -12, -5]),
      'groups[0].region.box.max[2]: expected z above that of min, -4, got -5',
    ],
    [
      'a crowded box',
      space(['groups', 0, 'region', 'box'], { min: [-19, -19, 0], max: [-18.8, -18.8, 0.2] }),
      'groups[0].count: expected at most 4, for which the region has room, got 30',
    ],
    [
      'a crowded ball',
      space(['groups', 2, 'region', 'ball'], { center: [12, -10, 3], radius: 0.25 }),
      'groups[2].count: expected at most 6, for which the region has room, got 30',
    ],
    [
      'an agent above the world',
      space(['agents', 0, 'at'], [0, 0, 11]),
      'agents[0].at: expected a place inside the bounds, got [0, 0, 11]',
    ],
    [
      'an agent in the ceiling',
      space(['agents', 0, 'at'], [15, 0, 9.875]),
      'agents[0].at: the body (radius 0.25 m) reaches 0.125 m into the solid border (gap -0.125 m)',
    ],
    [
      'an agent in a sphere',
      space(['agents', 0, 'at'], [0, 0, 2]),
      'agents[0].at: the body (radius 0.25 m) reaches 0.25 m into obstacles[0] "moon" (gap -0.25 m)',
    ],
    [
      'an agent in a box',
      space(['agents', 0, 'at'], [6, 7, -1]),
      'agents[0].at: the body (radius 0.25 m) reaches 1.25 m into obstacles[1] (gap -1.25 m)',
    ],
    [
      'an agent behind a plane',
      withValue(
        ['obstacles', 2, 'normal'],
        [0, 0, 3],
        space(['agents', 0, 'at'], [15, 0, -9.25]) as typeof inSpace,
      ),
      'agents[0].at: the body (radius 0.25 m) reaches 0.5 m into obstacles[2] (gap -0.5 m)',
    ],
    [
      'an agent in a face, where its swing has it',
      space(['agents', 0, 'at'], [-6, -9.5, 8.5]),
      expect.stringMatching(
        /^agents\[0\]\.at: the body \(radius 0\.25 m\) reaches 0\.\d+ m into obstacles\[3\] "roof"/,
      ),
    ],
    [
      'two agents above one another',
      space(['agents', 1, 'at'], [-15, 0, 3.25]),
      'agents[1].at: the body overlaps agents[0] "Anna" by 0.25 m (gap -0.25 m)',
    ],
    [
      'a target in a sphere',
      space(['targets', 0, 'at'], [0, 0, 0.5]),
      'targets[0].at: cannot be reached: 1.5 m inside obstacles[0] "moon"',
    ],
    [
      'a goal above the border',
      space(['agents', 2, 'goal'], [0, 0, 14]),
      'agents[2].goal: cannot be reached: 4 m outside the solid border',
    ],
    [
      'a goal below a plane',
      withValue(
        ['obstacles', 2, 'normal'],
        [0, 0, 1],
        space(['agents', 2, 'goal'], [0, 0, -10]) as typeof inSpace,
      ),
      'agents[2].goal: cannot be reached: 1 m inside obstacles[2]',
    ],
  ])('%s', (_, value, message) => {
    expect(refusalOf(value)).toEqual(message);
  });
});

test('above one another is not overlapping', () => {
  expect(refusalOf(space(['agents', 1, 'at'], [-15, 0, 3.5]))).toBe('accepted');
});
