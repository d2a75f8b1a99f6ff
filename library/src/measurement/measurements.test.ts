import { describe, expect, test } from 'vitest';
import {
  addAgent,
  createWorld,
  isOver,
  type ScenarioInput,
  stepWorld,
  type World,
} from '../simulation/index.ts';
import { createCollisionLog, observeCollisions } from './collisions.ts';
import { createMeasurements, observeStep, type Summary, summarize, unmetExpectations } from './index.ts';

const square: ScenarioInput = {
  version: 1,
  name: 'square',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 60,
  steering: { noise: 0, massTime: [1e-4, 1e-4] },
};

/** Two bodies of 0.25 m whose gap the test sets by hand; the world itself never steps. */
function createPair(dt = 0.05, steering?: string) {
  const world = createWorld({
    ...square,
    dt,
    agents: [{ at: [0, 0] }, { at: [5, 0] }],
    ...(steering && { steering: { name: steering } }),
  } as ScenarioInput);
  const log = createCollisionLog();
  const heard: [number, number][] = [];
  return {
    log,
    heard,
    show(gap: number): void {
      world.step++;
      world.crowd.motion.x[1] = 0.5 + gap;
      observeCollisions(log, world, (agent, other) => heard.push([agent, other]));
    },
  };
}

describe('collisions', () => {
  test('are counted once from overlap to separation; a millimetre is not an overlap', () => {
    const { heard, log, show } = createPair();
    for (const gap of [0.2, -0.0009, -0.002, -0.01, -0.0005, 0.1, -0.02, -0.02, 3]) show(gap);
    expect(log.unique).toBe(2);
    expect(log.serious).toBe(0);
    expect(log.lasting.size).toBe(0);
    expect(heard.map((pair) => pair.sort())).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('of bodies that press against each other are one, until they part by more than 5 cm', () => {
    const { log, show } = createPair();
    for (let k = 0; k < 100; k++) for (const gap of [-0.004, 0.002, 0.04]) show(gap);
    expect(log.unique).toBe(1);
    show(0.06);
    for (const gap of [0.03, 0.01, -0.0005]) show(gap);
    expect(log.unique).toBe(1);
    show(-0.002);
    expect(log.unique).toBe(2);
  });

  test('of bodies with hard cores begin where the cores overlap, those of others where the bodies do', () => {
    for (const [name, softness] of [
      ['walker', 0.096],
      ['straight', 0],
    ] as const) {
      const { log, show } = createPair(0.05, name);
      // Pressed together and apart by centimetres, for 100 times: one contact.
      for (let k = 0; k < 100; k++) for (const gap of [0.04, -0.0011 - softness + 0.001]) show(gap);
      expect([log.unique, log.collisions]).toEqual([softness > 0 ? 1 : 0, 0]);
      for (let k = 0; k < 100; k++) for (const gap of [0.04, -0.0011 - softness]) show(gap);
      expect([log.unique, log.collisions]).toEqual([1, 1]);
      show(0.06);
      show(-0.0011 - softness);
      expect([log.unique, log.collisions]).toEqual([2, 2]);
    }
  });

  test('are serious when deeper than 0.1 m for longer than 0.1 s, and serious once', () => {
    const { log, show } = createPair();
    // 0.05 s apart: deep from the first to the third look is 0.1 s, which is not longer.
    for (const gap of [-0.2, -0.2, -0.2, -0.05]) show(gap);
    expect(log.serious).toBe(0);
    for (const gap of [-0.2, -0.2, -0.2, -0.2, -0.2, -0.2]) show(gap);
    expect(log.serious).toBe(1);
    expect(log.unique).toBe(1);
  });

  test('of exactly 0.1 s are not serious whenever they begin', () => {
    const { log, show } = createPair();
    for (let k = 0; k < 400; k++) {
      for (const gap of [-0.2, -0.2, -0.2, 1]) show(gap);
      expect(log.serious, `beginning at step ${4 * k + 1}`).toBe(0);
    }
  });

  test('the clearance is the smallest gap to bodies, obstacles and the border; beyond a metre it is not measured', () => {
    const { log, show } = createPair();
    show(1.5);
    expect(log.minimumClearance).toBe(Number.POSITIVE_INFINITY);
    for (const gap of [0.7, 0.3, 0.9]) show(gap);
    expect(log.minimumClearance).toBeCloseTo(0.3, 12);
    show(-0.04);
    expect(log.minimumClearance).toBeCloseTo(-0.04, 12);

    const clearanceOf = (scenario: Partial<ScenarioInput>) => {
      const world = createWorld({ ...square, ...scenario });
      const measurements = createMeasurements(world);
      stepWorld(world);
      observeStep(measurements, world);
      return summarize(measurements, world).minimumClearance;
    };
    const agents = [{ at: [0, 0] as [number, number] }];
    const wall = {
      shape: 'segment' as const,
      from: [-5, 1] as [number, number],
      to: [5, 1] as [number, number],
    };
    expect(clearanceOf({ agents, obstacles: [wall] })).toBeCloseTo(0.75, 12);
    expect(clearanceOf({ agents, obstacles: [{ shape: 'circle', center: [2, 0], radius: 1 }] })).toBeCloseTo(
      0.75,
      12,
    );
    expect(clearanceOf({ agents, bounds: { min: [-9, -0.5], max: [9, 9], walls: true } })).toBeCloseTo(
      0.25,
      12,
    );
    expect(clearanceOf({ agents })).toBeNull();
    // What agents see does not decide what is measured, and moving obstacles are measured where they are now.
    const small = [{ at: [0, 0] as [number, number], radius: 0.05 }];
    const far = { ...wall, from: [-30, 1.02] as [number, number], to: [30, 1.02] as [number, number] };
    expect(clearanceOf({ agents: small, obstacles: [far], neighbours: { radius: 0.1 } })).toBeCloseTo(
      0.97,
      12,
    );
    const bullet = {
      shape: 'circle' as const,
      center: [-16, 0.5] as [number, number],
      radius: 0.1,
      course: { kind: 'waypoints' as const, points: [[-3.6, 0.5] as [number, number]], speed: 50 },
    };
    const target = [{ at: [-3, 0.5] as [number, number] }];
    expect(clearanceOf({ agents: target, obstacles: [bullet], dt: 0.25 })).toBeCloseTo(0.25, 9);
  });

  test('pairs are found by the grid as by looking at all', () => {
    const world = createWorld({
      ...square,
      groups: [{ name: 'all', count: 150, region: { box: { min: [-9, -9], max: [9, 9] } } }],
    });
    const { motion, traits, count } = world.crowd;
    for (let row = 0; row < count; row += 3) motion.x[row] += 0.2;
    let least = Number.POSITIVE_INFINITY;
    let overlaps = 0;
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < a; b++) {
        const gap =
          Math.hypot(motion.x[a] - motion.x[b], motion.y[a] - motion.y[b]) -
          traits.radius[a] -
          traits.radius[b];
        least = Math.min(least, gap);
        if (gap < -0.001) overlaps++;
      }
    }
    const log = createCollisionLog();
    observeCollisions(log, world);
    expect(log.unique).toBe(overlaps);
    expect(overlaps).toBeGreaterThan(0);
    expect(log.minimumClearance).toBeCloseTo(least, 12);
  });
});

