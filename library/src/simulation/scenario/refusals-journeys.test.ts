import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import type { ScenarioInput } from './schema.ts';

const base: ScenarioInput = {
  version: 1,
  name: 'journeys',
  bounds: { min: [0, 0], max: [40, 40], walls: true },
  duration: 10,
  steering: { name: 'nonlinear' },
  obstacles: [{ shape: 'box', name: 'block', min: [20, 20], max: [30, 30] }],
  targets: [{ name: 'exit', at: [5, 5] }],
  velocityFields: [{ name: 'stream', kind: 'formula', u: '1', v: '0' }],
  agents: [{ name: 'anna', at: [2, 2] }],
  groups: [{ name: 'sheep', count: 2, region: { box: { min: [8, 8], max: [12, 12] } } }],
};

const journey = (...stages: unknown[]) => ({
  ...base,
  agents: [{ at: [2, 2], journey: { stages } }, ...[{ name: 'anna', at: [4, 4] }]],
});
const first = 'agents[0].journey.stages[0]';

describe('journeys', () => {
  test('of every kind of stage are accepted', () => {
    const stages = [
      { kind: 'seek', targets: ['exit'], dwell: { uniform: [1, 2] }, traits: { speed: 2, mass: 0.5 } },
      { kind: 'seek', point: [3, 3], radius: 1, dwell: 3 },
      { kind: 'flee', from: ['exit'], distance: 4 },
      { kind: 'direction', along: [0, -3], for: 2 },
      { kind: 'idle', for: 1 },
      { kind: 'wander', region: { box: { min: [1, 1], max: [9, 9] } }, interval: 2, for: 4 },
      { kind: 'pursue', agent: 'anna', distance: 2 },
      { kind: 'pursue', group: 'sheep' },
      { kind: 'follow', field: 'stream' },
    ];
    expect(refusalOf(journey(...stages))).toBe('accepted');
  });

  test.each<[string, unknown[], string]>([
    ['no stages', [], 'agents[0].journey.stages: expected a list of 1 to 1000 items, got a list of 0 items'],
    [
      'an unknown kind',
      [{ kind: 'run' }],
      `${first}.kind: expected "seek", "flee", "direction", "idle", "wander", "pursue", "follow" or "queue", got "run"`,
    ],
    [
      'an unknown target',
      [{ kind: 'seek', targets: ['exit', 'door'] }],
      `${first}.targets[1]: expected the name of a target, got "door"`,
    ],
    ['seek without anything', [{ kind: 'seek' }], `${first}: expected "targets" or a "point", got neither`],
    [
      'seek with both',
      [{ kind: 'seek', targets: ['exit'], point: [1, 1] }],
      `${first}.point: expected targets or a point, got both`,
    ],
    [
      'dwells that end before they begin',
      [{ kind: 'seek', targets: ['exit'], dwell: { uniform: [3, 2] } }],
      `${first}.dwell.uniform: expected low ≤ high, got 3 and 2`,
    ],
    [
      'a negative dwell',
      [{ kind: 'seek', targets: ['exit'], dwell: -1 }],
      `${first}.dwell: expected a number from 0 to 1000000 s, got -1`,
    ],
    [
      'fleeing from something unknown',
      [{ kind: 'flee', from: ['wolf'], distance: 3 }],
      `${first}.from[0]: expected the name of a target, got "wolf"`,
    ],
    [
      'no direction',
      [{ kind: 'direction', along: [0, 0] }],
      `${first}.along: expected a direction, got [0, 0]`,
    ],
    [
      'a direction in space',
      [{ kind: 'direction', along: [0, 0, 1] }],
      `${first}.along: expected two numbers in a world of dimension 2, got three`,
    ],
    [
      'no end before the last stage',
      [{ kind: 'idle' }, { kind: 'seek', targets: ['exit'] }],
      `${first}.for: expected how long, s: before the last stage every stage has to end, got nothing`,
    ],
    [
      'an unknown agent',
      [{ kind: 'pursue', agent: 'bert' }],
      `${first}.agent: expected the name of an agent, got "bert"`,
    ],
    [
      'an unknown group',
      [{ kind: 'pursue', group: 'wolves' }],
      `${first}.group: expected the name of a group, got "wolves"`,
    ],
    ['pursuing nobody', [{ kind: 'pursue' }], `${first}: expected an "agent" or a "group", got neither`],
    [
      'an unknown field',
      [{ kind: 'follow', field: 'wind' }],
      `${first}.field: expected the name of a velocity field, got "wind"`,
    ],
    [
      'wandering beyond the bounds',
      [{ kind: 'wander', region: { circle: { center: [2, 2], radius: 5 } }, interval: 1 }],
      `${first}.region: expected a region inside the bounds, got x from -3 to 7 and y from -3 to 7`,
    ],
    [
      'a trait out of range',
      [{ kind: 'idle', traits: { mass: 2 } }],
      `${first}.traits.mass: expected a number from 0 to 1, got 2`,
    ],
    [
      'a planner among traits',
      [{ kind: 'idle', traits: { planner: { name: 'direct' } } }],
      `${first}.traits.planner: belongs in a stage (beside "traits") or the command "set-planner", not here; expected one of speed, agility, mass, aggressiveness, steering, viewRadius, personalDistance`,
    ],
  ])('refuse %s', (_, stages, message) => {
    expect(refusalOf(journey(...stages))).toBe(message);
  });

  test('refuse a loop with something that lasts for ever', () => {
    const agents = [{ at: [2, 2], journey: { loop: true, stages: [{ kind: 'idle' }] } }];
    expect(refusalOf({ ...base, agents })).toBe(
      `${first}.for: expected how long, s: in a loop every stage has to end, got nothing`,
    );
  });

  test('refuse another goal beside them', () => {
    const groups = [
      {
        name: 'sheep',
        count: 2,
        region: { box: { min: [8, 8], max: [12, 12] } },
        targets: ['exit'],
        journey: { stages: [{ kind: 'idle' }] },
      },
    ];
    expect(refusalOf({ ...base, groups })).toBe('groups[0].journey: expected targets or a journey, got both');
  });

  test('refuse a name that two agents bear', () => {
    const agents = [
      { name: 'twin', at: [2, 2] },
      { name: 'twin', at: [4, 4] },
      { at: [6, 6], journey: { stages: [{ kind: 'pursue', agent: 'twin' }] } },
    ];
    expect(refusalOf({ ...base, agents })).toBe(
      'agents[2].journey.stages[0].agent: expected one agent of this name, got 2',
    );
  });
});

