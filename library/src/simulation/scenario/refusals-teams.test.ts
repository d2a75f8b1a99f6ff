import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';

const base = {
  version: 1,
  name: 'teams',
  bounds: { min: [0, 0], max: [40, 40] },
  duration: 10,
  steering: { name: 'nonlinear' },
  targets: [
    { name: 'a', at: [10, 10] },
    { name: 'b', at: [20, 10] },
  ],
  agents: [
    { name: 'one', at: [1, 1] },
    { name: 'two', at: [3, 1] },
    { name: 'twin', at: [5, 1] },
    { name: 'twin', at: [7, 1] },
    { name: 'goes', at: [9, 1], targets: ['a'] },
    { name: 'goes too', at: [11, 1], goal: [30, 30] },
  ],
  groups: [
    { name: 'few', count: 3, region: { box: { min: [1, 5], max: [20, 9] } } },
    { name: 'many', count: 101, region: { box: { min: [1, 12], max: [39, 39] } } },
  ],
};

const collect = { kind: 'collect', targets: ['a', 'b'] };
const team = (given: object) => ({ name: 'team', groups: ['few'], task: collect, ...given });
const refusal = (...teams: unknown[]) => refusalOf({ ...base, teams });

describe('teams', () => {
  test.each<[string, object]>([
    ['that collect', {}],
    ['of single agents', { groups: undefined, agents: ['one', 'two'] }],
    ['of both', { agents: ['one'] }],
    ['that go to targets together', { task: { kind: 'together', targets: ['a'] } }],
    ['that go to a point together', { task: { kind: 'together', point: [30, 30] } }],
    ['that follow a stranger', { task: { kind: 'follow', leader: 'goes', gap: 2 } }],
    ['that follow their first', { task: { kind: 'follow' } }],
    [
      'that follow their first, who has a goal',
      { groups: ['few'], agents: ['goes'], task: { kind: 'follow' } },
    ],
    [
      'that keep together',
      { groups: undefined, agents: ['goes', 'goes too'], task: { kind: 'keep-together', distance: 3 } },
    ],
    [
      'that go to goals of their own together',
      { groups: undefined, agents: ['goes'], task: { kind: 'together' } },
    ],
  ])('may be %s', (_, given) => {
    const { groups, ...rest } = team(given) as Record<string, unknown>;
    expect(refusal({ ...rest, ...(groups !== undefined && { groups }) })).toBe('accepted');
  });

  test.each<[string, object, string]>([
    ['an unknown group', { groups: ['fw'] }, 'teams[0].groups[0]: expected the name of a group, got "fw"'],
    [
      'an unknown agent',
      { agents: ['three'] },
      'teams[0].agents[0]: expected the name of an agent, got "three"',
    ],
    [
      'a name that two have',
      { agents: ['twin'] },
      'teams[0].agents[0]: expected the name of one agent, several are "twin"',
    ],
    [
      'an empty list',
      { groups: [] },
      'teams[0].groups: expected a list of 1 to 1000 items, got a list of 0 items',
    ],
    [
      'a member twice',
      { groups: ['few', 'few'] },
      'teams[0].groups[1]: expected each member in one team and once, "few" is in this team already',
    ],
    [
      'too many collectors',
      { groups: ['many'] },
      'teams[0]: expected a team of at most 100 members, got 101',
    ],
    [
      'an unknown target',
      { task: { kind: 'collect', targets: ['a', 'c'] } },
      'teams[0].task.targets[1]: expected the name of a target, got "c"',
    ],
    [
      'a target twice',
      { task: { kind: 'collect', targets: ['a', 'a'] } },
      'teams[0].task.targets[1]: expected each target once, got "a" again',
    ],
    [
      'nothing to collect',
      { task: { kind: 'collect', targets: [] } },
      'teams[0].task.targets: expected a list of 1 to 500 items, got a list of 0 items',
    ],
    [
      'an unknown task',
      { task: { kind: 'sing' } },
      'teams[0].task.kind: expected "collect", "together", "follow" or "keep-together", got "sing"',
    ],
    [
      'an unknown order',
      { task: { ...collect, by: 'luck' } },
      'teams[0].task.by: expected "total" or "last", got "luck"',
    ],
    [
      'an unknown leader',
      { task: { kind: 'follow', leader: 'nobody' } },
      'teams[0].task.leader: expected the name of an agent, got "nobody"',
    ],
    [
      'no gap',
      { task: { kind: 'follow', gap: 0 } },
      'teams[0].task.gap: expected a number above 0 and at most 1000 m, got 0',
    ],
    [
      'no distance',
      { groups: undefined, agents: ['goes'], task: { kind: 'keep-together' } },
      'teams[0].task.distance: expected a number above 0 and at most 1000000 m, got nothing',
    ],
    [
      'targets and a point',
      { task: { kind: 'together', targets: ['a'], point: [1, 1] } },
      'teams[0].task.point: expected targets or a point, got both',
    ],
    [
      'a point outside',
      { task: { kind: 'together', point: [1, 50] } },
      'teams[0].task.point: expected a place inside the bounds, got [1,50]',
    ],
    [
      'a point in space',
      { task: { kind: 'together', point: [1, 5, 1] } },
      'teams[0].task.point: expected two numbers, [x, y], in a world of dimension 2, got [1,5,1]',
    ],
    [
      'a share above 1',
      { task: { kind: 'together', targets: ['a'], minimumShare: 1.5 } },
      'teams[0].task.minimumShare: expected a number from 0 to 1, got 1.5',
    ],
    [
      'members with goals of their own',
      { agents: ['goes'] },
      'teams[0].agents[0]: expected a member without targets, the task says where to go: "goes" has some',
    ],
    [
      'members without any',
      { task: { kind: 'keep-together', distance: 3 } },
      'teams[0].groups[0]: expected a member with targets, a goal or a journey: "few" has none',
    ],
    [
      'a leader alone',
      { groups: undefined, agents: ['one'], task: { kind: 'follow' } },
      'teams[0]: expected a leader and at least one follower, got one member',
    ],
    ['nobody', { groups: undefined }, 'teams[0]: expected groups or agents, got neither'],
  ])('are refused with %s', (_, given, message) => {
    const { groups, ...rest } = team(given) as Record<string, unknown>;
    expect(refusal({ ...rest, ...(groups !== undefined && { groups }) })).toBe(message);
  });

  test('are refused when they share members, a name, or more steering than there is', () => {
    expect(refusal(team({}), team({ name: 'other' }))).toBe(
      'teams[1].groups[0]: expected each member in one team and once, "few" is in teams[0] "team" already',
    );
    expect(refusal(team({}), team({ groups: ['many'], task: { kind: 'together', targets: ['a'] } }))).toBe(
      'teams[1].name: expected a name of its own: teams[0] is "team" too',
    );
    const critters = { ...base, steering: { name: 'critters' } };
    expect(refusalOf({ ...critters, teams: [team({})] })).toBe('accepted');
    expect(refusalOf({ ...critters, teams: [team({ task: { kind: 'follow' } })] })).toBe(
      'teams[0].task.kind: not with critters steering, got "follow"',
    );
  });
});

test('a team of an unknown group is refused where planners have fields, too', () => {
  const scenario = { ...base, planner: { name: 'distance' }, teams: [team({ groups: ['fw'] })] };
  expect(refusalOf(scenario)).toContain('teams[0].groups[0]: expected the name of a group, got "fw"');
});
