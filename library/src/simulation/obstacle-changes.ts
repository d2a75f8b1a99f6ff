import { createOptionalPart } from '../crowd/index.ts';
import type { Hash64 } from '../numerics/index.ts';
import type { Command } from './command-schema.ts';
import type { PlacedObstacle } from './placed-obstacle.ts';
import type { Findings } from './scenario/error.ts';
import type { World } from './world.ts';

/** A command that changes obstacles. */
export type ObstacleCommand = Extract<
  Command,
  { kind: 'add-obstacle' | 'move-obstacle' | 'turn-obstacle' | 'remove-obstacle' }
>;

/** What worlds need whose obstacles change. */
export type ObstacleChanges = {
  /** What is wrong with a command; one of a saved world is not new. */
  check(world: World, command: ObstacleCommand, isNew: boolean, findings: Findings): void;
  /** Gives an obstacle that comes its number. */
  reserve(world: World, command: Command & { kind: 'add-obstacle' }): void;
  /** Whether a command of the script has to wait, because agents are in the way. */
  isBlocked(world: World, command: ObstacleCommand): boolean;
  apply(world: World, command: ObstacleCommand): void;
  /** Makes the tables of elements of what commands have changed: once, when all of a step are done. */
  settle(world: World): void;
  /** The obstacles by number when all that waits is done. */
  shapesAhead(world: World): readonly (PlacedObstacle | undefined)[];
  addHashes(world: World, total: Hash64): void;
};

export const obstacleChanges = createOptionalPart<ObstacleChanges>(
  'a command that changes obstacles: expected a call of registerObstacleChanges, from wend/models',
);

export function isObstacleCommand(command: { kind: string }): command is ObstacleCommand {
  return command.kind.endsWith('-obstacle');
}
