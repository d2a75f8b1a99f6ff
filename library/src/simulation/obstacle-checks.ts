import { heightOf, shapeDefinition } from '../geometry/index.ts';
import { named } from './command-places.ts';
import type { Command } from './command-schema.ts';
import type { ObstacleCommand } from './obstacle-changes.ts';
import { findRoom } from './obstacle-push.ts';
import { changed, numberIn, turned } from './obstacle-shapes.ts';
import type { PlacedObstacle } from './placed-obstacle.ts';
import { gapTo, shapesAhead, touchTolerance } from './placed-obstacles.ts';
import { checkPlaceInPlane } from './scenario/check-dimension.ts';
import { areaMessage, checkNewObstacle, checkObstacleRoom, isOfArea } from './scenario/check-new-obstacle.ts';
import { overlapInWords } from './scenario/check-places.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { type Findings, report } from './scenario/error.ts';
import { maximumCoordinate } from './scenario/limits.ts';
import type { World } from './world.ts';

/** What is wrong with a command that changes obstacles. One of a saved world is not new: agents stood elsewhere then. */
export function checkChange(
  world: World,
  command: ObstacleCommand,
  isNew: boolean,
  findings: Findings,
): void {
  const shapes = shapesAhead(world);
  if (command.kind === 'add-obstacle') {
    const obstacle = command.obstacle as PlacedObstacle;
    checkNewObstacle(world.scenario, obstacle, ['obstacle'], findings);
    checkObstacleRoom(shapes, obstacle, ['obstacle'], findings);
    if (isNew) checkName(world, obstacle, findings);
  } else if (numberIn(shapes, command.obstacle) < 0) {
    if (isNew) report(findings, ['obstacle'], absence(world, command.obstacle));
    return;
  } else if (isOfArea(world.scenario, numberIn(shapes, command.obstacle))) {
    report(findings, ['obstacle'], areaMessage);
    return;
  } else checkTurnAndMove(world, command, findings);
  if (isNew && findings.problems.length === 0) checkAgentsBelow(world, command, findings);
}

function absence({ nextObstacle }: World, obstacle: number | string): string {
  const isGone = typeof obstacle === 'number' && obstacle < nextObstacle;
  return isGone ? `obstacle ${obstacle} was removed` : `no obstacle ${JSON.stringify(obstacle)} in the world`;
}

function checkName(world: World, { name }: PlacedObstacle, findings: Findings): void {
  if (name === undefined || numberIn(shapesAhead(world), name) < 0) return;
  report(findings, ['obstacle', 'name'], `there is an obstacle ${JSON.stringify(name)} already`);
}

function checkTurnAndMove(
  world: World,
  command: Exclude<ObstacleCommand, { kind: 'add-obstacle' }>,
  findings: Findings,
): void {
  if (command.kind === 'remove-obstacle') return;
  const { dimension } = world.scenario;
  const shapes = shapesAhead(world);
  const number = numberIn(shapes, command.obstacle);
  const obstacle = shapes[number]!;
  const key = command.kind === 'move-obstacle' ? 'by' : 'about';
  const place = command.kind === 'move-obstacle' ? command.by : command.about;
  if (dimension === 2) checkPlaceInPlane(place, [key], findings);
  if (command.kind === 'turn-obstacle') {
    if (command.about && obstacle.course) {
      report(findings, ['about'], 'only for an obstacle without a course');
    }
    if (!turned(obstacle, dimension, command.angle, command.about)) {
      report(findings, ['obstacle'], `a ${obstacle.shape} of several spheres or planes cannot be turned`);
    }
  }
  if (findings.problems.length > 0) return;
  const after = changed(world, shapes, command)[number]!;
  const farthest = farthestOf(after);
  if (farthest > maximumCoordinate) {
    const got = `expected coordinates of at most ${maximumCoordinate} m, got ${farthest} m`;
    report(findings, [command.kind === 'move-obstacle' ? 'by' : 'angle'], got);
    return;
  }
  // Turned points are rounded: a thin polygon may have no area any more.
  if (command.kind === 'turn-obstacle') checkNewObstacle(world.scenario, after, ['obstacle'], findings);
}

