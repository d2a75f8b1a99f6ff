import { expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createNearLists,
  createObstacles,
  dropAgent,
  enterAgent,
  type ObstacleSpecification,
  reorderRows,
  reserveAgent,
} from '../../../crowd/index.ts';
import { shiftObstacle } from '../../../crowd/shift.fixture.ts';
import { createSolids } from '../../../crowd/solids.ts';
import type { Surroundings } from '../../common/contract.ts';
import { assertDelaunay } from '../mesh/delaunay.fixture.ts';
import { appendVisible } from './visibility.ts';
import { addToWalled, takeFromWalled, updateWalled } from './walled.ts';
import { createWalled, type Walled } from './walled-mesh.ts';
import { seenByLooking, setOf } from './walled-scenes.fixture.ts';

const course = { kind: 'velocity', velocity: [0, 0] } as const;

function among(crowd: Crowd, obstacles: readonly ObstacleSpecification[]): Surroundings {
  return { crowd, obstacles: createObstacles(obstacles), solids: createSolids([]) };
}

const lists = createNearLists();

function seen(walled: Walled, row: number, radius: number): string {
  beginLists(lists, 1 + row);
  appendVisible(walled, row, radius, lists);
  return setOf(lists, row);
}

function expectRight(walled: Walled, surroundings: Surroundings, radius: number): void {
  for (let row = 0; row < surroundings.crowd.count; row++) {
    expect(seen(walled, row, radius)).toBe(seenByLooking(surroundings, row, radius).join());
  }
}

test('agents that walk among walls for 300 steps keep their mesh: nothing is rebuilt', () => {
  const dice = createDice(11);
  const crowd = crowdOf(Array.from({ length: 150 }, () => ({ x: 17 * dice(), y: 17 * dice() })));
  const walls = Array.from({ length: 25 }, (): ObstacleSpecification => {
    const [x, y] = [17 * dice(), 17 * dice()];
    return { shape: 'segment', from: [x, y], to: [x + 4 * dice() - 2, y + 4 * dice() - 2] };
  });
  const gate: ObstacleSpecification = { shape: 'box', min: [5, 5], max: [8, 6], course };
  const surroundings = among(crowd, [...walls, gate]);
  const { firstMoving, count } = surroundings.obstacles;
  const walled = createWalled();
  const { x, y } = crowd.motion;
  for (let step = 0; step < 300; step++) {
    updateWalled(walled, surroundings);
    if (step % 20 === 0) {
      assertDelaunay(walled.mesh);
      expectRight(walled, surroundings, 3);
    }
    for (let row = 0; row < crowd.count; row++) {
      x[row] = Math.max(0, Math.min(17, x[row] + 0.07 * (((row * 7) % 11) / 5 - 1)));
      y[row] = Math.max(0, Math.min(17, y[row] + 0.07 * (((row * 5) % 13) / 6 - 1)));
    }
    for (let element = firstMoving; element < count; element++) {
      surroundings.obstacles.startX[element] += 0.02;
      surroundings.obstacles.endX[element] += 0.02;
    }
  }
  expect(walled.mesh.counts.rebuilds).toBe(0);
  expect(walled.mesh.counts.flips).toBeGreaterThan(1000);
});

test('an agent that comes to stand exactly on a wall is aside, and back in the mesh when it leaves it', () => {
  const crowd = crowdOf([
    { x: 1, y: 1 },
    { x: 3, y: -1 },
    { x: 2, y: 3 },
  ]);
  const surroundings = among(crowd, [{ shape: 'segment', from: [0, 0], to: [4, 0] }]);
  const walled = createWalled();
  for (const [y, aside] of [
    [1, 0],
    [0, 1],
    [0, 1],
    [-1, 0],
  ]) {
    crowd.motion.y[0] = y;
    updateWalled(walled, surroundings);
    assertDelaunay(walled.mesh);
    expect(walled.asideCount).toBe(aside);
    expectRight(walled, surroundings, 9);
  }
  // The wall is one edge again.
  expect(walled.mesh.wall.filter((wall) => wall !== 0)).toHaveLength(2);
});

test('a wall that moves over agents, through other walls and back', () => {
  const dice = createDice(2);
  const crowd = crowdOf(Array.from({ length: 40 }, () => ({ x: Math.floor(9 * dice()), y: 8 * dice() })));
  const surroundings = among(crowd, [
    { shape: 'segment', from: [4, 2], to: [4, 6] },
    { shape: 'segment', from: [0, 0], to: [0, 8], course },
    { shape: 'segment', from: [0, 8], to: [3, 8.5], course },
  ]);
  const { obstacles } = surroundings;
  const walled = createWalled();
  for (let step = 0; step < 32; step++) {
    updateWalled(walled, surroundings);
    assertDelaunay(walled.mesh);
    expectRight(walled, surroundings, 20);
    for (let element = 1; element < 3; element++) {
      obstacles.startX[element] += step < 16 ? 0.5 : -0.5;
      obstacles.endX[element] += step < 16 ? 0.5 : -0.5;
    }
  }
});

