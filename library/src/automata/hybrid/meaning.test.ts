import { expect, test } from 'vitest';
import { AutomatonError, type AutomatonModel, simulateAutomaton } from './index.ts';

// Titles cite the rules of docs/models/automata.md.

const gravity = 9.81;

/** A ball that is dropped from 1 m and keeps a share of its speed at each bounce. */
const ball = (restitution: number, integrator: AutomatonModel['integrator'] = 'rk4'): AutomatonModel => ({
  name: 'ball',
  integrator,
  parameters: { g: { value: gravity, unit: 'm/s^2' }, e: restitution },
  variables: { h: { start: 1, unit: 'm' }, v: { unit: 'm/s' }, bounces: { kind: 'integer' } },
  start: 'fly',
  modes: { fly: { flow: { h: 'v', v: '-g' }, invariant: 'h >= 0' } },
  transitions: [
    { from: 'fly', to: 'fly', when: 'h <= 0 and v < 0', do: { v: '-e * v', bounces: 'bounces + 1' } },
  ],
});

/** The times of bounces in closed form: the first fall, then flights that get shorter by the factor e. */
function bounceTimes(restitution: number, count: number): number[] {
  const first = Math.sqrt(2 / gravity);
  const times = [first];
  let flight = 2 * first * restitution;
  for (let k = 1; k < count; k++) {
    times.push(times[k - 1] + flight);
    flight *= restitution;
  }
  return times;
}

test.each([0.05, 0.1, 0.25])('rule 9: bounces are located to 1e-9 s with steps of %f s', (dt) => {
  const { jumps } = simulateAutomaton(ball(0.8), { duration: 3.75, dt });
  const expected = bounceTimes(0.8, jumps.length);
  expect(jumps.length).toBeGreaterThan(8);
  jumps.forEach(({ time }, k) => {
    expect(Math.abs(time - expected[k])).toBeLessThan(1e-9);
  });
});

test('rule 12: a ball that comes to rest is reported at its Zeno time, with the loop', () => {
  let message = '';
  try {
    simulateAutomaton(ball(0.5), { duration: 3, dt: 0.05 });
  } catch (error) {
    message = (error as Error).message;
  }
  const [, time] = /^automaton "ball", agent 0, mode fly: more than 100 jumps at (\S+) s: … .*fly → fly/.exec(
    message,
  )!;
  expect(Math.abs(Number(time) - 3 * Math.sqrt(2 / gravity))).toBeLessThan(1e-9);
});

/** Heats with 2 K/s less what it loses, and switches at two temperatures. */
const thermostat = (part: Partial<AutomatonModel> = {}): AutomatonModel => ({
  name: 'thermostat',
  variables: { temperature: { start: 20, unit: 'K' } },
  parameters: { loss: { value: 0.1, unit: '1/s' } },
  start: 'on',
  modes: {
    on: { flow: { temperature: 'loss * (40 - temperature)' }, invariant: 'temperature <= 22' },
    off: { flow: { temperature: 'loss * (5 - temperature)' }, invariant: 'temperature >= 18' },
  },
  transitions: [
    { from: 'on', to: 'off', when: 'temperature >= 22' },
    { from: 'off', to: 'on', when: 'temperature <= 18' },
  ],
  ...part,
});

/** Seconds from one switching on to the next, in closed form. */
const period = 10 * (Math.log((40 - 18) / (40 - 22)) + Math.log((22 - 5) / (18 - 5)));

function periodOf(model: AutomatonModel, dt: number): number {
  const { jumps } = simulateAutomaton(model, { duration: 30, dt });
  const switched = jumps.filter(({ to }) => to === 'off').map(({ time }) => time);
  return (switched[2] - switched[0]) / 2;
}

test.each([
  ['urgent', {}],
  ['lazy', { policy: 'lazy' }],
] as const)('rules 7 and 9: the period of a thermostat is that of the closed form, %s', (_, part) => {
  expect(Math.abs(periodOf(thermostat(part), 0.05) - period)).toBeLessThan(1e-9);
});

