import { describe, expect, test } from 'vitest';
import { createSurvey, type Survey, summarizeSurvey, surveyStep } from '../measurement/survey/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import { addAgent, openDoor, removeGround, retargetAgent, setGround } from './commands.ts';
import { createPlainWorld } from './create.ts';
import { registerGround } from './register-ground.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { createWorld } from './scenario-world.ts';
import { loadWorld, saveWorld } from './snapshot.ts';
import { stepWorld } from './step.ts';
import { readAgent, stateHashOf, timeOf, type World } from './world.ts';

type GroundInput = NonNullable<ScenarioInput['ground']>[number];
type QueueInput = Extract<GroundInput, { kind: 'queue' }>;

const till: QueueInput = {
  name: 'till',
  kind: 'queue',
  line: [
    [4, 3],
    [14, 3],
  ],
  service: 10,
};
const journey: NonNullable<NonNullable<ScenarioInput['groups']>[number]['journey']> = {
  stages: [
    { kind: 'queue', queues: ['till'] },
    { kind: 'seek', targets: ['exit'] },
  ],
};

/** Agents come at random times from the right, queue at the left, and leave at the left. */
function shop(
  queue: Partial<QueueInput>,
  source: NonNullable<NonNullable<ScenarioInput['groups']>[number]['source']>,
  more: Partial<ScenarioInput> = {},
): World {
  return createWorld({
    version: 1,
    name: 'shop',
    bounds: { min: [0, 0], max: [18, 6], walls: true },
    dt: 0.2,
    duration: 100_000,
    steering: { name: 'straight' },
    planner: { name: 'direct' },
    ground: [{ ...till, ...queue } as QueueInput],
    targets: [{ name: 'exit', at: [1, 5], radius: 0.6, sink: true }],
    groups: [
      {
        name: 'customers',
        count: 0,
        region: { box: { min: [16, 1], max: [17.5, 5] } },
        source,
        journey,
      },
    ],
    ...more,
  });
}

/** Runs until this many agents have begun to be served. */
function serve(world: World, count: number): Survey {
  const survey = createSurvey(world);
  while ((survey.queues[0]?.waits.count ?? 0) < count && timeOf(world) < 50_000) {
    stepWorld(world);
    surveyStep(survey, world);
  }
  return survey;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the order of service is the order of joining', () => {
  /** Starts of services by the recursion of Kiefer and Wolfowitz: each goes to the server that is free first. */
  function startsOf(joined: readonly number[], services: readonly number[], servers: number): number[] {
    const freeAt = new Array<number>(servers).fill(0);
    return joined.map((time, k) => {
      const server = freeAt.indexOf(Math.min(...freeAt));
      const start = Math.max(time, freeAt[server]);
      freeAt[server] = start + services[k];
      return start;
    });
  }

  test.each([1, 3])(
    'with %d servers, each is served as soon as a server is free and it has walked there',
    (servers) => {
      const places = Array.from({ length: servers }, (_, k) => [2.5, 2 + k] as [number, number]);
      const world = shop(
        { servers: places, service: 12 },
        { rate: 0.075 * servers, arrivals: 'poisson', most: 80 },
      );
      const { waits } = serve(world, 80).queues[0];
      const joined = [...waits.columns.joined.subarray(0, 80)];
      const served = [...waits.columns.served.subarray(0, 80)];
      expect(joined).toEqual([...joined].sort((a, b) => a - b));
      // The walk to the server is part of what occupies it: at most 4 m.
      const early = startsOf(
        joined,
        served.map(() => 12),
        servers,
      );
      const late = startsOf(
        joined,
        served.map(() => 12 + 4),
        servers,
      );
      served.forEach((start, k) => {
        expect(start).toBeGreaterThanOrEqual(early[k] - 0.2 * (k + 1));
        expect(start).toBeLessThanOrEqual(late[k] + 4);
      });
    },
  );

  test('waiting times are those of Pollaczek and Khinchine for one server and equal services', () => {
    const rate = 0.05;
    const count = 700;
    const world = shop({}, { rate, arrivals: 'poisson', most: count }, { seed: 2 });
    const { waits } = serve(world, count).queues[0];
    const { joined, served } = waits.columns;
    // The server is occupied from its call on: by the walk to it and by the service.
    const walks: number[] = [];
    for (let k = 1; k < count; k++) walks.push(served[k] - Math.max(joined[k], served[k - 1] + 10));
    const occupied = 10 + mean(walks);
    const load = rate * occupied;
    const expected = (load * occupied) / (2 * (1 - load)) + mean(walks);
    const measured = mean(Array.from({ length: count }, (_, k) => served[k] - joined[k]));
    expect(measured / expected).toBeGreaterThan(0.8);
    expect(measured / expected).toBeLessThan(1.2);
  });

  test('no agent is lost: those that joined are served, wait, or are with the server', () => {
    const world = shop({ service: { gamma: { shape: 4, scale: 2 } } }, { rate: 0.2, most: 30 });
    const survey = createSurvey(world);
    for (let step = 0; step < 900; step++) {
      stepWorld(world);
      surveyStep(survey, world);
    }
    const [{ joined, longest, served, waiting }] = summarizeSurvey(survey).queues!;
    const { columns, count } = survey.queues[0].lengths;
    expect(joined).toBe(served + waiting);
    expect(Math.max(...columns.waiting.subarray(0, count))).toBe(longest);
    // With one server: at most one is served at a time.
    expect(Math.max(...columns.served.subarray(0, count))).toBe(1);
    expect(joined + columns.coming[count - 1]).toBe(30);
  });
});

