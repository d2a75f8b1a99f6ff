import { type Crowd, type NearLists, Status } from '../../crowd/index.ts';
import { fillNormals, Purpose } from '../../numerics/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { readForwardSpeeds, turnAndGo } from '../turning.ts';
import {
  BLOCK,
  beginClasses,
  createClassCompetition,
  rateClasses,
  weighClasses,
} from './class-competition.ts';
import { type Classes, createClasses } from './classes.ts';
import { type NonlinearColumns, nonlinearColumns } from './columns.ts';
import { rateCompetition } from './competition.ts';
import { beginDrives, clearDrives, createDrives, createKernelDrives, type Drives } from './drives.ts';
import { explainHeading } from './explain.ts';
import {
  ASIDE,
  gatherAgents,
  gatherThings,
  lookBack,
  measureWay,
  NEAREST,
  NEGLIGIBLE,
  thingsInView,
} from './gather.ts';
import { createKernel, type Kernel } from './kernel.ts';
import { upright } from './outlines.ts';
import type { NonlinearParameters } from './parameters.ts';
import { characterize } from './personality.ts';
import { portrayHeading } from './portrait.ts';
import { createRepellers, createWindow, evaluateRepellers } from './repellers.ts';
import { rateToAgent } from './selective.ts';
import { integrateWeights, jostleWeights, solveWeights } from './weights.ts';

/** About this many repellers are evaluated at a time, so that they stay in the cache. */
const BATCH = 512;

/** Constants and scratch of the model: nothing here outlives a step but its memory. */
function prepare(parameters: NonlinearParameters, compiled: boolean) {
  const window = createWindow(parameters.margin);
  const classes = createClasses(parameters);
  return {
    parameters,
    faithful: parameters.variant === 'faithful',
    window,
    classes,
    classCompetition: classes.standard ? undefined : createClassCompetition(classes),
    repellers: createRepellers(window),
    drives: createDrives(0, classes, 2),
    kernel: undefined as Kernel | undefined,
    compiled,
    noise: new Float64Array(BLOCK),
    climbNoise: new Float64Array(BLOCK),
    weights: new Float64Array(classes.count),
    /** The columns of the weights of two classes. */
    pair: [] as Float64Array[],
    /** The axis about which noise turns an agent to the sides. */
    upwards: new Float64Array(3),
  };
}

type Model = ReturnType<typeof prepare>;

/**
 * Heading by attractors and repellers with competing weights, speed by time to contact, filtered by personality. With
 * `compiled` false, or without WebAssembly, everything runs in JavaScript, with the same bits.
 */
export function createNonlinearModel(parameters: NonlinearParameters, compiled = true): SteeringModel {
  const model = prepare(parameters, compiled);
  const weights = Array.from({ length: model.classes.count }, (_, k) => `weight${k}`);
  return {
    name: 'nonlinear',
    columns: nonlinearColumns(model.classes.count),
    begin: (crowd, row) => beginWeights(weights, crowd, row),
    bounds: {
      turnRate: parameters.attraction,
      speedFactor: Math.max(1, parameters.speedScale),
      // A slow agent may retreat faster than it wants to walk.
      speedGain: () => parameters.speedScale * parameters.retreatSpeed,
    },
    computeControls: (input) => computeControls(model, input),
    explain: (input, row) => {
      computeControls(model, input);
      return explainHeading(model, input, row);
    },
    portray: (input, row, options) => portrayHeading(input, row, parameters, options),
  };
}

/** The competition begins undecided. */
function beginWeights(weights: readonly string[], { steer }: Crowd, row: number): void {
  for (let k = 0; k < weights.length; k++) steer[weights[k]][row] = 0.5;
}