describe('targets', () => {
  const target = (value: object) => refusalOf({ ...base, targets: [{ name: 'exit', ...value }] });

  test('may be regions, overlapping ones too', () => {
    const targets = [
      { name: 'a', region: { box: { min: [1, 1], max: [9, 9] } } },
      { name: 'b', region: { circle: { center: [5, 5], radius: 4 } }, open: false },
      {
        name: 'c',
        region: {
          polygon: {
            points: [
              [1, 1],
              [9, 1],
              [5, 9],
            ],
          },
        },
      },
    ];
    expect(refusalOf({ ...base, targets })).toBe('accepted');
  });

  test.each<[string, object, string]>([
    ['nowhere', {}, 'targets[0]: expected a place "at" or a "region", got neither'],
    [
      'in two ways',
      { at: [1, 1], region: { circle: { center: [5, 5], radius: 1 } } },
      'targets[0].region: expected a place "at" or a region, got both',
    ],
    [
      'an outline that crosses itself',
      {
        region: {
          polygon: {
            points: [
              [1, 1],
              [9, 9],
              [9, 1],
              [1, 9],
            ],
          },
        },
      },
      'targets[0].region.polygon.points: expected an outline that does not cross or touch itself: edges 0–1 and 2–3 do',
    ],
    [
      'a box inside out',
      { region: { box: { min: [5, 5], max: [9, 4] } } },
      'targets[0].region.box.max[1]: expected y above that of min, 5, got 4',
    ],
    [
      'a region of another kind',
      { region: { ring: { center: [5, 5], radius: 1 } } },
      'targets[0].region: expected {"box"}, {"circle"} or {"polygon"}, got {"ring"}',
    ],
    [
      'a region all inside an obstacle',
      { region: { circle: { center: [25, 25], radius: 4 } } },
      'targets[0].region: cannot be reached: all of it is inside obstacles or beyond the solid border',
    ],
    [
      'a door that is ajar',
      { at: [5, 5], open: 'half' },
      'targets[0].open: expected true or false, got "half"',
    ],
  ])('refuse %s', (_, value, message) => {
    expect(target(value)).toBe(message);
  });

  test('that reach out of an obstacle are accepted', () => {
    expect(target({ region: { circle: { center: [25, 25], radius: 6 } } })).toBe('accepted');
  });

  test('refuse circles and polygons in space', () => {
    const bounds = { min: [0, 0, 0], max: [10, 10, 10] };
    const targets = [{ name: 'exit', region: { circle: { center: [5, 5], radius: 1 } } }];
    expect(refusalOf({ version: 1, name: 's', dimension: 3, bounds, duration: 1, targets })).toBe(
      'targets[0].region.circle: only in a world of dimension 2; here use box',
    );
  });
});

