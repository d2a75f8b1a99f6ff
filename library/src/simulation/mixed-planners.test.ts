import { describe, expect, test } from 'vitest';
import { shuffledOrder } from '../crowd/crowd.fixture.ts';
import { reorderRows, rowOf } from '../crowd/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from '../recording/index.ts';
import {
  createWorld,
  loadWorld,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';

const setPlanner = (world: World, id: number, planner: { name: string; [key: string]: unknown }) =>
  sendCommand(world, { kind: 'set-planner', id, planner } as never);

type Given = NonNullable<ScenarioInput['groups']>[number];

/** A room with a wall between start and target, at this many metres to the right: far from each other the rooms do not mix. */
const roomAt = (x: number, name: string) => ({
  obstacles: [
    { shape: 'box' as const, min: [x + 9.9, 0] as [number, number], max: [x + 10.1, 10] as [number, number] },
  ],
  targets: [{ name: `exit of ${name}`, at: [x + 17, 1] as [number, number], radius: 0.5 }],
});

const places = [
  [1, 1],
  [3, 2],
  [2, 4],
  [5, 3],
  [4, 7],
];

/** Five agents in a room, one by one: groups would be drawn by their place in the scenario. */
const agentsAt = (x: number, name: string, planner?: Given['planner']) =>
  places.map(([dx, dy]) => ({
    at: [x + dx, dy] as [number, number],
    radius: 0.25,
    targets: [`exit of ${name}`],
    ...(planner && { planner }),
  }));

const shared = {
  version: 1 as const,
  bounds: { min: [0, 0] as [number, number], max: [80, 12] as [number, number] },
  duration: 30,
  steering: { name: 'pipeline' as const },
};

const rooms = { ...roomAt(0, 'west'), name: 'rooms' };
const both = {
  obstacles: [...roomAt(0, 'west').obstacles, ...roomAt(60, 'east').obstacles],
  targets: [...roomAt(0, 'west').targets, ...roomAt(60, 'east').targets],
};

/** Where the agents of some ids are, to the bit. */
const placesOf = ({ crowd }: World, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const row = rowOf(crowd, id);
    return [crowd.motion.x[row], crowd.motion.y[row], crowd.plan.goalDistance[row]];
  });

const named = [{ name: 'direct' }, { name: 'path' }, { name: 'distance' }, { name: 'harmonic' }] as const;

describe('agents with different planners in one world', () => {
  test.each(named)('$name and path go each as in a world of its own', (planner) => {
    const mixed = createWorld({
      ...shared,
      ...both,
      name: 'mixed',
      planner: { name: 'path' },
      agents: [...agentsAt(0, 'west'), ...agentsAt(60, 'east', planner)],
    });
    const west = createWorld({
      ...shared,
      ...both,
      name: 'west',
      planner: { name: 'path' },
      agents: agentsAt(0, 'west'),
    });
    // The same ids, so that whatever is drawn for an agent is the same: five who stand in the west.
    const east = createWorld({
      ...shared,
      ...both,
      name: 'east',
      planner,
      agents: [...agentsAt(0, 'west').map(({ targets: _, ...agent }) => agent), ...agentsAt(60, 'east')],
    });
    expect(mixed.planners.list.map((used) => used.planner.name)).toEqual(
      planner.name === 'path' ? ['path'] : ['path', planner.name],
    );
    const [first, second] = [
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ];
    for (let step = 0; step < 300; step++) {
      for (const world of [mixed, west, east]) stepWorld(world);
      expect(placesOf(mixed, first)).toEqual(placesOf(west, first));
      expect(placesOf(mixed, second)).toEqual(placesOf(east, second));
    }
    expect(placesOf(west, first)).not.toEqual(
      placesOf(
        west,
        second.map((id) => id - 5),
      ).map((x) => x + 60),
    );
  });

  const mixedScenario = (): ScenarioInput => ({
    ...shared,
    ...rooms,
    bounds: { min: [0, 0], max: [20, 12], walls: true },
    planner: { name: 'path' },
    agents: agentsAt(0, 'west', { name: 'distance', budget: { cells: 1000 } }),
    groups: [
      {
        name: 'others',
        count: 4,
        region: { box: { min: [6, 8], max: [9, 11] } },
        targets: ['exit of west'],
        planner: { name: 'harmonic', budget: { cells: 3000 } },
      },
    ],
  });

  test('equal settings share one planner, and groups have theirs', () => {
    const { crowd, planners } = createWorld(mixedScenario());
    expect(planners.list.map(({ planner }) => planner.name)).toEqual(['path', 'distance', 'harmonic']);
    expect([...crowd.plan.planner.slice(0, 9)]).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2]);
  });

  test('a saved and loaded world continues to the same bits, whenever it is saved', () => {
    const world = createWorld(mixedScenario());
    for (const steps of [1, 3, 40]) {
      for (let step = 0; step < steps; step++) stepWorld(world);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      for (let step = 0; step < 60; step++) {
        stepWorld(world);
        stepWorld(loaded);
        expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      }
    }
  });

  test('the order of rows does not matter', () => {
    const [world, shuffled] = [createWorld(mixedScenario()), createWorld(mixedScenario())];
    for (let step = 0; step < 120; step++) {
      if (step % 20 === 5) reorderRows(shuffled.crowd, shuffledOrder(shuffled.crowd.count, step));
      stepWorld(world);
      stepWorld(shuffled);
      expect(stateHashOf(shuffled)).toBe(stateHashOf(world));
    }
  });
});

