import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the scenarios that come with wend: beside the bundled command, or else in their own package. */
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

/** How many agents a scenario begins with or lets in, as written or as completed. */
export function agentsIn({ agents = [], duration = 0, groups = [] }: Population): number {
  return groups.reduce(
    (sum, { count = 0, source }) => sum + count + (source ? comersOf(source, duration) : 0),
    agents.length,
  );
}

/** The agents that a source lets in: those of its schedule, and as many as its rate makes expect. */
function comersOf(
  { from = 0, most = Number.POSITIVE_INFINITY, rate = 0, schedule = [], until }: Source,
  duration: number,
): number {
  const scheduled = schedule.reduce((sum, [, count]) => sum + count, 0);
  return Math.min(most, scheduled + Math.round(rate * ((until ?? duration) - from)));
}

type Population = {
  agents?: readonly unknown[];
  duration?: number;
  groups?: readonly { count?: number; source?: Source }[];
};

type Source = {
  from?: number;
  most?: number;
  rate?: number;
  schedule?: readonly (readonly [time: number, count: number])[];
  until?: number;
};

function folderOfScenarios(): string {
  const bundled = fileURLToPath(new URL('scenarios', import.meta.url));
  if (existsSync(bundled)) return bundled;
  return dirname(fileURLToPath(import.meta.resolve('@wend/scenarios/package.json')));
}

function namesIn(part: string): string[] {
  return readdirSync(join(folder, part))
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => `${part}${file.slice(0, -'.json'.length)}`)
    .sort();
}
