import { describe, expect, test } from 'vitest';
import { Status } from '../crowd/index.ts';
import { plannerNamed, registerPlanner } from '../planning/index.ts';
import { setGround } from './commands.ts';
import { findIgnoredTraits, type ScenarioInput } from './scenario/index.ts';
import type { TargetRegion } from './scenario/schema.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, timeOf, type World } from './world.ts';

type GroundInput = NonNullable<ScenarioInput['ground']>[number];

const speed = 1.34;
const box = (minX: number, minY: number, maxX: number, maxY: number): TargetRegion => ({
  box: { min: [minX, minY], max: [maxX, maxY] },
});

/** One agent that walks in a hall from (3, 0) to (27, 0), with bodies that pass through others. */
function hall(planner: string, ground: GroundInput[], more: Partial<ScenarioInput> = {}): World {
  return createWorld({
    version: 1,
    name: 'hall',
    bounds: { min: [0, -10], max: [30, 10], walls: true },
    duration: 200,
    steering: { name: 'straight' },
    planner: { name: planner } as ScenarioInput['planner'],
    ground,
    targets: [{ name: 'goal', at: [27, 0], radius: 0.5 }],
    agents: [{ at: [3, 0], speed, radius: 0.2, targets: ['goal'] }],
    ...more,
  });
}

/** When the agent arrives, s, and the highest place on its path, m. */
function walk(world: World): { time: number; highest: number } {
  let highest = Number.NEGATIVE_INFINITY;
  while (world.arrived === 0 && timeOf(world) < 60) {
    stepWorld(world);
    highest = Math.max(highest, world.crowd.motion.y[0]);
  }
  return { time: timeOf(world), highest };
}

/** Mud from wall to y = `edge`, in the middle of the hall. */
const mud = (factor: number, edge = 4): GroundInput[] => [
  { name: 'mud', kind: 'speed', region: box(10, -10, 20, edge), factor },
];

