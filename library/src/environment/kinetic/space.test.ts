import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createEvents,
  createNearLists,
  createObstacles,
  dropAgent,
  type Events,
  enterAgent,
  type NearLists,
  reorderRows,
  reserveAgent,
  type Solids,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { createBruteIndex } from '../brute/brute.ts';
import type { NeighbourIndex } from '../common/contract.ts';
import { ballsOf } from '../space/space.fixture.ts';
import { createSpaceKinetic } from './space.ts';

registerSpace();

type Point = readonly [number, number, number];

/** Kinds of scenes, each a function that draws a point from dice: in general position, and in every degenerate one. */
const scenes: Record<string, (dice: () => number) => Point> = {
  'a random cloud': (dice) => [20 * dice(), 20 * dice(), 20 * dice()],
  'a cubic lattice': (dice) => [Math.floor(5 * dice()), Math.floor(5 * dice()), Math.floor(5 * dice())],
  'a lattice of 0.7 m': (dice) => [
    0.7 * Math.floor(5 * dice()),
    0.7 * Math.floor(5 * dice()),
    0.7 * Math.floor(5 * dice()),
  ],
  'one plane': (dice) => [20 * dice(), 20 * dice(), 3],
  'a lattice in one plane': (dice) => [Math.floor(9 * dice()), 2, Math.floor(9 * dice())],
  'one line': (dice) => [0, Math.floor(99 * dice()), 3],
  'a line across': (dice) => {
    const t = 1000 * dice();
    return [t, t, -t];
  },
  'one sphere': (dice) => {
    for (;;) {
      const [x, y, z] = [dice(), dice(), dice()].map((value) => Math.round(30 * value) - 15);
      if (x * x + y * y + z * z === 225) return [x, y, z];
    }
  },
  'three places': (dice) => [Math.floor(3 * dice()), 0, 0],
  'clusters 1,000 km apart': (dice) => [
    1e6 * Math.floor(3 * dice()) + dice(),
    dice(),
    1e6 * Math.floor(2 * dice()),
  ],
  'all over 10^12 m': (dice) => [1e12 * (dice() - 0.5), 1e12 * (dice() - 0.5), 1e-20 * dice()],
  'within 10^−17 m': (dice) => [1e-17 * dice(), 1e-17 * dice(), 1e-17 * dice()],
  'a dense spot in a thin cloud': (dice) =>
    dice() < 0.5 ? [50 * dice(), 50 * dice(), 50 * dice()] : [25 + 0.01 * dice(), 25 + 0.01 * dice(), 25],
};

const noObstacles = createObstacles([]);
const noSolids = createSolids([]);

function listsOf(crowd: Crowd, fill: (lists: NearLists) => void): number[][] {
  const lists = createNearLists();
  beginLists(lists, crowd.capacity);
  fill(lists);
  return Array.from({ length: crowd.count }, (_, row) => [
    ...lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row]),
  ]);
}

const sorted = (lists: number[][]) => lists.map((list) => list.sort((a, b) => a - b));

function eventsOf(index: NeighbourIndex): string[] {
  const events: Events = createEvents();
  index.events(0.5, events);
  return Array.from({ length: events.count }, (_, k) =>
    [events.time[k], events.kind[k], events.agent[k], events.other[k]].join(' '),
  );
}

/** Asks both indexes everything there is to ask, of every row. */
function expectSameAnswers(
  index: NeighbourIndex,
  oracle: NeighbourIndex,
  crowd: Crowd,
  radius: number,
): void {
  const due = Uint8Array.from({ length: crowd.capacity }, (_, row) => (row % 7 === 3 ? 0 : 1));
  const forEach = (act: (row: number) => void) => {
    for (let row = 0; row < crowd.count; row++) act(row);
  };
  const ask = (of: NeighbourIndex) => ({
    listed: sorted(listsOf(crowd, (lists) => of.list(due, false, lists))),
    seen: sorted(listsOf(crowd, (lists) => of.list(due, true, lists))),
    near: sorted(listsOf(crowd, (lists) => forEach((row) => of.near(row, radius, lists)))),
    visible: sorted(listsOf(crowd, (lists) => forEach((row) => of.visible(row, radius, lists)))),
    nearest: listsOf(crowd, (lists) => forEach((row) => of.nearest(row, 5, lists))),
  });
  expect(ask(index)).toEqual(ask(oracle));
}