/** Walks straight at 2 m/s from the first step on. */
function createWalker(more: Partial<ScenarioInput> = {}): World {
  const world = createWorld({ ...square, agents: [{ at: [-19, 0], goal: [19, 0], speed: 2 }], ...more });
  world.crowd.motion.velocityX[0] = 2;
  return world;
}

function measure(world: World, steps: number): Summary {
  const measurements = createMeasurements(world);
  for (let k = 0; k < steps; k++) {
    stepWorld(world);
    observeStep(measurements, world);
  }
  return summarize(measurements, world);
}

describe('SteerBench scores', () => {
  test.each([0.05, 0.1, 0.02])(
    'a straight walker at 2 m/s for 4 s: time 4, energy ½ v² × 80 frames, acceleration 0, dt = %f',
    (dt) => {
      const { score, meanSpeed } = measure(createWalker({ dt }), Math.round(4 / dt));
      expect(score.time).toBeCloseTo(4, 9);
      expect(score.energy).toBeCloseTo(0.5 * 4 * 80, 6);
      expect(score.acceleration).toBeCloseTo(0, 6);
      expect(score.collisions).toBe(0);
      expect(score.steerbench).toBeCloseTo(4 + 160, 5);
      expect(meanSpeed).toBeCloseTo(1, 9);
    },
  );

  test('from rest to 2 m/s in one step of 0.05 s: an acceleration of 40 m/s² for one frame', () => {
    const world = createWalker();
    world.crowd.motion.velocityX[0] = 0;
    expect(measure(world, 10).score.acceleration).toBeCloseTo(40, 5);
  });

  test('stop with the arrival: what an agent does afterwards is not counted', () => {
    const world = createWalker({ agents: [{ at: [0, 0], goal: [2, 0], goalRadius: 0.5, speed: 2 }] });
    const { arrived, score } = measure(world, 200);
    expect(arrived).toBe(1);
    // 1.5 m at 2 m/s: fifteen steps of 0.1 m, or one more if rounding leaves it a hair short.
    expect(score.time).toBeGreaterThan(0.74);
    expect(score.time).toBeLessThan(0.81);
  });

  test('are means over agents; each collision counts for both, 150 a piece', () => {
    const world = createWorld({
      ...square,
      agents: [
        { at: [0, 0], goal: [9, 0], speed: 0 },
        { at: [0.6, 0], goal: [9, 0], speed: 0 },
        { at: [0, 9] },
        { at: [0, 12] },
      ],
    });
    const measurements = createMeasurements(world);
    stepWorld(world);
    world.crowd.motion.x[1] = 0.45;
    observeStep(measurements, world);
    const { agents, score } = summarize(measurements, world);
    expect([agents, score.overlaps, score.collisions]).toEqual([4, 1, 0.5]);
    expect(score.time).toBeCloseTo((2 * 0.05) / 4, 12);
  });

  test('agents that enter later take part', () => {
    const world = createWalker();
    const measurements = createMeasurements(world);
    addAgent(world, { at: [0, 9] });
    stepWorld(world);
    observeStep(measurements, world);
    expect(summarize(measurements, world).agents).toBe(2);
  });

  test('observing changes nothing', () => {
    const [observed, alone] = [createWalker(), createWalker()];
    const hash = measure(observed, 50).stateHash;
    for (let k = 0; k < 50; k++) stepWorld(alone);
    expect(summarize(createMeasurements(alone), alone).stateHash).toBe(hash);
  });
});

