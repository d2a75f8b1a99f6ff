import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import { everything, smallest, swarm, withValue } from './scenarios.fixture.ts';

const steering = (value: unknown) => ({ ...smallest, steering: value });
const target = { name: 'target', kind: 'target' };
const obstacles = { name: 'obstacles', kind: 'obstacle' };
const classes = (...list: unknown[]) => steering({ classes: list });
const competition = (...list: unknown[]) => steering({ competition: list });
const change = (key: string, value: unknown) => withValue(['changes', 0, key], value);

describe('steering refuses', () => {
  test.each<[string, unknown, string]>([
    [
      'an unknown model',
      steering({ name: 'boids' }),
      'steering.name: expected "walker", "nonlinear", "pipeline", "critters" or "straight", got "boids"',
    ],
    [
      'a model that is no text',
      steering({ name: 5 }),
      'steering.name: expected "walker", "nonlinear", "pipeline", "critters" or "straight", got 5',
    ],
    ['no object', steering('critters'), 'steering: expected an object, got "critters"'],
    [
      'a parameter of the other model',
      steering({ name: 'critters', noise: 0 }),
      'steering.noise: belongs in nonlinear steering, not here; expected one of name, method, drag, maximumAcceleration, maximumStep, obstacles, agents, targets',
    ],
    [
      'a parameter of the other model, without a name',
      steering({ drag: 1 }),
      expect.stringMatching(
        /^steering\.drag: belongs in critters steering, not here; expected one of name, variant, /,
      ),
    ],
    [
      'a misspelt parameter of the other model, without a name',
      steering({ horizont: 3 }),
      'steering.horizont: unknown key, did you mean "horizon" of walker steering?',
    ],
    ['a misspelt parameter', steering({ nois: 0 }), 'steering.nois: unknown key, did you mean "noise"?'],
    [
      'a step of no length',
      steering({ name: 'critters', maximumStep: 0 }),
      'steering.maximumStep: expected a number from 0.0001 to 1 s, got 0',
    ],
    [
      'an unknown method',
      steering({ name: 'critters', method: 'verlet' }),
      'steering.method: expected "semi-implicit" or "euler", got "verlet"',
    ],
    [
      'one class',
      classes(target),
      'steering.classes: expected a list of 2 to 16 items, got a list of 1 item',
    ],
    [
      'no obstacle class',
      classes(target, { ...target, name: 'other' }),
      'steering.classes: expected at least one class of kind "obstacle", got none',
    ],
    [
      'no target class',
      classes(obstacles, { ...obstacles, name: 'other' }),
      'steering.classes: expected at least one class of kind "target", got none',
    ],
    [
      'two classes of one name',
      classes(target, obstacles, { ...obstacles, name: 'target' }),
      'steering.classes[2].name: expected a name of its own: steering.classes[0] is "target" too',
    ],
    [
      'an unknown kind of class',
      classes(target, { ...obstacles, kind: 'wall' }),
      'steering.classes[1].kind: expected "target" or "obstacle", got "wall"',
    ],
    [
      'a constant advantage of 0',
      classes(target, { ...obstacles, advantage: { constant: 0 } }),
      'steering.classes[1].advantage.constant: expected a number above 0 and at most 1000 (with α ≤ 0 the state (0, 0) would be stable: everything would be switched off), got 0',
    ],
    [
      'the advantage of an obstacle for a target',
      classes({ ...target, advantage: { closeness: {} } }, obstacles),
      'steering.classes[0].advantage: expected for a target class {"constant"}, {"remaining"} or {"nearby"}, got {"closeness"}',
    ],
    [
      'the advantage of a target for an obstacle',
      classes(target, { ...obstacles, advantage: { remaining: {} } }),
      'steering.classes[1].advantage: expected for an obstacle class {"constant"} or {"closeness"}, got {"remaining"}',
    ],
    [
      'a nearness of no length',
      classes({ ...target, advantage: { nearby: { length: 0 } } }, obstacles),
      'steering.classes[0].advantage.nearby.length: expected a number above 0 and at most 1000000 m, got 0',
    ],
    [
      'a distance of a target class',
      classes({ ...target, distance: 2 }, obstacles),
      'steering.classes[0].distance: expected 1, got 2',
    ],
    [
      'seven classes in closed form',
      classes(target, ...Array.from({ length: 6 }, (_, k) => ({ ...obstacles, name: `${k}` }))),
      'steering.solver: expected "integrate" for more than 6 classes, got "closed" and 7 classes',
    ],
    [
      'a competition of unknown classes',
      competition({ of: 'target', from: 'walls', by: { constant: 1 } }),
      'steering.competition[0].from: expected the name of a class, one of "target", "obstacles", got "walls"',
    ],
    [
      'a competition of a class with itself',
      competition({ of: 'target', from: 'target', by: { constant: 1 } }),
      'steering.competition[0].from: expected another class than of, got "target"',
    ],
    [
      'a pair given twice',
      competition(
        { of: 'target', from: 'obstacles', by: { constant: 1 } },
        { of: 'obstacles', from: 'target', by: { constant: 1 } },
        { of: 'target', from: 'obstacles', by: { conflict: {} } },
      ),
      'steering.competition[2]: expected a pair of its own: steering.competition[0] has the same of and from',
    ],
    [
      'a conflict that a target wins',
      competition({ of: 'obstacles', from: 'target', by: { conflict: {} } }),
      'steering.competition[0].by: a conflict is what a target class loses: of is an obstacle class\nsteering.competition[0].by: a conflict is what an obstacle class takes: from is a target class',
    ],
    [
      'a negative competition',
      competition({ of: 'obstacles', from: 'target', by: { constant: -1 } }),
      'steering.competition[0].by.constant: expected a number from 0 to 1000, got -1',
    ],
    [
      'an exclusion that excludes nothing',
      competition({ of: 'obstacles', from: 'target', by: { exclusive: { margin: 1 } } }),
      'steering.competition[0].by.exclusive.margin: expected a number above 1 and at most 1000, got 1',
    ],
  ])('%s', (_, value, message) => {
    expect(refusalOf(value)).toEqual(message);
  });
});