function place({ motion, next }: Crowd, row: number, [x, y, z]: Point): void {
  for (const columns of [motion, next]) {
    columns.x[row] = x;
    columns.y[row] = y;
    columns.z[row] = z;
  }
}

const placeOf = ({ motion }: Crowd, row: number): Point => [motion.x[row], motion.y[row], motion.z[row]];

/** Runs `steps` updates of a crowd that comes, leaves, walks, jumps and looks farther or less far. */
function compare(
  draw: (dice: () => number) => Point,
  steps: number,
  seed: number,
  solids: Solids = noSolids,
): void {
  const dice = createDice(seed);
  const scale = Math.hypot(...draw(dice).map((value, k) => value - draw(dice)[k])) + 1e-18;
  const view = () => scale * [0, 0.2, 0.5, 0.5, 1, 3][Math.floor(6 * dice())];
  const crowd = ballsOf(
    Array.from({ length: 24 }, () => {
      const [x, y, z] = draw(dice);
      return { x, y, z, viewRadius: view() };
    }),
  );
  const surroundings = { crowd, obstacles: noObstacles, solids };
  const index = createSpaceKinetic('kinetic');
  const oracle = createBruteIndex();
  const enter = () => {
    const row = enterAgent(crowd, reserveAgent(crowd));
    place(crowd, row, draw(dice));
    crowd.traits.viewRadius[row] = view();
    return row;
  };
  for (let step = 0; step < steps; step++) {
    index.update(surroundings);
    oracle.update(surroundings);
    // Paths of this step: short ones, with a few jumps now and then.
    for (let row = 0; row < crowd.count; row++) {
      const jumps = step % 5 === 4 && dice() < 0.1;
      const from = placeOf(crowd, row);
      const to = jumps ? draw(dice) : from.map((value) => value + 0.1 * scale * (dice() - 0.5));
      [crowd.next.x[row], crowd.next.y[row], crowd.next.z[row]] = to;
    }
    expectSameAnswers(index, oracle, crowd, view());
    expect(eventsOf(index)).toEqual(eventsOf(oracle));
    // Some come and leave between updates: told, so that queries know them.
    if (step % 3 === 0) {
      const gone = crowd.ids[Math.floor(crowd.count * dice())];
      dropAgent(crowd, gone);
      const row = enter();
      for (const of of [index, oracle]) {
        of.remove(gone);
        of.insert(row);
      }
      reorderRows(crowd, shuffledOrder(crowd.count, step));
      expectSameAnswers(index, oracle, crowd, view());
      expect(eventsOf(index)).toEqual(eventsOf(oracle));
    }
    const moved = crowd.motion;
    crowd.motion = crowd.next;
    crowd.next = moved;
    // Others are found by the next update: one, and sometimes half of them.
    const changes = step % 6 === 5 ? crowd.count / 2 : 1;
    for (let k = 0; k < changes; k++) dropAgent(crowd, crowd.ids[Math.floor(crowd.count * dice())]);
    if (step % 2 === 0) expectSameAnswers(index, oracle, crowd, view());
    for (let k = 0; k < changes; k++) enter();
  }
}

describe('answers are those of brute force, of a crowd that comes, leaves, walks and jumps', () => {
  test.each(Object.keys(scenes))('%s', (name) => compare(scenes[name], 8, 5));

  test('a random cloud, for longer', () => compare(scenes['a random cloud'], 30, 23));

  test('behind a sphere, a box, a plane and a triangle', () => {
    const solids = createSolids([
      { shape: 'sphere', center: [8, 8, 8], radius: 3 },
      { shape: 'box', min: [2, 2, 2], max: [6, 9, 4] },
      { shape: 'plane', point: [0, 0, 3], normal: [0, 0, 1] },
      {
        shape: 'triangles',
        points: [
          [10, 0, 0],
          [10, 20, 0],
          [10, 0, 20],
        ],
        faces: [[0, 1, 2]],
      },
    ] as Parameters<typeof createSolids>[0]);
    compare(scenes['a random cloud'], 14, 6, solids);
  });
});

