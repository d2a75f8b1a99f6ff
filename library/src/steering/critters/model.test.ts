import { describe, expect, test } from 'vitest';
import { Status } from '../../crowd/index.ts';
import {
  createHabitat,
  endSpeedOf,
  type Habitat,
  placeOf,
  quiet,
  stateOf,
  stepHabitat,
  velocityOf,
} from './habitat.fixture.ts';
import { crittersDefaults } from './index.ts';

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
    const { headingX, headingY } = habitat.input.crowd.motion;
    expect([...placeOf(habitat), endSpeedOf(habitat), headingX[0], headingY[0]]).toEqual([
      0, 0, 0, 0, 0.6, 0.8,
    ]);
    expect(endSpeedOf(habitat, 1)).toBeGreaterThan(0);
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
    velocityOf(habitat).forEach((part, axis) => {
      expect(part).toBeCloseTo(velocityOf(createHabitat(pair))[axis], 12);
    });
  });

  test('a standing critter that feels nothing keeps its heading', () => {
    const habitat = createHabitat({ ...pair, critters: [{ at: [2, 3] }], parameters: quiet });
    const { headingX, headingY } = habitat.input.crowd.motion;
    [headingX[0], headingY[0]] = [0.6, -0.8];
    stepHabitat(habitat);
    expect(stateOf(habitat)).toEqual([2, 3, 0, 0.6, -0.8, 0, 0, 0, 0]);
  });

  test('a critter faces where it moves, whatever it faced before', () => {
    const habitat = createHabitat({ ...pair, parameters: { ...quiet, drag: 0 } });
    const { motion } = habitat.input.crowd;
    [motion.velocityX[0], motion.velocityY[0]] = [-0.6, -0.8];
    stepHabitat(habitat);
    expect(placeOf(habitat)[0]).toBeCloseTo(-0.6 * 0.125, 12);
    expect(endSpeedOf(habitat)).toBeCloseTo(1, 12);
    expect(habitat.input.crowd.motion.headingX[0]).toBeCloseTo(-0.6, 12);
  });

  test('what a contact takes from the velocity is gone', () => {
    const habitat = createHabitat({
      ...pair,
      critters: [{ at: [0, 0], velocity: [1, 0] }],
      parameters: quiet,
    });
    stepHabitat(habitat);
    // As the engine does where a wall has stopped the critter; the gain of the step is left.
    const gain = habitat.input.crowd.steer.gainX[0];
    habitat.input.crowd.motion.velocityX[0] = 0;
    expect(velocityOf(habitat)[0]).toBe(gain);
    expect(Math.abs(gain)).toBeLessThan(0.125);
  });
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
