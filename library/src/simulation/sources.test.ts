import { describe, expect, test } from 'vitest';
import { EventKind, Status } from '../crowd/index.ts';
import { createMeasurements, observeStep, summarize } from '../measurement/index.ts';
import { sendCommand } from './commands.ts';
import { isOver } from './is-over.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, type World } from './world.ts';

type GroupInput = NonNullable<ScenarioInput['groups']>[number];
type SourceInput = NonNullable<GroupInput['source']>;

/** A hall whose east end is a sink; agents enter in the west. */
function hall(source: SourceInput, more: Partial<GroupInput> = {}, rest: Partial<ScenarioInput> = {}): World {
  return createWorld({
    version: 1,
    name: 'hall',
    bounds: { min: [0, 0], max: [20, 10] },
    duration: 100,
    dt: 0.1,
    steering: { name: 'nonlinear' },
    targets: [{ name: 'east', region: { box: { min: [17, 0], max: [20, 10] } }, sink: true }],
    groups: [
      {
        name: 'comers',
        region: { box: { min: [1, 1], max: [4, 9] } },
        targets: ['east'],
        source,
        ...more,
      },
    ],
    ...rest,
  });
}

function step(world: World, steps: number, afterEach?: () => void): void {
  for (let k = 0; k < steps; k++) {
    stepWorld(world);
    afterEach?.();
  }
}

const cameIn = (world: World) => world.sources!.table.came[0];
const enteredIn = (world: World) => world.sources!.table.entered[0];

describe('when agents come', () => {
  test('a regular source brings its rate times its duration, at equal times', () => {
    const world = hall({ rate: 2, from: 3, until: 13 });
    const times: number[] = [];
    let before = 0;
    step(world, 200, () => {
      for (; before < cameIn(world); before++) times.push((world.step - 1) / 10);
    });
    expect(times).toEqual(Array.from({ length: 20 }, (_, k) => 3 + k / 2));
  });

  test('a Poisson source has exponential gaps: mean, and Kolmogorov–Smirnov at 1 %', () => {
    // All leave in the step after they came: the sink is where they enter.
    const world = hall(
      { rate: 5, arrivals: 'poisson' },
      { region: { box: { min: [17.5, 1], max: [19.5, 9] } } },
    );
    const { drawn, nextAt } = world.sources!.table;
    const gaps: number[] = [];
    for (; gaps.length < 800; world.step++) {
      const [count, last] = [drawn[0], nextAt[0]];
      world.parts.feedSources(world);
      // Gaps that end in one step cannot be told apart. A gap has no memory: what is beyond a step has the same distribution.
      if (drawn[0] === count + 1 && nextAt[0] - last > world.dt) gaps.push(nextAt[0] - last - world.dt);
    }
    gaps.sort((a, b) => a - b);
    let distance = 0;
    gaps.forEach((gap, k) => {
      const expected = 1 - Math.exp(-5 * gap);
      distance = Math.max(distance, Math.abs(expected - k / 800), Math.abs(expected - (k + 1) / 800));
    });
    expect(distance).toBeLessThan(1.63 / Math.sqrt(800));
    expect(Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / 800 - 0.2)).toBeLessThan(
      (4 * 0.2) / Math.sqrt(800),
    );
  });

  test('a Poisson source brings about its rate: within four deviations', () => {
    const world = hall({ rate: 8, arrivals: 'poisson', until: 50 });
    for (world.step = 0; world.step <= 500; world.step++) {
      world.sources!.table.entered[0] = cameIn(world);
      world.parts.feedSources(world);
    }
    expect(Math.abs(cameIn(world) - 400)).toBeLessThan(4 * 20);
    expect(cameIn(world)).not.toBe(400);
  });

  test('a schedule brings its counts at its times', () => {
    const world = hall({
      schedule: [
        [0, 3],
        [2, 4],
        [2, 1],
      ],
    });
    const came: number[] = [];
    step(world, 25, () => came.push(cameIn(world)));
    expect(came).toEqual([...Array(20).fill(3), ...Array(5).fill(8)]);
  });

  test('batches come at one time, and no more agents than the limit', () => {
    const world = hall({ rate: 1, batch: 4, most: 10 });
    const came: number[] = [];
    step(world, 121, () => came.push(cameIn(world)));
    expect([came[0], came[39], came[41], came[81], came[120]]).toEqual([4, 4, 8, 10, 10]);
  });
});

