import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkScenario, maximumScenarioBytes, parseScenario, type Scenario } from 'wend';
import { BadInput } from './failure.ts';

/** Where the scenarios that come with wend are. */
const folder = dirname(fileURLToPath(import.meta.resolve('@wend/scenarios/package.json')));

/** Names of the built-in scenarios, in alphabetical order. */
export function builtInNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** What the command line may change of a scenario. */
export type Changes = {
  seed?: string;
  duration?: string;
  steering?: string;
  neighbours?: string;
  planner?: string;
  set?: string[];
};

/** A scenario by the name of a built-in one or by a file, with the changes of the command line. */
export function loadScenario(nameOrFile: string, changes: Changes = {}): Scenario {
  const builtIn = builtInNames().includes(nameOrFile);
  const file = builtIn ? join(folder, `${nameOrFile}.json`) : nameOrFile;
  const source = builtIn ? nameOrFile : file;
  if (file.endsWith('.xml'))
    throw new BadInput(`${file}: SteerSuite files cannot be read yet, only scenarios in JSON`);
  const scenario = parseScenario(readText(file, builtIn), source);
  const settings = [
    ...(changes.seed === undefined ? [] : [`seed=${changes.seed}`]),
    ...(changes.duration === undefined ? [] : [`duration=${changes.duration}`]),
    ...(changes.steering === undefined ? [] : [`steering.name=${changes.steering}`]),
    ...(changes.neighbours === undefined ? [] : [`neighbours.name=${changes.neighbours}`]),
    ...(changes.planner === undefined ? [] : [`planner.name=${changes.planner}`]),
    ...(changes.set ?? []),
  ];
  if (settings.length === 0) return scenario;
  const changed = structuredClone(scenario) as unknown as Record<string, unknown>;
  for (const setting of settings) applySetting(changed, setting);
  return checkScenario(changed, `${source} with ${settings.join(' ')}`);
}

function readText(file: string, builtIn: boolean): string {
  try {
    const { size } = statSync(file);
    if (size > maximumScenarioBytes) {
      throw new BadInput(`${file}: expected at most ${maximumScenarioBytes} bytes, got ${size}`);
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || builtIn) throw new BadInput(`${file}: cannot be read: ${message}`);
    throw new BadInput(
      `${file}: no such file, and no built-in scenario of that name; built in are ${builtInNames().join(', ')}`,
    );
  }
}

/** `groups[0].count=20`: the value is JSON, or else the text as it stands. */
function applySetting(scenario: Record<string, unknown>, setting: string): void {
  const at = setting.indexOf('=');
  if (at < 1) throw new BadInput(`--set ${setting}: expected path=value, such as steering.noise=0.1`);
  const path = setting.slice(0, at).match(/[^.[\]]+/g) ?? [];
  const last = path.pop();
  let owner: unknown = scenario;
  for (const key of path) owner = step(owner, key);
  const isObject = typeof owner === 'object' && owner !== null;
  // A list can be changed in its items and by one more at its end.
  const isOutside = Array.isArray(owner) && !(/^\d+$/.test(last!) && Number(last) <= owner.length);
  if (last === undefined || !isObject || isOutside || last === '__proto__') {
    throw new BadInput(`--set ${setting}: there is no such place in the scenario`);
  }
  (owner as Record<string, unknown>)[last] = parseValue(setting.slice(at + 1));

  function step(value: unknown, key: string): unknown {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
      return (value as Record<string, unknown>)[key];
    }
    throw new BadInput(`--set ${setting}: there is no ${key} in the scenario at that place`);
  }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
