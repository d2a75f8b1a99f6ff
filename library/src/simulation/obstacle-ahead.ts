import { isObstacleCommand } from './obstacle-changes.ts';
import { changed } from './obstacle-shapes.ts';
import type { PlacedObstacles } from './placed-obstacle.ts';
import type { World } from './world.ts';

/** How far the commands that wait have been read, and the obstacles after them. */
type Ahead = { from: PlacedObstacles; read: number; shapes: PlacedObstacles };

const ofCommands = new WeakMap<readonly object[], Ahead>();

/** The obstacles by number when all that waits is done; a list of commands that has grown is read on from where it was. */
export function shapesAhead(world: World): PlacedObstacles {
  const { commands, shapes } = world;
  let ahead = ofCommands.get(commands);
  if (!ahead || ahead.from !== shapes || ahead.read > commands.length) {
    ahead = { from: shapes, read: 0, shapes };
    ofCommands.set(commands, ahead);
  }
  for (; ahead.read < commands.length; ahead.read++) {
    const command = commands[ahead.read];
    if (isObstacleCommand(command)) ahead.shapes = changed(world, ahead.shapes, command);
  }
  return ahead.shapes;
}
