import { readFileSync } from 'node:fs';
import { agentsIn, builtInFile, builtInNames, steerbenchNames } from './built-in.ts';
import { ExitCode } from './failure.ts';

type Row = { name: string; agents: number; duration: number; description: string };

/** Prints the built-in scenarios, and the cases of SteerBench below them. */
export function list(options: { json?: boolean }): number {
  const blocks = [builtInNames(), steerbenchNames()].map((names) => names.map(rowOf));
  if (options.json) process.stdout.write(`${JSON.stringify(blocks.flat())}\n`);
  else process.stdout.write(blocks.map(linesOf).join('\n'));
  return ExitCode.done;
}

/** Reads the file without checks, so that the list need not load the library: the tests check every built-in scenario. */
function rowOf(name: string): Row {
  const scenario = JSON.parse(readFileSync(builtInFile(name), 'utf8'));
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
