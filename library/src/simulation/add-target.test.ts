import { describe, expect, test } from 'vitest';
import { createMeasurements, observeStep, summarize } from '../measurement/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { addAgent, retargetAgent, sendCommand } from './commands.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, type World } from './world.ts';

const box = (x0: number, y0: number, x1: number, y1: number) => ({
  box: { min: [x0, y0] as [number, number], max: [x1, y1] as [number, number] },
});

const hall: ScenarioInput = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [30, 20], walls: true },
  duration: 100,
  arrival: 'stop',
  obstacles: [{ shape: 'box', min: [12, 4], max: [13, 16] }],
  targets: [
    { name: 'west', region: box(0, 0, 2, 20) },
    { name: 'corner', at: [28, 18], radius: 1 },
  ],
  groups: [
    { name: 'people', count: 12, region: box(15, 4, 24, 16), targets: ['west', 'corner'] },
    { name: 'others', count: 4, region: box(4, 4, 10, 16), targets: ['west'] },
  ],
};

const exit = { name: 'north', region: box(14, 18, 20, 20), sink: true };

function walk(world: World, seconds: number): World {
  for (let step = 0; step < Math.round(seconds / world.dt); step++) stepWorld(world);
  return world;
}

/** The first half of the people go to the added target. */
function send(world: World): void {
  sendCommand(world, { kind: 'add-target', target: exit });
  for (let id = 0; id < 6; id++) retargetAgent(world, id, { targets: ['north'] });
}

describe.each(['path', 'distance', 'harmonic', 'direct'] as const)('a target added with %s', (name) => {
  const input: ScenarioInput = { ...hall, planner: { name } };

  test('is reached, and is a sink; the others keep their goals', () => {
    const world = walk(createWorld(input), 1);
    const log = createMeasurements(world);
    send(world);
    for (let step = 0; step < 1200; step++) {
      stepWorld(world);
      observeStep(log, world);
    }
    // Those that were sent there have left the world; all others are at a target that they had before.
    expect(world.crowd.count).toBe(10);
    expect(summarize(log, world).sinks).toEqual([{ target: 'north', left: 6 }]);
    for (let row = 0; row < world.crowd.count; row++) {
      expect(world.crowd.ids[row]).toBeGreaterThanOrEqual(6);
      if (name === 'direct') continue;
      const [x, y] = [world.crowd.motion.x[row], world.crowd.motion.y[row]];
      expect(x <= 2.5 || Math.hypot(x - 28, y - 18) <= 3).toBe(true);
    }
  });

  test('a world of a scenario that has the target walks the same from then on', () => {
    const world = walk(createWorld(input), 1);
    send(world);
    const other = walk(createWorld({ ...input, targets: [...input.targets!, exit] }), 1);
    for (let id = 0; id < 6; id++) retargetAgent(other, id, { targets: ['north'] });
    walk(world, 12);
    walk(other, 12);
    expect(world.crowd.count).toBeLessThan(16);
    expect([...world.crowd.ids.subarray(0, world.crowd.count)]).toEqual([
      ...other.crowd.ids.subarray(0, other.crowd.count),
    ]);
    for (const column of ['x', 'y', 'velocityX'] as const) {
      const values = (of: World) => [...of.crowd.motion[column].subarray(0, of.crowd.count)];
      expect(values(world)).toEqual(values(other));
    }
  });

  test('is saved, also while it waits, and a loaded world goes on to the same bits', () => {
    const world = walk(createWorld(input), 1);
    send(world);
    const waiting = loadWorld(saveWorld(world));
    walk(world, 4);
    walk(waiting, 4);
    expect(stateHashOf(waiting)).toBe(stateHashOf(world));
    const loaded = loadWorld(saveWorld(world));
    expect(loaded.scenario.targets).toEqual(world.scenario.targets);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    addAgent(world, { at: [25, 3], targets: ['north'] });
    addAgent(loaded, { at: [25, 3], targets: ['north'] });
    walk(world, 6);
    walk(loaded, 6);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    expect([...saveWorld(loaded)]).toEqual([...saveWorld(world)]);
  });
});