function computeControls(model: Model, input: SteeringInput): void {
  const { crowd, dt, members, seed, step } = input;
  reserveDrives(model, input);
  const { climbNoise, drives, faithful, noise, parameters } = model;
  characterize(crowd, 0, crowd.count, parameters, dt, drives);
  feelTargets(model, input);
  feelSurroundings(model, input);
  if (model.classCompetition) beginClasses(model.classCompetition, crowd);
  else rateCompetition(faithful, drives, 0, crowd.count);
  for (let first = 0; first < crowd.count; first += BLOCK) {
    const count = Math.min(BLOCK, crowd.count - first);
    if (parameters.noise > 0) {
      fillNormals(seed, Purpose.headingNoise, crowd.ids, first, count, step, noise);
    }
    if (crowd.dimension === 3 && parameters.climbNoise > 0) {
      fillNormals(seed, Purpose.climbNoise, crowd.ids, first, count, step, climbNoise);
    }
    if (model.classCompetition) rateClasses(model.classCompetition, faithful, drives, first, count);
    steerHeadings(model, input, first, count);
  }
  readForwardSpeeds(crowd, drives.speed);
  chooseSpeeds(model, input);
  turnAndGo(crowd, crowd.steer as NonlinearColumns, drives.speed, dt, members);
}

/** Computes the pull of the targets on each agent: docs/models/heading.md. */
function feelTargets({ classes, drives, parameters }: Model, { crowd }: SteeringInput): void {
  const { attraction } = parameters;
  const { headingX, headingY, headingZ } = crowd.motion;
  const { targetForce, targetForceX, targetForceY, targetSlope } = drives;
  const inSpace = crowd.dimension === 3;
  beginDrives(drives, crowd, classes);
  for (let c = 0; c < classes.targets; c++) {
    const isOnly = classes.targets === 1;
    const directionX = isOnly ? crowd.plan.directionX : crowd.plan[`direction${c}X`];
    const directionY = isOnly ? crowd.plan.directionY : crowd.plan[`direction${c}Y`];
    const directionZ = isOnly ? crowd.plan.directionZ : crowd.plan[`direction${c}Z`];
    for (let row = 0; row < crowd.count; row++) {
      const at = row * classes.targets + c;
      const sine = headingY[row] * directionX[row] - headingX[row] * directionY[row];
      const cosine = headingX[row] * directionX[row] + headingY[row] * directionY[row];
      targetForce[at] = -attraction * sine;
      targetSlope[at] = -attraction * cosine;
      if (!inSpace) continue;
      // The length of direction × heading is the sine of the angle between them: docs/models/space.md.
      targetForceX[at] = -attraction * (headingZ[row] * directionY[row] - headingY[row] * directionZ[row]);
      targetForceY[at] = -attraction * (headingX[row] * directionZ[row] - headingZ[row] * directionX[row]);
      targetSlope[at] = -attraction * (cosine + headingZ[row] * directionZ[row]);
    }
  }
}

/** Makes room for the crowd and its neighbours, in the kernel's memory if there is a kernel. */
function reserveDrives(model: Model, { crowd, perception }: SteeringInput): void {
  const { classes, compiled, drives, kernel, window } = model;
  const { length } = perception.agents;
  const selective = crowd.distances.inUse;
  const fits =
    !kernel || (kernel.items.length >= length && (!selective || kernel.rates.length >= kernel.items.length));
  const roomy = drives.standstill.length >= crowd.count && fits;
  if (roomy && drives.forceX.length > 0 === (crowd.dimension === 3)) return;
  const { capacity, dimension } = crowd;
  model.kernel = compiled
    ? createKernel(window, classes, dimension, capacity, length + (length >> 1) + 64, selective)
    : undefined;
  model.drives = model.kernel
    ? createKernelDrives(model.kernel, classes, dimension)
    : createDrives(capacity, classes, dimension);
}