test.each([
  ['euler', 1, 0.05],
  ['rk4', 4, 0.5],
] as const)('rule 9: the error of event times falls with the order of %s', (integrator, order, dt) => {
  const [coarse, fine] = [dt, dt / 2].map((one) =>
    Math.abs(periodOf(thermostat({ integrator }), one) - period),
  );
  const measured = Math.log2(coarse / fine);
  expect(measured).toBeGreaterThan(order - 0.35);
  expect(measured).toBeLessThan(order + 0.6);
});

test('rule 9: error control reaches its tolerance whatever the step', () => {
  for (const dt of [0.05, 0.25]) {
    const found = periodOf(thermostat({ integrator: 'adaptive', tolerance: 1e-10 }), dt);
    expect(Math.abs(found - period)).toBeLessThan(1e-8);
  }
});

test('rule 9: the state of a jump satisfies its guard, to the bit', () => {
  const { jumps } = simulateAutomaton(thermostat(), { duration: 30, dt: 0.05 });
  for (const { to, values } of jumps) {
    const overshoot = to === 'off' ? values.temperature - 22 : 18 - values.temperature;
    expect(overshoot).toBeGreaterThanOrEqual(0);
    expect(overshoot).toBeLessThan(1e-12);
  }
});

test('rule 9: a guard that holds only inside a step is found: a thrown ball touches the ceiling', () => {
  // The peak is at 0.5 s and 1.22625 m, between two steps; the guard holds for 2 ms.
  const model: AutomatonModel = {
    name: 'thrown',
    variables: { h: {}, v: { start: gravity / 2 } },
    start: 'free',
    modes: { free: { flow: { h: 'v', v: -gravity } }, touched: {} },
    transitions: [{ from: 'free', to: 'touched', when: 'h > 1.226245' }],
  };
  const { jumps } = simulateAutomaton(model, { duration: 2, dt: 0.2 });
  expect(jumps.map(({ to }) => to)).toEqual(['touched']);
  // 1.22625 − g/2 (t − 0.5)² = 1.226245
  expect(jumps[0].time).toBeCloseTo(0.5 - Math.sqrt((2 * 5e-6) / gravity), 9);
});

test('rule 8: of several enabled transitions, priority decides, then depth, then the order as written', () => {
  const model = (priority: number): AutomatonModel => ({
    name: 'order',
    variables: { c: {} },
    start: 'outer',
    modes: {
      outer: {
        flow: { c: 1 },
        start: 'inner',
        modes: { inner: {}, deep: {}, other: {} },
        transitions: [
          { from: 'inner', to: 'deep', when: 'c >= 0.125' },
          { from: 'inner', to: 'other', when: 'c >= 0.125', priority: -1 },
        ],
      },
      away: {},
    },
    transitions: [{ from: 'outer', to: 'away', when: 'c >= 0.125', priority }],
  });
  const routes = [0, 1].map((priority) =>
    simulateAutomaton(model(priority), { duration: 1, dt: 0.1 }).jumps.map(({ to }) => to),
  );
  expect(routes).toEqual([['outer.deep', 'away'], ['away']]);
});

test('rules 10 and 11: jumps at one instant follow each other, and assignments read the values before them', () => {
  const model: AutomatonModel = {
    name: 'superdense',
    variables: { a: { start: 1 }, b: { start: 2 }, c: {}, order: { kind: 'integer' } },
    start: 'first',
    modes: {
      first: { flow: { c: 1 }, exit: { order: 'order * 10 + 1' } },
      second: { flow: { c: 1 }, entry: { order: 'order * 10 + 3' }, exit: { order: 'order * 10 + 4' } },
      third: { entry: { order: 'order * 10 + 5' } },
    },
    transitions: [
      { from: 'first', to: 'second', when: 'c >= 0.33', do: { a: 'b', b: 'a', order: 'order * 10 + 2' } },
      { from: 'second', to: 'third', when: 'a > b' },
    ],
  };
  const { jumps, values } = simulateAutomaton(model, { duration: 1, dt: 0.1 });
  expect(jumps.map(({ time }) => time)).toEqual([jumps[0].time, jumps[0].time]);
  expect([values.a.at(-1), values.b.at(-1), values.order.at(-1)]).toEqual([2, 1, 12345]);
  expect(values.c.at(-1)).toBeCloseTo(0.33, 12);
});

