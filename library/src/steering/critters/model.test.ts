import { describe, expect, test } from 'vitest';
import { Status } from '../../crowd/index.ts';
import {
  createHabitat,
  type Habitat,
  placeOf,
  quiet,
  stateOf,
  stepHabitat,
  velocityOf,
} from './habitat.fixture.ts';
import { crittersDefaults } from './index.ts';
import { createCrittersModel } from './model.ts';

const wander = { region: { circle: { center: [5, 5], radius: 1 } }, interval: 3, strength: 1, exponent: 0 };
const pair: Habitat = {
  critters: [{ at: [0, 0], velocity: [0.6, 0.8] }, { at: [1, 0] }],
  dt: 0.125,
};

describe('which critters move', () => {
  test('an arrived critter stops where it is and keeps its heading', () => {
    const habitat = createHabitat(pair);
    habitat.input.crowd.plan.status[0] = Status.arrived;
    stepHabitat(habitat);
    const { headingX, headingY, speed } = habitat.input.crowd.motion;
    expect([...placeOf(habitat), speed[0], headingX[0], headingY[0]]).toEqual([0, 0, 0, 0, 0.6, 0.8]);
    expect(speed[1]).toBeGreaterThan(0);
  });

  test('an arrived critter that wanders goes on', () => {
    const habitat = createHabitat({ ...pair, objects: { agents: [{ wander }] } });
    habitat.input.crowd.plan.status[0] = Status.arrived;
    const before = velocityOf(habitat);
    stepHabitat(habitat);
    expect(velocityOf(habitat)).not.toEqual(before);
    expect(placeOf(habitat)).not.toEqual([0, 0, 0]);
  });

  test('an idle critter feels its surroundings, and wanders if it can', () => {
    const plain = createHabitat({ ...pair, parameters: quiet });
    const repelled = createHabitat(pair);
    const wandering = createHabitat({ ...pair, parameters: quiet, objects: { agents: [{ wander }] } });
    for (const habitat of [plain, repelled, wandering]) stepHabitat(habitat);
    expect(plain.input.crowd.plan.status[0]).toBe(Status.idle);
    expect(velocityOf(repelled)[0]).toBeLessThan(velocityOf(plain)[0]);
    // A point at distance > 4 attracts by 1 m/s² up to the right, against the drag of 1/s on 1 m/s.
    expect(velocityOf(wandering)[0]).toBeGreaterThan(velocityOf(plain)[0]);
    expect(velocityOf(plain)[0]).toBeLessThan(0.6);
  });

  test('a critter that is not due keeps its velocity', () => {
    const habitat = createHabitat({ ...pair, objects: { agents: [{ wander }] } });
    habitat.input.due[0] = 0;
    for (let step = 0; step < 8; step++) stepHabitat(habitat);
    const [x, y] = placeOf(habitat);
    expect(x).toBeCloseTo(0.6, 12);
    expect(y).toBeCloseTo(0.8, 12);
    expect(velocityOf(habitat)).toEqual(velocityOf(createHabitat(pair)));
  });

  test('a standing critter that feels nothing keeps its heading; no critter turns by a rate', () => {
    const habitat = createHabitat({ ...pair, critters: [{ at: [2, 3] }], parameters: quiet });
    const { headingX, headingY, turnRate, turnX, turnY } = habitat.input.crowd.motion;
    [headingX[0], headingY[0], turnRate[0], turnX[0], turnY[0]] = [0.6, -0.8, 1, 2, 3];
    stepHabitat(habitat);
    expect(stateOf(habitat)).toEqual([2, 3, 0, 0.6, -0.8, 0, 0, 0, 0, 0]);
  });

  test('a negative speed is a velocity against the heading', () => {
    const habitat = createHabitat({ ...pair, parameters: { ...quiet, drag: 0 } });
    habitat.input.crowd.motion.speed[0] = -1;
    stepHabitat(habitat);
    const { headingX, speed } = habitat.input.crowd.motion;
    expect(placeOf(habitat)[0]).toBeCloseTo(-0.6 * 0.125, 12);
    expect([speed[0], headingX[0]]).toEqual([1, -0.6]);
  });
});

test('the model has a name and no controls of its own', () => {
  const model = createCrittersModel(crittersDefaults, { obstacles: [], targets: [], groups: [], agents: [] });
  const habitat = createHabitat(pair);
  const before = [...habitat.input.crowd.next.speed];
  model.computeControls(habitat.input);
  expect(model.name).toBe('critters');
  expect([...habitat.input.crowd.next.speed]).toEqual(before);
});

test('the usual goal attracts without circling: critters with critical drag never pass it', () => {
  const { drag, targets } = crittersDefaults;
  expect(drag * drag).toBe(4 * targets.strength);
  const habitat = createHabitat({
    critters: [{ at: [-3, 0], goal: [0, 0] }],
    parameters: { ...crittersDefaults },
  });
  for (let step = 0; step < 1000; step++) {
    stepHabitat(habitat);
    expect(placeOf(habitat)[0]).toBeLessThan(0);
  }
  expect(placeOf(habitat)[0]).toBeGreaterThan(-1e-6);
});
