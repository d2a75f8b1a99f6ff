import { describe, expect, test } from 'vitest';
import { EventKind, rowOf } from '../crowd/index.ts';
import { neighbourIndexes, registerNeighbourIndex } from '../environment/index.ts';
import { kinetic } from '../environment/kinetic/kinetic.ts';
import { createWorld, type ScenarioInput, sendCommand, stepWorld, type World } from './index.ts';
import { lifted } from './space.fixture.ts';
import { openSquare } from './worlds.fixture.ts';

registerNeighbourIndex(kinetic);
const names = neighbourIndexes.definitions.map(({ name }) => name);

/** A scout that stands, and posts in a row that stand too. */
const posts: ScenarioInput = {
  ...openSquare,
  dt: 0.25,
  steering: { name: 'nonlinear', noise: 0 },
  groups: [{ name: 'scouts', count: 1, region: { circle: { center: [0, 0], radius: 0.3 } }, viewRadius: 2 }],
  agents: [3, 4, 5.5, 7.5].map((x) => ({ at: [x, 0], viewRadius: 0.5 })),
  neighbours: { events: true },
};

type Seen = { time: number; kind: string; agent: number; other: number };

function seenBy(world: World, steps: number, agent?: number): Seen[] {
  const seen: Seen[] = [];
  for (let k = 0; k < steps; k++) {
    stepWorld(world);
    const { events } = world;
    for (let e = 0; e < events.count; e++) {
      const kind = events.kind[e];
      if (kind !== EventKind.enter && kind !== EventKind.exit) continue;
      if (agent !== undefined && events.agent[e] !== agent) continue;
      seen.push({
        time: (world.step - 1) * world.dt + events.time[e],
        kind: kind === EventKind.enter ? 'enter' : 'exit',
        agent: events.agent[e],
        other: events.other[e],
      });
    }
  }
  return seen;
}

const scoutOf = ({ crowd }: World): number => {
  for (let row = 0; row < crowd.count; row++) if (crowd.traits.group[row] === 0) return crowd.ids[row];
  throw new Error('no scout');
};

describe.each(names)('a view radius that changes, with %s', (name) => {
  test.each(['in the plane', 'in space'])('over time, %s: posts enter when the law says so', (where) => {
    const scene: ScenarioInput = {
      ...posts,
      changes: [
        {
          name: 'lookout',
          groups: ['scouts'],
          trait: 'viewRadius',
          over: 'time',
          as: 'value',
          points: [
            [0, 2],
            [8, 10],
            [16, 2],
          ],
        },
      ],
      neighbours: { events: true, name },
    };
    const world = createWorld(where === 'in space' ? lifted(scene) : scene);
    const scout = scoutOf(world);
    const { motion } = world.crowd;
    const row = rowOf(world.crowd, scout);
    const distance = (other: number) => {
      const at = rowOf(world.crowd, other);
      return Math.hypot(
        motion.x[at] - motion.x[row],
        motion.y[at] - motion.y[row],
        motion.z[at] - motion.z[row],
      );
    };
    const others = [...world.crowd.ids.subarray(0, 5)].filter((id) => id !== scout);
    const expected = [
      ...others.map((other) => ({ time: distance(other) - 2, kind: 'enter', agent: scout, other })),
      ...others.map((other) => ({ time: 18 - distance(other), kind: 'exit', agent: scout, other })),
    ].sort((a, b) => a.time - b.time);
    const seen = seenBy(world, 70, scout);
    expect(seen.map(({ time, ...rest }) => rest)).toEqual(expected.map(({ time, ...rest }) => rest));
    for (const [k, { time }] of seen.entries()) expect(time).toBeCloseTo(expected[k].time, 9);
  });

  test('attention that narrows with speed: who walks sees less than who stands', () => {
    const world = createWorld({
      ...openSquare,
      agents: [
        { at: [0, 0], goal: [9, 0], viewRadius: 6 },
        { at: [0, 4], viewRadius: 6 },
      ],
      steering: { name: 'straight' },
      changes: [
        {
          name: 'attention',
          trait: 'viewRadius',
          over: 'speed',
          points: [
            [0, 1],
            [1.3, 0.5],
          ],
        },
      ],
      neighbours: { events: true, name },
    });
    const seen = seenBy(world, 40);
    const { traits } = world.crowd;
    const [walker, stander] = [0, 1].map((id) => rowOf(world.crowd, id));
    expect(traits.viewRadius[stander]).toBe(6);
    expect(traits.viewRadius[walker]).toBe(3);
    expect(seen.map(({ kind, agent, other }) => [kind, agent, other])).toContainEqual(['exit', 0, 1]);
    expect(seen.map(({ kind, agent, other }) => [kind, agent, other])).not.toContainEqual(['exit', 1, 0]);
  });

  test('a command: the new radius is reached in a straight line during the step', () => {
    const world = createWorld({ ...posts, neighbours: { events: true, name } });
    const scout = scoutOf(world);
    const { motion } = world.crowd;
    const row = rowOf(world.crowd, scout);
    const distances = [...world.crowd.ids.subarray(0, 5)]
      .filter((id) => id !== scout)
      .map((id) =>
        Math.hypot(
          motion.x[rowOf(world.crowd, id)] - motion.x[row],
          motion.y[rowOf(world.crowd, id)] - motion.y[row],
        ),
      )
      .sort((a, b) => a - b);
    expect(seenBy(world, 2, scout)).toEqual([]);
    sendCommand(world, { kind: 'change-traits', id: scout, traits: { viewRadius: 10 } });
    const seen = seenBy(world, 1, scout);
    expect(seen.map(({ kind }) => kind)).toEqual(['enter', 'enter', 'enter', 'enter']);
    for (const [k, { time }] of seen.entries())
      expect(time).toBeCloseTo(0.5 + (0.25 * (distances[k] - 2)) / 8, 9);
    expect(seenBy(world, 2, scout)).toEqual([]);
  });

  test('an automaton: modes have their own radius', () => {
    const world = createWorld({
      ...posts,
      automata: [
        {
          name: 'watch',
          groups: ['scouts'],
          inputs: { clock: 'time' },
          start: 'dozes',
          modes: { dozes: { set: { viewRadius: 1 } }, looks: { set: { viewRadius: 6 } } },
          transitions: [{ from: 'dozes', to: 'looks', when: 'clock >= 1' }],
        },
      ],
      neighbours: { events: true, name },
    });
    const scout = scoutOf(world);
    const seen = seenBy(world, 10, scout);
    expect(seen.map(({ kind }) => kind)).toEqual(['enter', 'enter', 'enter']);
    // The step in which the guard becomes true, at its end.
    for (const { time } of seen) expect(time > 0.75 && time <= 1).toBe(true);
    expect(world.crowd.traits.viewRadius[rowOf(world.crowd, scout)]).toBe(6);
  });
});