test('agents that enter, leave or get another row are followed, also between updates', () => {
  const dice = createDice(4);
  const crowd = crowdOf(Array.from({ length: 30 }, () => ({ x: 8 * dice(), y: 8 * dice() })));
  const surroundings = among(crowd, [
    { shape: 'segment', from: [1, 4], to: [7, 4] },
    { shape: 'segment', from: [4, 1], to: [4, 7], course },
  ]);
  const walled = createWalled();
  updateWalled(walled, surroundings);
  for (let round = 0; round < 60; round++) {
    const what = round % 4;
    if (what === 0) {
      const gone = crowd.ids[Math.floor(crowd.count * dice())];
      if (round % 8 === 0) takeFromWalled(walled, gone);
      dropAgent(crowd, gone);
      if (round % 8 !== 0) takeFromWalled(walled, gone);
    } else if (what === 1) {
      const row = enterAgent(crowd, reserveAgent(crowd));
      crowd.motion.x[row] = 8 * dice();
      // Now and then on the wall that moves.
      crowd.motion.y[row] = round % 8 === 1 ? 4 : 8 * dice();
      addToWalled(walled, row);
    } else if (what === 2) reorderRows(crowd, shuffledOrder(crowd.count, round));
    else {
      updateWalled(walled, surroundings);
      assertDelaunay(walled.mesh);
    }
    expectRight(walled, surroundings, 5);
  }
});

test('an agent that the mesh has not been told of is seen by no agent and sees no agent', () => {
  const crowd = crowdOf([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ]);
  const surroundings = among(crowd, [{ shape: 'segment', from: [0, 1], to: [1, 1] }]);
  const walled = createWalled();
  updateWalled(walled, surroundings);
  const row = enterAgent(crowd, reserveAgent(crowd));
  crowd.motion.x[row] = 0.5;
  expect([0, 1, 2].map((each) => seen(walled, each, 5))).toEqual(['1', '0', '']);
  updateWalled(walled, surroundings);
  expectRight(walled, surroundings, 5);
});

test('walls that were moved from outside are rebuilt, and so is a room that an agent has left', () => {
  const crowd = crowdOf([
    { x: 0, y: 0 },
    { x: 4, y: 0 },
  ]);
  const surroundings = among(crowd, [{ shape: 'segment', from: [2, -1], to: [2, 1] }]);
  const walled = createWalled();
  updateWalled(walled, surroundings);
  expect(seen(walled, 0, 9)).toBe('');
  shiftObstacle(surroundings.obstacles, 0, 0, 5);
  updateWalled(walled, surroundings);
  expect(seen(walled, 0, 9)).toBe('1');
  crowd.motion.x[1] = 1e6;
  updateWalled(walled, surroundings);
  expect(seen(walled, 0, 2e6)).toBe('1');
  expect(seen(walled, 0, Number.POSITIVE_INFINITY)).toBe('1');
  expect(walled.mesh.counts.rebuilds).toBe(2);
});

test('coordinates next to 0 are told apart though the mesh does not', () => {
  const tiny = 2 ** -120;
  const crowd = crowdOf([
    { x: 0, y: -tiny },
    { x: 0, y: tiny },
    { x: 0, y: 1 },
  ]);
  const surroundings = among(crowd, [{ shape: 'segment', from: [-1, 0], to: [1, 0] }]);
  const walled = createWalled();
  updateWalled(walled, surroundings);
  expect([0, 1, 2].map((row) => seen(walled, row, 5))).toEqual(['', '2', '1']);
});

test('places that are no number, infinite or too far away are refused by name', () => {
  const crowd = crowdOf([
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]);
  const surroundings = among(crowd, []);
  const walled = createWalled();
  expect(() => seen(walled, 0, 1)).toThrow('has not been updated yet');
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    crowd.motion.x[1] = bad;
    expect(() => updateWalled(walled, surroundings)).toThrow(RangeError);
    expect(() => updateWalled(walled, surroundings)).toThrow(/agent 1 is at/);
  }
  crowd.motion.x[1] = 2;
  updateWalled(walled, surroundings);
  expectRight(walled, surroundings, 5);
});

test('no agent and no walls at all are no trouble', () => {
  const surroundings = among(crowdOf([]), []);
  const walled = createWalled();
  updateWalled(walled, surroundings);
  updateWalled(walled, surroundings);
  assertDelaunay(walled.mesh);
});
