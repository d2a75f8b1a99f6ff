import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../crowd/crowd.fixture.ts';
import { type Crowd, dropAgent, reorderRows, reserveRows, rowOf } from '../crowd/index.ts';
import { add, change, crowdFor, everything, nothing } from './changes.fixture.ts';
import { createChanges } from './changes.ts';
import type { Automaton, TraitChange } from './index.ts';

/** The function through the points, by going through them one after the other. */
function through(points: readonly (readonly [number, number])[], input: number): number {
  let value = points[0][1];
  points.forEach(([x, y], k) => {
    if (k === 0 || input <= points[k - 1][0]) return;
    const [x0, y0] = points[k - 1];
    value = input >= x ? y : (y0 * (x - input) + y * (input - x0)) / (x - x0);
  });
  return value;
}

const clip = (value: number, largest = 1) => Math.max(0, Math.min(largest, value));

const somePoints = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -20, max: 200 }), fc.double({ min: 0, max: 3, noNaN: true })), {
    minLength: 1,
    maxLength: 9,
    selector: ([input]) => input,
  })
  .map((points) =>
    points.map(([input, output]) => [input / 10, output] as const).sort((a, b) => a[0] - b[0]),
  );

test('a trait is the own one times the function of the input, or the function, clipped to its range', () => {
  fc.assert(
    fc.property(
      somePoints,
      fc.constantFrom('time', 'speed', 'goal-distance', 'distance-walked'),
      fc.constantFrom('factor', 'value'),
      fc.constantFrom('speed', 'agility', 'mass', 'aggressiveness'),
      fc.double({ min: 0, max: 60, noNaN: true }),
      (points, over, as, trait, input) => {
        const automaton = createChanges([change({ points, over, as, trait })]);
        const crowd = crowdFor(automaton, 1);
        automaton.begin!(crowd, 0);
        crowd.plan.goalDistance[0] = input;
        crowd.motion.velocityY[0] = -input;
        automaton.sense?.({ crowd, ...nothing, step: 0, dt: 1 }, everything(crowd, 0, 1));
        // One step of one second: the distance walked is the speed times a second.
        automaton.update({ crowd, ...nothing, step: 1, dt: over === 'time' ? input : 1 });
        const own = { speed: 1.3, agility: 0.8, mass: 0.5, aggressiveness: 0.4 }[trait];
        const output = through(points, input);
        const expected = clip(as === 'factor' ? own * output : output, trait === 'speed' ? 50 : 1);
        const column = trait === 'speed' ? 'desiredSpeed' : trait;
        expect(crowd.traits[column][0]).toBeCloseTo(expected, 12);
        // The agent's own trait is kept: the same step again gives the same.
        if (over !== 'distance-walked')
          automaton.update({ crowd, ...nothing, step: 1, dt: over === 'time' ? input : 1 });
        expect(crowd.traits[column][0]).toBeCloseTo(expected, 12);
      },
    ),
    { numRuns: 500 },
  );
});

test('several changes of a trait apply in their order and are clipped once, at the end', () => {
  const agility = (...changes: TraitChange[]) => {
    const automaton = createChanges(changes);
    const crowd = crowdFor(automaton, 1);
    automaton.begin!(crowd, 0);
    automaton.update({ crowd, ...nothing, step: 0, dt: 0.1 });
    return crowd.traits.agility[0];
  };
  const times = (factor: number) => change({ points: [[0, factor]] });
  const set = (value: number) => change({ points: [[0, value]], as: 'value' });
  expect(agility(times(5), times(0.2))).toBeCloseTo(0.8, 12);
  expect(agility(set(0.3), times(2))).toBeCloseTo(0.6, 12);
  expect(agility(times(2), set(0.3))).toBeCloseTo(0.3, 12);
  expect(agility(times(5))).toBe(1);
});

test('fatigue over the way: the way is what was walked, forwards and backwards, and speed falls with it', () => {
  const points = [
    [0, 1],
    [10, 0.5],
  ] as const;
  const automaton = createChanges([
    change({ name: 'fatigue', trait: 'speed', over: 'distance-walked', points }),
  ]);
  const crowd = crowdFor(automaton, 1);
  automaton.begin!(crowd, 0);
  const dice = createDice(3);
  let way = 0;
  for (let step = 0; step < 200; step++) {
    crowd.motion.velocityY[0] = 2 * dice() - 0.5;
    way += Math.abs(crowd.motion.velocityY[0]) * 0.1;
    automaton.update({ crowd, ...nothing, step, dt: 0.1 });
    expect(crowd.traits.desiredSpeed[0]).toBeCloseTo(1.3 * Math.max(0.5, 1 - 0.05 * way), 12);
  }
  expect(way).toBeGreaterThan(10);
});