function farthestOf(obstacle: PlacedObstacle): number {
  let most = 0;
  for (const [key, { kind }] of Object.entries(shapeDefinition(obstacle).fields)) {
    const value = (obstacle as unknown as Record<string, unknown>)[key];
    if (kind === 'direction' || kind === 'faces' || kind === 'number') continue;
    for (const one of (value as number[]).flat()) most = Math.max(most, Math.abs(one));
  }
  return most;
}

/** Agents that a change would put into an obstacle: without `push` it is refused, with it there must be room for them. */
function checkAgentsBelow(world: World, command: ObstacleCommand, findings: Findings): void {
  if (command.kind === 'remove-obstacle') return;
  const [found] = agentsBelow(world, command);
  if (!found) return;
  const { gap, id, number, radius } = found;
  const key =
    command.kind === 'add-obstacle' ? 'obstacle' : command.kind === 'move-obstacle' ? 'by' : 'angle';
  if (!command.push) {
    const what = command.kind === 'add-obstacle' ? 'it' : named(world, number);
    report(
      findings,
      [key],
      `${what} would stand on agent ${id}: ${overlapInWords('it', gap, radius)}; push moves agents away`,
    );
  } else if (!findRoom(world, command)) {
    report(findings, [key], 'there is no free ground that agents could be pushed to');
  }
}

type Below = { id: number; row: number; number: number; radius: number; gap: number };

/**
 * The agents that would be in an obstacle after a command and are not yet, or less deep: what touches a body already may
 * go away from it. Agents of commands that wait have no row, −1.
 */
function agentsBelow(world: World, command: ObstacleCommand): Below[] {
  if (command.kind === 'remove-obstacle') return [];
  const { commands, crowd } = world;
  const { motion, traits } = crowd;
  const shapes = shapesAhead(world);
  const isNew = command.kind === 'add-obstacle';
  const number = isNew ? world.nextObstacle : numberIn(shapes, command.obstacle);
  const before = isNew ? undefined : shapes[number];
  const after = changed(world, shapes, isNew ? { ...command, id: number } : command)[number];
  if (!after) return [];
  const leaving = new Set(commands.flatMap((other) => (other.kind === 'remove' ? [other.id] : [])));
  const found: Below[] = [];
  const measure = (id: number, row: number, x: number, y: number, z: number, radius: number) => {
    const gap = gapTo(world, after, x, y, z, radius);
    if (gap >= -touchTolerance || leaving.has(id)) return;
    if (!before || gap < gapTo(world, before, x, y, z, radius)) found.push({ id, row, number, radius, gap });
  };
  for (let row = 0; row < crowd.count; row++) {
    measure(crowd.ids[row], row, motion.x[row], motion.y[row], motion.z[row], traits.radius[row]);
  }
  for (const other of commands) {
    if (other.kind !== 'add') continue;
    const { at, radius = bodyDefaults.radius } = other.agent;
    measure(other.id!, -1, at[0], at[1], heightOf(at), radius);
  }
  return found;
}

/** Whether a command of the script has to wait. */
export function isBlocked(world: World, command: ObstacleCommand): boolean {
  if (command.kind === 'remove-obstacle') return false;
  if (command.kind !== 'add-obstacle' && numberIn(shapesAhead(world), command.obstacle) < 0) return false;
  if (command.push) return !findRoom(world, command);
  if (command.kind === 'move-obstacle') return wouldEnclose(world, command);
  return agentsBelow(world, command).length > 0;
}

/** Whether the centre of an agent would be inside a box or polygon that is moved; others push bodies out. */
function wouldEnclose(world: World, command: Command & { kind: 'move-obstacle' }): boolean {
  const { crowd } = world;
  const shapes = shapesAhead(world);
  const after = changed(world, shapes, command)[numberIn(shapes, command.obstacle)]!;
  if (!shapeDefinition(after).encloses) return false;
  const { x, y, z } = crowd.motion;
  for (let row = 0; row < crowd.count; row++) {
    if (gapTo(world, after, x[row], y[row], z[row], 0) < 0) return true;
  }
  return false;
}
