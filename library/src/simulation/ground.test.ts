import { describe, expect, test } from 'vitest';
import { plannerNamed, registerPlanner } from '../planning/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import type { SteeringModel } from '../steering/index.ts';
import { removeGround, setGround } from './commands.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { refusalOf } from './scenario/refusal.fixture.ts';
import type { TargetRegion } from './scenario/schema.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, timeOf, type World, type WorldOptions } from './world.ts';

type GroundInput = NonNullable<ScenarioInput['ground']>[number];

const dt = 0.05;
const strip: TargetRegion = { box: { min: [10, -5], max: [20, 5] } };

/** One agent at (0, 0) that walks straight to (40, 0) at 1 m/s, or elsewhere. */
function walk(ground: GroundInput[], more: Partial<ScenarioInput> = {}, options: WorldOptions = {}): World {
  const scenario: ScenarioInput = {
    version: 1,
    name: 'strip',
    bounds: { min: [-60, -60], max: [60, 60] },
    duration: 200,
    dt,
    steering: { name: 'straight' },
    ground,
    agents: [{ at: [0, 0], speed: 1, goal: [40, 0], goalRadius: 0.1 }],
    ...more,
  };
  return createWorld(scenario, options);
}

/** Seconds until an agent is beyond a line x = `line`, to the right or the left of it. */
function timeTo(world: World, line: number, agent = 0): number {
  const isRight = world.crowd.motion.x[agent] < line;
  while (isRight === world.crowd.motion.x[agent] < line && timeOf(world) < 150) stepWorld(world);
  return timeOf(world);
}

describe('speed', () => {
  test.each([0.25, 0.5, 2])('10 m of factor %d take 10 / factor seconds', (factor) => {
    const world = walk([{ name: 'rubble', kind: 'speed', region: strip, factor }]);
    expect(timeTo(world, 10)).toBeCloseTo(10, 5);
    expect(Math.abs(timeTo(world, 20) - 10 - 10 / factor)).toBeLessThan(2 * dt);
    expect(Math.abs(timeTo(world, 30) - 20 - 10 / factor)).toBeLessThan(3 * dt);
  });

  test.each(['walker', 'nonlinear', 'pipeline'])('%s walks at the speed of the ground', (name) => {
    const world = walk([{ name: 'rubble', kind: 'speed', region: strip, factor: 0.5 }], {
      steering: { name } as ScenarioInput['steering'],
      // Straight across: paths would lead around the rubble.
      planner: { name: 'direct' },
    });
    const begin = timeTo(world, 12);
    expect((timeTo(world, 18) - begin) / 12).toBeCloseTo(1, 1);
    timeTo(world, 25);
    const speed = world.crowd.motion.velocityX[0];
    expect(speed).toBeCloseTo(1, 1);
  });

  test('circles and polygons are ground, too', () => {
    const disc = walk([
      { name: 'mud', kind: 'speed', region: { circle: { center: [20, 0], radius: 4 } }, factor: 0.5 },
    ]);
    expect(Math.abs(timeTo(disc, 30) - 38)).toBeLessThan(3 * dt);
    const points: [number, number][] = [
      [10, -9],
      [22, 3],
      [10, 15],
    ];
    const wedge = walk([{ name: 'mud', kind: 'speed', region: { polygon: { points } }, factor: 0.5 }]);
    // The axis is inside from x = 10 to the edge from (10, −9) to (22, 3), at x = 19.
    expect(Math.abs(timeTo(wedge, 30) - 39)).toBeLessThan(3 * dt);
  });
});

