import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasAgent } from '../crowd/index.ts';
import {
  addAgent,
  createWorld,
  loadWorld,
  moveObstacle,
  moveTarget,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  saveWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { busySquare, openSquare, runHashes } from './worlds.fixture.ts';

/** Things that a program may do before a step; every kind of command. */
function meddle(world: World): void {
  if (world.step === 20) {
    addAgent(world, { at: [0, 12], targets: ['east'] });
    moveObstacle(world, 'ball', [0, 1]);
    moveObstacle(world, 1, [0.5, 0]);
  }
  if (world.step === 30) {
    const { crowd } = world;
    if (hasAgent(crowd, 3)) removeAgent(world, 3);
    if (hasAgent(crowd, 5)) retargetAgent(world, 5, { goal: [0, -12] });
    if (hasAgent(crowd, 7)) retargetAgent(world, 7, { targets: ['east'] });
    moveTarget(world, 'east', [13, 5]);
    if (hasAgent(crowd, 9))
      sendCommand(world, { kind: 'change-traits', id: 9, traits: { speed: 2, aggressiveness: 0.9 } });
  }
}

const variants: [string, ScenarioInput][] = [
  ['moving obstacles and agents that vanish', busySquare],
  ['a cadence of 3 for perception', { ...busySquare, cadence: { perception: 3 } }],
  [
    'cadences of all phases, some adaptive',
    {
      ...busySquare,
      cadence: { planning: 7, perception: { adaptive: 'speed', fastest: 1, slowest: 5 }, steering: 2 },
    },
  ],
];

describe('save, load and go on', () => {
  test.each(variants)('is the run without interruption: %s', (_, scenario) => {
    const whole = createWorld(scenario);
    const hashes = runHashes(whole, 200, meddle);
    for (const pause of [0, 1, 21, 31, 64, 150]) {
      const world = createWorld(scenario);
      runHashes(world, pause, meddle);
      const loaded = loadWorld(saveWorld(world));
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      expect(runHashes(loaded, 200 - pause, meddle), `paused at ${pause}`).toEqual(hashes.slice(pause));
      expect(loaded.arrived).toBe(whole.arrived);
    }
    expect(whole.arrived).toBeGreaterThan(5);
  });

  test('commands that wait are saved with it, an id that was taken included', () => {
    const world = createWorld(busySquare);
    runHashes(world, 20);
    meddle(world);
    const id = addAgent(world, { at: [0, 13] });
    const loaded = loadWorld(saveWorld(world));
    expect(runHashes(loaded, 50, (one) => one.step > 20 && meddle(one))).toEqual(
      runHashes(world, 50, (one) => one.step > 20 && meddle(one)),
    );
    expect(addAgent(loaded, { at: [0, 14] })).toBe(addAgent(world, { at: [0, 14] }));
    expect(id).not.toBe(0);
  });

  test('a loaded world saves to the same bytes', () => {
    const world = createWorld(busySquare);
    runHashes(world, 33, meddle);
    const bytes = saveWorld(world);
    expect(saveWorld(loadWorld(bytes))).toEqual(bytes);
  });
});

describe('a damaged snapshot is refused with a message', () => {
  const world = createWorld({ ...openSquare, agents: [{ at: [0, 0], goal: [5, 0] }, { at: [0, 2] }] });
  stepWorld(world);
  const bytes = saveWorld(world);

  test('whatever byte is changed', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const damaged = bytes.slice();
        damaged[position] ^= change;
        expect(() => loadWorld(damaged)).toThrow(/not a saved world|damaged/);
      }),
      { numRuns: 500 },
    );
  });

  test('wherever it is cut, and when something follows it', () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => loadWorld(bytes.slice(0, length))).toThrow(/not a saved world|damaged/);
    }
    expect(() => loadWorld(Uint8Array.of(...bytes, 0))).toThrow(/damaged/);
  });
});
