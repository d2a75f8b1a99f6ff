import { describe, expect, test } from 'vitest';
import { crowdOf } from '../crowd/crowd.fixture.ts';
import { EventKind } from '../crowd/index.ts';
import { createBruteIndex } from '../environment/brute/brute.ts';
import {
  createWorld,
  readAgent,
  type ScenarioInput,
  stageNames,
  stepWorld,
  timeOf,
  type World,
} from './index.ts';
import { markDue } from './schedule.ts';
import { busySquare, openSquare } from './worlds.fixture.ts';

function arrivalsOf({ events }: World): [number, number][] {
  return Array.from({ length: events.count }, (_, k) => k)
    .filter((k) => events.kind[k] === EventKind.arrival)
    .map((k) => [events.agent[k], events.other[k]]);
}

describe('the stages of a step', () => {
  test('are named as in the design, in order, and reach their layers in that order', () => {
    expect(stageNames).toEqual([
      'applyCommands',
      'updateAutomata',
      'updatePlans',
      'updateNeighbours',
      'computeControls',
      'integrateMotion',
      'resolveContacts',
      'commitStep',
    ]);
    const calls: string[] = [];
    const world = createWorld(
      { ...openSquare, agents: [{ at: [0, 0], goal: [9, 0] }] },
      {
        automaton: { name: 'spy', update: () => calls.push('automaton') },
        planner: { name: 'spy', updatePlans: () => calls.push('planner') },
        neighbours: { ...createBruteIndex(), update: () => calls.push('neighbours'), list: () => {} },
        steering: { name: 'spy', computeControls: () => calls.push('steering') },
      },
    );
    stepWorld(world);
    expect(calls).toEqual(['automaton', 'planner', 'neighbours', 'steering']);
  });

  test('are timed by the clock of the host: a clock of known ticks gives known times, which add up', () => {
    let readings = 0;
    let now = 0;
    // Each stage reads the clock twice; stage s of a step takes 1 + s, and 100 pass between two stages.
    const clock = () => {
      now += readings % 2 === 0 ? 100 : 1 + Math.floor((readings % 16) / 2);
      readings++;
      return now;
    };
    const world = createWorld(busySquare, { clock });
    for (let k = 0; k < 5; k++) stepWorld(world);
    expect([...world.stageTimes]).toEqual([5, 10, 15, 20, 25, 30, 35, 40]);
    expect(readings).toBe(5 * 16);
  });

  test('take no time without a clock', () => {
    const world = createWorld(busySquare);
    stepWorld(world);
    expect([...world.stageTimes]).toEqual(Array(8).fill(0));
  });

  test('time is step × dt, not a sum', () => {
    const world = createWorld({ ...openSquare, dt: 0.1 });
    for (let k = 0; k < 30; k++) stepWorld(world);
    expect(timeOf(world)).toBe(30 * 0.1);
  });

  test('a step of an empty world is a step', () => {
    const world = createWorld(openSquare);
    stepWorld(world);
    expect(world.step).toBe(1);
  });
});

