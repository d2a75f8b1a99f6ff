import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdOf } from '../crowd/crowd.fixture.ts';
import type { Crowd, NearLists } from '../crowd/index.ts';
import { registerCloseAgents } from '../environment/register-close.ts';
import { createPlanner, DirectionState, type Guide } from '../planning/index.ts';
import type { SteeringInput } from '../steering/index.ts';
import { addAgent, createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';
import { cadencesOf, markDue, type Phase, phases } from './schedule.ts';
import { openSquare } from './worlds.fixture.ts';

registerCloseAgents();

type Rates = ReturnType<typeof cadencesOf>;

/** Steps until the next turn of the agent in row 0, which is no newcomer and is due now. */
function intervalOf(crowd: Crowd, phase: Phase, cadence: Rates[Phase]): number {
  const now = 40;
  crowd.schedule[phase][0] = now;
  markDue(crowd, phase, cadence, now, new Uint8Array(crowd.capacity));
  return crowd.schedule[phase][0] - now;
}

describe('named cadences', () => {
  test('are the published rates, whatever the length of a step', () => {
    for (const dt of [0.01, 0.025, 0.05, 0.1]) {
      const hertz = (name: 'full' | 'reference' | 'static', phase: Phase) =>
        1 / (dt * (cadencesOf(name, dt)[phase] as number));
      for (const phase of phases) expect(cadencesOf('full', 0.05)[phase]).toBe(1);
      for (const phase of ['planning', 'perception', 'prediction'] as const) {
        expect(hertz('reference', phase)).toBeCloseTo(5, 9);
      }
      expect(hertz('static', 'planning')).toBeCloseTo(0.2, 9);
      expect(hertz('static', 'perception')).toBeCloseTo(1 / 1.5, 9);
      expect(hertz('static', 'prediction')).toBeCloseTo(1 / 0.3, 9);
      for (const name of ['reference', 'static'] as const) {
        expect(hertz(name, 'reaction')).toBeCloseTo(Math.min(20, 1 / dt), 9);
        expect(cadencesOf(name, dt).steering).toBe(1);
      }
    }
  });

  test('are a step at the least', () => {
    for (const name of ['full', 'reference', 'static', 'matched'] as const) {
      const rates = cadencesOf(name, 1);
      for (const phase of phases) expect(rates[phase]).toBeGreaterThanOrEqual(1);
    }
  });

  test('a cadence of the scenario itself stays as it is', () => {
    const own = { planning: 7, perception: 3, prediction: 2, reaction: 1, steering: 1 };
    expect(cadencesOf(own, 0.01)).toEqual(own);
  });
});

describe('the adaptive cadence, frames at 20 Hz as in equations §9', () => {
  const rates = cadencesOf('adaptive', 0.05);

  test('short-term planning: 75 within 5 m of the local target, then 75 + 2 (d − 5)² up to 150', () => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 40, noNaN: true }), (distance) => {
        crowd.plan.localDistance[0] = distance;
        const exact = distance <= 5 ? 75 : Math.min(150, 75 + 2 * (distance - 5) ** 2);
        const interval = intervalOf(crowd, 'planning', rates.planning);
        expect(interval).toBeLessThanOrEqual(exact + 1e-9);
        expect(interval).toBeGreaterThan(exact - 1 - 1e-9);
      }),
    );
  });

  test('perception: 30, slower than 1.1 m/s 65, after a hit of the feelers 80, then the next fourth step', () => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    const due = new Uint8Array(crowd.capacity);
    const { motion, schedule } = crowd;
    for (let step = 1; step < 20; step++) {
      const turnAt = (speed: number, hits: number) => {
        motion.velocityX[0] = speed;
        schedule.hits[0] = hits;
        schedule.perception[0] = step;
        markDue(crowd, 'perception', rates.perception, step, due);
        return schedule.perception[0];
      };
      const after = (interval: number) => 4 * Math.ceil((step + interval) / 4);
      for (const speed of [1.3, 1.1, -1.3]) expect(turnAt(speed, 0)).toBe(after(30));
      // Backwards is a speed too.
      for (const speed of [1.09, 0, -0.5]) expect(turnAt(speed, 0)).toBe(after(65));
      for (const speed of [1.3, 0]) expect(turnAt(speed, 1)).toBe(after(80));
    }
  });

  test('prediction: every 6', () => {
    expect(rates.prediction).toBe(6);
  });

  test('reaction: 1 on a hit or a threat, 2 without a threat, 4 with nobody in view', () => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    const { schedule } = crowd;
    for (const hits of [0, 1]) {
      for (const threats of [0, 2]) {
        for (const seen of [0, 9]) {
          [schedule.hits[0], schedule.threats[0], schedule.seen[0]] = [hits, threats, seen];
          const expected = hits > 0 || threats > 0 ? 1 : seen > 0 ? 2 : 4;
          expect(intervalOf(crowd, 'reaction', rates.reaction)).toBe(expected);
        }
      }
    }
  });

  test('with other steps the seconds are the same', () => {
    const crowd = crowdOf([{ x: 0, y: 0 }]);
    crowd.schedule.hits[0] = 1;
    for (const dt of [0.025, 0.05, 0.1]) {
      expect(dt * intervalOf(crowd, 'perception', cadencesOf('adaptive', dt).perception)).toBeCloseTo(4, 9);
    }
  });
});

