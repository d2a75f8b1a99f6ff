import { Status } from '../../crowd/index.ts';
import { fillNormals, Purpose } from '../../numerics/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { rateCompetition } from './competition.ts';
import { beginDrives, clearDrives, createDrives, createKernelDrives } from './drives.ts';
import { ASIDE, gatherAgents, gatherObstacles, lookBack, measureWay, NEAREST, NEGLIGIBLE } from './gather.ts';
import { createKernel, type Kernel } from './kernel.ts';
import type { NonlinearParameters } from './parameters.ts';
import { characterize } from './personality.ts';
import { createRepellers, createWindow, evaluateRepellers } from './repellers.ts';
import { integrateWeights, solveWeights } from './weights.ts';

/** So many repellers are evaluated at a time, and a few more: they stay in the fastest memory. */
const BATCH = 512;
/** Rows that noise is drawn for at a time. */
const BLOCK = 256;

/** Constants and scratch of the model: nothing here outlives a step but the room it takes. */
function prepare(parameters: NonlinearParameters, compiled: boolean) {
  const window = createWindow(parameters.margin);
  return {
    parameters,
    faithful: parameters.variant === 'faithful',
    window,
    repellers: createRepellers(window),
    drives: createDrives(0),
    kernel: undefined as Kernel | undefined,
    compiled,
    noise: new Float64Array(BLOCK),
    weights: new Float64Array(2),
  };
}

type Model = ReturnType<typeof prepare>;

/**
 * Heading by attractors and repellers with competing weights, speed by time to contact, filtered by personality. With
 * `compiled` false, or where WebAssembly is not to be had, everything is computed in JavaScript; the bits are the same.
 */
export function createNonlinearModel(parameters: NonlinearParameters, compiled = true): SteeringModel {
  const model = prepare(parameters, compiled);
  return { name: 'nonlinear', computeControls: (input) => computeControls(model, input) };
}

function computeControls(model: Model, input: SteeringInput): void {
  const { crowd, dt } = input;
  reserveDrives(model, input);
  const { drives, faithful, parameters } = model;
  characterize(crowd, 0, crowd.count, parameters, dt, drives);
  feelTargets(model, input);
  feelSurroundings(model, input);
  rateCompetition(faithful, drives, 0, crowd.count);
  for (let first = 0; first < crowd.count; first += BLOCK) {
    const count = Math.min(BLOCK, crowd.count - first);
    if (parameters.noise > 0) {
      fillNormals(input.seed, Purpose.headingNoise, crowd.ids, first, count, input.step, model.noise);
    }
    steerHeadings(model, input, first, count);
  }
  chooseSpeeds(model, input);
}

/** The pull of the target on each agent, with everything else still at nothing: docs/models/heading.md. */
function feelTargets({ drives, parameters }: Model, { crowd }: SteeringInput): void {
  const { attraction } = parameters;
  const { headingX, headingY } = crowd.motion;
  const { directionX, directionY } = crowd.plan;
  beginDrives(drives, crowd);
  for (let row = 0; row < crowd.count; row++) {
    const sine = headingY[row] * directionX[row] - headingX[row] * directionY[row];
    const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
    drives.targetForce[row] = -attraction * sine;
    drives.targetSlope[row] = -attraction * cosine;
  }
}

/** Makes room for the crowd and its neighbours, in the kernel's memory where there is a kernel. */
function reserveDrives(model: Model, { crowd, perception }: SteeringInput): void {
  const { compiled, drives, kernel, window } = model;
  const { length } = perception.agents;
  const roomy = drives.force.length >= crowd.count && (!kernel || kernel.items.length >= length);
  if (roomy) return;
  model.kernel = compiled ? createKernel(window, crowd.capacity, length + (length >> 1) + 64) : undefined;
  model.drives = model.kernel ? createKernelDrives(model.kernel) : createDrives(crowd.capacity);
}