test('rule 12: a loop without time is an error that names its modes', () => {
  const model: AutomatonModel = {
    name: 'loop',
    start: 'ping',
    modes: { ping: {}, pong: {} },
    transitions: [
      { from: 'ping', to: 'pong', when: true },
      { from: 'pong', to: 'ping', when: true },
    ],
  };
  expect(() => simulateAutomaton(model, { duration: 1, dt: 0.1 })).toThrow(
    /more than 100 jumps at 0 s: … .*ping → pong → ping/,
  );
});

test('rule 13: an invariant that nothing saves is an error, at its time', () => {
  const model: AutomatonModel = {
    name: 'doomed',
    variables: { c: {} },
    start: 'only',
    modes: { only: { flow: { c: 2 }, invariant: 'c <= 0.7' } },
  };
  expect(() => simulateAutomaton(model, { duration: 1, dt: 0.1 })).toThrow(
    /automaton "doomed", agent 0, mode only: the invariant "c <= 0\.7" fails at 0\.35\d* s and no transition is enabled; c = 0\.7/,
  );
  expect(() => simulateAutomaton(model, { duration: 0.3, dt: 0.1 })).not.toThrow();
});

test('rule 14: a division by zero names agent, mode and expression as written', () => {
  const model: AutomatonModel = {
    name: 'divided',
    variables: { c: { start: 1 }, d: {} },
    start: 'only',
    modes: { only: { flow: { c: '-1', d: '1/(c - 0.5)' } } },
    integrator: 'euler',
  };
  const run = () => simulateAutomaton(model, { duration: 2, dt: 0.25 });
  expect(run).toThrow(AutomatonError);
  expect(run).toThrow(/agent 0, mode only: division by zero in "1\/\(c - 0\.5\)" \(modes\.only\.flow\.d\)/);
});

test('rules 3 and 4: parts flow together, and a submode inherits what it does not replace', () => {
  const model: AutomatonModel = {
    name: 'pair',
    variables: { x: { start: 1 }, y: {}, pull: { kind: 'algebraic' } },
    parts: {
      first: {
        start: 'outer',
        modes: {
          outer: {
            flow: { x: 'y' },
            start: 'plain',
            modes: { plain: {}, still: { flow: { x: 0 } } },
            transitions: [{ from: 'plain', to: 'still', when: 'in(second.late)' }],
          },
        },
      },
      second: {
        start: 'early',
        modes: { early: { flow: { y: 'pull' }, algebra: { pull: '-x' } }, late: { algebra: { pull: 0 } } },
        transitions: [{ from: 'early', to: 'late', when: 'x <= 0' }],
      },
    },
  };
  const { jumps, values } = simulateAutomaton(model, { duration: 3, dt: 0.05 });
  // x = cos t until it is 0.
  expect(jumps.map(({ to }) => to)).toEqual(['late', 'outer.still']);
  expect(jumps[0].time).toBeCloseTo(Math.PI / 2, 6);
  expect(values.x[20]).toBeCloseTo(Math.cos(1), 6);
  expect(values.x.at(-1)).toBeCloseTo(0, 12);
});

test('rule 15: a mode with a history continues where it was left', () => {
  const model = (history: boolean): AutomatonModel => ({
    name: 'interrupted',
    variables: { t: {} },
    start: 'work',
    modes: {
      work: {
        flow: { t: 1 },
        history,
        start: 'first',
        modes: { first: {}, second: {} },
        transitions: [{ from: 'first', to: 'second', when: 't >= 1 and t < 1.5' }],
      },
      pause: { flow: { t: 1 } },
    },
    transitions: [
      { from: 'work', to: 'pause', when: 't >= 2 and t < 2.5' },
      { from: 'pause', to: 'work', when: 't >= 3' },
    ],
  });
  const ends = [true, false].map((history) =>
    simulateAutomaton(model(history), { duration: 4, dt: 0.1 }).modes[''].at(-1),
  );
  expect(ends).toEqual(['work.second', 'work.first']);
});