/** Sums the repulsion of each agent: docs/models/heading.md. */
function feelSurroundings(model: Model, input: SteeringInput): void {
  const { classes, drives, faithful, repellers, window } = model;
  const { crowd, due, hearsay } = input;
  const { status } = crowd.plan;
  const inSpace = crowd.dimension === 3;
  const inView = thingsInView(input);
  const done = repelInKernel(model, input);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0 || status[row] !== Status.walking) continue;
    if (!done) gatherAgents(input, row, window, classes, faithful, repellers, drives);
    if (inView.near.counts[row] > 0)
      gatherThings(input, inView, row, window, classes, faithful, repellers, drives);
    if (hearsay && hearsay.near.counts[row] > 0)
      gatherThings(input, hearsay, row, window, classes, faithful, repellers, drives);
    if (repellers.count >= BATCH) evaluateRepellers(repellers, faithful, inSpace, drives);
  }
  evaluateRepellers(repellers, faithful, inSpace, drives);
  measureWay(faithful, classes, drives, 0, crowd.count, crowd.distances.inUse);
  for (let row = 0; row < crowd.count; row++) {
    if (drives.frontGap[row] < drives.standstill[row]) lookBack(input, row, drives);
  }
}

/** Lets the kernel sum the repulsion by other agents; false if there is no kernel, or an agent has too many neighbours. */
function repelInKernel(
  { classes, drives, faithful, kernel }: Model,
  { crowd, due, members, perception }: SteeringInput,
): boolean {
  if (!kernel || crowd.count === 0) return false;
  const { counts, items, length, order, starts } = perception.agents;
  const { count, motion, traits } = crowd;
  const inSpace = crowd.dimension === 3;
  kernel.headingX.set(motion.headingX.subarray(0, count));
  kernel.headingY.set(motion.headingY.subarray(0, count));
  if (inSpace) kernel.headingZ.set(motion.headingZ.subarray(0, count));
  kernel.starts.set(starts.subarray(0, count));
  kernel.counts.set(counts.subarray(0, count));
  if (members) for (let row = 0; row < count; row++) if (due[row] === 0) kernel.counts[row] = 0;
  kernel.order.set(order.subarray(0, count));
  if (classes.obstacles > 1) kernel.classes.set(traits.class.subarray(0, count));
  kernel.items.set(items.subarray(0, length));
  if (crowd.distances.inUse) fillRates(crowd, perception.agents, classes, drives, kernel.rates);
  if (kernel.repel(count, faithful ? 1 : 0, faithful ? 0 : ASIDE, NEGLIGIBLE, NEAREST) === 1) return true;
  clearDrives(drives, count * classes.obstacles);
  return false;
}

/** 1/d0 of each entry of the near lists: the only part of the sums over agents that is not compiled. */
function fillRates(
  crowd: Crowd,
  { counts, items, starts }: NearLists,
  { obstacles, rateScale }: Classes,
  { decayRate, shortest }: Drives,
  rates: Float64Array,
): void {
  for (let row = 0; row < crowd.count; row++) {
    const end = starts[row] + counts[row];
    for (let entry = starts[row]; entry < end; entry++) {
      const other = items[entry];
      const usual = decayRate[row] * rateScale[obstacles > 1 ? crowd.traits.class[other] : 0];
      rates[entry] = rateToAgent(crowd, row, other, usual, shortest);
    }
  }
}

/** Weighs targets and obstacles and turns, as fast as the agent's agility allows: docs/models/weights.md. */
function steerHeadings(model: Model, input: SteeringInput, first: number, count: number): void {
  const { classCompetition, drives, noise, pair, parameters } = model;
  const { crowd, due, dt } = input;
  const { plan } = crowd;
  const { turnRate, turnX, turnY, weight0, weight1 } = crowd.steer as NonlinearColumns;
  const weights = classCompetition ? classCompetition.weights : model.weights;
  const integrate = parameters.solver === 'integrate';
  // Noise per √second: the diffusion of the heading does not depend on the step.
  const jitter = parameters.noise / Math.sqrt(dt);
  const inSpace = crowd.dimension === 3;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      turnRate[row] = 0;
      turnX[row] = 0;
      turnY[row] = 0;
      continue;
    }
    if (parameters.weightNoise > 0) {
      pair[0] = weight0;
      pair[1] = weight1;
      jostleWeights(
        classCompetition ? classCompetition.column : pair,
        row,
        parameters.weightNoise,
        input.seed,
        crowd.ids[row],
        input.step,
      );
    }
    if (classCompetition) {
      weighClasses(classCompetition, row, at, integrate);
    } else {
      weights[0] = weight0[row];
      weights[1] = weight1[row];
      if (integrate) integrateWeights(drives, row, weights);
      else solveWeights(drives, row, weights);
      weight0[row] = weights[0];
      weight1[row] = weights[1];
    }
    if (inSpace) {
      turnInSpace(model, input, row, at, weights);
      continue;
    }
    const pull = classCompetition
      ? weigh(model, row, weights, drives.targetForce, drives.force)
      : weights[0] * drives.targetForce[row] + weights[1] * drives.force[row];
    const turn = pull + jitter * noise[at];
    turnRate[row] += drives.turnGain[row] * (turn - turnRate[row]);
  }
}

