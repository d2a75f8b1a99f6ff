import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the scenarios that come with wend: in their own package, or else beside the bundled command. */
const folder = folderOfScenarios();

/** The names of the built-in scenarios, in alphabetical order, without the cases of SteerBench. */
export function builtInNames(): string[] {
  return namesIn('');
}

/** The names of the SteerBench cases as scenarios, such as steerbench/squeeze. */
export function steerbenchNames(): string[] {
  return namesIn('steerbench/');
}

/** The file of a built-in scenario. */
export function builtInFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** How many agents a scenario begins with, as written or as completed. */
export function agentsIn({
  agents = [],
  groups = [],
}: {
  agents?: readonly unknown[];
  groups?: readonly { count: number }[];
}): number {
  return groups.reduce((sum, group) => sum + group.count, agents.length);
}

function folderOfScenarios(): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve('@wend/scenarios/package.json')));
  } catch {
    return fileURLToPath(new URL('scenarios', import.meta.url));
  }
}

function namesIn(part: string): string[] {
  return readdirSync(join(folder, part))
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => `${part}${file.slice(0, -'.json'.length)}`)
    .sort();
}
