import { expect, test } from 'vitest';
import { classNumbers } from './classes.ts';
import { checkScenario } from './load.ts';
import { everything, smallest, swarm } from './scenarios.fixture.ts';

test('without classes there is one of each kind', () => {
  for (const input of [smallest, swarm]) {
    const { obstacleClasses, targetClasses, obstacleClassOf, targetClassOf } = classNumbers(
      checkScenario(input),
    );
    expect([obstacleClasses, targetClasses]).toEqual([['obstacles'], ['target']]);
    expect([obstacleClassOf(undefined), targetClassOf(undefined)]).toEqual([0, 0]);
    expect([obstacleClassOf('obstacles'), targetClassOf('target')]).toEqual([0, 0]);
  }
});

test('classes count within their kind, in the order of the scenario', () => {
  const { obstacleClasses, targetClasses, obstacleClassOf, targetClassOf } = classNumbers(
    checkScenario(everything),
  );
  expect(obstacleClasses).toEqual(['walls', 'people', 'dogs']);
  expect(targetClasses).toEqual(['exits', 'shops', 'windows']);
  expect([obstacleClassOf(undefined), obstacleClassOf('dogs'), targetClassOf('shops')]).toEqual([0, 2, 1]);
});

test('every class has its advantage: what remains for targets, closeness for obstacles', () => {
  const { steering } = checkScenario(everything);
  expect(steering).toMatchObject({
    classes: [
      { name: 'exits', distance: 1, advantage: { remaining: { share: 0.4 } } },
      { name: 'shops', advantage: { nearby: { share: 0.3, length: 4 } } },
      { name: 'windows', advantage: { remaining: { share: 0.2 } } },
      { name: 'walls', distance: 1, advantage: { closeness: { scale: 1 } } },
      { name: 'people', distance: 0.5, advantage: { closeness: { scale: 2 } } },
      { name: 'dogs', distance: 2, advantage: { constant: 0.7 } },
    ],
    competition: [
      { by: { conflict: { sharpness: 3 } } },
      { by: { constant: 0.1 } },
      { by: { exclusive: { margin: 1.5 } } },
    ],
  });
});
