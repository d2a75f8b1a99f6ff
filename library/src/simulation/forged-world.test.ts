// A saved world that was changed since is refused with an error that names what is wrong.
import { describe, expect, test } from 'vitest';
import { growthOf } from '../numerics/growth.fixture.ts';
import { hashBytes, toHex } from '../numerics/index.ts';
import {
  addAgent,
  createWorld,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, runHashes } from './worlds.fixture.ts';

describe('a forged saved world', () => {
  const bytes = saveWorld(saved());
  const end = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(17, end)));
  const slope = { name: 'slope', kind: 'speed', region: { box: { min: [0, 0], max: [1, 1] } }, factor: 0.5 };

  test('the header as it is gives the world again', () => {
    const world = loadWorld(forge({}));
    expect(stateHashOf(world)).toBe(stateHashOf(saved()));
    expect(runHashes(world, 5)).toEqual(runHashes(saved(), 5));
  });

  test.each<[key: string, value: unknown, message?: RegExp]>([
    ['step', -1],
    ['step', 0.5],
    ['step', 1e300],
    ['step', '3'],
    ['step', null],
    ['seed', -1],
    ['seed', 1.5],
    ['seed', 'x'],
    ['arrived', -1],
    ['count', -1],
    ['count', 1.5],
    ['count', 1e9],
    ['count', 999_999],
    ['slotCount', 1e9],
    ['slotCount', 3],
    ['freeSlotCount', -1],
    ['freeSlotCount', 7],
    ['reach', -1],
    ['reach', 'far'],
    ['nearAgents', 1e12],
    ['nearAgents', -4],
    ['nearObstacles', 2.5],
    ['events', 1e10],
    ['events', -1],
    ['targetSets', 7],
    ['targetSets', [[0.5]]],
    ['targetSets', [[-1]]],
    ['targetSets', [[99]]],
    ['commands', {}],
    ['commands', [{ kind: 'explode' }]],
    ['commands', [{ kind: 'remove', id: -1 }]],
    ['commands', [{ kind: 'move-obstacle', obstacle: 99, by: [0, 0] }]],
    ['commands', [{ kind: 'open-target', target: 'nowhere', open: true }]],
    ['obstacleRevision', -1],
    ['obstacleRevision', 3],
    ['obstacles', []],
    ['nextObstacle', -1],
    ['targetRevision', 0.1],
    ['planners', []],
    ['planners', [{ settings: header.planners[0].settings, bytes: 1e12 }]],
    ['planners', [...header.planners, { settings: { name: 'magic' }, bytes: -1 }]],
    ['steering', [-2]],
    ['steering', []],
    ['steering', [-1, -1]],
    ['models', [{ name: 'telepathy' }]],
    ['models', 'x'],
    ['layers', null],
    ['layers', { ...header.layers, steering: 7 }],
    ['layers', { ...header.layers, memory: [] }],
    ['scenario', null],
    ['scenario', { ...header.scenario, dt: -1 }],
    ['extra', 1],
    ['version', 99],
    // What each list alone would allow, and the scenario, the columns or another list do not.
    ['targetSets', []],
    ['targetRevision', Number.MAX_SAFE_INTEGER],
    ['doorTimes', [0]],
    ['ground', [slope, slope]],
    ['planners', [...header.planners, header.planners[0]]],
    ['planners', [{ settings: { name: 'harmonic' }, bytes: -1 }]],
    ['journeys', [{ stages: [{ kind: 'seek', targets: ['nowhere'] }] }]],
    ['distances', { subjects: [{ to: 'group', number: 99 }], pairs: [] }],
    ['distances', { subjects: [{ to: 'agents' }, { to: 'agents' }], pairs: [] }],
    ['commands', [{ ...header.commands[0], id: 0 }]],
    ['commands', [{ ...header.commands[0], id: 2 ** 40 }]],
    ['commands', [{ ...header.commands[0], agent: { ...header.commands[0].agent, at: [1e4, 0] } }]],
  ])('%s = %j is refused by name, without much memory', (key, value) => {
    const given = forge({ [key]: value });
    const message = messageOf(() => loadWorld(given));
    expect(message).toMatch(/^(saved world|scenario|this is not a saved world|command)/);
    expect(message).toContain(key === 'scenario' && value !== null ? 'dt' : key.replace(/^commands$/, ''));
  });

  test.each<[key: string, changes: (length: number) => object]>([
    [
      'distances.subjects',
      (length) => ({
        distances: { subjects: Array.from({ length }, (_, number) => ({ to: 'agent', number })), pairs: [] },
      }),
    ],
    [
      'distances.pairs',
      (length) => ({
        distances: { subjects: [], pairs: Array.from({ length }, (_, number) => [number, number + 1, 1]) },
      }),
    ],
    ['targetSets', (length) => ({ targetSets: Array.from({ length }, () => [0]) })],
    ['commands', (length) => ({ commands: Array.from({ length }, (_, id) => ({ kind: 'remove', id })) })],
  ])('a long list in %s costs as much for each item as a short one', (_, changes) => {
    const load = (length: number) => messageOf(() => loadWorld(forge(changes(length))));
    // Comparing all pairs would cost 16 times as much.
    expect(growthOf(load, 5000, 4)).toBeLessThan(10);
  });

  test.each<[name: string, message: RegExp, tamper: (world: World) => void]>([
    [
      'agents near an agent',
      /nearAgents: expected numbers from 0 and below \d+, got 1000000/,
      ({ environment }) => environment.perception.agents.items.fill(1e6),
    ],
    [
      'obstacles near an agent',
      /nearObstacles: expected a list within/,
      ({ environment }) => environment.perception.obstacles.starts.fill(-5),
    ],
    [
      'the schedule of a source',
      /the source of groups\[0\]/,
      ({ sources }) => sources!.table.scheduled.fill(-5),
    ],
    // Its agents would never cease to come in one step.
    ['the rate of a source', /the source of groups\[0\]/, ({ sources }) => sources!.table.rate.fill(1e300)],
    ['the time of a source', /the source of groups\[0\]/, ({ sources }) => sources!.table.nextAt.fill(NaN)],
    [
      'the set of targets of an agent',
      /targetSets: agent \d+ has -3, expected a number from -2/,
      ({ crowd }) => crowd.plan.targetSet.fill(-3),
    ],
    ['a target', /target: agent \d+ has 99/, ({ crowd }) => crowd.plan.target.fill(99)],
    ['a stage', /journeys: agent \d+ has -2/, ({ crowd }) => crowd.plan.stage.fill(-2)],
    ['a place', /x: agent 3 has NaN/, ({ crowd }) => crowd.motion.x.fill(NaN, 3, 4)],
    ['a heading', /heading: agent 3 has/, ({ crowd }) => crowd.motion.headingX.fill(2, 3, 4)],
    ['a radius', /radius: agent 3 has -1/, ({ crowd }) => crowd.traits.radius.fill(-1, 3, 4)],
    // Compiled code would read memory that it does not have.
    ['a class', /class: agent \d+ has 1000/, ({ crowd }) => crowd.traits.class.fill(1000)],
    ['a group', /group: agent \d+ has 99/, ({ crowd }) => crowd.traits.group.fill(99)],
    ['a status', /status: agent \d+ has 200/, ({ crowd }) => crowd.plan.status.fill(200)],
    ['an id', /ids: expected an id whose slot has row 1, got 0/, ({ crowd }) => crowd.ids.fill(0)],
  ])('forged columns are refused: %s', (name, message, tamper) => {
    const [first, ...others] = busySquare.groups!;
    const source = { rate: 2, schedule: [[1, 3]] as [number, number][] };
    const sourced = { ...first, count: undefined, source };
    const world = createWorld(
      name.includes('source')
        ? ({ ...busySquare, groups: [sourced, ...others] } as ScenarioInput)
        : busySquare,
    );
    for (let k = 0; k < 10; k++) stepWorld(world);
    expect(messageOf(() => loadWorld(saveWorld(world)))).toBe('accepted');
    tamper(world);
    expect(messageOf(() => loadWorld(saveWorld(world)))).toMatch(message);
  });

  test.each(['distance', 'harmonic'])(
    'planner %s: fields of other targets are refused, not stepped',
    (name) => {
      const world = createWorld({ ...busySquare, planner: { name } } as ScenarioInput);
      for (let k = 0; k < 10; k++) stepWorld(world);
      const whole = saveWorld(world);
      const again = loadWorld(whole);
      expect(stateHashOf(again)).toBe(stateHashOf(world));
      expect(runHashes(again, 5)).toEqual(runHashes(world, 5));
      const line = whole.indexOf(10);
      const given = JSON.parse(new TextDecoder().decode(whole.subarray(17, line)));
      expect(given.planners[0].bytes).toBeGreaterThan(100);
      given.targetSets = given.targetSets.map((set: number[]) => set.slice(1));
      const forged = seal(JSON.stringify(given), whole.subarray(line + 1));
      expect(messageOf(() => loadWorld(forged))).toMatch(
        /^saved world: planners\[0\]: what it kept does not fit/,
      );
    },
  );

  test.each(Object.keys(header))('a header without %s is refused', (key) => {
    const { [key]: _, ...rest } = header;
    expect(messageOf(() => loadWorld(seal(JSON.stringify(rest))))).toMatch(
      key === 'format' || key === 'version' ? /not a saved world/ : new RegExp(key),
    );
  });

  test('what is no JSON, or has a key twice, is refused', () => {
    for (const text of ['', '{', 'null', '[]', `{"step": 1, ${JSON.stringify(header).slice(1)}`]) {
      expect(messageOf(() => loadWorld(seal(text)))).toMatch(/^(saved world|this is not a saved world)/);
    }
  });

  function saved(): World {
    const world = createWorld(busySquare);
    for (let k = 0; k < 10; k++) stepWorld(world);
    addAgent(world, { at: [0, 12], targets: ['east'] });
    return world;
  }

  function forge(changes: object): Uint8Array {
    return seal(JSON.stringify({ ...header, ...changes }));
  }

  /** The hash proves nothing: any forger can compute it. */
  function seal(text: string, columns = bytes.subarray(end + 1)): Uint8Array {
    const join = (line: string, rest: Uint8Array) => {
      const start = new TextEncoder().encode(line);
      const whole = new Uint8Array(start.length + rest.length);
      whole.set(start);
      whole.set(rest, start.length);
      return whole;
    };
    const rest = join(`${text}\n`, columns);
    return join(`${toHex(hashBytes(rest))} `, rest);
  }

  function messageOf(action: () => unknown): string {
    try {
      action();
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  }
});
