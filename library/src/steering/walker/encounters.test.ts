import { expect, test } from 'vitest';
import { isFirst, isOncoming } from './encounters.ts';
import { inputOf, type Walker } from './scene.fixture.ts';

const eastward: Walker = { at: [0, 0], wish: [1, 0] };
const meets = (other: Walker) => {
  const { crowd } = inputOf({ walkers: [eastward, other] });
  return isOncoming(crowd, 0, 1);
};

test('agents that walk against each other are oncoming, those that follow, cross or stand are not', () => {
  expect(meets({ at: [5, 0], wish: [-1, 0] })).toBe(true);
  expect(meets({ at: [5, 0], wish: [-0.5, 1] })).toBe(true);
  expect(meets({ at: [5, 0], wish: [1, 0] })).toBe(false);
  expect(meets({ at: [5, 0], wish: [0, 1] })).toBe(false);
  expect(meets({ at: [5, 0], wish: [-1, 0], walks: false })).toBe(false);
});

test('agents that approach a door along its wall from both sides are not oncoming', () => {
  const { crowd } = inputOf({ walkers: [eastward, { at: [5, 0], wish: [-1, 0] }] });
  const { plan } = crowd;
  [plan.goalX[0], plan.goalY[0]] = [3, 20];
  [plan.goalX[1], plan.goalY[1]] = [2, 20];
  expect(isOncoming(crowd, 0, 1)).toBe(false);
  plan.goalY[1] = -20;
  expect(isOncoming(crowd, 0, 1)).toBe(true);
  plan.targetSet.fill(0, 0, 2);
  plan.target.fill(3, 0, 2);
  expect(isOncoming(crowd, 0, 1)).toBe(false);
  plan.target[1] = 4;
  expect(isOncoming(crowd, 0, 1)).toBe(true);
});

test('of two agents the one nearer to its goal is first; ids decide between equals', () => {
  const { crowd } = inputOf({ walkers: [eastward, eastward] });
  expect([isFirst(crowd, 0, 1), isFirst(crowd, 1, 0)]).toEqual([true, false]);
  crowd.plan.goalDistance[0] = 5;
  expect([isFirst(crowd, 0, 1), isFirst(crowd, 1, 0)]).toEqual([false, true]);
});