describe('a lag', () => {
  test.each([0.01, 0.05, 0.5])(
    'is a filter of first order: a step is answered by 1 − exp(−t/lag), dt = %f',
    (dt) => {
      // The output is the level itself.
      const identity = [
        [0, 0],
        [1, 1],
      ] as const;
      const automaton = createChanges([
        change({ over: 'speed', points: identity, as: 'value', lag: 1.7, trait: 'mass' }),
      ]);
      const crowd = crowdFor(automaton, 1);
      automaton.begin!(crowd, 0);
      crowd.motion.velocityY[0] = 0.2;
      for (let step = 0; step < 5; step++) automaton.update({ crowd, ...nothing, step, dt });
      // It starts at the first input, not at 0.
      expect(crowd.traits.mass[0]).toBe(0.2);
      crowd.motion.velocityY[0] = 0.9;
      const steps = Math.round(3 / dt);
      for (let step = 0; step < steps; step++) automaton.update({ crowd, ...nothing, step, dt });
      expect(crowd.traits.mass[0]).toBeCloseTo(0.9 - 0.7 * Math.exp(-3 / 1.7), 12);
    },
  );

  test('is each change its own, and each agent its own', () => {
    const identity = [
      [0, 0],
      [2, 2],
    ] as const;
    const lagged = (trait: 'mass' | 'agility', lag: number) =>
      change({ trait, over: 'speed', points: identity, as: 'value', lag });
    const automaton = createChanges([lagged('mass', 0.5), lagged('agility', 2)]);
    const crowd = crowdFor(automaton, 2);
    for (const row of [0, 1]) automaton.begin!(crowd, row);
    crowd.motion.velocityY.set([0.1, 0.6]);
    automaton.update({ crowd, ...nothing, step: 0, dt: 0.1 });
    crowd.motion.velocityY.set([0.9, 0.2]);
    for (let step = 1; step <= 10; step++) automaton.update({ crowd, ...nothing, step, dt: 0.1 });
    expect(crowd.traits.mass[0]).toBeCloseTo(0.9 - 0.8 * Math.exp(-2), 12);
    expect(crowd.traits.agility[0]).toBeCloseTo(0.9 - 0.8 * Math.exp(-0.5), 12);
    expect(crowd.traits.mass[1]).toBeCloseTo(0.2 + 0.4 * Math.exp(-2), 12);
    expect(crowd.traits.agility[1]).toBeCloseTo(0.2 + 0.4 * Math.exp(-0.5), 12);
  });
});

test('a change applies to its groups only, and to no other agent', () => {
  const automaton = createChanges([
    change({ groups: [2, 0], points: [[0, 0.5]] }),
    change({ groups: [2], points: [[0, 0.5]] }),
    change({ trait: 'mass', groups: [1], points: [[0, 0.1]], as: 'value' }),
  ]);
  const crowd = crowdFor(automaton, 5);
  crowd.traits.group.set([-1, 0, 1, 2, 3]);
  for (let row = 0; row < 5; row++) automaton.begin!(crowd, row);
  crowd.traits.agility[0] = 0.123;
  automaton.update({ crowd, ...nothing, step: 0, dt: 0.1 });
  expect(Array.from(crowd.traits.agility.subarray(0, 5))).toEqual([0.123, 0.4, 0.8, 0.2, 0.8]);
  expect(Array.from(crowd.traits.mass.subarray(0, 5))).toEqual([0.5, 0.5, 0.1, 0.5, 0.5]);
});

