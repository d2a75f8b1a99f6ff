import { describe, expect, test } from 'vitest';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { addAgent } from './commands.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, type World } from './world.ts';

function step(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) stepWorld(world);
}

describe('an agent that a command or a script adds', () => {
  const scenario = (script: ScenarioInput['script'] = []): ScenarioInput => ({
    version: 1,
    name: 'joining',
    bounds: { min: [0, 0], max: [20, 10] },
    duration: 60,
    steering: { name: 'nonlinear' },
    targets: [{ name: 'door', at: [18, 5] }],
    groups: [
      {
        name: 'tourists',
        count: 2,
        region: { box: { min: [1, 1], max: [3, 9] } },
        radius: { uniform: [0.15, 0.2] },
        speed: { uniform: [0.5, 0.6] },
        personality: { agility: { uniform: [0.3, 0.4] } },
        viewRadius: 2,
        journey: {
          stages: [
            { kind: 'seek', point: [10, 5] },
            { kind: 'seek', targets: ['door'] },
          ],
        },
      },
      {
        name: 'mirrored',
        count: 1,
        region: { box: { min: [1, 1], max: [3, 9] } },
        goal: { mirror: [10, 5] },
      },
    ],
    script,
  });
  const traitsOf = ({ crowd }: World, row: number) => ({
    group: crowd.traits.group[row],
    stage: crowd.plan.stage[row],
    radius: crowd.traits.radius[row],
    speed: crowd.traits.desiredSpeed[row],
    view: crowd.traits.viewRadius[row],
  });

  test('joins a group: its journey, its colour, and numbers of its distributions; its own ones count', () => {
    const world = createWorld(scenario());
    addAgent(world, { at: [5, 2], group: 'tourists' });
    addAgent(world, { at: [5, 4], group: 'tourists', speed: 1.5, personality: { mass: 0.7 } });
    addAgent(world, { at: [5, 8], group: 'mirrored' });
    step(world, 1);
    const [first, , , joined, own, mirrored] = Array.from({ length: 6 }, (_, row) => traitsOf(world, row));
    expect(joined).toMatchObject({ group: 0, stage: first.stage, view: 2 });
    expect(joined.radius).toBeGreaterThan(0.15);
    expect(joined.radius).toBeLessThan(0.2);
    expect(own.speed).toBe(1.5);
    expect(world.crowd.traits.mass[4]).toBe(0.7);
    expect(world.crowd.traits.agility[4]).toBeGreaterThan(0.3);
    expect(world.crowd.traits.agility[4]).toBeLessThan(0.4);
    expect(mirrored.group).toBe(1);
    expect([world.crowd.plan.goalX[5], world.crowd.plan.goalY[5]]).toEqual([15, 2]);
  });

  test('of a script joins a group, too', () => {
    const world = createWorld(scenario([{ at: 0.5, kind: 'add', agent: { at: [5, 2], group: 'tourists' } }]));
    step(world, 12);
    expect(traitsOf(world, 3)).toMatchObject({ group: 0, stage: 0, view: 2 });
    expect(world.crowd.traits.desiredSpeed[3]).toBeLessThan(0.6);
  });

  test('may have a journey of its own; it is saved and goes on; equal ones are stored once', () => {
    const world = createWorld(scenario());
    for (const y of [2, 8]) {
      addAgent(world, {
        at: [5, y],
        journey: { stages: [{ kind: 'seek', point: [5, 5] }, { kind: 'idle' }] },
      });
    }
    step(world, 20);
    expect(world.itinerary.stages).toHaveLength(4);
    const loaded = loadWorld(saveWorld(world));
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    step(world, 200);
    step(loaded, 200);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    expect([world.crowd.plan.stage[3], world.crowd.plan.stage[4]].sort()).toEqual([2, 3]);
  });

  test('replays to the bit: the recording has its numbers', () => {
    const world = createWorld(scenario());
    const recorder = createRecorder();
    let text = recordStart(recorder, world);
    for (let k = 0; k < 30; k++) {
      if (k === 3) addAgent(world, { at: [5, 2], group: 'tourists' });
      if (k === 5)
        addAgent(world, { at: [5, 5], journey: { stages: [{ kind: 'seek', targets: ['door'] }] } });
      stepWorld(world);
      text += recordStep(recorder, world);
    }
    text += recordEnd(recorder, world);
    expect(replayRecording(text.trimEnd().split('\n'))).toMatchObject({ kind: 'same' });
  });

  test.each([
    [{ group: 'nobody' }, 'command: agent.group: expected the name of a group, got "nobody"'],
    [
      { journey: { stages: [{ kind: 'seek', targets: ['moon'] }] } },
      'command: agent.journey.stages[0].targets[0]: expected the name of a target, got "moon"',
    ],
    [
      { goal: [1, 1], journey: { stages: [{ kind: 'idle' }] } },
      'command: agent.journey: expected goal or a journey, got both',
    ],
  ])('%o is refused', (more, message) => {
    const world = createWorld(scenario());
    expect(() => addAgent(world, { at: [5, 2], ...more } as never)).toThrow(message);
  });
});

