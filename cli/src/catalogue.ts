import { createWorld, obstaclesOf } from 'wend';
import { ExitCode, messageOf } from './failure.ts';
import { builtInNames, loadScenario } from './scenarios.ts';

/** Prints the built-in scenarios. */
export function list(options: { json?: boolean }): number {
  const rows = builtInNames().map((name) => {
    const scenario = loadScenario(name);
    const agents = scenario.groups.reduce((sum, group) => sum + group.count, scenario.agents.length);
    return { name, agents, duration: scenario.duration, description: scenario.description ?? '' };
  });
  if (options.json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return ExitCode.done;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, agents, duration, description } of rows) {
    const size = `${agents} ${agents === 1 ? 'agent' : 'agents'}`.padStart(11);
    process.stdout.write(`${name.padEnd(width)}  ${size}  ${`${duration} s`.padStart(6)}  ${description}\n`);
  }
  return ExitCode.done;
}

/** Says of each file whether a world can be made of it, and if not, why not. */
export function validate(files: string[]): number {
  let code: number = ExitCode.done;
  for (const file of files) {
    try {
      const world = createWorld(loadScenario(file));
      process.stdout.write(
        `${file}: valid: ${world.crowd.count} agents, ${obstaclesOf(world.scenario).length} obstacles, ${world.targets.count} targets\n`,
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
