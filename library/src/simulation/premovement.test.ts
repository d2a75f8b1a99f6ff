import { describe, expect, test } from 'vitest';
import { rowOf, speedOf } from '../crowd/index.ts';
import { addAgent, retargetAgent } from './commands.ts';
import { isOver } from './is-over.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { populate } from './scenario/populate.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, timeOf, type World } from './world.ts';

type GroupInput = NonNullable<ScenarioInput['groups']>[number];

const room = (more: Partial<GroupInput> = {}, rest: Partial<ScenarioInput> = {}): ScenarioInput => ({
  version: 1,
  name: 'room',
  bounds: { min: [0, 0], max: [40, 20] },
  duration: 100,
  dt: 0.1,
  targets: [{ name: 'exit', at: [38, 10], radius: 1, sink: true }],
  groups: [
    {
      name: 'people',
      count: 10,
      region: { box: { min: [1, 1], max: [12, 19] } },
      premovement: { uniform: [1, 6] },
      targets: ['exit'],
      ...more,
    },
  ],
  ...rest,
});

/** When each agent begins to move, s, by id; steps the world until all do. */
function departures(world: World, count: number): number[] {
  const times: number[] = [];
  while (Object.keys(times).length < count && timeOf(world) < 20) {
    stepWorld(world);
    const { crowd } = world;
    for (let row = 0; row < crowd.count; row++) {
      if (speedOf(crowd.motion, row) > 0) times[crowd.ids[row]] ??= timeOf(world) - world.dt;
    }
  }
  return times;
}

describe('premovement', () => {
  test('every agent sets out at its time, and not before', () => {
    const world = createWorld(room());
    const wanted = populate(world.scenario).premovement;
    expect(isOver(world)).toBe(false);
    const times = departures(world, 10);
    expect(times).toHaveLength(10);
    times.forEach((time, id) => {
      expect(Math.abs(time - wanted[id])).toBeLessThan(0.2);
    });
    expect(new Set(times).size).toBeGreaterThan(5);
  });

  test('a journey begins after it: the time of its first stage counts from then', () => {
    const journey: GroupInput['journey'] = {
      stages: [
        { kind: 'direction', along: [1, 0], for: 2 },
        { kind: 'seek', targets: ['exit'] },
      ],
    };
    const { targets: _, ...group } = room({ premovement: 3, journey }).groups![0];
    const world = createWorld({ ...room(), groups: [group] });
    for (let k = 0; k < 48; k++) stepWorld(world);
    expect([...world.crowd.plan.stage.subarray(0, 10)]).toEqual(Array(10).fill(0));
    for (let k = 0; k < 5; k++) stepWorld(world);
    expect([...world.crowd.plan.stage.subarray(0, 10)]).toEqual(Array(10).fill(1));
  });

  test('agents of a source and of commands stand, too; a command that sends them elsewhere ends it', () => {
    const world = createWorld(room({ count: 0, source: { schedule: [[0, 1]] }, premovement: 2 }));
    const [id, other] = [4, 8].map((y) => addAgent(world, { at: [20, y], group: 'people' }));
    stepWorld(world);
    expect([...world.crowd.plan.startAt.subarray(0, 3)]).toEqual([20, 20, 20]);
    retargetAgent(world, other, { goal: [30, 8] });
    for (let k = 0; k < 5; k++) stepWorld(world);
    expect(speedOf(world.crowd.motion, rowOf(world.crowd, id))).toBe(0);
    expect(speedOf(world.crowd.motion, rowOf(world.crowd, other))).toBeGreaterThan(0);
  });

  test('is saved and hashed', () => {
    const world = createWorld(room());
    for (let k = 0; k < 20; k++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    const before = stateHashOf(loaded);
    expect(before).toBe(stateHashOf(world));
    for (let k = 0; k < 60; k++) {
      stepWorld(world);
      stepWorld(loaded);
    }
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    const changed = createWorld(room());
    const same = createWorld(room());
    changed.crowd.plan.startAt[3]++;
    expect(stateHashOf(changed)).not.toBe(stateHashOf(same));
  });
});

describe('a dwell time', () => {
  test('may have any distribution', () => {
    const journey: GroupInput['journey'] = {
      stages: [
        { kind: 'seek', targets: ['stop'], dwell: { values: [1, 3] } },
        { kind: 'seek', targets: ['exit'] },
      ],
    };
    const { targets: _, ...group } = room({
      premovement: 0,
      journey,
      region: { box: { min: [1, 5], max: [10, 15] } },
    }).groups![0];
    const world = createWorld({
      ...room(),
      targets: [
        { name: 'exit', at: [38, 10], radius: 1 },
        { name: 'stop', region: { box: { min: [0, 0], max: [12, 20] } } },
      ],
      groups: [group],
    });
    // Targets are chosen in the first step, and reached in the second.
    stepWorld(world);
    stepWorld(world);
    const ends = [...world.crowd.plan.stageEnd.subarray(0, 10)];
    expect(new Set(ends)).toEqual(new Set([1 + 10, 1 + 30]));
  });
});
