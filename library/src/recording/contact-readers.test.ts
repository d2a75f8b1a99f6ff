import { describe, expect, test } from 'vitest';
import type { Automaton } from '../automata/index.ts';
import { contactsOf, EventKind, type Events, hasAgent, rowOf } from '../crowd/index.ts';
import {
  addAgent,
  createWorld,
  loadWorld,
  removeAgent,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
  type WorldOptions,
} from '../simulation/index.ts';
import type { SteeringModel } from '../steering/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from './index.ts';

/** Calls back for each side of each contact: the agent, and the direction away from what it touched. */
function eachContact(events: Events, visit: (id: number, normalX: number, normalY: number) => void): void {
  for (let k = 0; k < events.count; k++) {
    const { agent, kind, normalX, normalY, other } = events;
    if (kind[k] !== EventKind.contact && kind[k] !== EventKind.obstacleContact) continue;
    visit(agent[k], normalX[k], normalY[k]);
    if (kind[k] === EventKind.contact) visit(other[k], -normalX[k], -normalY[k]);
  }
}

/** Goes straight on, and bounces off whatever it has touched in the step before. */
const billiard: SteeringModel = {
  name: 'billiard',
  computeControls({ crowd, events }) {
    const { next, traits } = crowd;
    eachContact(events, (id, normalX, normalY) => {
      if (!hasAgent(crowd, id)) return;
      const row = rowOf(crowd, id);
      const inwards = next.headingX[row] * normalX + next.headingY[row] * normalY;
      if (inwards >= 0) return;
      next.headingX[row] -= 2 * inwards * normalX;
      next.headingY[row] -= 2 * inwards * normalY;
    });
    for (let row = 0; row < crowd.count; row++) {
      next.velocityX[row] = traits.desiredSpeed[row] * next.headingX[row];
      next.velocityY[row] = traits.desiredSpeed[row] * next.headingY[row];
    }
  },
};

/** Counts how often each agent was touched, and makes it slower each time. */
const bruises: Automaton = {
  name: 'bruises',
  memory: { touches: 'int32' },
  update({ crowd, events }) {
    eachContact(events, (id) => {
      if (!hasAgent(crowd, id)) return;
      const row = rowOf(crowd, id);
      crowd.memory.touches[row]++;
      crowd.traits.desiredSpeed[row] *= 0.95;
    });
  },
};

const table: ScenarioInput = {
  version: 1,
  name: 'table',
  dt: 0.1,
  duration: 60,
  steering: { name: 'nonlinear' },
  bounds: { min: [-4, -4], max: [4, 4], walls: true },
  obstacles: [{ shape: 'circle', center: [0, 0], radius: 0.7 }],
  groups: [
    {
      name: 'balls',
      count: 12,
      region: { box: { min: [-3.5, -3.5], max: [3.5, 3.5] } },
      speed: { uniform: [2, 20] },
      heading: 1,
      radius: 0.2,
    },
  ],
};

/** Each agent crosses the table to its own place. */
const crossing: ScenarioInput = {
  ...table,
  groups: [{ ...table.groups![0], goal: { mirror: [0.1, 0.1] }, goalRadius: 0.01 }],
  arrival: 'continue',
  steering: { speedLaw: 'constant' },
};

const readers: [string, WorldOptions, ScenarioInput][] = [
  ['a steering model that bounces', { steering: billiard }, table],
  ['an automaton that counts', { automaton: bruises }, crossing],
];

/** Adds an agent at the first place that is free. */
function addSomewhere(world: World): void {
  for (let place = 0; ; place++) {
    const at: [number, number] = [3 - 2 * (place % 4), -3 + 2 * Math.floor(place / 4)];
    try {
      addAgent(world, { at, heading: 2, radius: 0.2, speed: 10 });
      return;
    } catch (error) {
      if (place === 15) throw error;
    }
  }
}

describe('readers of contacts', () => {
  test.each(readers)('%s goes on from a saved world as without it', (_, options, scenario) => {
    const world = createWorld(scenario, options);
    let reactions = 0;
    for (let step = 1; step <= 60; step++) {
      const bytes = saveWorld(world);
      const [loaded, deaf] = [loadWorld(bytes, options), loadWorld(bytes, options)];
      expect(contactsOf(loaded.events, 3)).toEqual(contactsOf(world.events, 3));
      deaf.events.count = 0;
      for (const one of [world, loaded, deaf]) stepWorld(one);
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      // The events affect the decisions: without them the run differs.
      if (stateHashOf(deaf) !== stateHashOf(world)) reactions++;
    }
    expect(reactions).toBeGreaterThan(10);
  });

  test.each(readers)('%s is replayed bit by bit, with agents that come and leave', (_, options, scenario) => {
    const world = createWorld(scenario, options);
    const recorder = createRecorder();
    let text = recordStart(recorder, world);
    for (let step = 0; step < 60; step++) {
      if (step % 10 === 5) removeAgent(world, step / 5 - 1);
      if (step % 10 === 7) addSomewhere(world);
      stepWorld(world);
      text += recordStep(recorder, world);
    }
    text += recordEnd(recorder, world);
    expect(replayRecording(text.trimEnd().split('\n'), options)).toEqual({ kind: 'same', steps: 60 });
  });

  test('balls that bounce stay on the table, and turn only when they touch', () => {
    const world = createWorld(table, { steering: billiard });
    const { crowd } = world;
    const touchedBefore = new Set<number>();
    for (let step = 0; step < 300; step++) {
      const headings = Array.from({ length: crowd.count }, (_, row) => [
        crowd.motion.headingX[row],
        crowd.motion.headingY[row],
      ]);
      touchedBefore.clear();
      eachContact(world.events, (id) => touchedBefore.add(id));
      stepWorld(world);
      for (let row = 0; row < crowd.count; row++) {
        const { headingX, headingY, x, y } = crowd.motion;
        expect(Math.max(Math.abs(x[row]), Math.abs(y[row]))).toBeLessThanOrEqual(3.8);
        expect(Math.hypot(x[row], y[row])).toBeGreaterThanOrEqual(0.9);
        const turned = headingX[row] !== headings[row][0] || headingY[row] !== headings[row][1];
        if (turned) expect(touchedBefore.has(crowd.ids[row])).toBe(true);
      }
    }
    expect(touchedBefore.size).toBeGreaterThan(0);
  });
});
