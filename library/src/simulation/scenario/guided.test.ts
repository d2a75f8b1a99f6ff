import { expect, test } from 'vitest';
import { checkScenario, registerBuiltIn } from '../../scenario.ts';

registerBuiltIn();

const sceneWith = (steering: object, planner?: object) =>
  checkScenario({
    version: 1,
    name: 'a room',
    duration: 60,
    bounds: { min: [0, 0], max: [10, 10], walls: true },
    obstacles: [{ shape: 'box', min: [4, 0], max: [5, 5] }],
    agents: [{ at: [2, 2], goal: [8, 2] }],
    steering,
    ...(planner && { planner }),
  }).steering;

test('nonlinear has defaults for indoors where the planner leads around obstacles, and those of the papers elsewhere', () => {
  const indoors = { baseDistance: 0.3, safetyDistance: 0.02, timeToContact: 0.3, attraction: 2 };
  const papers = { baseDistance: 1, safetyDistance: 0.1, timeToContact: 0.5, attraction: 1 };
  expect(sceneWith({ name: 'nonlinear' })).toMatchObject(papers);
  expect(sceneWith({ name: 'nonlinear' }, { name: 'direct' })).toMatchObject(papers);
  for (const planner of ['path', 'distance', 'harmonic']) {
    expect(sceneWith({ name: 'nonlinear' }, { name: planner })).toMatchObject(indoors);
  }
});

test('what the scenario writes stays, and a completed scenario reads as it is', () => {
  const written = sceneWith({ name: 'nonlinear', baseDistance: 1, noise: 0 }, { name: 'path' });
  expect(written).toMatchObject({ baseDistance: 1, noise: 0, safetyDistance: 0.02, attraction: 2 });
  expect(sceneWith(written, { name: 'direct' })).toEqual(written);
});