describe('entering', () => {
  test('nothing is lost where there is no room: all wait outside and enter one by one, onto no other', () => {
    const world = hall(
      { schedule: [[0, 40]] },
      { region: { line: { from: [1, 4], to: [1, 6] } }, radius: { uniform: [0.2, 0.3] } },
    );
    let longest = 0;
    step(world, 600, () => {
      const waiting = cameIn(world) - enteredIn(world);
      longest = Math.max(longest, waiting);
      expect(enteredIn(world) + waiting).toBe(40);
      const { crowd, events } = world;
      for (let event = 0; event < events.count; event++) {
        if (events.kind[event] !== EventKind.added) continue;
        const row = crowd.ids.indexOf(events.agent[event]);
        for (let other = 0; other < crowd.count; other++) {
          if (other === row) continue;
          const gap = Math.hypot(
            crowd.motion.x[row] - crowd.motion.x[other],
            crowd.motion.y[row] - crowd.motion.y[other],
          );
          expect(gap - crowd.traits.radius[row] - crowd.traits.radius[other]).toBeGreaterThan(-1e-6);
        }
      }
    });
    expect(longest).toBeGreaterThan(30);
    expect(enteredIn(world)).toBe(40);
    expect(world.arrived).toBe(40);
    expect(isOver(world)).toBe(true);
  });

  test('the nth agent is the same whatever else comes, at any time step', () => {
    const numbers = (world: World) => {
      const found: number[][] = [];
      step(world, 60, () => {
        const { crowd, events } = world;
        for (let event = 0; event < events.count; event++) {
          if (events.kind[event] !== EventKind.added) continue;
          const row = crowd.ids.indexOf(events.agent[event]);
          if (row < 0 || crowd.traits.group[row] !== 0) continue;
          found.push([crowd.traits.radius[row], crowd.traits.desiredSpeed[row], crowd.traits.agility[row]]);
        }
      });
      return found;
    };
    const people: Partial<GroupInput> = {
      radius: { uniform: [0.15, 0.25] },
      speed: { normal: { mean: 1.3, deviation: 0.2 } },
      personality: { agility: { uniform: [0.2, 0.9] } },
    };
    const alone = hall({ rate: 2, most: 6 }, people);
    const other = {
      name: 'others',
      region: { box: { min: [8, 1], max: [10, 9] } },
      targets: ['east'],
    } as const;
    const first = {
      name: 'comers',
      region: { box: { min: [1, 1], max: [4, 9] } },
      targets: ['east'],
      ...people,
    } as const;
    const beside = hall({ rate: 1 }, {}, {
      dt: 0.05,
      groups: [
        { ...first, targets: ['east'], source: { rate: 3, most: 6 } },
        { ...other, targets: ['east'], count: 5, source: { rate: 3 } },
      ],
    } as Partial<ScenarioInput>);
    const [a, b] = [numbers(alone), numbers(beside)];
    expect(a).toHaveLength(6);
    expect(new Set(a.map(([radius]) => radius)).size).toBe(6);
    expect(b).toEqual(a);
  });

  test('a comer is like the members of the beginning: group, journey, planner, steering, sight', () => {
    const world = hall(
      { schedule: [[1, 3]] },
      {
        count: 3,
        targets: undefined as never,
        journey: {
          stages: [
            { kind: 'seek', point: [10, 5] },
            { kind: 'seek', targets: ['east'] },
          ],
        },
        planner: { name: 'direct' },
        steering: { name: 'critters' },
        viewRadius: 2.5,
        class: undefined as never,
      },
    );
    step(world, 12);
    const { crowd } = world;
    expect(crowd.count).toBe(6);
    const of = (row: number) => [
      crowd.traits.group[row],
      crowd.traits.steering[row],
      crowd.traits.viewRadius[row],
      crowd.plan.planner[row],
      crowd.plan.stage[row],
      crowd.plan.goalKind[row],
      crowd.plan.targetSet[row],
    ];
    for (let row = 1; row < 6; row++) expect(of(row)).toEqual(of(0));
    expect(of(0)[0]).toBe(0);
    expect(of(0)[4]).toBe(0);
  });

  test('an obstacle that a command has moved away, or onto the entrance, counts where it is', () => {
    const door = { name: 'door', shape: 'box', min: [0, 0], max: [5, 10] } as const;
    const world = hall({ schedule: [[0, 2]] }, {}, {
      obstacles: [{ ...door, min: [10, 0], max: [15, 10] }],
      targets: [{ name: 'east', at: [8, 5] }],
    } as Partial<ScenarioInput>);
    sendCommand(world, { kind: 'move-obstacle', obstacle: 'door', by: [-10, 0] });
    step(world, 30);
    expect([cameIn(world), enteredIn(world)]).toEqual([2, 0]);
    sendCommand(world, { kind: 'move-obstacle', obstacle: 'door', by: [10, 0] });
    step(world, 2);
    expect([cameIn(world), enteredIn(world)]).toEqual([2, 2]);
  });
});

