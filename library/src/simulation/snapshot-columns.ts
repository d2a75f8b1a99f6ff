import { GoalKind, Status, slotOf } from '../crowd/index.ts';
import { TEAM_PLACE } from '../planning/index.ts';
import { classNumbers } from './scenario/classes.ts';
import type { World } from './world.ts';

/*
 * The columns of a saved world. A forger can write any value, and a step takes for granted what is checked here: numbers
 * of things are in their lists, places and traits are numbers, and ids and rows name each other.
 */

type Column = ArrayLike<number>;

/** Refuses the first value of a column that is outside a range, by its agent; NaN is outside every range. */
function checkRange(world: World, name: string, column: Column, min: number, max: number): void {
  const { count, ids } = world.crowd;
  for (let row = 0; row < count; row++) {
    if (column[row] >= min && column[row] <= max) continue;
    throw new Error(
      `saved world: ${name}: agent ${ids[row]} has ${column[row]}, expected a number from ${min} to ${max}`,
    );
  }
}

export function checkColumns(world: World): void {
  const { crowd, itinerary, models, planners, scenario, targets, targetSets, velocityFields } = world;
  const { motion, plan, traits } = crowd;
  checkIds(world);
  const most = Number.MAX_VALUE;
  for (const [name, column] of Object.entries(motion)) checkRange(world, name, column, -most, most);
  const { headingX, headingY, headingZ } = motion;
  const lengths = new Float64Array(crowd.count);
  for (let row = 0; row < crowd.count; row++) {
    const [x, y, z] = [headingX[row], headingY[row], headingZ[row]];
    lengths[row] = x * x + y * y + z * z;
  }
  checkRange(world, 'the squared length of the heading', lengths, 0.99, 1.01);
  for (const name of ['radius', 'desiredSpeed', 'agility', 'mass', 'viewRadius'] as const)
    checkRange(world, name, traits[name], 0, most);
  const { group, steering } = traits;
  checkRange(world, 'aggressiveness', traits.aggressiveness, -most, most);
  checkRange(world, 'group', group, -1, scenario.groups.length - 1);
  checkRange(world, 'class', traits.class, 0, classNumbers(scenario).obstacleClasses.length - 1);
  checkRange(world, 'models', steering, 0, models.length - 1);
  checkRange(world, 'planners', plan.planner, 0, planners.list.length - 1);
  checkRange(world, 'journeys', plan.stage, -1, itinerary.stages.length - 1);
  checkRange(world, 'targetSets', plan.targetSet, -2, targetSets.length - 1);
  checkRange(world, 'target', plan.target, -1, targets.count - 1);
  checkRange(world, 'assigned', plan.assigned, TEAM_PLACE, targets.count - 1);
  checkRange(world, 'field', plan.field, -1, velocityFields.length - 1);
  checkRange(world, 'status', plan.status, 0, Math.max(...Object.values(Status)));
  checkRange(world, 'goalKind', plan.goalKind, 0, Math.max(...Object.values(GoalKind)));
  for (const name of ['directionX', 'directionY', 'directionZ', 'goalX', 'goalY', 'goalZ'] as const)
    checkRange(world, name, plan[name], -most, most);
  for (const name of ['pace', 'paceShare', 'goalRadius'] as const)
    checkRange(world, name, plan[name], 0, most);
}

/** Each agent has a slot that names its row, and each free slot is free once. */
function checkIds({ crowd }: World): void {
  const { count, freeSlotCount, ids, slotCount, slots } = crowd;
  for (let row = 0; row < count; row++) {
    const slot = slotOf(ids[row]);
    const isSound = Number.isSafeInteger(ids[row]) && ids[row] >= 0 && slot < slotCount;
    if (isSound && slots.row[slot] === row) continue;
    throw new Error(`saved world: ids: expected an id whose slot has row ${row}, got ${ids[row]}`);
  }
  const seen = new Uint8Array(slotCount);
  for (let k = 0; k < freeSlotCount; k++) {
    const slot = slots.free[k];
    if (slot >= 0 && slot < slotCount && seen[slot] === 0 && slots.row[slot] < 0) seen[slot] = 1;
    else throw new Error(`saved world: free: expected each free slot once, got ${slot}`);
  }
}
