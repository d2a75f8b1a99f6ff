import { describe, expect, test } from 'vitest';
import type { AutomatonModel } from '../automata/hybrid/index.ts';
import { rowOf } from '../crowd/index.ts';
import { mood, scene, step } from './automata.fixture.ts';
import { sendCommand } from './commands.ts';
import { explainJumps, jumpsInWords } from './explain-automata.ts';
import { createWorld, loadWorld, saveWorld, stateHashOf, stepWorld } from './index.ts';

describe('personal distances of modes', () => {
  const trusting: AutomatonModel = {
    name: 'trust',
    variables: { trust: {} },
    start: 'strange',
    modes: {
      strange: {
        flow: { trust: 0.1 },
        distances: [
          { to: 'agents', distance: '2 - trust' },
          { group: 'calm', distance: 200 },
        ],
      },
      known: { flow: { trust: 0 } },
    },
    transitions: [{ from: 'strange', to: 'known', when: 'trust >= 1' }],
  };

  test('are written while the mode lasts, clipped, and the own ones come back', () => {
    const world = createWorld({
      ...scene,
      groups: [
        { ...scene.groups![0], count: 4, personalDistance: 0.5 },
        { ...scene.groups![1], count: 2 },
      ],
      automata: [{ ...trusting, groups: ['moody'] }],
    });
    const { distances } = world.crowd;
    const agents = () => [...distances.columns.agents.subarray(0, 6)];
    step(world, 20);
    expect(agents()[0]).toBeCloseTo(1.9, 12);
    expect(agents()[5]).toBe(-1);
    expect(distances.columns['group 1'][0]).toBe(100);
    sendCommand(world, {
      kind: 'change-traits',
      id: 1,
      traits: { personalDistance: [{ to: 'agents', distance: 0.3 }] },
    });
    step(world, 200);
    expect(agents()).toEqual([-1, 0.3, -1, -1, -1, -1]);
    expect(distances.columns.everything[0]).toBe(0.5);
    const loaded = loadWorld(saveWorld(world));
    step(world, 10);
    step(loaded, 10);
    expect(stateHashOf(loaded)).toBe(stateHashOf(world));
  });

  test('name what they are kept from, or are refused with their place', () => {
    const refused = (distances: object[]) =>
      createWorld({
        ...scene,
        automata: [{ ...trusting, modes: { ...trusting.modes, strange: { distances } } } as AutomatonModel],
      });
    expect(() => refused([{ group: 'ghosts', distance: 1 }])).toThrow(
      'automata[0].modes.strange.distances[0]: no group "ghosts" in the scenario',
    );
    // Once: the check of models and that of scenarios both see it.
    expect(() => refused([{ distance: 1 }])).toThrow(
      /^[^\n]*automata\[0\]\.modes\.strange\.distances\[0\]: expected exactly one of [^\n]*$/,
    );
    expect(() => refused([{ to: 'agents', distance: 'trust > 1' }])).toThrow(
      'expected a number, got a condition',
    );
  });
});

describe('explainJumps', () => {
  test('says in which mode an agent is, which guard led there, and which guards hold', () => {
    const world = createWorld({ ...scene, automata: [{ ...mood, groups: ['moody'] }] });
    step(world, 10);
    const [before] = explainJumps(world, 0);
    expect(before.modes).toEqual([{ part: '', mode: 'shy' }]);
    expect(before.latest).toBeUndefined();
    expect(before.transitions).toEqual([{ to: 'bold', when: 'comfort > 1', holds: false }]);
    let jump: unknown;
    while (!jump) {
      stepWorld(world);
      jump = world.automaton.jumps!().find(({ agent }) => agent === 0);
    }
    step(world, 3);
    const [after] = explainJumps(world, 0);
    expect(after.modes).toEqual([{ part: '', mode: 'bold' }]);
    expect(after.latest).toEqual(jump);
    expect(after.values.comfort).toBe(world.crowd.memory['mood/comfort'][rowOf(world.crowd, 0)]);
    expect(explainJumps(world, 349)).toEqual([]);
    const hash = stateHashOf(world);
    expect(jumpsInWords([after])[0]).toMatch(
      /^mood: bold, since [\d.]+ s, when comfort > 1 held in shy with comfort = 1(\.0\d*)?, times = 0; now comfort = [\d.]+, times = 1; next: shy when comfort < 0.5 \(does not hold\)$/,
    );
    expect(stateHashOf(world)).toBe(hash);
  });
});
