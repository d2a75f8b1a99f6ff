import { describe, expect, test } from 'vitest';
import { openScenario } from '../open-scenario.ts';
import { refusalOf } from './refusal.fixture.ts';
import type { ScenarioInput } from './schema.ts';

const hall = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [20, 10], walls: true },
  duration: 5,
  obstacles: [{ shape: 'box', name: 'block', min: [8, 2], max: [10, 6] }],
  targets: [{ name: 'east', at: [18, 5] }],
  groups: [{ name: 'people', count: 5, region: { box: { min: [1, 1], max: [4, 9] } }, targets: ['east'] }],
};

const inBlock = 'cannot be reached: 1 m inside obstacles[0] "block"';
const seek = (point: number[]) => ({ stages: [{ kind: 'seek', point }] });

describe('a goal that a script sets inside an obstacle', () => {
  const cases: [object, string][] = [
    [
      { kind: 'add-target', target: { name: 'new', at: [9, 4], radius: 0.2 } },
      `script[0].target.at: ${inBlock}`,
    ],
    [
      { kind: 'add-target', target: { name: 'new', region: { box: { min: [8.4, 2.4], max: [9.6, 5] } } } },
      'script[0].target.region: cannot be reached: all of it is inside obstacles or beyond the solid border',
    ],
    [{ kind: 'move-target', target: 'east', to: [9, 4] }, `script[0].to: ${inBlock}`],
    [{ kind: 'retarget', agent: 0, goal: [9, 4] }, `script[0].goal: ${inBlock}`],
    [{ kind: 'add', agent: { at: [5, 1], goal: [9, 4] } }, `script[0].agent.goal: ${inBlock}`],
    [
      { kind: 'add', agent: { at: [5, 1], journey: seek([9, 4]) } },
      `script[0].agent.journey.stages[0].point: ${inBlock}`,
    ],
    [
      { kind: 'move-target', target: 'east', to: [9, 40] },
      'script[0].to: cannot be reached: 30 m outside the solid border',
    ],
  ];
  test.each(cases)('%j is refused, unless the script moves the obstacle', (entry, message) => {
    const script = [{ at: 1, ...entry }];
    expect(refusalOf({ ...hall, script })).toBe(message);
    const moved = [...script, { at: 0, kind: 'move-obstacle', obstacle: 'block', by: [0, 2] }];
    const isBeyond = message.includes('outside');
    expect(refusalOf({ ...hall, script: moved })).toBe(isBeyond ? message : 'accepted');
  });
});

describe('a scenario whose script only lets agents enter', () => {
  const walls = [
    { shape: 'box', min: [12, 0], max: [13, 4.9] },
    { shape: 'box', min: [12, 5.1], max: [13, 10] },
  ];
  const add = { at: 1, kind: 'add', agent: { at: [5, 1] } };

  test('is checked for paths like one without a script', () => {
    const message =
      'groups[0].targets: cannot be reached: no path for a body of radius 0.25 m with 0.02 m to spare leads from the start to any of them';
    expect(refusalOf({ ...hall, obstacles: walls, script: [add] })).toBe(message);
    const removal = { at: 2, kind: 'remove-obstacle', obstacle: 0 };
    expect(refusalOf({ ...hall, obstacles: walls, script: [add, removal] })).toBe('accepted');
  });

  test('a door that stays shut is refused, one that the script opens is not', () => {
    const ground = [{ kind: 'door', name: 'gate', from: [12, 0], to: [12, 10], open: false }];
    const opening = { at: 2, kind: 'open-door', door: 'gate', open: true };
    expect(refusalOf({ ...hall, ground, script: [add] })).toContain(
      'ground[0]: the door "gate" never opens and leaves no path',
    );
    expect(refusalOf({ ...hall, ground, script: [add, opening] })).toBe('accepted');
  });
});

test('a script that opens a door where there is no ground is refused in a page, too', async () => {
  const script = [{ at: 1, kind: 'open-door', door: 'gate', open: true }];
  await expect(openScenario({ ...hall, script } as ScenarioInput)).rejects.toThrow(
    'script[0].door: expected the name of a door or a queue, got "gate"',
  );
});