test('no agents, and one to five', () => {
  for (let count = 0; count <= 5; count++) {
    const crowd = ballsOf(Array.from({ length: count }, (_, k) => ({ x: k, y: k % 2, z: 0, viewRadius: 2 })));
    const surroundings = { crowd, obstacles: noObstacles, solids: noSolids };
    const index = createSpaceKinetic('kinetic');
    const oracle = createBruteIndex();
    for (const of of [index, oracle]) of.update(surroundings);
    expectSameAnswers(index, oracle, crowd, 1);
    // Every agent leaves.
    while (crowd.count > 0) dropAgent(crowd, crowd.ids[0]);
    for (const of of [index, oracle]) of.update(surroundings);
    expectSameAnswers(index, oracle, crowd, 1);
  }
});

test('distances that differ from the radius in the last bit, and ties of the nearest', () => {
  // On a sphere of radius 15 about the first, and a hair inside and outside of it.
  const balls = [{ x: 0, y: 0, z: 0, viewRadius: 15 }];
  for (const [x, y, z] of [
    [15, 0, 0],
    [2, 5, 14],
    [2, 10, 11],
    [10, 10, 5],
    [-14, 2, 5],
    [0, -9, 12],
  ]) {
    for (const step of [-1, 0, 1]) balls.push({ x: x * (1 + step * 2 ** -52), y, z, viewRadius: 15 });
  }
  const crowd = ballsOf(balls);
  const index = createSpaceKinetic('kinetic');
  const oracle = createBruteIndex();
  for (const of of [index, oracle]) of.update({ crowd, obstacles: noObstacles, solids: noSolids });
  expectSameAnswers(index, oracle, crowd, 15);
  expect(listsOf(crowd, (lists) => index.near(0, 15, lists))[0].length).toBeGreaterThan(6);
});

test('places that are no numbers or infinite are refused with the name of the agent', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const crowd = ballsOf([0, 1, 2, 3].map((x) => ({ x, y: 0, z: 0 })));
    const surroundings = { crowd, obstacles: noObstacles, solids: noSolids };
    const index = createSpaceKinetic('kinetic');
    index.update(surroundings);
    crowd.motion.z[2] = bad;
    expect(() => index.update(surroundings)).toThrow(RangeError);
    expect(() => index.update(surroundings)).toThrow(/agent 2 /);
    // It continues from where it was.
    crowd.motion.z[2] = 1;
    index.update(surroundings);
    expect(listsOf(crowd, (lists) => index.near(2, 1.5, lists))[2].sort()).toEqual([1, 3]);
  }
});

test('the report counts certificates and events', () => {
  const dice = createDice(3);
  const crowd = ballsOf(Array.from({ length: 80 }, () => ({ x: 9 * dice(), y: 9 * dice(), z: 9 * dice() })));
  const index = createSpaceKinetic('kinetic');
  let events = 0;
  for (let step = 0; step < 30; step++) {
    index.update({ crowd, obstacles: noObstacles, solids: noSolids });
    for (let row = 0; row < crowd.count; row++) {
      const [x, y, z] = placeOf(crowd, row).map((value) => value + 0.2 * (dice() - 0.5));
      crowd.next.x[row] = x;
      crowd.next.y[row] = y;
      crowd.next.z[row] = z;
    }
    events += eventsOf(index).length;
    [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
  }
  const { certificates, events: counted, failures = 0, flips } = index.report ?? {};
  expect(counted).toBe(events);
  // A pair has an event or two in a step that a certificate does not cover.
  expect(failures).toBeGreaterThan(events / 4);
  expect(failures).toBeLessThanOrEqual(events);
  expect(certificates).toBeGreaterThan(failures);
  expect(flips).toBe(0);
});