describe('a source in a run', () => {
  test('a command stops it, starts it again at another rate, and lets more agents come', () => {
    const world = hall({ rate: 1 });
    step(world, 30);
    expect(cameIn(world)).toBe(3);
    sendCommand(world, { kind: 'set-source', group: 'comers', rate: 0 });
    step(world, 30);
    expect(cameIn(world)).toBe(3);
    sendCommand(world, { kind: 'set-source', group: 'comers', enter: 7 });
    step(world, 1);
    expect(cameIn(world)).toBe(10);
    sendCommand(world, { kind: 'set-source', group: 'comers', rate: 10 });
    step(world, 10);
    expect(cameIn(world)).toBe(20);
  });

  test('a script does the same', () => {
    const world = hall(
      { rate: 1 },
      {},
      {
        script: [
          { at: 2.95, kind: 'set-source', group: 'comers', rate: 0 },
          { at: 5, kind: 'set-source', group: 'comers', enter: 4 },
        ],
      },
    );
    step(world, 60);
    expect(cameIn(world)).toBe(7);
  });

  test.each(['regular', 'poisson'] as const)(
    'goes on from a saved world as if nothing had been: %s',
    (arrivals) => {
      const create = () =>
        hall({ rate: 6, arrivals, batch: 2 }, { region: { line: { from: [1, 4], to: [1, 6] } } });
      const world = create();
      step(world, 57);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      step(world, 60);
      step(loaded, 60);
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      expect(enteredIn(world)).toBeGreaterThan(20);
    },
  );

  test('the hash tells worlds apart that differ only in their queues', () => {
    const world = hall({ schedule: [[5, 1]] });
    const other = hall({ schedule: [[5, 1]] });
    step(world, 3);
    step(other, 3);
    expect(stateHashOf(other)).toBe(stateHashOf(world));
    other.sources!.table.came[0]++;
    other.hashedStep = -1;
    expect(stateHashOf(other)).not.toBe(stateHashOf(world));
  });

  test('a run is not over while agents are still to come', () => {
    const world = hall({
      schedule: [
        [0, 1],
        [40, 1],
      ],
    });
    step(world, 390);
    expect([world.arrived, world.crowd.count, isOver(world)]).toEqual([1, 0, false]);
    step(world, 300);
    expect([world.arrived, isOver(world)]).toEqual([2, true]);
  });

  test('the metrics have the queue: longest, at the end, and the mean wait by Little’s law', () => {
    const world = hall({ schedule: [[0, 30]] }, { region: { line: { from: [1, 4], to: [1, 6] } } });
    const measurements = createMeasurements(world);
    const entryTimes: number[] = [];
    let before = 0;
    step(world, 400, () => {
      observeStep(measurements, world);
      // The wait of an agent that enters in step n is n − 1 whole steps.
      for (; before < enteredIn(world); before++) entryTimes.push((world.step - 1) * world.dt);
    });
    const { sinks, sources } = summarize(measurements, world);
    const mean = entryTimes.reduce((sum, time) => sum + time, 0) / 30;
    expect(sources).toHaveLength(1);
    expect(sources![0]).toMatchObject({ group: 'comers', came: 30, entered: 30, waiting: 0 });
    expect(sources![0].longestQueue).toBeGreaterThan(20);
    expect(sources![0].meanWait).toBeCloseTo(mean, 9);
    expect(sinks).toEqual([{ target: 'east', left: world.arrived }]);
  });
});

describe('a sink', () => {
  const walkers = (sink: boolean, journey?: object): World =>
    createWorld({
      version: 1,
      name: 'sink',
      bounds: { min: [0, 0], max: [20, 10] },
      duration: 60,
      steering: { name: 'nonlinear' },
      targets: [
        { name: 'door', at: [10, 5], sink },
        { name: 'bench', at: [10, 8] },
      ],
      agents: [{ at: [7, 5], ...(journey ?? { targets: ['door'] }) }],
    } as ScenarioInput);

  test('takes an agent out of the world; another target does not', () => {
    const [open, closed] = [walkers(true), walkers(false)];
    step(open, 100);
    step(closed, 100);
    expect([open.arrived, open.crowd.count]).toEqual([1, 0]);
    expect([closed.arrived, closed.crowd.count]).toEqual([1, 1]);
    expect(closed.crowd.plan.status[0]).toBe(Status.arrived);
  });

  test('ends a journey that has more stages; fleeing from it does not', () => {
    const world = walkers(true, {
      journey: {
        stages: [
          { kind: 'seek', targets: ['door'] },
          { kind: 'seek', targets: ['bench'] },
        ],
      },
    });
    step(world, 100);
    expect([world.arrived, world.crowd.count]).toEqual([1, 0]);
    const fleeing = walkers(true, {
      at: [10, 5],
      journey: { stages: [{ kind: 'flee', from: ['door'], distance: 3 }] },
    });
    step(fleeing, 100);
    expect(fleeing.crowd.count).toBe(1);
  });
});