describe('the line', () => {
  test('agents stand a spacing apart, from the front on, around a corner', () => {
    const line: [number, number][] = [
      [4, 3],
      [6.25, 3],
      [6.25, 5.5],
    ];
    const world = shop({ line, open: false }, { rate: 0.5, most: 5 }, { steering: { name: 'walker' } });
    for (let step = 0; step < 400; step++) stepWorld(world);
    const { ids, motion } = world.crowd;
    const { members } = world.patches!.queues[0];
    // Arc lengths 0.75 … 3.75 m along 2.25 m to the right and then up.
    const places = [0.75, 1.5, 2.25, 3, 3.75].map((at) => (at <= 2.25 ? [4 + at, 3] : [6.25, 3 + at - 2.25]));
    places.forEach(([x, y], k) => {
      const row = ids.indexOf(members.id[k]);
      expect(Math.abs(motion.x[row] - x), `place ${k}`).toBeLessThan(0.35);
      expect(Math.abs(motion.y[row] - y), `place ${k}`).toBeLessThan(0.35);
    });
  });

  test('a queue that is shut serves nobody, opens by its schedule, and by a command', () => {
    const world = shop({ open: false, schedule: [{ at: 60, open: true }] }, { schedule: [[0, 3]] });
    const survey = createSurvey(world);
    const run = (until: number) => {
      while (timeOf(world) < until) {
        stepWorld(world);
        surveyStep(survey, world);
      }
      return survey.queues[0].waits.count;
    };
    expect(run(59)).toBe(0);
    expect(run(66)).toBe(1);
    openDoor(world, 'till', false);
    expect(run(100)).toBe(1);
    openDoor(world, 'till', true);
    expect(run(140)).toBe(3);
  });

  test('an agent that leaves the line, or the world, holds up nobody', () => {
    const world = shop({ service: 5 }, { schedule: [[0, 4]] });
    for (let step = 0; step < 90; step++) stepWorld(world);
    const { joined, members } = world.patches!.queues[0];
    const order = [...members.id.subarray(0, joined)];
    expect(joined).toBeGreaterThan(2);
    retargetAgent(world, order[1], { targets: ['exit'] });
    const survey = createSurvey(world);
    for (let step = 0; step < 250; step++) {
      stepWorld(world);
      surveyStep(survey, world);
    }
    const { columns, count } = survey.queues[0].waits;
    expect([...columns.id.subarray(0, count)]).toEqual(order.filter((_, k) => k > 1));
  });
});

