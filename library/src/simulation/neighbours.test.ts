import { describe, expect, test } from 'vitest';
import { EventKind } from '../crowd/index.ts';
import { registerBuiltInIndexes } from '../environment/built-in.ts';
import { neighbourIndexes } from '../environment/index.ts';
import { createWorld, loadWorld, type ScenarioInput, saveWorld, stepWorld, type World } from './index.ts';
import { lifted } from './space.fixture.ts';
import { busySquare, hashesOf, openSquare, runHashes, shuffleRows } from './worlds.fixture.ts';

/** Far enough that obstacles stand between many. */
const RADIUS = 8;

// Scenarios that name it load it.
registerBuiltInIndexes();
const names = neighbourIndexes.definitions.map(({ name }) => name);

test('scenario files know every index of ours', () => {
  expect([...names].sort()).toEqual(['auto', 'brute', 'grid', 'kinetic']);
});

/** The busy square without its lone wall, which has no counterpart in space, raised there. */
const busySpace = lifted({
  ...busySquare,
  obstacles: busySquare.obstacles!.filter(({ shape }) => shape !== 'segment'),
});

function seeing(scenario: ScenarioInput, name: string, sight = true): ScenarioInput {
  return { ...scenario, neighbours: { name, sight, events: true, radius: RADIUS }, planner: { sight } };
}

const scenes: [string, ScenarioInput, number][] = [
  ['in the plane', busySquare, 50],
  ['in space', busySpace, 25],
  ['with a cadence of 3 for perception', { ...busySquare, cadence: { perception: 3, planning: 2 } }, 40],
];

describe.each(scenes)('whichever index finds the neighbours, %s', (_, scene, steps) => {
  test.each([false, true])('the states are the same bits; sight: %s', (sight) => {
    const expected = hashesOf(seeing(scene, 'grid', sight), steps);
    for (const name of names) {
      expect([name, hashesOf(seeing(scene, name, sight), steps)]).toEqual([name, expected]);
    }
    // Where all agents look around in every step; else an agent that gets another row does so at once.
    if (!scene.cadence) {
      expect(hashesOf(seeing(scene, 'grid', sight), steps, {}, shuffleRows)).toEqual(expected);
    }
    // Sight changes what agents do; noting events changes nothing.
    const plain = hashesOf({ ...scene, neighbours: { radius: RADIUS } }, steps);
    if (sight) expect(plain[steps - 1]).not.toBe(expected[steps - 1]);
    else expect(plain).toEqual(expected);
  });

  test('the events of every step are the same, in canonical order', () => {
    const worlds = names.map((name) => createWorld(seeing(scene, name)));
    let crossings = 0;
    for (let step = 0; step < 15; step++) {
      const lists = worlds.map((world) => {
        stepWorld(world);
        return eventsOf(world);
      });
      for (const list of lists) expect(list).toEqual(lists[0]);
      const keys = lists[0].map(([time, kind, agent, other]) => [time, kind, agent, other]);
      const ordered = [...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
      expect(keys).toEqual(ordered);
      crossings += keys.filter(([, kind]) => kind === EventKind.enter || kind === EventKind.exit).length;
    }
    expect(crossings).toBeGreaterThan(50);
  });

  test.each(names)('a saved world goes on with %s exactly', (name) => {
    const hashes = hashesOf(seeing(scene, name), 20);
    const world = createWorld(seeing(scene, name));
    runHashes(world, 8);
    const loaded = loadWorld(saveWorld(world));
    expect(runHashes(loaded, 12)).toEqual(hashes.slice(8));
  });
});

function eventsOf({ events }: World): number[][] {
  const { agent, count, depth, kind, other, time } = events;
  return Array.from({ length: count }, (_, k) => [time[k], kind[k], agent[k], other[k], depth[k]]);
}

describe('sight', () => {
  const facing: ScenarioInput = {
    ...openSquare,
    agents: [
      { at: [-1, 0], goal: [8, 0] },
      { at: [1, 0], goal: [-8, 0] },
    ],
    obstacles: [{ shape: 'segment', from: [0, -2], to: [0, 2], name: 'curtain' }],
  };
  const perceived = (scenario: ScenarioInput) => {
    const world = createWorld(scenario);
    stepWorld(world);
    const { agents, obstacles } = world.environment.perception;
    return [agents.counts[0], obstacles.counts[0]];
  };

  test('who stands behind a wall is perceived without it, and not with it', () => {
    expect(perceived(facing)).toEqual([1, 1]);
    expect(perceived({ ...facing, neighbours: { sight: true } })).toEqual([0, 1]);
    expect(perceived({ ...facing, obstacles: [], neighbours: { sight: true } })).toEqual([1, 0]);
  });

  test('of a box only the faces before it are perceived', () => {
    const box: ScenarioInput = {
      ...openSquare,
      agents: [{ at: [-1.5, 0] }],
      obstacles: [{ shape: 'box', min: [0, -0.5], max: [1, 0.5] }],
    };
    expect(perceived(box)).toEqual([0, 4]);
    // The near face, and of the sides their ends at its corners.
    expect(perceived({ ...box, neighbours: { sight: true } })).toEqual([0, 3]);
    expect(perceived({ ...lifted(box), neighbours: { sight: true } })).toEqual([0, 3]);
  });

  test('with the planner’s sight an agent walks to the target that it sees, until the wall is out of the way', () => {
    const choice: ScenarioInput = {
      ...openSquare,
      targets: [
        { name: 'near', at: [4, 0], radius: 0.5 },
        { name: 'far', at: [0, 20], radius: 0.5 },
      ],
      agents: [{ at: [0, 0], targets: ['near', 'far'] }],
      obstacles: [
        {
          shape: 'segment',
          from: [2, -1],
          to: [2, 1],
          course: { kind: 'velocity', velocity: [0, -1] },
        },
      ],
      steering: { noise: 0 },
    };
    const goalsOf = (scenario: ScenarioInput) => {
      const world = createWorld(scenario);
      const goals: string[] = [];
      for (let step = 0; step < 40; step++) {
        stepWorld(world);
        const goal = `${world.crowd.plan.target[0]}${world.crowd.plan.inSight[0] ? ' in sight' : ''}`;
        if (goals.at(-1) !== goal) goals.push(goal);
      }
      return goals;
    };
    expect(goalsOf(choice)).toEqual(['0']);
    expect(goalsOf({ ...choice, planner: { sight: true } })).toEqual(['1 in sight', '0 in sight']);
  });

  test('a model that puts an agent nowhere is stopped by a message that names it, whatever the index', () => {
    for (const name of names) {
      const world = createWorld(
        { ...facing, neighbours: { name } },
        {
          steering: {
            name: 'lost',
            computeControls: ({ crowd, step }) => {
              if (step === 2) crowd.next.velocityX[1] = Number.NaN;
            },
          },
        },
      );
      for (let step = 0; step < 2; step++) stepWorld(world);
      // In the same step: contacts with it would put others nowhere too.
      expect(() => stepWorld(world)).toThrow(
        new RangeError('steering model "lost", agent 1: the velocity [NaN, 0] is not finite'),
      );
    }
  });
});
