import {
  addEvent,
  closestOfTarget,
  createOptionalPart,
  EventKind,
  isRegion,
  listRowsDue,
  Status,
  type Targets,
} from '../../crowd/index.ts';
import { findClasses, nearestTarget, setClassDirection } from './choices.ts';
import {
  type Aim,
  type Direction,
  DirectionState,
  type Guide,
  NO_GOAL,
  OWN_GOAL,
  type Planner,
  type PlanningInput,
} from './contract.ts';

/**
 * An agent that turns at ω and walks at v cannot reach a point nearer than v/ω beside it: it would circle it without end.
 * Where the line straight ahead misses the goal, the pace stays below this share of ω times the distance, which
 * lets the heading win. docs/models/speed.md.
 */
const TURNING_SHARE = 0.5;

/** Goals that need no guide: see goal-kinds.ts. Only journeys have them. */
export const unguided =
  createOptionalPart<(input: PlanningInput, row: number, direction: Direction) => number>(
    'goals of journeys',
  );

/** Metres that an agent may go along a direction of which the guide does not say how far it is good. */
const STRIDE = 1;

/** Makes a planner of a guide that knows directions. All planners share the rest: which agents are due, their targets and paces. */
export function createPlanner(guide: Guide): Planner {
  const aim: Aim = { x: 0, y: 0, z: 0, radius: 0, target: -1 };
  const direction: Direction = {
    x: 0,
    y: 0,
    z: 0,
    distance: 0,
    ahead: 0,
    state: DirectionState.known,
    isStraight: true,
  };
  let rowsDue = new Int32Array(0);
  return {
    name: guide.name,
    updatePlans: (input) => {
      const { crowd, due } = input;
      if (rowsDue.length < crowd.capacity) rowsDue = new Int32Array(crowd.capacity);
      updatePlans(guide, aim, direction, input, rowsDue, listRowsDue(due, crowd.count, rowsDue));
    },
    ...(guide.pathLength && {
      pathLength: (input, row, x, y, target) => guide.pathLength!(input, row, x, y, target),
    }),
    ...(guide.directionAt && {
      directionAt: (set, radius, x, y, out) => guide.directionAt!(set, radius, x, y, out),
    }),
    ...(guide.routeOf && { routeOf: (bounds, id) => guide.routeOf!(bounds, id) }),
    ...(guide.save && { save: () => guide.save!() }),
    ...(guide.load && { load: (bytes) => guide.load!(bytes) }),
    ...(guide.resume && { resume: (input) => guide.resume!(input) }),
  };
}

function updatePlans(
  guide: Guide,
  aim: Aim,
  direction: Direction,
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
    direction.ahead = 0;
    const pace = unguided.registered ? unguided.registered(input, row, direction) : -1;
    if (pace >= 0) walkAlong(input, row, direction, pace);
    else if (targetSet[row] === NO_GOAL) stand(input, row);
    else if (!findAim(guide, input, row, aim)) strand(input, row);
    else {
      guide.findDirection(input, row, aim, direction);
      if (direction.state === DirectionState.known) follow(input, row, aim, direction);
      else if (direction.state === DirectionState.none) strand(input, row);
      // An agent that waits for a plan follows its last one, and is asked again in the next step.
      else crowd.plan.localDistance[row] = -1;
    }
  }
}

/** Stranded agents try again once something has changed that may have opened a path. */
function lookAgain(input: PlanningInput, rowsDue: Int32Array, dueCount: number): void {
  const { status, strandedAt } = input.crowd.plan;
  const revision = revisionOf(input);
  for (let k = 0; k < dueCount; k++) {
    const row = rowsDue[k];
    if (status[row] === Status.stranded && strandedAt[row] !== revision) status[row] = Status.walking;
  }
}

/** Where targets are on courses nothing tells when one comes to where a path leads: then it changes every second. */
function revisionOf({ dt, obstacles, patches, step, targets }: PlanningInput): number {
  const changes = obstacles.revision + targets.revision + (patches?.revision ?? 0);
  return changes + (hasCourses(targets) ? Math.floor(step * dt) : 0);
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

/** Whether a team has given the agent a target that is open: an agent that is sent to a closed one chooses itself. */
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
    setClassDirection(crowd, row, k, 0, 0, 0, 0);
  plan.status[row] = Status.stranded;
  if (plan.strandedAt[row] < 0) addEvent(events, EventKind.unreachable, crowd.ids[row], plan.target[row], 0);
  plan.strandedAt[row] = revisionOf(input);
}

function follow(input: PlanningInput, row: number, aim: Aim, direction: Direction): void {
  const { crowd, targets, turnRates } = input;
  const { plan, traits } = crowd;
  const speed = traits.desiredSpeed[row];
  const circles = direction.isStraight && missesAim(input, row, aim);
  const pace = circles
    ? Math.min(speed, TURNING_SHARE * turnRates[traits.steering[row]] * direction.distance)
    : speed;
  setDirection(input, row, direction, pace);
  plan.strandedAt[row] = -1;
  if (crowd.targetClasses === 1 || (direction.isStraight && plan.assigned[row] < 0)) return;
  const targetClass = aim.target < 0 ? 0 : targets.class[aim.target];
  setClassDirection(crowd, row, targetClass, direction.x, direction.y, direction.z, direction.distance);
}

/** Takes the direction of a goal kind that asks no guide. With several classes of targets it belongs to the first. */
function walkAlong(input: PlanningInput, row: number, direction: Direction, pace: number): void {
  const { crowd } = input;
  setDirection(input, row, direction, pace);
  crowd.plan.inSight[row] = 0;
  if (crowd.targetClasses > 1)
    setClassDirection(crowd, row, 0, direction.x, direction.y, direction.z, direction.distance);
}

function setDirection(
  { crowd: { motion, plan } }: PlanningInput,
  row: number,
  direction: Direction,
  pace: number,
): void {
  const ahead = direction.ahead > 0 ? direction.ahead : Math.min(STRIDE, direction.distance);
  plan.localX[row] = motion.x[row] + ahead * direction.x;
  plan.localY[row] = motion.y[row] + ahead * direction.y;
  plan.localDistance[row] = ahead;
  plan.pace[row] = pace * plan.paceShare[row];
  plan.directionX[row] = direction.x;
  plan.directionY[row] = direction.y;
  plan.directionZ[row] = direction.z;
  plan.goalDistance[row] = direction.distance;
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
