import { closestOfTarget, createTargets, placeTargets, type Targets } from '../../crowd/index.ts';
import { heightOf } from '../../geometry/index.ts';
import { Purpose } from '../../numerics/index.ts';
import { drawPoint } from './draw.ts';
import { type Findings, report } from './error.ts';
import { type Start, startAlong } from './facing.ts';
import { findObstacle, isOutsideArea, type ObstacleIndex } from './obstacle-index.ts';
import { type Population, StartingGoal } from './population.ts';
import type { Group, GroupGoal, Journey, Scenario, Stage } from './schema.ts';
import { createTargetSetFinder } from './target-sets.ts';

/** Draws of a random goal before its region counts as blocked. */
const maximumAttempts = 1000;

/** Fills in goals and the headings that follow from them; places and radii are there. */
export function assignGoals(
  scenario: Scenario,
  seed: number,
  population: Population,
  obstacles: ObstacleIndex,
  findings: Findings,
): void {
  const { targets } = scenario;
  const places = createTargets(
    targets.map(({ at, course, radius, region }) => ({ at, course, radius, region })),
  );
  placeTargets(places, 0);
  const assign = createGoalAssignment(scenario, seed, population, obstacles, places);
  scenario.agents.forEach((agent, body) => {
    assign(body, body, agent, agent.goal && { point: agent.goal });
  });
  const blocked = new Set<Group>();
  for (let body = scenario.agents.length; body < population.count; body++) {
    const group = scenario.groups[population.group[body]];
    if (blocked.has(group) || assign(body, body, group, group.goal)) continue;
    blocked.add(group);
    report(
      findings,
      ['groups', population.group[body], 'goal', 'random'],
      `no place free of obstacles found in ${maximumAttempts} attempts`,
    );
  }
}

/** Gives the body in a row its goal and heading; returns whether a random goal was found outside the obstacles. */
export type GoalAssignment = (
  body: number,
  /** Which stream of random numbers the goal is drawn from. */
  stream: number,
  specification: Start & { targets?: string[]; goalRadius: number; journey?: Journey },
  goal: GroupGoal | undefined,
) => boolean;

/** Assigns goals among targets at `places`. */
export function createGoalAssignment(
  scenario: Scenario,
  seed: number,
  population: Population,
  obstacles: ObstacleIndex,
  places: Targets,
): GoalAssignment {
  const setOf = createTargetSetFinder(scenario, population.targetSets);
  const turn = createTurning(places, population);
  const { goalX, goalY, goalZ, goalRadius, goalKind, targetSet } = population;
  return (body, stream, specification, goal) => {
    goalX[body] = population.x[body];
    goalY[body] = population.y[body];
    goalZ[body] = population.z[body];
    goalRadius[body] = specification.goalRadius;
    const first = specification.journey?.stages[0];
    const targets = first?.kind === 'seek' ? first.targets : specification.targets;
    const ownGoal = first ? goalOfStage(first) : goal;
    let found = true;
    goalKind[body] = targets ? StartingGoal.targets : ownGoal ? StartingGoal.point : StartingGoal.none;
    targetSet[body] = targets ? setOf(targets) : -1;
    if (!targets && ownGoal) found = setGoal(population, body, ownGoal, seed, stream, obstacles);
    turn(body, specification);
    return found;
  };
}

/** Where an agent looks at first if its journey begins with this stage. */
function goalOfStage(stage: Stage): GroupGoal | undefined {
  if (stage.kind === 'seek') return stage.point && { point: stage.point };
  return stage.kind === 'direction' ? { offset: stage.along } : undefined;
}

function setGoal(
  { x, y, z, radius, goalX, goalY, goalZ }: Population,
  body: number,
  goal: GroupGoal,
  seed: number,
  stream: number,
  obstacles: ObstacleIndex,
): boolean {
  if ('point' in goal) {
    [goalX[body], goalY[body]] = goal.point;
    goalZ[body] = heightOf(goal.point);
  } else if ('offset' in goal) {
    goalX[body] = x[body] + goal.offset[0];
    goalY[body] = y[body] + goal.offset[1];
    goalZ[body] = z[body] + heightOf(goal.offset);
  } else if ('mirror' in goal) {
    goalX[body] = 2 * goal.mirror[0] - x[body];
    goalY[body] = 2 * goal.mirror[1] - y[body];
    goalZ[body] = 2 * heightOf(goal.mirror) - z[body];
  } else {
    const point = new Float64Array(3);
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      if (!drawPoint(goal.random, Purpose.goalChoice, seed, stream, attempt, point)) continue;
      [goalX[body], goalY[body], goalZ[body]] = point;
      if (isOutsideArea(obstacles, point[0], point[1])) continue;
      if (findObstacle(obstacles, point[0], point[1], point[2], radius[body]) < 0) return true;
    }
    return false;
  }
  return true;
}

/**
 * Sets heading and velocity as given. An agent without a heading looks towards its goal, or along the x axis if it has
 * none.
 */
function createTurning(places: Targets, population: Population): (body: number, start: Start) => void {
  const { x, y, z, headingX, headingY, headingZ, speed, targetSet, targetSets } = population;
  const velocity = new Float64Array(3);
  const direction = new Float64Array(3);
  const closest = new Float64Array(3);
  const findPath = (body: number) => {
    direction[0] = population.goalX[body] - x[body];
    direction[1] = population.goalY[body] - y[body];
    direction[2] = population.goalZ[body] - z[body];
    if (targetSet[body] < 0) return;
    let least = Number.POSITIVE_INFINITY;
    for (const target of targetSets[targetSet[body]]) {
      closestOfTarget(places, target, x[body], y[body], closest, z[body]);
      const toX = closest[0] - x[body];
      const toY = closest[1] - y[body];
      const toZ = closest[2] - z[body];
      const distance = toX * toX + toY * toY + toZ * toZ;
      if (distance >= least) continue;
      least = distance;
      direction[0] = toX;
      direction[1] = toY;
      direction[2] = toZ;
    }
  };
  return (body, start) => {
    findPath(body);
    startAlong(direction, start, speed[body], velocity);
    population.velocityX[body] = velocity[0];
    population.velocityY[body] = velocity[1];
    population.velocityZ[body] = velocity[2];
    headingX[body] = direction[0];
    headingY[body] = direction[1];
    headingZ[body] = direction[2];
  };
}