test('a script does the same as a command, and names the target from then on', () => {
  const script: ScenarioInput['script'] = [
    { at: 1, kind: 'add-target', target: exit },
    { at: 1, kind: 'retarget', agent: 3, targets: ['north'] },
    { at: 2, kind: 'add', agent: { at: [25, 3], targets: ['north'] } },
    { at: 3, kind: 'set-sink', target: 'north', sink: false },
  ];
  const scripted = walk(createWorld({ ...hall, script }), 20);
  const world = walk(createWorld(hall), 1);
  sendCommand(world, { kind: 'add-target', target: exit });
  retargetAgent(world, 3, { targets: ['north'] });
  walk(world, 1);
  addAgent(world, { at: [25, 3], targets: ['north'] });
  walk(world, 1);
  sendCommand(world, { kind: 'set-sink', target: 'north', sink: false });
  walk(world, 17);
  expect([...scripted.crowd.motion.x]).toEqual([...world.crowd.motion.x]);
  expect(world.crowd.count).toBe(17);
});

test('a recording has it, and replays', () => {
  const world = createWorld(hall);
  const recorder = createRecorder();
  const lines = [recordStart(recorder, world)];
  for (let step = 0; step < 60; step++) {
    if (step === 10) send(world);
    stepWorld(world);
    lines.push(recordStep(recorder, world));
  }
  lines.push(recordEnd(recorder, world));
  expect(replayRecording(lines.map((line) => line.trimEnd()))).toEqual({ kind: 'same', steps: 60 });
});

test('the state hash knows a target that nobody goes to', () => {
  const plain = walk(createWorld(hall), 1);
  const world = createWorld(hall);
  sendCommand(world, { kind: 'add-target', target: exit });
  walk(world, 1);
  expect([...world.crowd.motion.x]).toEqual([...plain.crowd.motion.x]);
  expect(stateHashOf(world)).not.toBe(stateHashOf(plain));
});

test('one in the place of an obstacle that was removed is accepted, and loaded', () => {
  const world = createWorld({ ...hall, planner: { name: 'path' } });
  const spot = { name: 'freed', at: [12.5, 10] as [number, number], radius: 0.2 };
  expect(() => sendCommand(world, { kind: 'add-target', target: spot })).toThrow('cannot be reached');
  sendCommand(world, { kind: 'remove-obstacle', obstacle: 0 });
  sendCommand(world, { kind: 'add-target', target: spot });
  stepWorld(world);
  expect(stateHashOf(loadWorld(saveWorld(world)))).toBe(stateHashOf(world));
});

describe('refusals', () => {
  test.each([
    [
      { name: 'west', at: [5, 5] },
      'command: target.name: expected a name of its own: there is a target "west" already',
    ],
    [{ name: 'x' }, 'command: target: expected a place "at" or a "region", got neither'],
    [
      { name: 'x', at: [12.5, 10], radius: 0.1 },
      'command: target.at: cannot be reached: 0.5 m inside obstacles[0]',
    ],
    [{ name: 'x', at: [99, 5] }, 'command: target.at: cannot be reached: 69 m outside the solid border'],
    [
      { name: 'x', region: box(12.2, 6, 12.8, 9) },
      'command: target.region: cannot be reached: all of it is inside',
    ],
    [{ name: 'x', region: box(5, 6, 4, 9) }, 'command: target.region.box.max'],
    [{ name: 'x', at: [5, 5, 5] }, 'command: target.at'],
    [{ name: 'x', at: [5, 5], class: 'food' }, 'command: target.class: only with nonlinear steering'],
    [
      {
        name: 'x',
        at: [5, 5],
        course: { kind: 'velocity', velocity: [1, 0] },
      },
      'command: target.course: only for targets of the scenario, not for one that is added',
    ],
  ])('%j', (target, message) => {
    const world = createWorld(hall);
    expect(() => sendCommand(world, { kind: 'add-target', target: target as never })).toThrow(message);
    expect(world.commands).toHaveLength(0);
  });

  test('a script that names it too early, or twice', () => {
    const early: ScenarioInput['script'] = [
      { at: 2, kind: 'retarget', agent: 3, targets: ['north'] },
      { at: 2, kind: 'add-target', target: exit },
      { at: 3, kind: 'add-target', target: exit },
    ];
    expect(() => createWorld({ ...hall, script: early })).toThrow(
      /script\[0\]\.targets\[0\]: expected the name of a target, got "north"[\s\S]*script\[2\]\.target\.name: expected a name of its own/,
    );
  });
});
