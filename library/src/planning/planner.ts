import {
  addEvent,
  closestOfTarget,
  EventKind,
  isRegion,
  listRowsDue,
  Status,
  type Targets,
} from '../crowd/index.ts';
import { findClasses, nearestTarget, setClassWay } from './choices.ts';
import {
  type Aim,
  type Guide,
  NO_GOAL,
  OWN_GOAL,
  type Planner,
  type PlanningInput,
  type Way,
  WayState,
} from './contract.ts';
import { findGuidelessWay } from './goals.ts';

/**
 * An agent that turns at ω and walks at v cannot reach a point nearer than v/ω beside it: it would circle it for ever.
 * Where the way straight ahead misses the goal, the pace stays below this share of ω times the distance, which
 * lets the heading win. docs/models/speed.md.
 */
const TURNING_SHARE = 0.5;

/** Metres that an agent may go along a direction of which the guide does not say how far it is good. */
const STRIDE = 1;

/** A planner is what all share (whose turn it is, what each agent wants, how fast), and a guide that knows the ways. */
export function createPlanner(guide: Guide): Planner {
  const aim: Aim = { x: 0, y: 0, z: 0, radius: 0, target: -1 };
  const way: Way = { x: 0, y: 0, z: 0, distance: 0, ahead: 0, state: WayState.known, isStraight: true };
  let rowsDue = new Int32Array(0);
  return {
    name: guide.name,
    updatePlans: (input) => {
      const { crowd, due } = input;
      if (rowsDue.length < crowd.capacity) rowsDue = new Int32Array(crowd.capacity);
      updatePlans(guide, aim, way, input, rowsDue, listRowsDue(due, crowd.count, rowsDue));
    },
    ...(guide.wayLength && {
      wayLength: (input, row, x, y, target) => guide.wayLength!(input, row, x, y, target),
    }),
    ...(guide.directionAt && {
      directionAt: (set, radius, x, y, out) => guide.directionAt!(set, radius, x, y, out),
    }),
    ...(guide.save && { save: () => guide.save!() }),
    ...(guide.load && { load: (bytes) => guide.load!(bytes) }),
  };
}

function updatePlans(
  guide: Guide,
  aim: Aim,
  way: Way,
  input: PlanningInput,
  rowsDue: Int32Array,
  dueCount: number,
): void {
  const { crowd } = input;
  const { status, targetSet } = crowd.plan;
  lookAgain(input, rowsDue, dueCount);
  guide.begin?.(input);
  if (crowd.targetClasses > 1) findClasses(input, guide.reaches);
  for (let k = 0; k < dueCount; k++) {
    const row = rowsDue[k];
    if (status[row] !== Status.walking) {
      stand(input, row);
      continue;
    }
    way.ahead = 0;
    const pace = findGuidelessWay(input, row, way);
    if (pace >= 0) walkAlong(input, row, way, pace);
    else if (targetSet[row] === NO_GOAL) stand(input, row);
    else if (!findAim(guide, input, row, aim)) strand(input, row);
    else {
      guide.findWay(input, row, aim, way);
      if (way.state === WayState.known) follow(input, row, aim, way);
      else if (way.state === WayState.none) strand(input, row);
      // Who waits for a plan goes on by the last one, and is asked again in the next step.
      else crowd.plan.localDistance[row] = -1;
    }
  }
}

/** Stranded agents try again once something has changed that may have made a way. */
function lookAgain(input: PlanningInput, rowsDue: Int32Array, dueCount: number): void {
  const { status, strandedAt } = input.crowd.plan;
  const revision = revisionOf(input);
  for (let k = 0; k < dueCount; k++) {
    const row = rowsDue[k];
    if (status[row] === Status.stranded && strandedAt[row] !== revision) status[row] = Status.walking;
  }
}

/** Where targets are on courses nothing tells when one comes to where a way leads: then it changes every second. */
function revisionOf({ dt, obstacles, step, targets }: PlanningInput): number {
  return obstacles.revision + targets.revision + (hasCourses(targets) ? Math.floor(step * dt) : 0);
}

function hasCourses({ count, courses }: Targets): boolean {
  for (let target = 0; target < count; target++) if (courses[target] !== undefined) return true;
  return false;
}