describe('in a run', () => {
  const agents = Array.from({ length: 6 }, (_, k) => ({
    at: [15 + (k % 2), 1 + k * 0.7] as [number, number],
    journey,
  }));
  const busy = (more: Partial<ScenarioInput> = {}) =>
    shop({ service: { uniform: [2, 6] } }, { rate: 0.2, arrivals: 'poisson', most: 10 }, { agents, ...more });

  test('a saved world goes on with its queues, and a recording replays them', () => {
    const world = busy({ steering: { name: 'walker' } });
    const recorder = createRecorder();
    let text = recordStart(recorder, world);
    for (let step = 0; step < 150; step++) {
      if (step === 60)
        setGround(world, {
          ...till,
          service: 3,
          servers: [
            [2.5, 2],
            [2.5, 4],
          ],
        });
      if (step === 90) retargetAgent(world, 0, { queue: 'till' });
      stepWorld(world);
      text += recordStep(recorder, world);
    }
    const loaded = loadWorld(saveWorld(world));
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    for (let step = 0; step < 150; step++) {
      stepWorld(world);
      stepWorld(loaded);
      text += recordStep(recorder, world);
    }
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    text += recordEnd(recorder, world);
    expect(replayRecording(text.trimEnd().split('\n'))).toEqual({ kind: 'same', steps: 300 });
  });

  test('a saved world with members that no queue can have is refused', () => {
    const world = busy();
    for (let step = 0; step < 100; step++) stepWorld(world);
    const { members } = world.patches!.queues[0];
    for (const [column, value] of [
      ['server', 7],
      ['phase', 9],
      ['along', 1000],
    ] as const) {
      const before = members[column][0];
      members[column][0] = value;
      expect(() => loadWorld(saveWorld(world)), column).toThrow(
        'saved world: queues[0].members[0]: expected',
      );
      members[column][0] = before;
    }
    expect(stateHashOf(loadWorld(saveWorld(world)))).toBe(stateHashOf(world));
  });

  test('a journey to a queue that is gone is saved, too', () => {
    const world = busy();
    retargetAgent(world, 0, { queue: 'till' });
    stepWorld(world);
    removeGround(world, 'till');
    stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    for (const one of [world, loaded]) for (let step = 0; step < 20; step++) stepWorld(one);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test('the hash tells two orders of the same agents apart', () => {
    const world = busy();
    for (let step = 0; step < 120; step++) stepWorld(world);
    const before = stateHashOf(world);
    const { id } = world.patches!.queues[0].members;
    [id[1], id[2]] = [id[2], id[1]];
    world.hashedStep = -1;
    expect(stateHashOf(world)).not.toBe(before);
  });

  test('agents of a queue that is taken away go on with their journeys', () => {
    const world = busy();
    for (let step = 0; step < 100; step++) stepWorld(world);
    removeGround(world, 'till');
    for (let step = 0; step < 400; step++) stepWorld(world);
    expect(world.arrived).toBe(16);
  });

  test('an agent goes to the queue in which it is served first, by the services before it', () => {
    const other: QueueInput = {
      ...till,
      name: 'other',
      line: [
        [4, 5],
        [14, 5],
      ],
      service: 1,
    };
    const stages = [{ kind: 'queue' as const, queues: ['till', 'other'] }, journey.stages[1]];
    const world = busy({
      ground: [till, other],
      agents: agents.map(({ at }) => ({ at, journey: { stages } })),
      groups: [],
    });
    stepWorld(world);
    // The first to choose finds both empty and goes to the nearer one; then a service of 10 s is worse than many of 1 s.
    expect(world.patches!.queues.map(({ count }) => count)).toEqual([1, 5]);
  });
});

describe('a world made by a program', () => {
  const settings = {
    bounds: { min: [0, 0] as [number, number], max: [18, 6] as [number, number], walls: true },
    dt: 0.1,
  };

  test('has queues, and a command sends agents to them', () => {
    registerGround();
    const world = createPlainWorld({ ...settings, ground: [{ ...till, service: 2 }] });
    const ids = [addAgent(world, { at: [10, 2] }), addAgent(world, { at: [12, 4] })];
    for (const id of ids) retargetAgent(world, id, { queue: 'till' });
    for (let step = 0; step < 80; step++) stepWorld(world);
    expect(ids.map((id) => readAgent(world, id).arrived)).toEqual([true, false]);
    // It would stand where it was served.
    retargetAgent(world, ids[0], { goal: [2, 5] });
    for (let step = 0; step < 80; step++) stepWorld(world);
    expect(ids.map((id) => readAgent(world, id).arrived)).toEqual([true, true]);
  });

  test('has all kinds of ground, with the states of the same scenario, to the bit', () => {
    registerGround();
    const box = (minX: number) => ({
      box: { min: [minX, 0] as [number, number], max: [minX + 2, 6] as [number, number] },
    });
    const ground: GroundInput[] = [
      { name: 'rubble', kind: 'speed', region: box(2), factor: 0.5 },
      { name: 'stairs', kind: 'stairs', region: box(5), up: [1, 0] },
      { name: 'belt', kind: 'belt', region: box(8), velocity: [0.3, 0] },
      { name: 'smoke', kind: 'smoke', region: box(11), visibility: 2 },
      { name: 'gate', kind: 'gate', from: [14, 0], to: [14, 6], direction: [1, 0] },
      { name: 'door', kind: 'door', from: [16, 0], to: [16, 6], rate: 2, schedule: [{ at: 9, open: false }] },
      { ...till, service: { uniform: [1, 2] } },
    ];
    const plain = createPlainWorld({ ...settings, ground });
    const scenario = createWorld({ version: 1, name: 'same', duration: 100, ...settings, ground });
    for (const world of [plain, scenario]) {
      for (let k = 0; k < 6; k++) addAgent(world, { at: [0.5 + 0.6 * (k % 2), 1 + 0.7 * k], goal: [17, 3] });
      for (let step = 0; step < 250; step++) {
        if (step === 50) setGround(world, { name: 'rubble', kind: 'speed', region: box(2), factor: 0.8 });
        if (step === 60) removeGround(world, 'smoke');
        if (step === 150) openDoor(world, 'door', true);
        stepWorld(world);
      }
    }
    expect(plain.crowd.motion.x.subarray(0, 6)).toEqual(scenario.crowd.motion.x.subarray(0, 6));
    expect(stateHashOf(plain)).toBe(stateHashOf(scenario));
    expect(plain.arrived).toBeGreaterThan(0);
  });
});