/** Adds up what repels each agent: docs/models/heading.md. */
function feelSurroundings(model: Model, input: SteeringInput): void {
  const { drives, faithful, repellers, window } = model;
  const { crowd, due, perception } = input;
  const { status } = crowd.plan;
  const done = repelInKernel(model, input);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0 || status[row] !== Status.walking) continue;
    if (!done) gatherAgents(input, row, window, faithful, repellers, drives);
    if (perception.obstacles.counts[row] > 0)
      gatherObstacles(input, row, window, faithful, repellers, drives);
    if (repellers.count >= BATCH) evaluateRepellers(repellers, faithful, drives);
  }
  evaluateRepellers(repellers, faithful, drives);
  measureWay(faithful, drives, 0, crowd.count);
  for (let row = 0; row < crowd.count; row++) {
    if (drives.frontGap[row] < drives.standstill[row]) lookBack(input, row, drives);
  }
}

/** Lets the kernel add up what other agents do; false when there is none, or somebody has too many around it. */
function repelInKernel({ drives, faithful, kernel }: Model, { crowd, perception }: SteeringInput): boolean {
  if (!kernel || crowd.count === 0) return false;
  const { counts, items, length, order, starts } = perception.agents;
  const { count, motion } = crowd;
  for (let row = 0; row < count; row++) {
    kernel.headingX[row] = motion.headingX[row];
    kernel.headingY[row] = motion.headingY[row];
    kernel.starts[row] = starts[row];
    kernel.counts[row] = counts[row];
    kernel.order[row] = order[row];
  }
  for (let entry = 0; entry < length; entry++) kernel.items[entry] = items[entry];
  if (kernel.repel(count, faithful ? 1 : 0, faithful ? 0 : ASIDE, NEGLIGIBLE, NEAREST) === 1) return true;
  clearDrives(drives, count);
  return false;
}

/** Weighs target and obstacles and turns, as fast as the agent's agility lets it: docs/models/weights.md. */
function steerHeadings(model: Model, { crowd, due, dt }: SteeringInput, first: number, count: number): void {
  const { drives, noise, parameters, weights } = model;
  const { motion, next, plan } = crowd;
  const integrate = parameters.solver === 'integrate';
  // Noise per √second: the heading diffuses alike whatever the step.
  const jitter = parameters.noise / Math.sqrt(dt);
  for (let at = 0; at < count; at++) {
    const row = first + at;
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next.turnRate[row] = 0;
      continue;
    }
    weights[0] = motion.weightTarget[row];
    weights[1] = motion.weightObstacles[row];
    if (integrate) integrateWeights(drives, row, weights);
    else solveWeights(drives, row, weights);
    next.weightTarget[row] = weights[0];
    next.weightObstacles[row] = weights[1];
    const turn = weights[0] * drives.targetForce[row] + weights[1] * drives.force[row] + jitter * noise[at];
    next.turnRate[row] = motion.turnRate[row] + drives.turnGain[row] * (turn - motion.turnRate[row]);
  }
}

/** As fast as the way ahead allows, and as soon as the agent's mass lets it: docs/models/speed.md. */
function chooseSpeeds({ drives, parameters }: Model, { crowd, due }: SteeringInput): void {
  const { retreatSpeed, speedScale, timeToContact } = parameters;
  const { motion, next, plan } = crowd;
  const constant = parameters.speedLaw === 'constant';
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next.speed[row] = 0;
      continue;
    }
    let speed = plan.pace[row];
    const ahead = (drives.frontGap[row] - drives.standstill[row]) / timeToContact;
    if (!constant && ahead < speed) speed = ahead;
    if (speed < 0) {
      // Backing off must not hit who is behind.
      const room = Math.max(0, (drives.backGap[row] - drives.standstill[row]) / timeToContact);
      speed = -Math.min(-speed, retreatSpeed, room);
    }
    next.speed[row] = motion.speed[row] + drives.speedGain[row] * (speedScale * speed - motion.speed[row]);
  }
}