test('a trait changed from outside becomes the own one, and the others stay what they were', () => {
  const automaton = createChanges([
    change({ points: [[0, 0.5]] }),
    change({ trait: 'speed', over: 'distance-walked', points: [[0, 0.5]] }),
  ]);
  const crowd = crowdFor(automaton, 1);
  automaton.begin!(crowd, 0);
  crowd.motion.velocityY[0] = 1;
  for (let step = 0; step < 5; step++) automaton.update({ crowd, ...nothing, step, dt: 0.1 });
  automaton.restore!(crowd, 0);
  expect(crowd.traits.agility[0]).toBe(0.8);
  crowd.traits.desiredSpeed[0] = 3;
  automaton.begin!(crowd, 0);
  automaton.update({ crowd, ...nothing, step: 5, dt: 0.1 });
  expect(crowd.traits.desiredSpeed[0]).toBe(1.5);
  expect(crowd.traits.agility[0]).toBe(0.4);
  expect(crowd.memory.distanceWalked[0]).toBeCloseTo(0.6, 12);
});

/** Every input of a change, for a crowd that enters, leaves, grows and is reordered. */
const everyChange = (['time', 'distance-walked', 'gap', 'goal-distance', 'speed'] as const).flatMap(
  (over, k) => [
    change({
      over,
      trait: 'speed',
      points: [
        [0.1, 0.9],
        [1.7, 1.2],
      ],
      lag: 0.3 * k,
    }),
  ],
);

function drive(crowd: Crowd, automaton: Automaton, step: number): void {
  for (let row = 0; row < crowd.count; row++) {
    const dice = createDice(1000 * step + crowd.ids[row] + 1);
    dice();
    crowd.motion.x[row] = 10 * dice();
    crowd.motion.velocityY[row] = dice();
    crowd.plan.goalDistance[row] = 2 * dice();
  }
  automaton.sense!({ crowd, ...nothing, step, dt: 0.1 }, everything(crowd, 0, step));
}

test('rows in another order, more room, agents that enter and leave: all agents have the same traits, to the bit', () => {
  const run = (disturb: boolean) => {
    const automaton = createChanges(everyChange);
    const crowd = crowdFor(automaton, 7);
    for (let row = 0; row < 7; row++) automaton.begin!(crowd, row);
    const seen: number[][] = [];
    for (let step = 0; step < 40; step++) {
      if (disturb) reorderRows(crowd, shuffledOrder(crowd.count, step));
      if (disturb && step === 9) reserveRows(crowd, 100);
      if (step === 20) automaton.begin!(crowd, add(crowd));
      if (step === 30) dropAgent(crowd, 2);
      automaton.update({ crowd, ...nothing, step, dt: 0.1 });
      const ids = Array.from(crowd.ids.subarray(0, crowd.count)).sort((a, b) => a - b);
      seen.push(ids.map((id) => crowd.traits.desiredSpeed[rowOf(crowd, id)]));
      drive(crowd, automaton, step);
    }
    return seen;
  };
  const plain = run(false);
  expect(run(true)).toEqual(plain);
  expect(new Set(plain.flat()).size).toBeGreaterThan(200);
});

test('traits and memory are the whole state: a copy of them goes on alike, to the bit', () => {
  const automaton = createChanges(everyChange);
  const crowd = crowdFor(automaton, 5);
  for (let row = 0; row < 5; row++) automaton.begin!(crowd, row);
  for (let step = 0; step < 10; step++) {
    automaton.update({ crowd, ...nothing, step, dt: 0.1 });
    drive(crowd, automaton, step);
  }
  const fresh = createChanges(everyChange);
  const copy = crowdFor(fresh, 5);
  for (const table of ['motion', 'traits', 'plan', 'memory'] as const) {
    for (const [name, column] of Object.entries(crowd[table])) {
      (copy[table] as Record<string, Float64Array>)[name].set(column);
    }
  }
  for (let step = 10; step < 20; step++) {
    automaton.update({ crowd, ...nothing, step, dt: 0.1 });
    fresh.update({ crowd: copy, ...nothing, step, dt: 0.1 });
    expect(copy.traits.desiredSpeed).toEqual(crowd.traits.desiredSpeed);
    drive(crowd, automaton, step);
    drive(copy, fresh, step);
  }
});

test('no more is remembered than the changes need', () => {
  expect(createChanges([change({})]).memory).toEqual({ ownAgility: 'float64' });
  expect(createChanges([change({ over: 'distance-walked', lag: 1 })]).memory).toEqual({
    ownAgility: 'float64',
    distanceWalked: 'float64',
    level0: 'float64',
    started0: 'uint8',
  });
  expect(createChanges([change({})]).sense).toBeUndefined();
});
