import { describe, expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import {
  type Crowd,
  createEvents,
  createObstacles,
  dropAgent,
  type Events,
  enterAgent,
  reorderRows,
  reserveAgent,
  reserveRows,
  sortEvents,
} from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import type { NeighbourIndex } from '../../common/contract.ts';
import { addCrossings } from '../../common/pair-crossings.ts';
import { createGridIndex } from '../../grid/grid.ts';
import { registerNeighbourEvents } from '../../register-events.ts';
import { createKineticIndex } from '../kinetic.ts';

registerNeighbourEvents();

function columns(events: Events) {
  const { count, kind, agent, other, time } = events;
  return Array.from({ length: count }, (_, k) => [time[k], kind[k], agent[k], other[k]]);
}

function pairwise(crowd: Crowd, dt: number) {
  const events = createEvents();
  const times = new Float64Array(2);
  for (let row = 0; row < crowd.count; row++) {
    for (let other = row + 1; other < crowd.count; other++)
      addCrossings(crowd, row, other, dt, times, events);
  }
  sortEvents(events, 0);
  return columns(events);
}

/** The events of a step by an index. */
function eventsOf(index: NeighbourIndex, crowd: Crowd, dt: number): Events {
  const events = createEvents();
  index.update({ crowd, obstacles: createObstacles([]), solids: createSolids([]) });
  index.events(dt, events);
  return events;
}

/** Moves on: next becomes present, and every agent gets a new place to go to. */
function aim(crowd: Crowd, dice: () => number, speed: number, dt: number): void {
  const { motion, next } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    next.x[row] = motion.x[row] + speed * dt * (2 * dice() - 1);
    next.y[row] = motion.y[row] + speed * dt * (2 * dice() - 1);
  }
}

function arrive({ motion, next, count }: Crowd): void {
  for (let row = 0; row < count; row++) {
    motion.x[row] = next.x[row];
    motion.y[row] = next.y[row];
  }
}

describe.each([
  ['kinetic', createKineticIndex],
  ['grid', createGridIndex],
])('the events of a crowd by %s', (name, create) => {
  test.each([
    ['walking', 1.4, 0.05],
    ['running', 12, 0.25],
  ])('%s: equal to those of all pairs to the bit, while agents come, go and change rows', (_, speed, dt) => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const dice = createDice(seed);
      const crowd = crowdOf(
        Array.from({ length: 70 }, () => ({ x: 12 * dice(), y: 12 * dice(), viewRadius: 0.5 + 3 * dice() })),
      );
      // Few see farther than twice the mean.
      if (seed > 2) for (const row of [2, 40, 41]) crowd.traits.viewRadius[row] = 9;
      const index = create();
      for (let k = 0; k < 30; k++) {
        if (k % 7 === 3) reorderRows(crowd, shuffledOrder(crowd.count, k));
        if (k % 5 === 2) dropAgent(crowd, crowd.ids[k]);
        if (k % 6 === 4) {
          reserveRows(crowd, crowd.count + 1);
          const row = enterAgent(crowd, reserveAgent(crowd));
          crowd.motion.x[row] = 12 * dice();
          crowd.motion.y[row] = 12 * dice();
          crowd.traits.viewRadius[row] = 2;
        }
        if (k % 9 === 8) crowd.motion.x[3] += 0.2;
        if (k % 4 === 1) crowd.traits.viewRadius[k] = 1 + dice();
        aim(crowd, dice, speed, dt);
        const events = eventsOf(index, crowd, dt);
        expect(columns(events)).toEqual(pairwise(crowd, dt));
        found += events.count;
        arrive(crowd);
      }
      if (name === 'kinetic' && speed < 2) {
        const { certificates = 0, failures = 0 } = index.report ?? {};
        // All pairs, in all steps, are 72,000.
        expect(certificates).toBeLessThan(20_000);
        expect(certificates).toBeGreaterThan(failures);
        expect(failures).toBeGreaterThan(50);
      }
    }
    expect(found).toBeGreaterThan(500);
  });

  test('coincident agents, leaving the room, numbers next to zero and few agents: still all events', () => {
    const cases: [number, number, number, number][][] = [
      [],
      [[0, 0, 1, 1]],
      [
        [0, 0, 1e3, 0],
        [1, 0, 1e3, 0],
      ],
      [
        [1, 1, 1, 1],
        [1, 1, 5, 1],
        [1, 1, -5, 1],
        [4, 1, 4, 1],
      ],
      [
        [1e-40, 0, 5, 0],
        [-1e-40, 0, -5, 0],
        [3, 0, 1e-35, 0],
      ],
    ];
    for (const paths of cases) {
      const crowd = crowdOf(paths.map(([x, y]) => ({ x, y, viewRadius: 3 })));
      for (const [row, [, , x, y]] of paths.entries()) {
        crowd.next.x[row] = x;
        crowd.next.y[row] = y;
      }
      const index = create();
      for (let k = 0; k < 3; k++) {
        expect(columns(eventsOf(index, crowd, 0.5))).toEqual(pairwise(crowd, 0.5));
        arrive(crowd);
        for (const [row, [x, y]] of paths.entries()) {
          crowd.next.x[row] = k === 0 ? x : -x;
          crowd.next.y[row] = y;
        }
      }
    }
  });

  test('a place that is no number is refused by the name of the agent', () => {
    const crowd = crowdOf([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ]);
    crowd.next.y[1] = Number.NaN;
    expect(() => eventsOf(create(), crowd, 0.1)).toThrow(/agent 1 /);
  });
});
