import { describe, expect, test } from 'vitest';
import { EventKind, rowOf, Status } from '../crowd/index.ts';
import {
  addAgent,
  createWorld,
  isOver,
  loadWorld,
  openTarget,
  readAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  timeOf,
} from './index.ts';
import { arrivalsOf, type Stages, targets, travel } from './journeys.fixture.ts';
import { openSquare, runHashes, shuffleRows } from './worlds.fixture.ts';

describe('a journey', () => {
  test('goes through its stages, stands where it dwells, and ends as it says', () => {
    const world = createWorld(
      travel([
        { kind: 'seek', targets: ['shop'], dwell: 5 },
        { kind: 'seek', point: [10, 6] },
      ]),
    );
    const arrivals = arrivalsOf(world, 30);
    // 9.5 m and about 5.5 m at 1 m/s, and 5 s of standing between them.
    expect(arrivals.map(([, target]) => target)).toEqual([0, -1]);
    expect(Math.abs(arrivals[0][0] - 9.5)).toBeLessThan(0.7);
    const between = arrivals[1][0] - arrivals[0][0];
    expect(between).toBeGreaterThan(5 + 5);
    expect(between).toBeLessThan(5 + 7.5);
    expect(world.arrived).toBe(1);
    expect(world.crowd.plan.status[0]).toBe(Status.arrived);
    expect(isOver(world)).toBe(true);
  });

  test('has the agent stand still for exactly as long as it dwells', () => {
    const world = createWorld(
      travel([
        { kind: 'seek', point: [3, 0], dwell: 2 },
        { kind: 'direction', along: [0, 1] },
      ]),
    );
    let standing = 0;
    while (timeOf(world) < 10) {
      stepWorld(world);
      if (world.crowd.plan.status[0] === Status.idle) standing++;
    }
    expect(standing).toBe(Math.round(2 / world.dt));
    expect(world.crowd.motion.headingY[0]).toBeGreaterThan(0.99);
  });

  test('dwells differ where they are drawn, within what is given, and not from run to run', () => {
    const scenario: ScenarioInput = {
      ...openSquare,
      groups: [
        {
          name: 'visitors',
          count: 30,
          region: { box: { min: [-20, -20], max: [20, 20] } },
          journey: {
            stages: [{ kind: 'seek', point: [0, 0], radius: 100, dwell: { uniform: [1, 4] } }],
            end: 'vanish',
          },
        },
      ],
    };
    const leave = () => {
      const world = createWorld(scenario);
      const times: number[] = [];
      while (world.crowd.count > 0 && timeOf(world) < 10) {
        stepWorld(world);
        for (let k = 0; k < world.events.count; k++)
          if (world.events.kind[k] === EventKind.removed) times.push(timeOf(world));
      }
      return times;
    };
    const times = leave();
    expect(times.length).toBe(30);
    expect(Math.min(...times)).toBeGreaterThan(0.99);
    expect(Math.max(...times)).toBeLessThan(4.2);
    expect(new Set(times).size).toBeGreaterThan(10);
    expect(leave()).toEqual(times);
  });

  test('a loop comes round again and again, is counted once and never over', () => {
    const stages: Stages = [
      { kind: 'seek', targets: ['shop'] },
      { kind: 'seek', targets: ['home'] },
    ];
    const world = createWorld(travel(stages, {}, { loop: true }));
    const visits = arrivalsOf(world, 60).map(([, target]) => target);
    expect(visits.length).toBeGreaterThanOrEqual(4);
    expect(visits).toEqual(visits.map((_, k) => k % 2));
    expect(world.arrived).toBe(1);
    expect(isOver(world)).toBe(false);
  });

  test.each([
    ['vanish', 0, true],
    ['stop', 1, true],
    ['continue', 1, true],
  ] as const)('ends with %s', (end, left, over) => {
    const world = createWorld(travel([{ kind: 'seek', targets: ['shop'] }], { arrival: 'stop' }, { end }));
    const arrivals = arrivalsOf(world, 14);
    expect(arrivals.length).toBe(1);
    expect(world.crowd.count).toBe(left);
    expect(isOver(world)).toBe(over);
    if (end === 'continue') expect(world.crowd.plan.status[0]).toBe(Status.walking);
    if (end === 'stop') expect(world.crowd.motion.velocityX[0]).toBe(0);
  });

  test('a region is reached anywhere inside: nobody crowds at its middle', () => {
    const world = createWorld({
      ...openSquare,
      targets,
      groups: [
        {
          name: 'guests',
          count: 12,
          region: { box: { min: [-5, -10], max: [5, 10] } },
          targets: ['hall'],
        },
      ],
    });
    while (!isOver(world) && timeOf(world) < 60) stepWorld(world);
    expect(world.arrived).toBe(12);
    const { x, y } = world.crowd.motion;
    const across = [...y.subarray(0, 12)];
    // All across the hall, as they came, and not far beyond its edge.
    expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(10);
    expect(Math.max(...x.subarray(0, 12))).toBeLessThan(23);
  });

  test('traits of a stage hold from then on', () => {
    const world = createWorld(
      travel([
        { kind: 'idle', for: 1 },
        { kind: 'direction', along: [1, 0], for: 1, traits: { speed: 3, aggressiveness: 1 } },
        { kind: 'idle' },
      ]),
    );
    const { traits } = world.crowd;
    expect(traits.desiredSpeed[0]).toBe(1);
    while (timeOf(world) < 3) stepWorld(world);
    expect([traits.desiredSpeed[0], traits.aggressiveness[0]]).toEqual([3, 1]);
  });

  test('is ended by a command that sends the agent elsewhere', () => {
    const world = createWorld(travel([{ kind: 'seek', targets: ['shop'] }, { kind: 'idle' }]));
    for (let k = 0; k < 40; k++) stepWorld(world);
    retargetAgent(world, 0, { goal: [0, 5] });
    while (!isOver(world) && timeOf(world) < 30) stepWorld(world);
    expect(world.crowd.plan.stage[0]).toBe(-1);
    expect(readAgent(world, 0).y).toBeGreaterThan(4);
    expect(world.arrived).toBe(1);
  });
});

