import { describe, expect, test } from 'vitest';
import { createMeasurements, observeStep, summarize } from '../measurement/index.ts';
import { sendCommand } from './commands.ts';
import { isOver } from './is-over.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, timeOf, type World } from './world.ts';

const hall: ScenarioInput = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [60, 40], walls: true },
  dt: 0.1,
  duration: 200,
  obstacles: [{ shape: 'box', min: [40, 30], max: [50, 38] }],
  targets: [{ name: 'exit', region: { box: { min: [4, 0], max: [6, 40] } } }],
  groups: [
    { name: 'people', count: 1, region: { box: { min: [10, 1], max: [30, 39] } }, targets: ['exit'] },
    { name: 'ring', count: 2, region: { ring: { center: [45, 15], radius: 3 } } },
    { name: 'walled', count: 1, region: { circle: { center: [55, 34], radius: 1 } } },
  ],
};

function walk(world: World, seconds: number): World {
  for (let step = 0; step < Math.round(seconds / world.dt); step++) stepWorld(world);
  return world;
}

const people = (world: World) => world.crowd.count - 4;

describe('a source that a command gives to a group', () => {
  test('a group without a source gets one; another one takes its place, and what was to come earlier does not', () => {
    const world = walk(createWorld(hall), 2);
    sendCommand(world, { kind: 'set-source', group: 'people', source: { rate: 2, most: 5 } });
    walk(world, 1.05);
    // At 2, 2.5 and 3 s.
    expect(people(world)).toBe(3);
    walk(world, 10);
    expect(people(world)).toBe(5);
    // 2 at 5 s are over at 13 s; most counts from now on.
    const schedule = [
      [5, 2],
      [14, 4],
      [15, 4],
    ] as [number, number][];
    sendCommand(world, { kind: 'set-source', group: 'people', source: { schedule, most: 6 } });
    walk(world, 0.5);
    expect(people(world)).toBe(5);
    walk(world, 3);
    expect(people(world)).toBe(11);
  });

  test('a group without members waits for it: its rate of 0 brings nobody', () => {
    const empty = { ...hall.groups![0], name: 'late', count: 0, source: { rate: 0, until: 50 } };
    const input = { ...hall, groups: [...hall.groups!, empty] };
    const world = walk(createWorld(input), 2);
    expect(people(world)).toBe(0);
    const other = loadWorld(saveWorld(world));
    for (const one of [world, other]) sendCommand(one, { kind: 'set-source', group: 'late', rate: 2 });
    walk(world, 1.55);
    // At 2, 2.5, 3 and 3.5 s.
    expect(people(world)).toBe(4);
    expect(stateHashOf(walk(other, 1.55))).toBe(stateHashOf(world));
  });

  test('a script does the same as a command, and a run waits for it', () => {
    const source = { rate: 3, arrivals: 'poisson', batch: 2, until: 8 } as const;
    const scripted = createWorld({
      ...hall,
      script: [{ at: 2, kind: 'set-source', group: 'people', source }],
    });
    const other = walk(createWorld(hall), 2);
    sendCommand(other, { kind: 'set-source', group: 'people', source });
    walk(other, 10);
    walk(scripted, 12);
    expect(people(other)).toBeGreaterThan(8);
    expect(people(scripted)).toBe(people(other));
    expect([...scripted.crowd.motion.x]).toEqual([...other.crowd.motion.x]);
    const quick = {
      ...hall,
      groups: [{ ...hall.groups![0], region: { box: { min: [6.3, 1], max: [8, 39] } } }],
    };
    const late = createWorld({
      ...quick,
      script: [{ at: 30, kind: 'set-source', group: 'people', source: { schedule: [[31, 1]] } }],
    } as ScenarioInput);
    walk(late, 20);
    expect(late.arrived).toBe(1);
    expect(isOver(late)).toBe(false);
    while (!isOver(late)) stepWorld(late);
    expect(timeOf(late)).toBeGreaterThan(31);
    expect(late.arrived).toBe(2);
  });

  test('is saved, replayed to the bit, hashed and measured', () => {
    const world = walk(createWorld(hall), 1);
    const log = createMeasurements(world);
    sendCommand(world, { kind: 'set-source', group: 'people', source: { rate: 1.5, arrivals: 'poisson' } });
    for (let step = 0; step < 40; step++) {
      stepWorld(world);
      observeStep(log, world);
    }
    expect(summarize(log, world).sources).toMatchObject([{ group: 'people', entered: people(world) }]);
    const copy = loadWorld(saveWorld(world));
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    walk(world, 8);
    walk(copy, 8);
    expect(people(world)).toBeGreaterThan(6);
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    const before = stateHashOf(world);
    world.sources!.definitions[0] = { ...world.sources!.definitions[0], until: 99 };
    world.hashedStep = -1;
    expect(stateHashOf(world)).not.toBe(before);
  });

  test.each([
    [{ group: 'nobody', source: { rate: 1 } }, 'group: expected the name of a group, got "nobody"'],
    [{ group: 'people', rate: 1 }, 'group: expected the name of a group with a source, got "people"'],
    [{ group: 'people' }, 'expected source, rate or enter, got none'],
    [{ group: 'people', source: { rate: -1 } }, 'source.rate: expected a number from 0 to 1000 1/s, got -1'],
    [{ group: 'people', source: {} }, 'source: expected a rate or a schedule, got neither'],
    [
      { group: 'people', source: { rate: 1, from: 5, until: 4 } },
      'source.until: expected more than from, 5 s, got 4 s',
    ],
    [
      { group: 'ring', source: { rate: 1 } },
      'region: expected {"box"}, {"circle"}, {"ball"} or {"line"} where agents enter during the run',
    ],
  ])('%o is refused in a script and as a command, at its place', (change, message) => {
    const entry = { kind: 'set-source', ...change } as never;
    expect(() => createWorld({ ...hall, script: [{ at: 1, ...(entry as object) }] } as never)).toThrow(
      `script[0]${message.startsWith('expected') ? ':' : '.'}${message.startsWith('expected') ? ' ' : ''}${message}`,
    );
    expect(() => sendCommand(createWorld(hall), entry)).toThrow(message);
  });
});

describe('a sink that a command makes', () => {
  test('agents leave there from then on; it is saved, hashed and counted', () => {
    const world = createWorld(hall);
    const hash = stateHashOf(world);
    const log = createMeasurements(world);
    sendCommand(world, { kind: 'set-sink', target: 'exit', sink: true });
    stepWorld(world);
    const copy = loadWorld(saveWorld(world));
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    while (!isOver(world)) {
      stepWorld(world);
      observeStep(log, world);
    }
    expect(world.crowd.count).toBe(3);
    expect(summarize(log, world).sinks).toEqual([{ target: 'exit', left: 1 }]);
    while (copy.step < world.step) stepWorld(copy);
    expect(stateHashOf(copy)).toBe(stateHashOf(world));
    const other = createWorld(hall);
    other.targets.sink[0] = 1;
    expect(stateHashOf(other)).not.toBe(hash);
  });

  test('a script does it, and takes it back', () => {
    const script = [
      { at: 0, kind: 'set-sink', target: 'exit', sink: true },
      { at: 0.5, kind: 'set-sink', target: 'exit', sink: false },
    ] as const;
    const world = createWorld({ ...hall, script: [...script] });
    walk(world, 40);
    expect([world.crowd.count, world.arrived]).toEqual([4, 1]);
    expect(() =>
      createWorld({ ...hall, script: [{ at: 0, kind: 'set-sink', target: 'door', sink: true }] }),
    ).toThrow('script[0].target: expected the name of a target, got "door"');
  });
});
