import type { Command, ObstacleInput } from './command-schema.ts';
import { sendCommand } from './commands.ts';
import { registerObstacleChanges } from './obstacle-part.ts';
import type { Place } from './scenario/index.ts';
import type { World } from './world.ts';

/** What a change does with agents in the way: they make it fail, or are pushed out to free ground. */
export type ObstacleOptions = { push?: boolean };

/** Adds an obstacle at the next step. Its number is valid from then on, and is never used again. */
export function addObstacle(world: World, obstacle: ObstacleInput, options: ObstacleOptions = {}): number {
  registerObstacleChanges();
  sendCommand(world, { kind: 'add-obstacle', obstacle, ...options });
  return (world.commands.at(-1) as Command & { kind: 'add-obstacle' }).id!;
}

/** Moves an obstacle, by its number or name, at the next step. */
export function moveObstacle(
  world: World,
  obstacle: number | string,
  by: Place,
  options: ObstacleOptions = {},
): void {
  registerObstacleChanges();
  sendCommand(world, { kind: 'move-obstacle', obstacle, by, ...options });
}

/**
 * Turns an obstacle at the next step by an angle in radians, counter-clockwise: about its own place, or about another. In
 * space the axis is vertical.
 */
export function turnObstacle(
  world: World,
  obstacle: number | string,
  angle: number,
  options: ObstacleOptions & { about?: Place } = {},
): void {
  registerObstacleChanges();
  sendCommand(world, { kind: 'turn-obstacle', obstacle, angle, ...options });
}

/** Removes an obstacle at the next step. */
export function removeObstacle(world: World, obstacle: number | string): void {
  registerObstacleChanges();
  sendCommand(world, { kind: 'remove-obstacle', obstacle });
}