test('agents that start together are spread: after the first step the due are as even as can be', () => {
  const count = 60;
  const interval = 12;
  const crowd = crowdOf(Array.from({ length: count }, (_, k) => ({ x: 2 * k, y: 0 })));
  const due = new Uint8Array(crowd.capacity);
  const counts = Array.from({ length: 49 }, (_, step) => markDue(crowd, 'perception', interval, step, due));
  expect(counts[0]).toBe(count);
  for (const perStep of counts.slice(1)) expect(perStep).toBe(count / interval);
});

/** A world that shows what its steering model is shown. */
function watch(world: World, look: (input: SteeringInput) => void): World {
  const [{ model, ...rest }] = world.models;
  world.models[0] = {
    ...rest,
    model: {
      ...model,
      computeControls(input) {
        look(input);
        model.computeControls(input);
      },
    },
  };
  return world;
}

/** One agent that walks along x from 0, whose planner does as the guide does. */
function walkerWith(findDirection: Guide['findDirection'], planning: number): World {
  const scenario: ScenarioInput = {
    ...openSquare,
    agents: [{ at: [0, 0], heading: 0, goal: [30, 0] }],
    cadence: { planning },
  };
  const world = createWorld(scenario, { planner: createPlanner({ name: 'own', findDirection }) });
  return world;
}

/** Its next regular planning is never. */
function planNoMore({ crowd }: World): void {
  crowd.schedule.planning[0] = 1_000_000;
}

describe('between two plannings', () => {
  test('the direction points at the local target, and the goal comes nearer as that does', () => {
    const world = watch(
      walkerWith((_, __, ___, direction) => {
        // A local target that is not where the agent heads to first: it walks a curve towards it.
        Object.assign(direction, {
          x: 0.8,
          y: 0.6,
          z: 0,
          distance: 40,
          ahead: 10,
          state: DirectionState.known,
          isStraight: false,
        });
      }, 100),
      ({ crowd: { motion, plan } }) => {
        const dx = plan.localX[0] - motion.x[0];
        const dy = plan.localY[0] - motion.y[0];
        const distance = Math.hypot(dx, dy);
        expect(plan.directionX[0]).toBeCloseTo(dx / distance, 12);
        expect(plan.directionY[0]).toBeCloseTo(dy / distance, 12);
        expect(plan.localDistance[0]).toBeCloseTo(distance, 12);
        expect(plan.goalDistance[0]).toBeCloseTo(30 + distance, 9);
      },
    );
    stepWorld(world);
    planNoMore(world);
    for (let k = 0; k < 60; k++) stepWorld(world);
    expect([world.crowd.plan.localX[0], world.crowd.plan.localY[0]]).toEqual([8, 6]);
  });

  test('who reaches its local target is planned for at once, and not before', () => {
    const asked: { step: number; x: number }[] = [];
    const world = walkerWith((input, row, _, direction) => {
      const x = input.crowd.motion.x[row];
      asked.push({ step: input.step, x });
      Object.assign(direction, { x: 1, y: 0, z: 0, distance: 30 - x, ahead: Math.min(4, 30 - x) });
      Object.assign(direction, { state: DirectionState.known, isStraight: false });
    }, 100);
    stepWorld(world);
    planNoMore(world);
    while (world.arrived === 0 && world.step < 1200) {
      stepWorld(world);
      planNoMore(world);
    }
    expect(world.arrived).toBe(1);
    expect(asked.length).toBeGreaterThan(5);
    for (let k = 1; k < asked.length; k++) {
      const walked = asked[k].x - asked[k - 1].x;
      // Half a metre before the target 4 m ahead, and a step of at most 0.1 m.
      expect(walked).toBeGreaterThan(3.5);
      expect(walked).toBeLessThan(3.6);
    }
    // The last local target is the goal, near which no agent is asked again.
    expect(30 - asked[asked.length - 1].x).toBeLessThanOrEqual(4);
  });

  test('who waits for a way is asked for again in every step, until there is one', () => {
    const asked: number[] = [];
    const world = walkerWith((input, _, __, direction) => {
      asked.push(input.step);
      const state = input.step < 5 ? DirectionState.waiting : DirectionState.known;
      Object.assign(direction, { x: 1, y: 0, z: 0, distance: 30, ahead: 20, state, isStraight: true });
    }, 100);
    stepWorld(world);
    for (let k = 0; k < 30; k++) {
      planNoMore(world);
      stepWorld(world);
    }
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(world.crowd.motion.x[0]).toBeGreaterThan(0.5);
  });
});

