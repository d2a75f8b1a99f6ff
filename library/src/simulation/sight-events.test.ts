import { describe, expect, test } from 'vitest';
import { EventKind } from '../crowd/index.ts';
import { neighbourIndexes, registerNeighbourIndex } from '../environment/index.ts';
import { kinetic } from '../environment/kinetic/kinetic.ts';
import { createWorld, type ScenarioInput, sendCommand, stepWorld, type World } from './index.ts';
import { busySquare, openSquare } from './worlds.fixture.ts';

registerNeighbourIndex(kinetic);
const names = neighbourIndexes.definitions.map(({ name }) => name);

/** Two agents that stand 2 m apart, and a curtain of 2 m that is drawn between them at 1 m/s. */
const curtain: ScenarioInput = {
  ...openSquare,
  dt: 0.24,
  steering: { name: 'nonlinear', noise: 0 },
  agents: [
    { at: [-1, 0], viewRadius: 5 },
    { at: [1, 0], viewRadius: 3 },
  ],
  obstacles: [
    { shape: 'segment', from: [0, 1], to: [0, 3], course: { kind: 'velocity', velocity: [0, -1] } },
  ],
};

function sightings(world: World, steps: number): [number, string, number, number][] {
  const found: [number, string, number, number][] = [];
  for (let k = 0; k < steps; k++) {
    stepWorld(world);
    const { agent, count, kind, other, time } = world.events;
    for (let e = 0; e < count; e++) {
      if (kind[e] !== EventKind.visible && kind[e] !== EventKind.hidden) continue;
      const word = kind[e] === EventKind.visible ? 'visible' : 'hidden';
      found.push([(world.step - 1) * world.dt + time[e], word, agent[e], other[e]]);
    }
  }
  return found;
}

describe.each(names)('events of sight with %s', (name) => {
  test('a curtain that is drawn past hides two agents from 1 s to 3 s, to the last digits', () => {
    const world = createWorld({ ...curtain, neighbours: { name, sight: true, events: true } });
    const found = sightings(world, 18);
    expect(found.map(([, ...rest]) => rest)).toEqual([
      ['hidden', 0, 1],
      ['hidden', 1, 0],
      ['visible', 0, 1],
      ['visible', 1, 0],
    ]);
    for (const [k, time] of [1, 1, 3, 3].entries()) expect(found[k][0]).toBeCloseTo(time, 12);
  });

  test('an agent whose view grows beyond a hidden one does not see it until the curtain has gone', () => {
    const world = createWorld({ ...curtain, neighbours: { name, sight: true, events: true } });
    sendCommand(world, { kind: 'change-traits', id: 1, traits: { viewRadius: 1 } });
    const before = sightings(world, 5);
    expect(before.map(([, ...rest]) => rest)).toEqual([
      ['hidden', 1, 0],
      ['hidden', 0, 1],
    ]);
    sendCommand(world, { kind: 'change-traits', id: 1, traits: { viewRadius: 3 } });
    const after = sightings(world, 13);
    expect(after.map(([time, what, agent]) => [Math.round(1e9 * time) / 1e9, what, agent])).toEqual([
      [3, 'visible', 0],
      [3, 'visible', 1],
    ]);
  });

  test('without sight there are none', () => {
    const world = createWorld({ ...curtain, neighbours: { name, sight: false, events: true } });
    expect(sightings(world, 18)).toEqual([]);
  });
});

test('the visible sets at both ends of every step differ by the events between them, among obstacles that move', () => {
  const world = createWorld({
    ...busySquare,
    neighbours: { name: 'kinetic', sight: true, events: true, radius: 6 },
  });
  const setsOf = ({ crowd, environment }: World) => {
    const { counts, items, starts } = environment.perception.agents;
    const sets = new Map<number, number[]>();
    for (let row = 0; row < crowd.count; row++) {
      const list = [...items.subarray(starts[row], starts[row] + counts[row])].map(
        (other) => crowd.ids[other],
      );
      sets.set(
        crowd.ids[row],
        list.sort((a, b) => a - b),
      );
    }
    return sets;
  };
  let compared = 0;
  let before: Map<number, Set<number>> | undefined;
  for (let k = 0; k < 40; k++) {
    stepWorld(world);
    // Perceived at the beginning of the step; its events lead to its end.
    const perceived = setsOf(world);
    if (before) {
      for (const [agent, list] of perceived) {
        const expected = before.get(agent);
        if (!expected) continue;
        const present = [...expected].filter((id) => perceived.has(id)).sort((a, b) => a - b);
        expect([k, agent, list]).toEqual([k, agent, present]);
        compared += list.length;
      }
    }
    before = new Map([...perceived].map(([agent, list]) => [agent, new Set(list)]));
    const { agent, count, kind, other } = world.events;
    for (let e = 0; e < count; e++) {
      if (kind[e] === EventKind.visible) before.get(agent[e])?.add(other[e]);
      if (kind[e] === EventKind.hidden) before.get(agent[e])?.delete(other[e]);
    }
  }
  expect(compared).toBeGreaterThan(1000);
  const { report } = world.environment.index;
  expect(report?.certificates).toBeGreaterThan(100);
  expect(report?.failures).toBeGreaterThan(100);
  expect(report?.meanLifetime).toBeGreaterThan(0);
});
