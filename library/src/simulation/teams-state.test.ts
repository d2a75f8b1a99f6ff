import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createWorld, loadWorld, type ScenarioInput, saveWorld, stateHashOf, stepWorld } from './index.ts';
import { run, teamwork } from './teams.fixture.ts';
import { hashesOf, runHashes, shuffleRows } from './worlds.fixture.ts';

const STEPS = 300;

describe('the state of teams', () => {
  test('all tasks come to their end in one world', () => {
    for (const seed of [1, 2, 3]) {
      const { arrived, crowd } = run({ ...teamwork, arrival: 'vanish', duration: 90 }, seed, 17);
      expect([arrived, crowd.count]).toEqual([17, 0]);
    }
  });

  test('does not depend on the order of the rows, also with other cadences and agents that vanish', () => {
    for (const change of [{}, { arrival: 'vanish', cadence: { planning: 4 } }] as const) {
      const scenario: ScenarioInput = { ...teamwork, ...change };
      expect(hashesOf(scenario, STEPS, {}, shuffleRows)).toEqual(hashesOf(scenario, STEPS));
    }
  });

  test('is saved: a loaded world goes on as the first would, from whatever step', () => {
    for (const arrival of ['stop', 'vanish'] as const) {
      const hashes = hashesOf({ ...teamwork, arrival }, STEPS);
      const world = createWorld({ ...teamwork, arrival });
      for (const at of [0, 37, 221]) {
        while (world.step < at) stepWorld(world);
        const loaded = loadWorld(saveWorld(world));
        expect(stateHashOf(loaded)).toBe(stateHashOf(world));
        expect(runHashes(loaded, STEPS - at)).toEqual(hashes.slice(at));
      }
    }
  });

  test('is hashed: worlds that differ in what a team remembers alone have other hashes', () => {
    const first = createWorld(teamwork);
    const second = createWorld(teamwork);
    for (const world of [first, second]) for (let k = 0; k < 20; k++) stepWorld(world);
    expect(stateHashOf(second)).toBe(stateHashOf(first));
    const [collectors] = second.teams;
    if (collectors.kind !== 'collect') throw new Error('the first team collects');
    const spare = collectors.taken.findIndex((_, item) => !collectors.itemOf.includes(item));
    collectors.taken[spare] = 1;
    expect(stateHashOf(loadWorld(saveWorld(second)))).not.toBe(stateHashOf(first));
  });

  test('nothing is left of a step: 1000 steps of teams whose tasks have no end', () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const bytes = () => {
      collect();
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      return arrayBuffers + heapUsed;
    };
    const world = createWorld({
      ...teamwork,
      arrival: 'continue',
      // Items that no agent catches up with.
      targets: teamwork.targets!.map((target) =>
        target.name.startsWith('item')
          ? {
              ...target,
              course: { kind: 'loop' as const, points: [[0, 15] as [number, number]], speed: 8 },
              radius: 0.01,
            }
          : target,
      ),
    });
    for (let k = 0; k < 400; k++) stepWorld(world);
    const before = bytes();
    for (let k = 0; k < 1000; k++) stepWorld(world);
    expect(bytes() - before).toBeLessThan(1e6);
    expect(world.teams[0].kind === 'collect' && world.teams[0].done[0]).toBe(0);
  });
});
