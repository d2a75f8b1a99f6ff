import { obstaclesOf } from 'wend/scenario';
import { ExitCode } from './failure.ts';
import { counted, messageOf } from './messages.ts';
import { openWorld } from './open-world.ts';
import type { Changes } from './scenario-files.ts';

/** Prints for each file whether it is a valid scenario, and if not, why. */
export async function validate(
  files: string[],
  options: Pick<Changes, 'allowOutside'> = {},
): Promise<number> {
  let code: number = ExitCode.done;
  for (const file of files) {
    try {
      const world = await openWorld(file, options);
      process.stdout.write(
        `${file}: valid: ${counted(world.crowd.count, 'agent')}, ${counted(obstaclesOf(world.scenario).length, 'obstacle')}, ${counted(world.targets.count, 'target')}\n`,
      );
    } catch (error) {
      const message = messageOf(error);
      if (message === undefined) throw error;
      process.stderr.write(`${message}\n`);
      code = ExitCode.badInput;
    }
  }
  return code;
}
