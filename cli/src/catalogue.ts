import { createWorld, obstaclesOf } from 'wend';
import { ExitCode, messageOf } from './failure.ts';
import { agentsIn, builtInNames, loadScenario, steerbenchNames } from './scenarios.ts';

type Row = { name: string; agents: number; duration: number; description: string };

/** Prints the built-in scenarios, and the cases of SteerBench below them. */
export function list(options: { json?: boolean }): number {
  const blocks = [builtInNames(), steerbenchNames()].map((names) => names.map(rowOf));
  if (options.json) process.stdout.write(`${JSON.stringify(blocks.flat())}\n`);
  else process.stdout.write(blocks.map(linesOf).join('\n'));
  return ExitCode.done;
}

function rowOf(name: string): Row {
  const scenario = loadScenario(name);
  const { description = '', duration } = scenario;
  return { name, agents: agentsIn(scenario), duration, description };
}

function linesOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, agents, duration, description }) => {
    const size = `${agents} ${agents === 1 ? 'agent' : 'agents'}`.padStart(11);
    return `${name.padEnd(width)}  ${size}  ${`${duration} s`.padStart(6)}  ${description}\n`;
  });
  return lines.join('');
}

/** Says of each file whether a world can be made of it, and if not, why not. */
export function validate(files: string[]): number {
  let code: number = ExitCode.done;
  for (const file of files) {
    try {
      const world = createWorld(loadScenario(file));
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

/** '1 agent', '2 agents'. */
function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