test('rule 7: a random policy waits for times with the given mean, the same for the same seed', () => {
  const model: AutomatonModel = {
    name: 'random',
    policy: { random: 2 },
    variables: { c: {} },
    start: 'a',
    modes: { a: { flow: { c: 1 } }, b: { flow: { c: 1 } } },
    transitions: [
      { from: 'a', to: 'b', when: true },
      { from: 'b', to: 'a', when: true },
    ],
  };
  const times = (seed: number) =>
    simulateAutomaton(model, { duration: 2000, dt: 0.1, seed }).jumps.map(({ time }) => time);
  const [one, again, other] = [times(1), times(1), times(2)];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
  // 1000 waits of 2 s: the count has a standard deviation of 32.
  expect(Math.abs(one.length - 1000)).toBeLessThan(130);
});

test('rule 17: noise stays within its bounds, is held over a step and has the mean of its bounds', () => {
  const model: AutomatonModel = {
    name: 'noisy',
    noise: { f: [-0.1, 0.3] },
    variables: { c: {} },
    start: 'only',
    modes: { only: { flow: { c: 'f' } } },
  };
  const { values } = simulateAutomaton(model, { duration: 1000, dt: 0.1 });
  const rates = values.c.slice(1).map((c, k) => (c - values.c[k]) / 0.1);
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(-0.1 - 1e-9);
  expect(Math.max(...rates)).toBeLessThanOrEqual(0.3 + 1e-9);
  expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeCloseTo(0.1, 2);
});

test('rule 16: a guard over an input changes at the beginning of a step', () => {
  const model: AutomatonModel = {
    name: 'startled',
    inputs: { gap: 'gap' },
    start: 'calm',
    modes: { calm: {}, startled: {} },
    transitions: [{ from: 'calm', to: 'startled', when: 'gap < 1' }],
  };
  const { jumps } = simulateAutomaton(model, { duration: 2, dt: 0.1, inputs: { gap: (time) => 2 - time } });
  expect(jumps.map(({ time }) => time)).toEqual([11 * 0.1]);
});

test('a definition is used in several contexts, with other names', () => {
  const model: AutomatonModel = {
    name: 'shared',
    variables: { a: {}, b: {}, phase: { kind: 'integer' } },
    definitions: { grow: { flow: { level: 'speed * 2' } } },
    start: 'one',
    modes: {
      one: { use: 'grow', with: { level: 'a', speed: 1 } },
      two: { use: 'grow', with: { level: 'b', speed: 'a' } },
    },
    transitions: [{ from: 'one', to: 'two', when: 'a >= 1' }],
  };
  const { values } = simulateAutomaton(model, { duration: 1.5, dt: 0.1 });
  expect(values.a.at(-1)).toBeCloseTo(1, 12);
  expect(values.b.at(-1)).toBeCloseTo(2, 9);
});

test('rules 6 and 15: entry points, exit points and group transitions', () => {
  const model: AutomatonModel = {
    name: 'points',
    variables: { t: {} },
    start: 'outside',
    modes: {
      outside: { flow: { t: 1 } },
      house: {
        flow: { t: 1 },
        start: 'hall',
        modes: { hall: {}, kitchen: {}, garden: {} },
        transitions: [{ from: 'kitchen', to: 'garden', when: 't >= 2' }],
      },
      street: { flow: { t: 1 } },
      home: {},
    },
    transitions: [
      // Enters beside the start; leaves from one submode alone; then from each of a group.
      { from: 'outside', to: 'house.kitchen', when: 't >= 1' },
      { from: 'house', to: 'street', when: 't >= 1.5 and in(house.garden)' },
      { from: ['outside', 'street'], to: 'home', when: 't >= 3' },
      { from: '*', to: 'home', when: 't >= 9' },
      { from: 'home', to: 'house', when: 't >= 99' },
    ],
  };
  const { jumps } = simulateAutomaton(model, { duration: 4, dt: 0.1 });
  expect(jumps.map(({ from, to }) => [from, to])).toEqual([
    ['outside', 'house.kitchen'],
    ['house.kitchen', 'house.garden'],
    ['house', 'street'],
    ['street', 'home'],
  ]);
  expect(jumps.map(({ time }) => Math.round(1e9 * time) / 1e9)).toEqual([1, 2, 2, 3]);
});