describe('another planner in the middle of a run', () => {
  const trap: ScenarioInput = {
    ...shared,
    ...rooms,
    bounds: { min: [0, 0], max: [20, 12], walls: true },
    // Steering that finds no way around the wall by itself.
    steering: { name: 'straight' },
    planner: { name: 'direct' },
    agents: [{ name: 'Ada', at: [3, 3], radius: 0.25, targets: ['exit of west'] }],
  };
  const run = (world: World, steps: number) => {
    for (let step = 0; step < steps && world.arrived === 0; step++) stepWorld(world);
    return world.arrived;
  };

  test('a command leads an agent out of a dead end, which is recorded and replayed', () => {
    const stuck = createWorld(trap);
    expect(run(stuck, 900)).toBe(0);
    const world = createWorld(trap);
    const recorder = createRecorder();
    const parts = [recordStart(recorder, world)];
    let saved: Uint8Array | undefined;
    for (let step = 0; step < 900 && world.arrived === 0; step++) {
      if (step === 200) setPlanner(world, 0, { name: 'distance', cell: 0.3 });
      if (step === 210) saved = saveWorld(world);
      stepWorld(world);
      parts.push(recordStep(recorder, world));
    }
    parts.push(recordEnd(recorder, world));
    expect(world.arrived).toBe(1);
    expect(replayRecording(parts.map((line) => line.trimEnd()))).toMatchObject({ kind: 'same' });
    const loaded = loadWorld(saved!);
    expect(loaded.planners.list.map(({ planner }) => planner.name)).toEqual(['direct', 'distance']);
    while (loaded.step < world.step) stepWorld(loaded);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test('so do a script and a stage of a journey', () => {
    const scripted = createWorld({
      ...trap,
      script: [{ at: 10, kind: 'set-planner', agent: 'Ada', planner: { name: 'harmonic' } }],
    });
    expect(run(scripted, 900)).toBe(1);
    const [{ targets: _, ...ada }] = trap.agents!;
    const stages = [
      { kind: 'idle' as const, for: 1 },
      { kind: 'seek' as const, targets: ['exit of west'], planner: { name: 'path' } },
    ];
    const journey = createWorld({ ...trap, agents: [{ ...ada, journey: { stages } }] });
    expect(run(journey, 900)).toBe(1);
  });

  test('which planner plans for an agent is part of the hash', () => {
    const [one, other] = [createWorld(trap), createWorld(trap)];
    setPlanner(one, 0, { name: 'path' });
    setPlanner(one, 0, { name: 'direct' });
    setPlanner(other, 0, { name: 'path' });
    stepWorld(one);
    stepWorld(other);
    expect(one.crowd.plan.planner[0]).toBe(0);
    expect(other.crowd.plan.planner[0]).toBe(1);
    expect(stateHashOf(one)).not.toBe(stateHashOf(other));
  });

  test.each<[string, object, string]>([
    [
      'an unknown name',
      { name: 'magic' },
      'planner.name: expected "direct", "path", "distance" or "harmonic", got "magic"',
    ],
    [
      'no name',
      { cell: 1 },
      'planner.name: expected "direct", "path", "distance" or "harmonic", got nothing',
    ],
    ['an unknown key', { name: 'path', cel: 1 }, 'planner.cel: unknown key, did you mean "cell"?'],
    [
      'cells that lose walls',
      { name: 'path', cell: 0.9 },
      'planner.cell: expected less than 0.7 m, twice the radius and clearance of the smallest body, so that no wall is lost between cells; got 0.9 m',
    ],
  ])('%s is refused, of a command and of an agent', (_, planner, message) => {
    const world = createWorld(trap);
    expect(() => setPlanner(world, 0, planner as { name: string })).toThrow(message);
    const [ada] = trap.agents!;
    expect(() =>
      createWorld({ ...trap, agents: [{ ...ada, planner: planner as { name: string } }] }),
    ).toThrow(`agents[0].${message}`);
  });

  test('an agent that is not there, and more planners than a world has, are refused', () => {
    const world = createWorld(trap);
    expect(() => setPlanner(world, 7, { name: 'path' })).toThrow('id: no agent 7 in the world');
    for (let k = 1; k < 64; k++) {
      setPlanner(world, 0, { name: 'path', clearance: 0.1 + k / 1000 });
      stepWorld(world);
    }
    expect(world.planners.list).toHaveLength(64);
    expect(() => setPlanner(world, 0, { name: 'harmonic' })).toThrow(
      'planner: a world has at most 64 planners',
    );
  });
});