describe('stairs', () => {
  const stairs = (up: [number, number]): GroundInput => ({
    name: 'stairs',
    kind: 'stairs',
    region: strip,
    up,
    upFactor: 0.4,
    downFactor: 0.5,
  });

  test('up, down and across', () => {
    expect(Math.abs(timeTo(walk([stairs([7, 0])]), 30) - (20 + 10 / 0.4))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(walk([stairs([-1, 0])]), 30) - (20 + 10 / 0.5))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(walk([stairs([0, 1])]), 30) - 30)).toBeLessThan(3 * dt);
  });

  test('aslant: the path takes its length, and the part that goes up what the stairs add', () => {
    // Up is at 60° to the path: 10 m of it are 5 m up.
    const world = walk([stairs([1, Math.sqrt(3)])]);
    expect(Math.abs(timeTo(world, 30) - (30 + 5 * (1 / 0.4 - 1)))).toBeLessThan(3 * dt);
  });
});

describe('belts', () => {
  const belt = (velocity: [number, number], factor?: number): GroundInput => ({
    name: 'belt',
    kind: 'belt',
    region: strip,
    velocity,
    ...(factor !== undefined && { factor }),
  });

  test('carry agents that walk with them, against them, and that stand', () => {
    expect(Math.abs(timeTo(walk([belt([0.6, 0])]), 30) - (20 + 10 / 1.6))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(walk([belt([-0.6, 0])]), 30) - (20 + 10 / 0.4))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(walk([belt([0.5, 0], 0)]), 30) - (20 + 10 / 0.5))).toBeLessThan(3 * dt);
  });

  test('a velocity is that of walking: an agent comes off a belt as fast as it walks', () => {
    const world = walk([belt([0.6, 0])], { steering: { name: 'walker' } });
    timeTo(world, 15);
    expect(world.crowd.motion.velocityX[0]).toBeCloseTo(1, 1);
    const begin = world.crowd.motion.x[0];
    stepWorld(world);
    expect((world.crowd.motion.x[0] - begin) / dt).toBeCloseTo(1.6, 1);
  });

  test('carry agents that have no goal, up to a wall', () => {
    const world = walk([belt([0, 1])], {
      agents: [{ at: [15, 0], radius: 0.25 }],
      obstacles: [{ shape: 'segment', from: [0, 4], to: [30, 4] }],
    });
    for (let k = 0; k < 200; k++) stepWorld(world);
    expect(world.crowd.motion.x[0]).toBeCloseTo(15, 6);
    expect(world.crowd.motion.y[0]).toBeCloseTo(3.75, 5);
    expect(world.crowd.motion.velocityY[0]).toBeLessThan(0.01);
  });
});

describe('smoke', () => {
  test('shortens views inside of it only, and only inside a step', () => {
    const seen: number[] = [];
    const spy: SteeringModel = {
      name: 'spy',
      computeControls: ({ crowd, perception: { agents } }) => {
        for (let row = 0; row < crowd.count; row++) seen[row] = agents.counts[row];
      },
    };
    const world = walk(
      [{ name: 'smoke', kind: 'smoke', region: strip, visibility: 1 }],
      { agents: [15, 17, 9, 11].map((x) => ({ at: [x, 0], viewRadius: 3 })) },
      { steering: spy },
    );
    stepWorld(world);
    // Both in the smoke see nothing 2 m away; the one before it sees the one inside, which does not see it.
    expect(seen).toEqual([0, 0, 1, 0]);
    expect([...world.crowd.traits.viewRadius.subarray(0, 4)]).toEqual([3, 3, 3, 3]);
  });

  test('slows by its visibility, after Frantzich and Nilsson, or by its factor', () => {
    const smoke = (visibility: number, factor?: number) =>
      walk([
        { name: 's', kind: 'smoke', region: strip, visibility, ...(factor !== undefined && { factor }) },
      ]);
    // 1 − 0.057 / 0.706 K with the extinction K = 3 / visibility.
    const law = 1 - ((0.057 / 0.706) * 3) / 0.5;
    expect(Math.abs(timeTo(smoke(0.5), 30) - (20 + 10 / law))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(smoke(0.1), 30) - (20 + 10 / 0.1))).toBeLessThan(3 * dt);
    expect(Math.abs(timeTo(smoke(0.5, 0.8), 30) - (20 + 10 / 0.8))).toBeLessThan(3 * dt);
  });
});