describe('a script', () => {
  const script = (...entries: unknown[]) => refusalOf({ ...base, script: entries });

  test('of every kind of command is accepted', () => {
    expect(
      script(
        { at: 0, kind: 'add', agent: { at: [6, 6], targets: ['exit'] } },
        { at: 1, kind: 'remove', agent: 'anna' },
        { at: 1, kind: 'retarget', agent: 2, targets: ['exit'] },
        { at: 2, kind: 'change-traits', agent: 'anna', traits: { speed: 1 } },
        { at: 3, kind: 'move-obstacle', obstacle: 'block', by: [1, 0] },
        { at: 3, kind: 'move-target', target: 'exit', to: [6, 6] },
        { at: 1e6, kind: 'open-target', target: 'exit', open: false },
      ),
    ).toBe('accepted');
  });

  test.each<[string, object, string]>([
    [
      'a time before the beginning',
      { at: -1, kind: 'remove', agent: 0 },
      'script[0].at: expected a number from 0 to 1000000 s, got -1',
    ],
    [
      'a time too late',
      { at: 2e6, kind: 'remove', agent: 0 },
      'script[0].at: expected a number from 0 to 1000000 s, got 2000000',
    ],
    [
      'an unknown command',
      { at: 1, kind: 'explode' },
      'script[0].kind: expected "add", "remove", "retarget", "change-traits", "set-planner", "add-obstacle", "move-obstacle", "turn-obstacle", "remove-obstacle", "add-target", "add-group", "add-measurement", "move-target", "open-target", "set-source", "set-sink", "set-ground", "remove-ground" or "open-door", got "explode"',
    ],
    [
      'an unknown agent',
      { at: 1, kind: 'remove', agent: 'bert' },
      'script[0].agent: expected the name of an agent, got "bert"',
    ],
    [
      'an agent beyond the last',
      { at: 1, kind: 'remove', agent: 3 },
      'script[0].agent: expected the number of an agent, from 0 to 2, got 3',
    ],
    [
      'an unknown target',
      { at: 1, kind: 'open-target', target: 'door', open: true },
      'script[0].target: expected the name of a target, got "door"',
    ],
    [
      'an unknown target of somebody',
      { at: 1, kind: 'retarget', agent: 'anna', targets: ['door'] },
      'script[0].targets[0]: expected the name of a target, got "door"',
    ],
    [
      'something else than open or closed',
      { at: 1, kind: 'open-target', target: 'exit', open: 1 },
      'script[0].open: expected true or false, got 1',
    ],
    [
      'an unknown obstacle',
      { at: 1, kind: 'move-obstacle', obstacle: 'gate', by: [0, 1] },
      'script[0].obstacle: expected the number or the name of an obstacle, got "gate"',
    ],
    [
      'somebody who comes in a wall',
      { at: 1, kind: 'add', agent: { at: [25, 20.1] } },
      'script[0].agent.at: the body (radius 0.25 m) reaches 0.35 m into obstacles[0] "block" (gap -0.35 m)',
    ],
    [
      'an agent that comes with a journey to nowhere',
      {
        at: 1,
        kind: 'add',
        agent: { at: [6, 6], journey: { stages: [{ kind: 'seek', targets: ['moon'] }] } },
      },
      'script[0].agent.journey.stages[0].targets[0]: expected the name of a target, got "moon"',
    ],
    [
      'an agent that comes to no group',
      { at: 1, kind: 'add', agent: { at: [6, 6], group: 'nobody' } },
      'script[0].agent.group: expected the name of a group, got "nobody"',
    ],
  ])('refuses %s', (_, entry, message) => {
    expect(script(entry)).toBe(message);
  });
});