describe('numbers of agents that come one by one', () => {
  const yard: ScenarioInput = {
    version: 1,
    name: 'yard',
    bounds: { min: [0, 0], max: [100, 100] },
    duration: 10,
    groups: [{ name: 'people', count: 1, region: { box: { min: [90, 90], max: [99, 99] } }, speed: 1 }],
  };

  test('are drawn from distributions, by commands and scripts alike, and are saved', () => {
    const speed = { uniform: [0.5, 1.5] } as const;
    const personality = { agility: { values: [0.25, 0.75] } };
    const world = createWorld(yard);
    for (let k = 0; k < 400; k++) {
      const at: [number, number] = [1 + (k % 20) * 2, 1 + Math.floor(k / 20) * 2];
      const agent = { at, speed: { uniform: [...speed.uniform] as [number, number] }, personality };
      addAgent(world, k % 2 === 0 ? agent : { ...agent, group: 'people', radius: { uniform: [0.2, 0.3] } });
    }
    stepWorld(world);
    const { desiredSpeed, agility, radius } = world.crowd.traits;
    const speeds = [...desiredSpeed.subarray(1, 401)].sort((a, b) => a - b);
    // Kolmogorov and Smirnov at 0.1 %.
    const gaps = speeds.map((value, k) => Math.max(value - 0.5 - k / 400, (k + 1) / 400 - (value - 0.5)));
    expect(Math.max(...gaps)).toBeLessThan(1.95 / Math.sqrt(400));
    expect(new Set(agility.subarray(1, 401))).toEqual(new Set([0.25, 0.75]));
    expect(new Set(radius.subarray(1, 401)).size).toBe(201);
    const scripted = createWorld({
      ...yard,
      script: [{ at: 0, kind: 'add', agent: { at: [1, 1], speed: { uniform: [0.5, 1.5] }, personality } }],
    });
    stepWorld(scripted);
    expect(scripted.crowd.traits.desiredSpeed[1]).toBe(desiredSpeed[1]);
    expect(stateHashOf(loadWorld(saveWorld(world)))).toBe(stateHashOf(world));
  });

  test('a distribution without support is refused at its place', () => {
    const speed = { uniform: [2, 1] as [number, number] };
    expect(() => addAgent(createWorld(yard), { at: [1, 1], speed })).toThrow(
      'agent.speed.uniform: expected low ≤ high, got 2 and 1',
    );
    expect(() =>
      createWorld({ ...yard, script: [{ at: 0, kind: 'add', agent: { at: [1, 1], speed } }] }),
    ).toThrow('script[0].agent.speed.uniform: expected low ≤ high, got 2 and 1');
  });
});
