import { type Layout, Status, type Table } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { addTerms, createTerms } from './acceleration-field.ts';
import { explainFields } from './explain.ts';
import { type CritterObjects, obstacleFields, prepareObjects, RegionKind, storeKinds } from './objects.ts';
import { type CrittersParameters, HAIR } from './parameters.ts';
import {
  addAgents,
  addPull,
  clearTerms,
  createClosest,
  createPull,
  gatherObstacles,
} from './surroundings.ts';
import { jumpsUntil, placeWanderPoint } from './wander.ts';

/** What the model remembers of each agent: the velocity at the end of a step beyond the mean velocity of the step. */
export const crittersColumns = {
  gainX: 'float64',
  gainY: 'float64',
  gainZ: 'float64',
} as const satisfies Layout;

type CrittersColumns = Table<typeof crittersColumns>;

/** Constants and scratch of the model: nothing here outlives a step but its memory. */
function prepare(parameters: CrittersParameters, objects: CritterObjects) {
  return {
    parameters,
    objects: prepareObjects(objects, parameters),
    closest: createClosest(objects.obstacles.length),
    terms: createTerms(64),
    /** The kind of each agent, see storeKinds. */
    kinds: new Int32Array(0),
    /** Of the current critter: its position, direction of motion and speed, as they advance. */
    place: new Float64Array(3),
    heading: new Float64Array(3),
    speed: 0,
    /** Its goal and its wandering point. */
    goal: createPull(),
    wander: createPull(),
    /** The sum of the fields, then the acceleration. */
    sum: new Float64Array(3),
    offset: new Float64Array(3),
  };
}

type Model = ReturnType<typeof prepare>;

/**
 * Critters: particles in acceleration fields, with drag. `objects` has everything that a scenario says about single objects;
 * a checked scenario fits this type. docs/models/critters.md.
 */
export function createCrittersModel(parameters: CrittersParameters, objects: CritterObjects): SteeringModel {
  const model = prepare(parameters, objects);
  return {
    name: 'critters',
    columns: crittersColumns,
    // Critters end a step faster than its mean, and gain speed within the next.
    bounds: { speedGain: (dt) => 2 * parameters.maximumAcceleration * dt },
    computeControls: (input) => computeControls(model, input),
    obstaclesChanged(obstacles) {
      model.objects.obstacles = obstacleFields(obstacles, parameters);
      model.closest = createClosest(obstacles.length);
    },
    groupsChanged(groups) {
      model.objects = prepareObjects({ ...objects, groups }, parameters, model.objects.obstacles);
    },
    explain: (input, row) => {
      // Before the step, which moves the critter on.
      storeAgentKinds(model, input);
      const explanation = explainFields((...situation) => fieldsAt(model, ...situation), input, row);
      computeControls(model, input);
      return explanation;
    },
  };
}

/**
 * Sub-steps of a step of dt seconds: none longer than the parameter, or than the time constant of the drag, apart from a
 * tolerance: rounding must not cost a sub-step.
 */
function subStepsOf({ drag, maximumStep }: CrittersParameters, dt: number): number {
  return Math.ceil((dt / Math.min(maximumStep, 1 / drag)) * (1 - HAIR));
}

function computeControls(model: Model, input: SteeringInput): void {
  const { crowd, dt, due, members } = input;
  storeAgentKinds(model, input);
  const steps = subStepsOf(model.parameters, dt);
  const { region } = model.objects.wanders;
  for (let row = 0; row < crowd.count; row++) {
    if (members && members[row] === 0) continue;
    takeUp(model, input, row);
    if (due[row] === 0) {
      coast(model, dt);
    } else if (stands(input, row) && region[model.kinds[row]] === RegionKind.none) {
      model.speed = 0;
    } else {
      aimAtGoal(model, input, row);
      aimAtWanderPoint(model, input, row);
      for (let step = 0; step < steps; step++) {
        feelFields(model, input, row);
        advance(model, dt / steps);
      }
    }
    putDown(model, input, row);
  }
}

function storeAgentKinds(model: Model, { crowd }: SteeringInput): void {
  if (model.kinds.length < crowd.count) model.kinds = new Int32Array(crowd.capacity);
  storeKinds(model.objects, crowd, model.kinds);
}

/** The sum of the fields at the agent of a row, with those of its goal and wandering point or without. */
function fieldsAt(model: Model, input: SteeringInput, row: number, withPulls: boolean) {
  takeUp(model, input, row);
  aimAtGoal(model, input, row);
  aimAtWanderPoint(model, input, row);
  if (!withPulls) {
    model.goal.strength = 0;
    model.wander.strength = 0;
  }
  feelFields(model, input, row);
  const [x, y, z] = model.sum;
  return { x, y, z };
}

/** True if the critter has arrived, finds no path or pauses in a stage of a journey. One without a goal follows the fields. */
function stands({ crowd: { plan } }: SteeringInput, row: number): boolean {
  const status = plan.status[row];
  return (
    status === Status.arrived ||
    status === Status.stranded ||
    (status === Status.idle && plan.stage[row] >= 0)
  );
}