describe('gates', () => {
  const gate: GroundInput = { name: 'gate', kind: 'gate', from: [10, -5], to: [10, 5], direction: [1, 0] };

  test('let agents pass in their direction and hold those that come against it', () => {
    const world = walk([gate], {
      agents: [
        { at: [0, 2], speed: 1, goal: [20, 2] },
        { at: [20, -2], speed: 1, goal: [0, -2] },
        { at: [20, -8], speed: 1, goal: [0, -8] },
      ],
      planner: { name: 'direct' },
    });
    for (let k = 0; k < 600; k++) stepWorld(world);
    const { x } = world.crowd.motion;
    expect(x[0]).toBeGreaterThan(19);
    expect(x[1]).toBeGreaterThanOrEqual(10);
    expect(x[1]).toBeLessThan(10.1);
    // Beside the gate the ground is free.
    expect(x[2]).toBeLessThan(1);
  });

  test('no centre crosses a gate against its direction, even in a crowd that pushes', () => {
    const world = walk([gate], {
      bounds: { min: [0, -5], max: [20, 5], walls: true },
      steering: { name: 'walker' },
      planner: { name: 'direct' },
      agents: [],
      targets: [
        { name: 'west', at: [1, 0] },
        { name: 'east', at: [19, 0] },
      ],
      groups: [
        { name: 'back', count: 60, region: { box: { min: [11, -4.5], max: [18, 4.5] } }, targets: ['west'] },
        { name: 'forth', count: 30, region: { box: { min: [2, -4.5], max: [8, 4.5] } }, targets: ['east'] },
      ],
    });
    const { x } = world.crowd.motion;
    let passed = 0;
    let before = [...x.subarray(0, 90)];
    for (let k = 0; k < 600; k++) {
      stepWorld(world);
      const now = [...world.crowd.motion.x.subarray(0, 90)];
      before.forEach((was, row) => {
        expect(was >= 10 && now[row] < 10).toBe(false);
        if (was < 10 && now[row] >= 10) passed++;
      });
      before = now;
    }
    expect(passed).toBeGreaterThan(5);
  });
});

describe('in a run', () => {
  const mud: GroundInput = { name: 'mud', kind: 'speed', region: strip, factor: 0.5 };

  test('commands and scripts add, change and remove ground', () => {
    const world = walk([]);
    setGround(world, mud);
    expect(Math.abs(timeTo(world, 15) - 20)).toBeLessThan(2 * dt);
    setGround(world, { ...mud, factor: 0.25 });
    expect(Math.abs(timeTo(world, 17) - 28)).toBeLessThan(3 * dt);
    removeGround(world, 'mud');
    expect(Math.abs(timeTo(world, 30) - 41)).toBeLessThan(3 * dt);
    const scripted = walk([mud], {
      script: [
        { at: 20, kind: 'set-ground', ground: { ...mud, factor: 0.25 } },
        { at: 28, kind: 'remove-ground', ground: 'mud' },
      ],
    });
    expect(Math.abs(timeTo(scripted, 30) - 41)).toBeLessThan(3 * dt);
  });

  test('a saved world goes on with its ground, and a recording replays it', () => {
    const scenario = {
      ...walk([]).scenario,
      ground: [{ name: 'belt', kind: 'belt', region: strip, velocity: [0.2, 0.1], factor: 1 }],
    } as unknown as ScenarioInput;
    const world = createWorld(scenario);
    const recorder = createRecorder();
    const lines = [recordStart(recorder, world)];
    const go = (steps: number) => {
      for (let k = 0; k < steps; k++) {
        if (world.step === 220) setGround(world, { ...mud, name: 'belt' });
        stepWorld(world);
        lines.push(recordStep(recorder, world));
      }
    };
    go(230);
    const loaded = loadWorld(saveWorld(world));
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    go(100);
    for (let k = 0; k < 100; k++) stepWorld(loaded);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    lines.push(recordEnd(recorder, world));
    expect(replayRecording(lines.map((line) => line.trimEnd()))).toMatchObject({ kind: 'same' });
  });
});

