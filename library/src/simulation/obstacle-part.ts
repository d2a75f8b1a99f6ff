import { registerMapUpdates } from '../planning/map/updates/index.ts';
import type { Command } from './command-schema.ts';
import { shapesAhead } from './obstacle-ahead.ts';
import { addObstacleHashes, applyChange, settleChanges } from './obstacle-apply.ts';
import { obstacleChanges } from './obstacle-changes.ts';
import { checkChange, isBlocked } from './obstacle-checks.ts';
import type { World } from './world.ts';

/** Lets commands add, move, turn and remove obstacles. */
export function registerObstacleChanges(): void {
  registerMapUpdates();
  obstacleChanges.registered ??= {
    check: checkChange,
    reserve,
    isBlocked,
    apply: applyChange,
    settle: settleChanges,
    shapesAhead,
    addHashes: addObstacleHashes,
  };
}

/** The number is taken now, so that the caller has it; a replay takes the same one. */
function reserve(world: World, command: Command & { kind: 'add-obstacle' }): void {
  const { nextObstacle } = world;
  if (command.id !== undefined && command.id !== nextObstacle) {
    throw new RangeError(
      `the command adds obstacle ${command.id}, but the next free number is ${nextObstacle}`,
    );
  }
  command.id = nextObstacle;
  world.nextObstacle++;
}