/** Loads the critter of a row, with the velocity at the end of its last step. */
function takeUp(model: Model, { crowd }: SteeringInput, row: number): void {
  const { heading, place, sum } = model;
  const { motion } = crowd;
  const { gainX, gainY, gainZ } = crowd.steer as CrittersColumns;
  place[0] = motion.x[row];
  place[1] = motion.y[row];
  place[2] = motion.z[row];
  heading[0] = motion.headingX[row];
  heading[1] = motion.headingY[row];
  heading[2] = motion.headingZ[row];
  sum[0] = motion.velocityX[row] + gainX[row];
  sum[1] = motion.velocityY[row] + gainY[row];
  sum[2] = motion.velocityZ[row] + gainZ[row];
  takeVelocity(model, sum);
}

/** Sets speed and heading from a velocity; a standing critter keeps its heading. */
function takeVelocity(model: Model, velocity: Float64Array): void {
  const { heading } = model;
  model.speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  if (model.speed > 0) for (let axis = 0; axis < 3; axis++) heading[axis] = velocity[axis] / model.speed;
}

/** Writes the mean velocity of the step, and what the critter ends with beyond it. */
function putDown({ heading, place, speed }: Model, { crowd, dt }: SteeringInput, row: number): void {
  const { motion, next } = crowd;
  const { gainX, gainY, gainZ } = crowd.steer as CrittersColumns;
  next.velocityX[row] = (place[0] - motion.x[row]) / dt;
  next.velocityY[row] = (place[1] - motion.y[row]) / dt;
  next.velocityZ[row] = (place[2] - motion.z[row]) / dt;
  next.headingX[row] = heading[0];
  next.headingY[row] = heading[1];
  next.headingZ[row] = heading[2];
  gainX[row] = speed * heading[0] - next.velocityX[row];
  gainY[row] = speed * heading[1] - next.velocityY[row];
  gainZ[row] = speed * heading[2] - next.velocityZ[row];
}

/** Keeps the velocity: the motion of a critter that is not due. */
function coast({ heading, place, speed }: Model, dt: number): void {
  for (let axis = 0; axis < 3; axis++) place[axis] += speed * dt * heading[axis];
}

/** Sets the goal: the point that direction and distance of the plan give. */
function aimAtGoal({ goal, objects, place }: Model, { crowd }: SteeringInput, row: number): void {
  const { directionX, directionY, directionZ, goalDistance, target } = crowd.plan;
  goal.strength = 0;
  if (directionX[row] === 0 && directionY[row] === 0 && directionZ[row] === 0) return;
  goal.point[0] = place[0] + goalDistance[row] * directionX[row];
  goal.point[1] = place[1] + goalDistance[row] * directionY[row];
  goal.point[2] = place[2] + goalDistance[row] * directionZ[row];
  goal.strength = objects.targets.strength[target[row] + 1];
  goal.exponent = objects.targets.exponent[target[row] + 1];
}

/** Sets the wandering point. It stays for the whole step, wherever within it the interval ends. */
function aimAtWanderPoint({ kinds, objects, wander }: Model, input: SteeringInput, row: number): void {
  const { wanders } = objects;
  const kind = kinds[row];
  wander.strength = wanders.strength[kind];
  wander.exponent = wanders.exponent[kind];
  if (wander.strength === 0) return;
  const jumps = jumpsUntil(input.step * input.dt, wanders.interval[kind]);
  placeWanderPoint(wanders, kind, input.seed, input.crowd.ids[row], jumps, wander.point);
}

/** Sums the fields at the critter's present position. */
function feelFields(model: Model, input: SteeringInput, row: number): void {
  const { closest, goal, kinds, objects, offset, place, sum, wander } = model;
  sum.fill(0);
  addAgents(input, row, objects, kinds, place, sum);
  if (input.perception.obstacles.counts[row] > 0 || input.hearsay) {
    model.terms = clearTerms(input, row, model.terms);
    gatherObstacles(input, row, objects, closest, place, offset, model.terms);
    addTerms(model.terms, sum);
  }
  addPull(goal, place, sum);
  addPull(wander, place, sum);
}

/**
 * One sub-step. The bound is applied to the fields alone and again with the drag: the second is the published one, the first
 * keeps every speed below maximumAcceleration/drag.
 */
function advance(model: Model, dt: number): void {
  const { heading, parameters, place, speed, sum } = model;
  const { drag, maximumAcceleration, method } = parameters;
  bound(sum, maximumAcceleration);
  for (let axis = 0; axis < 3; axis++) sum[axis] -= drag * (speed * heading[axis]);
  bound(sum, maximumAcceleration);
  for (let axis = 0; axis < 3; axis++) {
    const before = speed * heading[axis];
    const after = before + dt * sum[axis];
    place[axis] += dt * (method === 'euler' ? before : after);
    sum[axis] = after;
  }
  takeVelocity(model, sum);
}

/** Shortens a vector to at most `length`. */
function bound(vector: Float64Array, length: number): void {
  const squared = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
  if (squared <= length * length) return;
  const share = length / Math.sqrt(squared);
  for (let axis = 0; axis < 3; axis++) vector[axis] *= share;
}