/** What the agent wants to reach; false: none of its targets can be. */
function findAim(guide: Guide, input: PlanningInput, row: number, aim: Aim): boolean {
  const { crowd, targets } = input;
  const { motion, plan } = crowd;
  if (plan.targetSet[row] === OWN_GOAL && !hasTask(input, row)) {
    aim.x = plan.goalX[row];
    aim.y = plan.goalY[row];
    aim.z = plan.goalZ[row];
    aim.radius = plan.goalRadius[row];
    aim.target = -1;
    return true;
  }
  if (hasTask(input, row)) plan.target[row] = plan.assigned[row];
  else if (crowd.targetClasses === 1) {
    plan.target[row] = guide.chooseTarget ? guide.chooseTarget(input, row) : nearestTarget(input, row);
  }
  const target = plan.target[row];
  if (target < 0) return false;
  const closest = targets.offset;
  closestOfTarget(targets, target, motion.x[row], motion.y[row], closest, motion.z[row]);
  aim.x = closest[0];
  aim.y = closest[1];
  aim.z = closest[2];
  aim.radius = targets.radius[target];
  aim.target = target;
  return true;
}

/** Whether a team has given the agent a target that is open: who is sent to a closed one chooses alone. */
function hasTask({ crowd: { plan }, targets }: PlanningInput, row: number): boolean {
  const target = plan.assigned[row];
  return target >= 0 && targets.open[target] === 1;
}

function stand({ crowd: { plan } }: PlanningInput, row: number): void {
  plan.pace[row] = 0;
  plan.directionX[row] = 0;
  plan.directionY[row] = 0;
  plan.directionZ[row] = 0;
  plan.goalDistance[row] = 0;
  plan.localDistance[row] = 0;
  plan.inSight[row] = 0;
}

/** Nothing leads to the goal: the agent stops where it is, and says so the first time. */
function strand(input: PlanningInput, row: number): void {
  const { crowd, events } = input;
  const { plan } = crowd;
  stand(input, row);
  for (let k = 0; crowd.targetClasses > 1 && k < crowd.targetClasses; k++)
    setClassWay(crowd, row, k, 0, 0, 0, 0);
  plan.status[row] = Status.stranded;
  if (plan.strandedAt[row] < 0) addEvent(events, EventKind.unreachable, crowd.ids[row], plan.target[row], 0);
  plan.strandedAt[row] = revisionOf(input);
}

function follow(input: PlanningInput, row: number, aim: Aim, way: Way): void {
  const { crowd, targets, turnRate } = input;
  const { plan, traits } = crowd;
  const speed = traits.desiredSpeed[row];
  const circles = way.isStraight && missesAim(input, row, aim);
  const pace = circles ? Math.min(speed, TURNING_SHARE * turnRate * way.distance) : speed;
  setWay(input, row, way, pace);
  plan.strandedAt[row] = -1;
  if (crowd.targetClasses === 1 || (way.isStraight && plan.assigned[row] < 0)) return;
  const targetClass = aim.target < 0 ? 0 : targets.class[aim.target];
  setClassWay(crowd, row, targetClass, way.x, way.y, way.z, way.distance);
}

/** The way of a goal kind that asks no guide. With several classes of targets it is of the first. */
function walkAlong(input: PlanningInput, row: number, way: Way, pace: number): void {
  const { crowd } = input;
  setWay(input, row, way, pace);
  crowd.plan.inSight[row] = 0;
  if (crowd.targetClasses > 1) setClassWay(crowd, row, 0, way.x, way.y, way.z, way.distance);
}

function setWay({ crowd: { motion, plan } }: PlanningInput, row: number, way: Way, pace: number): void {
  const ahead = way.ahead > 0 ? way.ahead : Math.min(STRIDE, way.distance);
  plan.localX[row] = motion.x[row] + ahead * way.x;
  plan.localY[row] = motion.y[row] + ahead * way.y;
  plan.localDistance[row] = ahead;
  plan.pace[row] = pace * plan.paceShare[row];
  plan.directionX[row] = way.x;
  plan.directionY[row] = way.y;
  plan.directionZ[row] = way.z;
  plan.goalDistance[row] = way.distance;
}

/** Whether going on straight ahead would pass the aim by. */
function missesAim({ crowd: { motion }, targets }: PlanningInput, row: number, aim: Aim): boolean {
  const dx = aim.x - motion.x[row];
  const dy = aim.y - motion.y[row];
  const dz = aim.z - motion.z[row];
  const ux = motion.headingX[row];
  const uy = motion.headingY[row];
  const uz = motion.headingZ[row];
  const forward = ux * dx + uy * dy + uz * dz;
  const acrossX = dy * uz - dz * uy;
  const acrossY = dz * ux - dx * uz;
  const acrossZ = uy * dx - ux * dy;
  const aside = Math.sqrt(acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ);
  // A region is as wide as that around most of its points.
  const within =
    aim.target >= 0 && isRegion(targets, aim.target) ? targets.regions.width[aim.target] : aim.radius;
  return aside > within || forward < 0;
}