describe('what others say of the steering is refused', () => {
  test.each<[string, unknown, string]>([
    [
      'an unknown class of an obstacle',
      withValue(['obstacles', 0, 'class'], 'cats'),
      'obstacles[0].class: expected the name of a class of obstacles, one of "walls", "people", "dogs", got "cats"',
    ],
    [
      'an obstacle of a target class',
      withValue(['obstacles', 0, 'class'], 'exits'),
      'obstacles[0].class: expected the name of a class of obstacles, one of "walls", "people", "dogs", got "exits", which is of the other kind',
    ],
    [
      'a target of an obstacle class',
      withValue(['targets', 0, 'class'], 'walls'),
      'targets[0].class: expected the name of a class of targets, one of "exits", "shops", "windows", got "walls", which is of the other kind',
    ],
    [
      'an agent of a target class',
      withValue(['agents', 2, 'class'], 'exits'),
      expect.stringContaining('agents[2].class: expected the name of a class of obstacles'),
    ],
    [
      'a group of a class where none are given',
      {
        ...smallest,
        steering: { name: 'nonlinear' },
        groups: [{ name: 'g', count: 1, region: { box: { min: [1, 1], max: [9, 9] } }, class: 'dogs' }],
      },
      'groups[0].class: expected the name of a class of obstacles, one of "obstacles", got "dogs"',
    ],
    [
      'a field without critters',
      withValue(['obstacles', 0, 'field'], { strength: 1, exponent: 1 }),
      'obstacles[0].field: only with critters steering',
    ],
    [
      'wandering without critters',
      withValue(['agents', 0, 'wander'], swarm.agents?.[0].wander),
      'agents[0].wander: only with critters steering',
    ],
    [
      'a class with critters',
      withValue(['obstacles', 0, 'class'], 'obstacles', swarm),
      'obstacles[0].class: only with nonlinear steering',
    ],
    [
      'half a field',
      withValue(['targets', 0, 'field'], { strength: 1 }, swarm),
      'targets[0].field.exponent: expected a number from -10 to 10, got nothing',
    ],
    [
      'wandering on a ring',
      withValue(['agents', 0, 'wander', 'region'], { ring: { center: [0, 0], radius: 1 } }, swarm),
      'agents[0].wander.region: expected {"box"}, {"circle"} or {"ball"}, got {"ring"}',
    ],
    [
      'wandering outside',
      withValue(['agents', 0, 'wander', 'region'], { circle: { center: [0, 15], radius: 10 } }, swarm),
      'agents[0].wander.region: expected a region inside the bounds, got x from -10 to 10 and y from 5 to 25',
    ],
    [
      'wandering at no time',
      withValue(['groups', 0, 'wander', 'interval'], 0, swarm),
      'groups[0].wander.interval: expected a number from 0.001 to 1000000 s, got 0',
    ],
  ])('%s', (_, value, message) => {
    expect(refusalOf(value)).toEqual(message);
  });
});