describe('what is refused', () => {
  const refused = (...ground: unknown[]) => refusalOf({ ...walk([]).scenario, ground });
  const mud = { name: 'mud', kind: 'speed', region: strip, factor: 0.5 };

  test('factors that are not positive numbers, and regions that are none', () => {
    expect(refused({ ...mud, factor: -1 })).toMatch(/^ground\[0\]\.factor: expected a number above 0/);
    expect(refused({ ...mud, factor: Number.POSITIVE_INFINITY })).toMatch(/^ground\[0\]\.factor: expected a/);
    expect(refused({ ...mud, region: { box: { min: [3, 0], max: [1, 1] } } })).toMatch(
      /^ground\[0\]\.region\.box/,
    );
    expect(refused({ ...mud, region: { box: { min: [70, 0], max: [80, 1] } } })).toMatch(
      /^ground\[0\]\.region: expected a region inside the bounds, got x from 70 to 80/,
    );
    expect(refused({ name: 's', kind: 'smoke', region: strip, visibility: 0 })).toMatch(/visibility/);
    expect(refused({ name: 's', kind: 'stairs', region: strip, up: [0, 0] })).toMatch(
      /^ground\[0\]\.up: expected a direction/,
    );
    // Its square is 0.
    expect(refused({ name: 's', kind: 'stairs', region: strip, up: [1e-300, 0] })).toMatch(
      /^ground\[0\]\.up: expected a direction, got \[1e-300, 0\]/,
    );
    expect(refused({ name: 'b', kind: 'belt', region: strip, velocity: [40, 40] })).toMatch(
      /at most 50 m\/s/,
    );
    expect(refused({ name: 'g', kind: 'gate', from: [0, 0], to: [1, 0], direction: [1, 0] })).toMatch(
      /^ground\[0\]\.direction: expected a direction across/,
    );
    expect(refused({ name: 'g', kind: 'gate', from: [0, 0], to: [0, 0], direction: [1, 0] })).toMatch(/line/);
  });

  test('gates with a planner that does not know them', () => {
    const gate = { name: 'g', kind: 'gate', from: [0, 0], to: [1, 0], direction: [0, 1] };
    const scenario = { ...walk([]).scenario, ground: [gate] };
    registerPlanner({ ...plannerNamed('distance'), name: 'without-gates', gates: false });
    for (const name of ['path', 'distance', 'harmonic'])
      expect(refusalOf({ ...scenario, planner: { name } })).toBe('accepted');
    expect(refusalOf({ ...scenario, planner: { name: 'without-gates' } })).toMatch(
      /^ground\[0\]: the planner "without-gates" does not know gates; use "path", "distance" or "harmonic"/,
    );
  });

  test('overlapping factors and equal names; ground that touches is accepted', () => {
    const beside = { ...mud, name: 'beside', region: { box: { min: [20, -5], max: [30, 5] } } };
    expect(refused(mud, beside)).toBe('accepted');
    expect(refused(mud, { ...beside, name: 'mud' })).toMatch(/^ground\[1\]\.name/);
    expect(refused(mud, { ...beside, region: { circle: { center: [24, 0], radius: 4.5 } } })).toBe(
      'ground[1].region: overlaps ground[0] "mud": a place has one factor',
    );
  });

  test('commands that would overlap, and names that are not there', () => {
    const world = walk([mud as GroundInput]);
    const wide: TargetRegion = { box: { min: [15, 0], max: [30, 5] } };
    expect(() => setGround(world, { ...mud, name: 'more', region: wide } as GroundInput)).toThrow(
      'overlaps "mud"',
    );
    setGround(world, { ...mud, region: wide } as GroundInput);
    expect(() => removeGround(world, 'more')).toThrow('expected the name of a part of the ground');
  });
});