describe('a run is over', () => {
  test('without those who do something for ever, and with those who are stranded', () => {
    const world = createWorld({
      ...openSquare,
      targets: [...targets, { name: 'gate', at: [0, 20], open: false }],
      agents: [
        { at: [9, 0], targets: ['shop'] },
        { at: [0, 10], targets: ['gate'] },
        { at: [-9, 0], journey: { stages: [{ kind: 'idle' }] } },
        { at: [-9, 9] },
      ],
    });
    expect(isOver(world)).toBe(false);
    while (!isOver(world) && timeOf(world) < 20) stepWorld(world);
    expect(world.arrived).toBe(1);
    expect(timeOf(world)).toBeLessThan(5);
    expect(world.crowd.plan.status[1]).toBe(Status.stranded);
    openTarget(world, 'gate', true);
    expect(isOver(world)).toBe(false);
    stepWorld(world);
    expect(isOver(world)).toBe(false);
    while (!isOver(world) && timeOf(world) < 30) stepWorld(world);
    expect(world.arrived).toBe(2);
  });
});

/** Every kind of stage at once, in a crowd. */
const fair: ScenarioInput = {
  ...openSquare,
  bounds: { min: [-20, -20], max: [20, 20], walls: true },
  targets: [
    { name: 'left', region: { box: { min: [-19, -5], max: [-16, 5] } } },
    {
      name: 'right',
      region: {
        polygon: {
          points: [
            [16, -5],
            [19, -5],
            [18, 6],
          ],
        },
      },
    },
    { name: 'fire', at: [0, 0], course: { kind: 'oscillation', amplitude: [5, 0], period: 7 } },
  ],
  groups: [
    {
      name: 'shoppers',
      count: 10,
      region: { box: { min: [-10, -15], max: [10, -8] } },
      speed: { uniform: [1, 3] },
      journey: {
        stages: [
          { kind: 'seek', targets: ['left'], dwell: { uniform: [0, 2] } },
          { kind: 'flee', from: ['fire'], distance: 12 },
          { kind: 'seek', targets: ['right', 'left'], traits: { speed: 2.5 } },
        ],
        loop: true,
      },
    },
    {
      name: 'strollers',
      count: 8,
      region: { box: { min: [-10, 8], max: [10, 15] } },
      journey: {
        stages: [
          { kind: 'wander', region: { box: { min: [-12, -12], max: [12, 12] } }, interval: 2, for: 6 },
          { kind: 'pursue', group: 'shoppers', distance: 1 },
          { kind: 'direction', along: [1, 1], for: 2 },
        ],
        loop: true,
      },
    },
  ],
};

describe('determinism', () => {
  test('a world that is saved in the middle and loaded goes on with the same hashes', () => {
    const whole = runHashes(createWorld(fair), 240);
    for (const pause of [1, 97, 161]) {
      const world = createWorld(fair);
      runHashes(world, pause);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(whole[pause - 1]);
      expect(runHashes(loaded, 240 - pause)).toEqual(whole.slice(pause));
    }
  });

  test('the order of the rows does not matter', () => {
    expect(runHashes(createWorld(fair), 160, shuffleRows)).toEqual(runHashes(createWorld(fair), 160));
  });

  test('the hash tells stages apart, and is as before where there are none', () => {
    const [one, other] = [createWorld(fair), createWorld(fair)];
    other.crowd.plan.stageEnd[0] = 99;
    stepWorld(one);
    stepWorld(other);
    expect(stateHashOf(one)).not.toBe(stateHashOf(other));
  });

  test('agents that commands add are on the journey that they bring, or on none', () => {
    const world = createWorld(fair);
    const id = addAgent(world, { at: [0, 0], targets: ['left'] });
    stepWorld(world);
    expect(world.crowd.plan.stage[rowOf(world.crowd, id)]).toBe(-1);
    const journey = { stages: [{ kind: 'idle' as const }] };
    const before = world.itinerary.stages.length;
    const other = addAgent(world, { at: [0, 2], journey });
    stepWorld(world);
    expect(world.crowd.plan.stage[rowOf(world.crowd, other)]).toBe(before);
  });
});