test('with rare plannings the others still arrive behind walls, in less than twice the time', () => {
  const scenario: ScenarioInput = {
    ...openSquare,
    bounds: { min: [-15, -15], max: [15, 15] },
    obstacles: [
      { shape: 'box', min: [-1, -6], max: [0, 6] },
      { shape: 'box', min: [4, -2], max: [5, 14] },
    ],
    groups: [
      {
        name: 'all',
        count: 12,
        region: { box: { min: [-12, -8], max: [-5, 8] } },
        goal: { random: { box: { min: [8, -8], max: [13, 12] } } },
      },
    ],
    planner: { name: 'path', cell: 0.25 },
    arrival: 'vanish',
  };
  const secondsWith = (cadence: ScenarioInput['cadence']) => {
    const world = createWorld({ ...scenario, cadence });
    while (world.arrived < 12 && world.step < 2000) stepWorld(world);
    expect(world.arrived).toBe(12);
    return world.step * world.dt;
  };
  const often = secondsWith('full');
  for (const cadence of ['static', 'adaptive'] as const) expect(secondsWith(cadence)).toBeLessThan(2 * often);
});

/** What lists say, by ids. */
function idsIn({ counts, items, starts }: NearLists, { ids }: Crowd, row: number): number[] {
  return Array.from({ length: counts[row] }, (_, k) => ids[items[starts[row] + k]]).sort((a, b) => a - b);
}

function idsNear({ count, ids, motion, traits }: Crowd, row: number): number[] {
  return Array.from({ length: count }, (_, other) => other)
    .filter((other) => {
      const dx = motion.x[other] - motion.x[row];
      const dy = motion.y[other] - motion.y[row];
      return other !== row && dx * dx + dy * dy <= traits.viewRadius[row] ** 2;
    })
    .map((other) => ids[other])
    .sort((a, b) => a - b);
}

describe('kept lists', () => {
  const box = { min: [-10, -10] as [number, number], max: [10, 10] as [number, number] };
  const scenario: ScenarioInput = {
    ...openSquare,
    groups: [{ name: 'all', count: 90, region: { box }, goal: { random: { box } } }],
    arrival: 'vanish',
    contacts: 'none',
  };

  test.each([
    ['every 7 steps', { perception: 7 }],
    ['by speed', { perception: { adaptive: 'speed', fastest: 1, slowest: 9 } }],
    ['adaptive', 'adaptive'],
  ] as const)('name whom an agent saw at its last turn, less those who have left: %s', (_, cadence) => {
    const known = new Map<number, number[]>();
    const dueAt = new Map<number, number>();
    let kept = 0;
    let checked = 0;
    const world = watch(createWorld({ ...scenario, cadence }), ({ crowd, perception }) => {
      const present = new Set(crowd.ids.subarray(0, crowd.count));
      for (let row = 0; row < crowd.count; row++) {
        const id = crowd.ids[row];
        const next = crowd.schedule.perception[row];
        const isDue = dueAt.get(id) !== next;
        dueAt.set(id, next);
        const expected = isDue ? idsNear(crowd, row) : known.get(id)!.filter((other) => present.has(other));
        known.set(id, expected);
        if (!isDue && expected.length > 0) kept++;
        expect(idsIn(perception.agents, crowd, row)).toEqual(expected);
        checked++;
      }
    });
    for (let step = 0; step < 150; step++) {
      // Some come later, into the places of those who have left.
      if (step % 20 === 19) addAgent(world, { at: [step / 10, 12], goal: [0, 0] });
      stepWorld(world);
    }
    expect(world.arrived).toBeGreaterThan(20);
    expect(kept).toBeGreaterThan(0.2 * checked);
  });
});
