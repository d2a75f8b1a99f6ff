import { Status } from '../../crowd/index.ts';
import { fastExp, fillNormals, Purpose } from '../../numerics/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { rateCompetition } from './competition.ts';
import { createDrives } from './drives.ts';
import { gatherRepellers, lookBack } from './gather.ts';
import type { NonlinearParameters } from './parameters.ts';
import { characterize } from './personality.ts';
import { createRepellers, createWindow, sumRepellers } from './repellers.ts';
import { integrateWeights, solveWeights } from './weights.ts';

/** Agents that go through the stages together. */
const BLOCK = 64;

/** Constants and scratch of the model: nothing here outlives a block but the room it takes. */
function prepare(parameters: NonlinearParameters) {
  return {
    parameters,
    faithful: parameters.variant === 'faithful',
    window: createWindow(parameters.margin),
    repellers: createRepellers(BLOCK),
    drives: createDrives(BLOCK),
    weights: new Float64Array(2),
  };
}

type Model = ReturnType<typeof prepare>;

/** Heading by attractors and repellers with competing weights, speed by time to contact, filtered by personality. */
export function createNonlinearModel(parameters: NonlinearParameters): SteeringModel {
  const model = prepare(parameters);
  return { name: 'nonlinear', computeControls: (input) => computeControls(model, input) };
}

function computeControls(model: Model, input: SteeringInput): void {
  const { drives, faithful, parameters } = model;
  const { crowd, dt, seed, step } = input;
  for (let first = 0; first < crowd.count; first += BLOCK) {
    const count = Math.min(BLOCK, crowd.count - first);
    characterize(crowd, first, count, parameters, dt, drives);
    feelSurroundings(model, input, first, count);
    rateCompetition(faithful, drives, count);
    if (parameters.noise > 0) {
      fillNormals(seed, Purpose.headingNoise, crowd.ids, first, count, step, drives.noise);
    }
    steerHeadings(model, input, first, count);
    chooseSpeeds(model, input, first, count);
  }
}

/** Adds up what acts on each agent: docs/models/heading.md. */
function feelSurroundings(model: Model, input: SteeringInput, first: number, count: number): void {
  const { drives, faithful, repellers, window } = model;
  const { attraction } = model.parameters;
  const { motion, plan } = input.crowd;
  repellers.count = 0;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    repellers.ends[at] = repellers.count;
    if (input.due[row] === 0 || plan.status[row] !== Status.walking) continue;
    gatherRepellers(input, row, window, faithful, repellers, drives, at);
    // All that is near added up switches the target off in a crowd: docs/decisions/0005-crowds.md.
    if (!faithful) drives.closeness[at] = fastExp(-drives.frontGap[at] * drives.decayRate[at]);
    if (drives.frontGap[at] < drives.standstill[at]) lookBack(input, row, repellers, drives, at);
    const forwardX = motion.headingX[row];
    const forwardY = motion.headingY[row];
    const sine = forwardY * plan.directionX[row] - forwardX * plan.directionY[row];
    const cosine = forwardX * plan.directionX[row] + forwardY * plan.directionY[row];
    drives.targetForce[at] = -attraction * sine;
    drives.targetSlope[at] = -attraction * cosine;
  }
  sumRepellers(repellers, window, faithful, drives, count);
}

/** Weighs target and obstacles and turns, as fast as the agent's agility lets it: docs/models/weights.md. */
function steerHeadings(model: Model, { crowd, due, dt }: SteeringInput, first: number, count: number): void {
  const { drives, parameters, weights } = model;
  const { motion, next, plan } = crowd;
  const integrate = parameters.solver === 'integrate';
  // Noise per √second: the heading diffuses alike whatever the step.
  const noise = parameters.noise / Math.sqrt(dt);
  for (let at = 0; at < count; at++) {
    const row = first + at;
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next.turnRate[row] = 0;
      continue;
    }
    weights[0] = motion.weightTarget[row];
    weights[1] = motion.weightObstacles[row];
    if (integrate) integrateWeights(drives, at, weights);
    else solveWeights(drives, at, weights);
    next.weightTarget[row] = weights[0];
    next.weightObstacles[row] = weights[1];
    const turn = weights[0] * drives.targetForce[at] + weights[1] * drives.force[at] + noise * drives.noise[at];
    next.turnRate[row] = motion.turnRate[row] + drives.turnGain[at] * (turn - motion.turnRate[row]);
  }
}

/** As fast as the way ahead allows, and as soon as the agent's mass lets it: docs/models/speed.md. */
function chooseSpeeds(model: Model, { crowd, due }: SteeringInput, first: number, count: number): void {
  const { drives, parameters } = model;
  const { retreatSpeed, speedScale, timeToContact } = parameters;
  const { motion, next, plan } = crowd;
  const constant = parameters.speedLaw === 'constant';
  for (let at = 0; at < count; at++) {
    const row = first + at;
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next.speed[row] = 0;
      continue;
    }
    let speed = plan.pace[row];
    const ahead = (drives.frontGap[at] - drives.standstill[at]) / timeToContact;
    if (!constant && ahead < speed) speed = ahead;
    if (speed < 0) {
      // Backing off must not hit who is behind.
      const room = Math.max(0, (drives.backGap[at] - drives.standstill[at]) / timeToContact);
      speed = -Math.min(-speed, retreatSpeed, room);
    }
    next.speed[row] = motion.speed[row] + drives.speedGain[at] * (speedScale * speed - motion.speed[row]);
  }
}