describe('agents outside the bounds', () => {
  const crowded = (bounds: ScenarioInput['bounds']) =>
    createWorld({ ...square, bounds, agents: [{ at: [0, 0] }, { at: [5, 0] }, { at: [-5, 5] }] });

  test('counts an agent once, not on the border, and permanently, arrived or not', () => {
    const world = crowded({ min: [-5, -5], max: [5, 5] });
    const measurements = createMeasurements(world);
    const outsideAfter = (x: number) => {
      stepWorld(world);
      world.crowd.motion.x[1] = x;
      observeStep(measurements, world);
      return summarize(measurements, world).outside;
    };
    expect([5, 5.001, 9, 0, -5.001].map(outsideAfter)).toEqual([0, 1, 1, 1, 1]);
    world.crowd.motion.y[0] = Number.NaN;
    observeStep(measurements, world);
    expect(summarize(measurements, world).outside).toBe(2);
  });

  test('counts agents that begin there', () => {
    const world = crowded({ min: [-5, -5], max: [5, 5] });
    world.crowd.motion.y[2] = 7;
    const measurements = createMeasurements(world);
    expect(summarize(measurements, world).outside).toBe(1);
  });
});

describe('journeys', () => {
  test('are measured to their end, not to the first arrival, and a lost agent is counted once', () => {
    const world = createWorld({
      version: 1,
      name: 'two legs',
      bounds: { min: [-50, -50], max: [50, 50] },
      duration: 60,
      steering: { name: 'nonlinear' },
      targets: [{ name: 'gate', at: [0, 20] }],
      agents: [
        {
          at: [0, 0],
          speed: 1,
          journey: {
            stages: [
              { kind: 'seek', point: [5, 0], dwell: 3 },
              { kind: 'seek', point: [10, 0] },
            ],
          },
        },
        { at: [0, 10], targets: ['gate'] },
      ],
      script: [
        { at: 1, kind: 'open-target', target: 'gate', open: false },
        { at: 2, kind: 'open-target', target: 'gate', open: true },
        { at: 3, kind: 'open-target', target: 'gate', open: false },
      ],
    });
    const measurements = createMeasurements(world);
    while (!isOver(world) && world.step < 1200) {
      stepWorld(world);
      observeStep(measurements, world);
    }
    const summary = summarize(measurements, world);
    expect(summary.arrived).toBe(1);
    expect(summary.unreachable).toBe(1);
    // The times of the agent that rests and of the other as long as it was there: both to the end of the run.
    const end = summary.time;
    expect(end).toBeGreaterThan(9 + 3);
    expect(Math.abs(measurements.total.time - 2 * end)).toBeLessThan(0.21);
  });
});

