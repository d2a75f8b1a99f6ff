import { hasAgent } from '../crowd/index.ts';
import { gapToBorder, gapToShape } from '../geometry/index.ts';
import { type AgentInput, type Command, commandSchema } from './command-schema.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { createFindings, type Findings, report, throwIfAny } from './scenario/error.ts';
import type { Obstacle, Place } from './scenario/index.ts';
import { reportIssues } from './scenario/issues.ts';
import { maximumAgents } from './scenario/limits.ts';
import type { World } from './world.ts';

/** A checked copy, with defaults; throws a ScenarioError that says what is wrong with the command. */
export function checkCommand(world: World, command: Command): Command {
  const findings = createFindings('command');
  const parsed = commandSchema.safeParse(command);
  if (!parsed.success) reportIssues(findings, parsed.error.issues, command, []);
  throwIfAny(findings);
  const checked = parsed.data as Command;
  switch (checked.kind) {
    case 'add':
      checkGoal(world, checked.agent, findings);
      checkRoom(world, findings);
      checkPlace(world, checked.agent, findings);
      break;
    case 'retarget':
      checkId(world, checked.id, findings);
      checkGoal(world, checked, findings);
      break;
    case 'remove':
    case 'change-traits':
      checkId(world, checked.id, findings);
      break;
    case 'move-target':
      checkTarget(world, checked.target, 'target', findings);
      break;
    case 'move-obstacle':
      checkMove(world, checked, findings);
      break;
  }
  throwIfAny(findings);
  return checked;
}

/** The number of an obstacle given by its number or name; −1 when there is none. */
export function obstacleNumber({ scenario }: World, obstacle: number | string): number {
  if (typeof obstacle === 'number') return obstacle < scenario.obstacles.length ? obstacle : -1;
  return scenario.obstacles.findIndex(({ name }) => name === obstacle);
}

function checkId({ commands, crowd }: World, id: number, findings: Findings): void {
  if (hasAgent(crowd, id)) return;
  // An agent whose adding waits for the next step can be spoken of already.
  if (commands.some((other) => other.kind === 'add' && other.id === id)) return;
  report(findings, ['id'], `no agent ${id} in the world`);
}

function checkGoal(world: World, goal: { targets?: string[]; goal?: unknown }, findings: Findings): void {
  if (goal.targets && goal.goal) report(findings, ['goal'], 'expected targets or a goal, not both');
  for (const name of goal.targets ?? []) checkTarget(world, name, 'targets', findings);
}

function checkTarget({ scenario }: World, name: string, key: string, findings: Findings): void {
  if (scenario.targets.some((target) => target.name === name)) return;
  report(findings, [key], `no target ${JSON.stringify(name)} in the scenario`);
}

function checkRoom({ crowd }: World, findings: Findings): void {
  if (crowd.slotCount - crowd.freeSlotCount < maximumAgents) return;
  report(findings, ['agent'], `a crowd holds at most ${maximumAgents} agents`);
}

function checkPlace(world: World, agent: AgentInput, findings: Findings): void {
  const { bounds, obstacles } = world.scenario;
  const [x, y] = agent.at;
  const radius = agent.radius ?? bodyDefaults.radius;
  if (gapToBorder(bounds.min, bounds.max, x, y, 0) < 0) {
    report(findings, ['agent', 'at'], `expected a place inside the bounds, got [${x}, ${y}]`);
  } else if (bounds.walls && gapToBorder(bounds.min, bounds.max, x, y, radius) < 0) {
    report(findings, ['agent', 'at'], 'the body reaches into the solid border');
  }
  for (let obstacle = 0; obstacle < obstacles.length; obstacle++) {
    const gap = gapToObstacle(world, obstacle, x, y, radius);
    if (gap >= 0) continue;
    report(findings, ['agent', 'at'], `the body reaches ${-gap} m into obstacles[${obstacle}]`);
    return;
  }
}

/** A solid box or polygon that is put over somebody's centre would hold them for ever. */
function checkMove(
  world: World,
  { obstacle, by }: Command & { kind: 'move-obstacle' },
  findings: Findings,
): void {
  const { crowd, scenario } = world;
  const number = obstacleNumber(world, obstacle);
  if (number < 0) {
    report(findings, ['obstacle'], `no obstacle ${JSON.stringify(obstacle)} in the scenario`);
    return;
  }
  const { shape } = scenario.obstacles[number];
  if (shape !== 'box' && shape !== 'polygon') return;
  const standsOn = (x: number, y: number, id: number) => {
    if (gapToObstacle(world, number, x - by[0], y - by[1], 0) >= 0) return false;
    report(findings, ['by'], `obstacles[${number}] would stand on agent ${id}`);
    return true;
  };
  for (let row = 0; row < crowd.count; row++) {
    if (standsOn(crowd.motion.x[row], crowd.motion.y[row], crowd.ids[row])) return;
  }
  for (const other of world.commands) {
    if (other.kind === 'add' && standsOn(other.agent.at[0], other.agent.at[1], other.id!)) return;
  }
}

/** The gap between a body and an obstacle where that will be when all that waits is done; negative inside. */
function gapToObstacle(world: World, obstacle: number, x: number, y: number, radius: number): number {
  const { obstacles, scenario } = world;
  const shape = scenario.obstacles[obstacle];
  // The first element of an obstacle starts at its first point, and tells where it has moved to.
  const element = obstacles.owner.indexOf(obstacle);
  const [startX, startY] = firstPoint(shape);
  let movedX = obstacles.startX[element] - startX;
  let movedY = obstacles.startY[element] - startY;
  for (const other of world.commands) {
    if (other.kind !== 'move-obstacle' || obstacleNumber(world, other.obstacle) !== obstacle) continue;
    movedX += other.by[0];
    movedY += other.by[1];
  }
  return gapToShape(shape, x - movedX, y - movedY, radius);
}

function firstPoint(shape: Obstacle): Place {
  switch (shape.shape) {
    case 'circle':
      return shape.center;
    case 'box':
      return shape.min;
    case 'segment':
      return shape.from;
    case 'polygon':
      return shape.points[0];
  }
}