/** The weighted sum over the classes of one component. */
function weigh(
  { classes }: Model,
  row: number,
  weights: Float64Array,
  targetForce: Float64Array,
  force: Float64Array,
): number {
  const { obstacles, targets } = classes;
  let sum = 0;
  // Targets come first, and both in the order of their kind.
  for (let c = 0; c < targets; c++) sum += weights[c] * targetForce[row * targets + c];
  for (let c = 0; c < obstacles; c++) sum += weights[targets + c] * force[row * obstacles + c];
  return sum;
}

/** The same with vectors; noise turns sideways and, with climbNoise, up and down: docs/models/space.md. */
function turnInSpace(
  model: Model,
  { crowd, dt }: SteeringInput,
  row: number,
  at: number,
  weights: Float64Array,
): void {
  const { climbNoise, drives, noise, parameters, upwards } = model;
  const { motion } = crowd;
  const columns = crowd.steer as NonlinearColumns;
  const ux = motion.headingX[row];
  const uy = motion.headingY[row];
  const uz = motion.headingZ[row];
  upright(ux, uy, uz, upwards);
  const aside = (parameters.noise / Math.sqrt(dt)) * noise[at];
  const climb = (parameters.climbNoise / Math.sqrt(dt)) * climbNoise[at];
  const turnX =
    weigh(model, row, weights, drives.targetForceX, drives.forceX) +
    aside * upwards[0] +
    climb * (uy * upwards[2] - uz * upwards[1]);
  const turnY =
    weigh(model, row, weights, drives.targetForceY, drives.forceY) +
    aside * upwards[1] +
    climb * (uz * upwards[0] - ux * upwards[2]);
  const turnZ =
    weigh(model, row, weights, drives.targetForce, drives.force) +
    aside * upwards[2] +
    climb * (ux * upwards[1] - uy * upwards[0]);
  const gain = drives.turnGain[row];
  columns.turnX[row] += gain * (turnX - columns.turnX[row]);
  columns.turnY[row] += gain * (turnY - columns.turnY[row]);
  columns.turnRate[row] += gain * (turnZ - columns.turnRate[row]);
}

/** Sets speeds as fast as the path ahead allows, filtered by the agent's mass: docs/models/speed.md. */
function chooseSpeeds({ drives, parameters }: Model, { crowd, due }: SteeringInput): void {
  const { retreatSpeed, speedScale, timeToContact } = parameters;
  const { plan } = crowd;
  const next = drives.speed;
  const constant = parameters.speedLaw === 'constant';
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next[row] = 0;
      continue;
    }
    let speed = plan.pace[row];
    const ahead = (drives.frontGap[row] - drives.standstill[row]) / timeToContact;
    if (!constant && ahead < speed) speed = ahead;
    if (speed < 0) {
      // An agent that backs off must not hit one behind.
      const room = Math.max(0, (drives.backGap[row] - drives.standstill[row]) / timeToContact);
      speed = -Math.min(-speed, retreatSpeed, room);
    }
    next[row] += drives.speedGain[row] * (speedScale * speed - next[row]);
  }
}
