import { readStandardInput } from '@wend/formats/files';
import { readSteerSuite } from '@wend/formats/steersuite';
import { ScenarioError, type World, type WorldOptions } from 'wend';
import {
  checkScenario,
  createParsedWorld,
  parseJson,
  parseScenario,
  registerBuiltIn,
  type Scenario,
} from 'wend/scenario';
import { BadInput } from './failure.ts';
import { keysAt } from './keys.ts';
import { createReferences, unquoted } from './references.ts';
import {
  type Changes,
  fillIn,
  placeOf,
  readText,
  settingsOf,
  warn,
  writeWarnings,
} from './scenario-files.ts';
import { switchModel, type Tree } from './switch-model.ts';

// Options may name any model, before a scenario is read.
registerBuiltIn();

/** A scenario by the name of a built-in one or by a file, with the changes of the command line. */
export function loadScenario(nameOrFile: string, changes: Changes = {}): Scenario {
  const { builtIn, file, isInput, source } = placeOf(nameOrFile);
  const settings = settingsOf(changes);
  const text = isInput ? readStandardInput(source) : readScenarioText(file, builtIn, settings);
  const references = createReferences(source, isInput ? undefined : file, changes.allowOutside);
  try {
    const scenario = checkWithSettings(text, source, settings, (value) => fillIn(value, references));
    warn(scenario, source);
    return scenario;
  } catch (error) {
    throw unquoted(error, references);
  }
}

function checkWithSettings(
  text: string,
  source: string,
  settings: readonly string[],
  prepare: (value: unknown) => void,
): Scenario {
  let scenario: Scenario;
  try {
    scenario = parseScenario(text, source, prepare);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const repaired = repair(text, settings, prepare, source);
    if (!repaired) throw error;
    return repaired;
  }
  if (settings.length === 0) return scenario;
  // Changes apply to the file's own content. Defaults are filled in afterwards, and may depend on the changes.
  const written = parseJson(text, source) as Tree;
  prepare(written);
  const switched = switchModel(written, scenario, modelIn(settings), source);
  for (const setting of settings) applySetting(written, switched.scenario, setting);
  // A setting may have given another area.
  prepare(written);
  const changed = checkScenario(written, `${source} with ${settings.join(' ')}`);
  if (switched.note !== '') process.stderr.write(`${switched.note}\n`);
  return changed;
}

/** An invalid file may become valid with the changes: a planner with smaller cells, say. */
function repair(
  text: string,
  settings: readonly string[],
  prepare: (value: unknown) => void,
  source: string,
): Scenario | undefined {
  try {
    const written = parseJson(text, source) as Tree;
    prepare(written);
    // Keys that only defaults fill are missing here.
    for (const setting of settings) applySetting(written, written, setting);
    prepare(written);
    return checkScenario(written, `${source} with ${settings.join(' ')}`);
  } catch {
    return undefined;
  }
}

/** The world of such a scenario. */
export function createWorldOf(nameOrFile: string, changes: Changes, options: WorldOptions): World {
  return createParsedWorld(loadScenario(nameOrFile, changes), options);
}

/** The steering model that settings ask for. */
export function modelIn(settings: readonly string[]): unknown {
  const setting = settings.findLast((one) => /^steering(\.name)?=/.test(one));
  const value = parseValue(setting?.replace(/^[^=]*=/, '') ?? '');
  return setting?.startsWith('steering=') ? valueIn(value, 'name') : value;
}

/** A file as a scenario in JSON. Random parts of a SteerSuite file are drawn with the seed of the settings. */
function readScenarioText(file: string, builtIn: boolean, settings: readonly string[]): string {
  const text = readText(file, builtIn);
  if (!/\.xml$/i.test(file)) return text;
  const seed = parseValue(settings.findLast((one) => one.startsWith('seed='))?.slice('seed='.length) ?? '');
  // Another seed is refused by the checks, as in any scenario.
  const isSeed = Number.isSafeInteger(seed) && (seed as number) >= 0;
  const warnings: string[] = [];
  const scenario = readSteerSuite(text, file, {
    ...(isSeed ? { seed: seed as number } : {}),
    warn: (warning) => warnings.push(warning),
  });
  writeWarnings(file, warnings);
  return JSON.stringify(scenario);
}

/** `groups[0].count=20`: the value is JSON, or else the text itself. Keys that only defaults fill can be set too. */
export function applySetting(
  written: Tree,
  complete: Scenario | Tree,
  setting: string,
  option = '--set',
): void {
  const at = setting.indexOf('=');
  if (at < 1) throw new BadInput(`${option} ${setting}: expected path=value, such as steering.noise=0.1`);
  const path = setting.slice(0, at).match(/[^.[\]]+/g) ?? [];
  const last = path.pop();
  let owner: unknown = written;
  let filled: unknown = complete;
  path.forEach((key, k) => {
    filled = valueIn(filled, key);
    if (valueIn(owner, key) === undefined) {
      // A file leaves out objects that a scenario may have.
      if (filled === undefined) requireKnown(path.slice(0, k + 1), owner, `${option} ${setting}`);
      (owner as Tree)[key] = structuredClone(filled ?? {});
    }
    owner = valueIn(owner, key);
  });
  const isObject = typeof owner === 'object' && owner !== null;
  // A setting can change an item of a list, or append one.
  const isOutside = Array.isArray(owner) && !(/^\d+$/.test(last!) && Number(last) <= owner.length);
  if (last === undefined || !isObject || isOutside || last === '__proto__') {
    throw new BadInput(`${option} ${setting}: there is no such place in the scenario`);
  }
  (owner as Tree)[last] = parseValue(setting.slice(at + 1));
}

/** Refuses a key of an object that no scenario has there, and one of anything else. */
function requireKnown(path: readonly string[], owner: unknown, setting: string): void {
  const key = path.at(-1)!;
  const complaint = `${setting}: there is no ${key} in the scenario at that place`;
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner) || key === '__proto__')
    throw new BadInput(complaint);
  try {
    keysAt(path.join('.'));
  } catch (error) {
    // What follows the semicolon is a hint.
    throw new BadInput(`${complaint};${(error as Error).message.split(';')[1] ?? ''}`);
  }
}

function valueIn(value: unknown, key: string): unknown {
  const isHere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isHere ? (value as Tree)[key] : undefined;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