describe('changes and expectations refuse', () => {
  test.each<[string, unknown, string]>([
    [
      'an unknown group',
      change('groups', ['box', 'moon']),
      'changes[0].groups[1]: expected the name of a group, got "moon"',
    ],
    [
      'an unknown trait',
      change('trait', 'radius'),
      'changes[0].trait: expected "speed", "agility", "mass", "aggressiveness" or "viewRadius", got "radius"',
    ],
    [
      'an unknown input',
      change('over', 'weather'),
      'changes[0].over: expected "time", "distance-walked", "gap", "goal-distance" or "speed", got "weather"',
    ],
    [
      'no points',
      change('points', []),
      'changes[0].points: expected a list of 1 to 1000 pairs [input, output], got a list of 0 items',
    ],
    [
      'points that do not rise',
      change('points', [
        [0, 1],
        [5, 1],
        [5, 0.5],
      ]),
      'changes[0].points[2][0]: expected an input above the one before, 5, got 5',
    ],
    [
      'too many points',
      change(
        'points',
        Array.from({ length: 1001 }, (_, k) => [k, 1]),
      ),
      'changes[0].points: expected a list of 1 to 1000 pairs [input, output], got a list of 1001 items',
    ],
    [
      'a negative factor',
      change('points', [[0, -1]]),
      'changes[0].points[0][1]: expected a factor of at least 0, got -1',
    ],
    [
      'a value out of range',
      withValue(['changes', 1, 'points'], [[0, 1.5]]),
      'changes[1].points[0][1]: expected a value of aggressiveness, from 0 to 1, got 1.5',
    ],
    ['a negative lag', change('lag', -1), 'changes[0].lag: expected a number from 0 to 1000000 s, got -1'],
    [
      'two changes of one name',
      change('name', 'calm'),
      'changes[1].name: expected a name of its own: changes[0] is "calm" too',
    ],
    [
      'fewer arrivals at most than at least',
      withValue(['expect', 'arrivedAtMost'], 0.5),
      'expect.arrivedAtMost: expected at least arrivedAtLeast, 0.9, got 0.5',
    ],
    [
      'a world that need not hold anybody',
      withValue(['expect', 'stayWithinBounds'], false),
      'expect.stayWithinBounds: expected true, got false',
    ],
    [
      'an agility beyond 1',
      withValue(['agents', 1, 'personality', 'agility'], 1.5),
      'agents[1].personality.agility: expected a number from 0 to 1, got 1.5',
    ],
  ])('%s', (_, value, message) => {
    expect(refusalOf(value)).toBe(message);
  });
});

test('a steering without a name is nonlinear, and six classes are solved in closed form', () => {
  const six = classes(target, ...Array.from({ length: 5 }, (_, k) => ({ ...obstacles, name: `${k}` })));
  expect(refusalOf(six)).toBe('accepted');
  expect(refusalOf(steering({ noise: 0 }))).toBe('accepted');
  expect(refusalOf(everything)).toBe('accepted');
});