describe.each(['path', 'distance'])('the planner %s', (planner) => {
  // Around the mud by (10, 7) and (20, 7): 7 m diagonally at 45°, 10 m, 7 m diagonally; through it 14 m and 10 m of mud.
  const detour = (14 * Math.SQRT2 + 10 - 0.5) / speed;
  const through = (factor: number) => (14 - 0.5 + 10 / factor) / speed;
  // Where both take the same time.
  const equal = 10 / (14 * Math.SQRT2 + 10 - 14);

  test('goes through slow ground exactly when that is quicker than around it', () => {
    expect(equal).toBeCloseTo(0.633, 3);
    const slow = walk(hall(planner, mud(equal - 0.03, 7)));
    expect(slow.highest).toBeGreaterThan(6.9);
    expect(slow.time / detour).toBeCloseTo(1, 1);
    const quick = walk(hall(planner, mud(equal + 0.03, 7)));
    expect(quick.highest).toBeLessThan(0.5);
    expect(quick.time / through(equal + 0.03)).toBeCloseTo(1, 1);
  });

  test('takes stairs down and avoids the same stairs up', () => {
    const stairs = (up: [number, number]): GroundInput[] => [
      {
        name: 'stairs',
        kind: 'stairs',
        region: box(10, -10, 20, 7),
        up,
        upFactor: equal - 0.05,
        downFactor: equal + 0.05,
      },
    ];
    expect(walk(hall(planner, stairs([1, 0]))).highest).toBeGreaterThan(6.9);
    expect(walk(hall(planner, stairs([-1, 0]))).highest).toBeLessThan(0.5);
  });

  test('goes to a belt where that is quicker, and not to one that runs the other way', () => {
    const belt = (velocity: number): GroundInput[] => [
      { name: 'belt', kind: 'belt', region: box(6, 2, 24, 6), velocity: [velocity, 0] },
    ];
    const plain = 23.5 / speed;
    const carried = walk(hall(planner, belt(1)));
    expect(carried.highest).toBeGreaterThan(2);
    // Diagonally to its edge and back, and 18 m of it.
    expect(carried.time).toBeLessThan((2 * Math.hypot(3, 2) + 0.5) / speed + 18 / (speed + 1) + 0.5);
    expect(carried.time).toBeLessThan(0.85 * plain);
    const against = walk(hall(planner, belt(-1)));
    expect(against.highest).toBeLessThan(0.5);
    expect(against.time / plain).toBeCloseTo(1, 1);
  });

  test('passes gates in their direction, goes around those of the other, and says where no path is left', () => {
    const gate = (to: number, direction: number): GroundInput[] => [
      { name: 'gate', kind: 'gate', from: [15, -10], to: [15, to], direction: [direction, 0] },
    ];
    expect(walk(hall(planner, gate(10, 1))).time / (23.5 / speed)).toBeCloseTo(1, 1);
    const around = walk(hall(planner, gate(6, -1)));
    expect(around.highest).toBeGreaterThan(6);
    expect(around.time / ((2 * Math.hypot(12, 6) - 0.5) / speed)).toBeCloseTo(1, 1);
    const shut = hall(planner, gate(10, -1));
    walk(shut);
    expect(shut.arrived).toBe(0);
    expect(shut.crowd.motion.x[0]).toBeLessThan(15);
  });

  test('plans again when a command changes the ground, and a loaded world goes on to the same bits', () => {
    const world = hall(planner, mud(0.95, 7));
    for (let k = 0; k < 40; k++) stepWorld(world);
    setGround(world, mud(0.2, 7)[0]);
    for (let k = 0; k < 3; k++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    const { highest } = walk(world);
    expect(highest).toBeGreaterThan(6.9);
    while (loaded.step < world.step) stepWorld(loaded);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });
});

describe('the planner harmonic', () => {
  const planner = 'harmonic';

  test('goes around slow ground where that is quicker by far, and through it where it hardly matters', () => {
    const slow = walk(hall(planner, mud(0.2, 2)));
    expect(slow.highest).toBeGreaterThan(2);
    // 10 m of mud alone would take 37 s.
    expect(slow.time).toBeLessThan(20);
    const quick = walk(hall(planner, mud(0.95, 2)));
    expect(quick.highest).toBeLessThan(0.5);
    expect(quick.time / ((13.5 + 10 / 0.95) / speed)).toBeCloseTo(1, 1);
  });

  test('takes stairs down and avoids the same stairs up', () => {
    const stairs = (up: [number, number]): GroundInput[] => [
      { name: 'stairs', kind: 'stairs', region: box(10, -10, 20, 2), up, upFactor: 0.2, downFactor: 0.9 },
    ];
    expect(walk(hall(planner, stairs([1, 0]))).highest).toBeGreaterThan(2);
    expect(walk(hall(planner, stairs([-1, 0]))).highest).toBeLessThan(1);
  });

  test('passes gates in their direction, goes around those of the other, and says where no path is left', () => {
    const gate = (to: number, direction: number): GroundInput[] => [
      { name: 'gate', kind: 'gate', from: [15, -10], to: [15, to], direction: [direction, 0] },
    ];
    expect(walk(hall(planner, gate(10, 1))).time / (23.5 / speed)).toBeCloseTo(1, 1);
    const around = walk(hall(planner, gate(6, -1)));
    expect(around.highest).toBeGreaterThan(6);
    expect(around.time).toBeLessThan(22);
    const shut = hall(planner, gate(10, -1));
    walk(shut);
    expect(shut.arrived).toBe(0);
    expect(shut.crowd.plan.status[0]).toBe(Status.stranded);
    expect(shut.crowd.motion.x[0]).toBeLessThan(15);
  });

  test('plans again when a command changes the ground, and a loaded world goes on to the same bits', () => {
    const world = hall(planner, mud(0.95, 2), {
      planner: { name: planner, budget: { cells: 20_000 } } as ScenarioInput['planner'],
    });
    for (let k = 0; k < 40; k++) stepWorld(world);
    setGround(world, mud(0.1, 2)[0]);
    for (let k = 0; k < 3; k++) stepWorld(world);
    // The ground changes again while the field is made.
    setGround(world, mud(0.2, 2)[0]);
    stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    const { highest } = walk(world);
    expect(highest).toBeGreaterThan(2);
    while (loaded.step < world.step) stepWorld(loaded);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });
});

describe('a world without obstacles whose ground is not plain', () => {
  const open: ScenarioInput = {
    version: 1,
    name: 'field',
    bounds: { min: [0, 0], max: [20, 10], walls: true },
    duration: 60,
    agents: [{ at: [2, 6], goal: [18, 6] }],
  };
  const mud: GroundInput = { name: 'mud', kind: 'speed', factor: 0.2, region: box(8, 3, 12, 10) };

  test('agents plan around slow ground without naming a planner', () => {
    const world = createWorld({ ...open, ground: [mud] });
    let lowest = 10;
    while (world.arrived === 0 && world.step < 1000) {
      stepWorld(world);
      lowest = Math.min(lowest, world.crowd.motion.y[0]);
    }
    expect(lowest).toBeLessThan(3.1);
    // 4 m of mud alone would take 15 s.
    expect(timeOf(world)).toBeLessThan(17);
    expect(createWorld(open).scenario.planner.name).toBe('direct');
  });

  test('a door that never opens and leaves no path is refused', () => {
    const door: GroundInput = { name: 'door', kind: 'door', from: [10, 0], to: [10, 10], open: false };
    expect(() => createWorld({ ...open, ground: [door] })).toThrow(/agents\[0\]/);
  });

  test('a planner that does not plan around slow ground is named at load', () => {
    registerPlanner({ ...plannerNamed('distance'), name: 'blind', gates: false });
    const ignored = (name: string) =>
      findIgnoredTraits(createWorld({ ...open, planner: { name }, ground: [mud] }).scenario);
    expect(ignored('harmonic')).toEqual([]);
    expect(ignored('blind')).toEqual([
      {
        path: 'ground[0]',
        message:
          'agents walk on it as it says, but the planner "blind" does not plan around it; "distance" does',
      },
    ]);
  });
});