describe('expectations', () => {
  const summary: Summary = {
    scenario: 's',
    seed: 1,
    dt: 0.05,
    steps: 10,
    time: 0.5,
    agents: 4,
    arrived: 3,
    completed: false,
    outside: 1,
    unreachable: 2,
    collisions: { unique: 5, serious: 2 },
    contacts: 0,
    touches: 0,
    minimumClearance: -0.02,
    meanSpeed: 0.7,
    score: { steerbench: 0, overlaps: 0, collisions: 0, time: 0, energy: 0, acceleration: 0 },
    walking: { energy: 0, distance: 0, stuck: 0, detour: null },
    stateHash: '',
  };

  test('that are met, or not stated, say nothing', () => {
    expect(unmetExpectations(undefined, summary)).toEqual([]);
    expect(unmetExpectations({}, summary)).toEqual([]);
    const met = {
      arrivedAtLeast: 0.75,
      arrivedAtMost: 0.75,
      seriousCollisionsAtMost: 2,
      unreachableAtMost: 2,
      minimumClearanceAtLeast: -0.02,
      meanSpeedAtLeast: 0.7,
    };
    expect(unmetExpectations(met, summary)).toEqual([]);
    expect(unmetExpectations({ stayWithinBounds: true }, { ...summary, outside: 0 })).toEqual([]);
  });

  test('that are not met are sentences with both numbers', () => {
    const expect1 = {
      arrivedAtLeast: 0.8,
      arrivedAtMost: 0.5,
      stayWithinBounds: true as const,
      seriousCollisionsAtMost: 1,
      unreachableAtMost: 1,
      minimumClearanceAtLeast: 0,
      meanSpeedAtLeast: 0.8,
    };
    expect(unmetExpectations(expect1, summary)).toEqual([
      '75.0 % of the agents arrived, expected at least 80 %',
      '75.0 % of the agents arrived, expected at most 50 %',
      '1 of 4 agents have been outside the bounds, expected none',
      '2 serious collisions, expected at most 1',
      '2 agents found no path to a goal, expected at most 1',
      'smallest gap -0.020 m, expected at least 0 m',
      'mean speed 0.700 of the desired speed, expected at least 0.8',
    ]);
  });

  test('of a run in which no agent came near another, or none walked, have nothing to fail', () => {
    const nothing = { ...summary, minimumClearance: null, meanSpeed: null };
    expect(unmetExpectations({ minimumClearanceAtLeast: 5, meanSpeedAtLeast: 1 }, nothing)).toEqual([]);
  });
});