describe('cadence', () => {
  test.each([2, 3, 7])(
    'every %i steps, each agent runs exactly once in so many steps, and not all at once',
    (every) => {
      const crowd = crowdOf(Array.from({ length: 30 }, (_, x) => ({ x, y: 0 })));
      const due = new Uint8Array(crowd.capacity);
      const runs = Array.from({ length: 30 }, (): number[] => []);
      for (let step = 0; step < 60; step++) {
        const count = markDue(crowd, 'planning', every, step, due);
        expect(count).toBe(due.subarray(0, 30).reduce((sum, one) => sum + one, 0));
        if (step >= every) expect(count).toBeLessThan(30);
        for (let row = 0; row < 30; row++) if (due[row]) runs[row].push(step);
      }
      for (const steps of runs) {
        expect(steps[0]).toBe(0);
        const intervals = steps.slice(1).map((step, k) => step - steps[k]);
        expect(intervals[0]).toBeLessThanOrEqual(every);
        expect(new Set(intervals.slice(1))).toEqual(new Set([every]));
      }
    },
  );

  test('an adaptive pace stays between fastest and slowest, and is fastest near the goal', () => {
    const crowd = crowdOf(Array.from({ length: 40 }, (_, x) => ({ x, y: 0 })));
    const cadence = { adaptive: 'goal-distance', fastest: 2, slowest: 9 } as const;
    for (let row = 0; row < 40; row++) crowd.plan.goalDistance[row] = row;
    const due = new Uint8Array(crowd.capacity);
    const last = new Array(40).fill(0);
    const intervals = Array.from({ length: 40 }, (): number[] => []);
    for (let step = 0; step < 100; step++) {
      markDue(crowd, 'steering', cadence, step, due);
      for (let row = 0; row < 40; row++) {
        if (!due[row]) continue;
        if (step > 0) intervals[row].push(step - last[row]);
        last[row] = step;
      }
    }
    // The first interval is cut short to spread the agents.
    const settled = intervals.map((steps) => steps.slice(1));
    for (const steps of settled) expect(Math.min(...steps) >= 2 && Math.max(...steps) <= 9).toBe(true);
    expect(new Set(settled[0])).toEqual(new Set([2]));
    expect(new Set(settled[30])).toEqual(new Set([9]));
    expect(new Set(settled[10])).toEqual(new Set([6]));
  });

  test('phases have cadences of their own: planners and models are asked for the rows that are due', () => {
    const asked = { planning: 0, steering: 0, neighbours: 0 };
    const count = (due: Uint8Array, rows: number) => due.subarray(0, rows).reduce((sum, one) => sum + one, 0);
    const agents = Array.from({ length: 12 }, (_, k) => ({
      at: [3 * k, 0] as [number, number],
      goal: [0, 40] as [number, number],
    }));
    const world = createWorld(
      { ...openSquare, agents, cadence: { planning: 6, perception: 3, steering: 2 } },
      {
        planner: { name: 'spy', updatePlans: ({ due }) => (asked.planning += count(due, 12)) },
        steering: { name: 'spy', computeControls: ({ due }) => (asked.steering += count(due, 12)) },
        neighbours: {
          ...createBruteIndex(),
          update: () => {},
          list: (due) => {
            asked.neighbours += count(due, 12);
          },
        },
      },
    );
    for (let k = 0; k < 12; k++) stepWorld(world);
    asked.planning = asked.steering = asked.neighbours = 0;
    for (let k = 0; k < 60; k++) stepWorld(world);
    expect(asked).toEqual({ planning: 120, steering: 360, neighbours: 240 });
  });
});

describe('arrival', () => {
  const walker: ScenarioInput = {
    ...openSquare,
    targets: [{ name: 'door', at: [4, 0], radius: 1 }],
    agents: [{ at: [0, 0], targets: ['door'] }, { at: [0, 20], goal: [3, 20] }, { at: [0, -20] }],
    steering: { noise: 0 },
  };
  function run(arrival: 'stop' | 'vanish' | 'continue') {
    const world = createWorld({ ...walker, arrival });
    const arrivals: [number, number][] = [];
    for (let k = 0; k < 200; k++) {
      stepWorld(world);
      arrivals.push(...arrivalsOf(world));
    }
    expect(world.arrived).toBe(2);
    // Once each: the first at target 0, the second at a goal of its own.
    expect(arrivals.sort(([a], [b]) => a - b)).toEqual([
      [0, 0],
      [1, -1],
    ]);
    return world;
  }

  test('stop: it stands inside the target’s radius for good', () => {
    const world = run('stop');
    const { x, speed, arrived } = readAgent(world, 0);
    expect(Math.abs(x - 4)).toBeLessThanOrEqual(1);
    expect([speed, arrived]).toEqual([0, true]);
  });

  test('vanish: it leaves the crowd, with an event, and the others stay', () => {
    const world = run('vanish');
    expect(world.crowd.count).toBe(1);
    expect(() => readAgent(world, 0)).toThrow(/no agent 0/);
    expect(readAgent(world, 2).x).toBe(0);
  });

  test('continue: it counts as arrived once and keeps pursuing its goal', () => {
    const world = run('continue');
    expect(world.crowd.count).toBe(3);
    expect(readAgent(world, 0).arrived).toBe(true);
    expect(world.crowd.plan.status[0]).toBe(0);
  });

  test('of several targets the nearest is pursued, also when another comes nearer', () => {
    const world = createWorld({
      ...openSquare,
      targets: [
        { name: 'still', at: [12, 0] },
        { name: 'comes', at: [-40, 0], course: { kind: 'velocity', velocity: [10, 0] } },
      ],
      agents: [{ at: [0, 0], targets: ['still', 'comes'], speed: 0.1 }],
    });
    stepWorld(world);
    expect(world.crowd.plan.target[0]).toBe(0);
    while (timeOf(world) < 2.5) stepWorld(world);
    expect(world.crowd.plan.target[0]).toBe(0);
    while (timeOf(world) < 3.2) stepWorld(world);
    expect(world.crowd.plan.target[0]).toBe(1);
  });
});
