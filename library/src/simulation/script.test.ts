import { describe, expect, test } from 'vitest';
import { EventKind, hasAgent, rowOf, Status } from '../crowd/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import {
  createWorld,
  isOver,
  loadWorld,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stepWorld,
  timeOf,
} from './index.ts';
import { openSquare, runHashes } from './worlds.fixture.ts';

const hallway: ScenarioInput = {
  ...openSquare,
  obstacles: [
    { shape: 'box', name: 'door', min: [-1, 5], max: [1, 6] },
    { shape: 'circle', name: 'pillar', center: [-30, 0], radius: 1 },
  ],
  targets: [
    { name: 'east', at: [15, 0] },
    { name: 'west', at: [-15, 0] },
  ],
  agents: [
    { name: 'anna', at: [5, 0], targets: ['east', 'west'] },
    { name: 'bert', at: [-3, -20], targets: ['west'] },
  ],
};

describe('a script', () => {
  test('does each thing at the first step that is not earlier, in the order of time', () => {
    const world = createWorld({
      ...hallway,
      script: [
        { at: 2, kind: 'remove', agent: 'bert' },
        { at: 1, kind: 'open-target', target: 'east', open: false },
        { at: 0.52, kind: 'change-traits', agent: 0, traits: { speed: 2 } },
        { at: 1, kind: 'move-target', target: 'west', to: [-12, 3] },
        { at: 1.5, kind: 'add', agent: { at: [20, 20], targets: ['east'] } },
        { at: 1.5, kind: 'retarget', agent: 'anna', goal: [5, 5] },
      ],
    });
    const speeds: number[] = [];
    while (timeOf(world) < 0.99) {
      stepWorld(world);
      speeds.push(world.crowd.traits.desiredSpeed[0]);
    }
    // The step that begins at 0.55 s is the twelfth.
    expect(speeds.indexOf(2)).toBe(11);
    expect(world.crowd.plan.target[0]).toBe(0);
    stepWorld(world);
    stepWorld(world);
    expect(world.crowd.plan.target[0]).toBe(1);
    expect([world.targets.x[1], world.targets.y[1]]).toEqual([-12, 3]);
    while (timeOf(world) < 1.6) stepWorld(world);
    expect(hasAgent(world.crowd, 2)).toBe(true);
    // East is closed: no agent can get there.
    expect(world.crowd.plan.status[rowOf(world.crowd, 2)]).toBe(Status.stranded);
    expect(world.crowd.plan.targetSet[0]).toBe(-1);
    while (timeOf(world) < 2.1) stepWorld(world);
    expect(hasAgent(world.crowd, 1)).toBe(false);
    expect(world.script.left).toBe(0);
  });

  test('a door does not close on somebody: it waits until they are through, and the rest does not wait', () => {
    const world = createWorld({
      ...hallway,
      obstacles: [{ shape: 'box', name: 'door', min: [-1, 5], max: [1, 6] }],
      agents: [{ at: [-3, 0], speed: 1, goal: [12, 0] }],
      script: [
        { at: 3, kind: 'move-obstacle', obstacle: 'door', by: [0, -5.5] },
        { at: 3.5, kind: 'open-target', target: 'east', open: false },
      ],
    });
    let closedAt = 0;
    let inside = 0;
    while (timeOf(world) < 8) {
      stepWorld(world);
      const [x, y] = [world.crowd.motion.x[0], world.crowd.motion.y[0]];
      const closed = world.obstacles.startY[0] < 4;
      if (closed && closedAt === 0) closedAt = timeOf(world);
      if (closed && Math.abs(x) < 1 && Math.abs(y) < 0.5) inside++;
      if (timeOf(world) > 3.6 && timeOf(world) < 3.8) expect(world.targets.open[0]).toBe(0);
    }
    expect(inside).toBe(0);
    expect(closedAt).toBeGreaterThan(3.8);
    expect(closedAt).toBeLessThan(5);
  });

  test('whose place is taken comes when it is free: from a box that was moved there, and from one another', () => {
    // Places used to be checked as of time 0 only: both were put into the box, one on the other, and stayed there.
    const world = createWorld({
      ...hallway,
      agents: [],
      script: [
        { at: 1, kind: 'move-obstacle', obstacle: 'door', by: [0, -5.5] },
        { at: 2, kind: 'add', agent: { at: [0, 0], targets: ['east'] } },
        { at: 2, kind: 'add', agent: { at: [0, 0], targets: ['west'] } },
        { at: 2.5, kind: 'open-target', target: 'west', open: true },
        { at: 4, kind: 'move-obstacle', obstacle: 'door', by: [0, 5.5] },
      ],
    });
    const comings: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    while (timeOf(world) < 8) {
      stepWorld(world);
      const { count, motion } = world.crowd;
      if (count > comings.length) comings.push(timeOf(world) - world.dt);
      if (count === 2)
        least = Math.min(least, Math.hypot(motion.x[0] - motion.x[1], motion.y[0] - motion.y[1]));
      if (timeOf(world) > 3 && timeOf(world) < 3.9) {
        expect(world.script.left).toBe(3);
        expect(isOver(world)).toBe(false);
      }
    }
    expect(comings).toHaveLength(2);
    // The box goes in the step that they come after: what stands earlier in the list has been asked by then.
    expect(comings[0]).toBeCloseTo(4.05);
    expect(comings[1]).toBeGreaterThan(4.2);
    expect(comings[1]).toBeLessThan(6);
    expect(least).toBeGreaterThan(0.49);
  });

  test('is not over while somebody is stranded and something is still to come', () => {
    const world = createWorld({
      ...hallway,
      targets: [
        { name: 'east', at: [15, 0], open: false },
        { name: 'west', at: [-15, 0] },
      ],
      agents: [{ at: [10, 0], targets: ['east'] }],
      script: [{ at: 3, kind: 'open-target', target: 'east', open: true }],
    });
    stepWorld(world);
    expect(world.events.kind[0]).toBe(EventKind.unreachable);
    expect(isOver(world)).toBe(false);
    while (!isOver(world) && timeOf(world) < 30) stepWorld(world);
    expect(world.arrived).toBe(1);
    expect(timeOf(world)).toBeGreaterThan(6);
  });

  const busy: ScenarioInput = {
    ...hallway,
    script: [
      { at: 1, kind: 'open-target', target: 'east', open: false },
      { at: 1.2, kind: 'add', agent: { at: [0, -9], targets: ['west'] } },
      { at: 2, kind: 'move-obstacle', obstacle: 1, by: [3, 0] },
      { at: 3, kind: 'open-target', target: 'east', open: true },
      { at: 3.5, kind: 'add', agent: { at: [0, -9], goal: [0, 9] } },
    ],
  };

  test('a saved and loaded world goes on where it was, with nothing done twice', () => {
    const whole = runHashes(createWorld(busy), 120);
    for (const pause of [10, 25, 41, 65, 90]) {
      const world = createWorld(busy);
      runHashes(world, pause);
      expect(runHashes(loadWorld(saveWorld(world)), 120 - pause)).toEqual(whole.slice(pause));
    }
  });

  test('a recording notes what came from outside alone, and its replay is the same run', () => {
    const world = createWorld(busy);
    const recorder = createRecorder();
    const lines = [recordStart(recorder, world)];
    for (let k = 0; k < 120; k++) {
      if (k === 30) retargetAgent(world, 1, { goal: [0, -9] });
      if (k === 50) sendCommand(world, { kind: 'open-target', target: 'west', open: false });
      stepWorld(world);
      lines.push(recordStep(recorder, world));
    }
    lines.push(recordEnd(recorder, world));
    // The first line holds the scenario, script and all.
    const recorded = lines.slice(1).join('');
    expect(recorded).not.toContain('"add"');
    expect(recorded).toContain('"retarget"');
    const outcome = replayRecording(lines.map((line) => line.trimEnd()));
    expect(outcome).toEqual({ kind: 'same', steps: 120 });
  });
});
