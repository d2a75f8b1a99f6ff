import { FileError, readTextFile } from '@wend/formats/files';
import { findIgnoredTraits, nearestWord, type Scenario } from 'wend/scenario';
import { prepareArea } from './area.ts';
import { builtInFile, builtInNames, steerbenchNames } from './built-in.ts';
import { BadInput } from './failure.ts';
import { prepareFields } from './field-files.ts';
import type { References } from './references.ts';

/** The changes to a scenario that the command line allows. */
export type Changes = {
  seed?: string;
  duration?: string;
  steering?: string;
  neighbours?: string;
  planner?: string;
  set?: string[];
  /** Whether a scenario may refer to files outside its folder. */
  allowOutside?: boolean;
};

/** Arguments that stand for standard input, the one pipe that a scenario may come from. */
const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Where the argument of a command says that the scenario is. */
export function placeOf(nameOrFile: string): {
  builtIn: boolean;
  file: string;
  isInput: boolean;
  /** What messages call it. */
  source: string;
} {
  const builtIn = [...builtInNames(), ...steerbenchNames()].includes(nameOrFile);
  const isInput = STANDARD_INPUT.has(nameOrFile);
  return {
    builtIn,
    file: builtIn ? builtInFile(nameOrFile) : nameOrFile,
    isInput,
    source: isInput ? 'standard input' : nameOrFile,
  };
}

/** The changes as settings, `path=value`, in the order in which they apply. */
export function settingsOf(changes: Changes): string[] {
  return [
    ...(changes.seed === undefined ? [] : [`seed=${changes.seed}`]),
    ...(changes.duration === undefined ? [] : [`duration=${changes.duration}`]),
    ...(changes.steering === undefined ? [] : [`steering.name=${changes.steering}`]),
    ...(changes.neighbours === undefined ? [] : [`neighbours.name=${changes.neighbours}`]),
    ...(changes.planner === undefined ? [] : [`planner.name=${changes.planner}`]),
    ...(changes.set ?? []),
  ];
}

/** The most warnings about one file. */
const MOST_WARNINGS = 20;

/** Says which traits the steering of the scenario does not honour. */
export function warn(scenario: Scenario, source: string): void {
  writeWarnings(
    source,
    findIgnoredTraits(scenario).map(({ message, path }) => `${source}: ${path}: ${message}`),
  );
}

export function writeWarnings(source: string, warnings: readonly string[]): void {
  for (const warning of warnings.slice(0, MOST_WARNINGS)) process.stderr.write(`warning: ${warning}\n`);
  const more = warnings.length - MOST_WARNINGS;
  if (more > 0) process.stderr.write(`warning: ${source}: and ${more} more\n`);
}

export function readText(file: string, builtIn: boolean): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if (!(error instanceof FileError && error.isMissing) || builtIn) throw error;
    throw new BadInput(
      `${file}: no such file, and no built-in scenario of that name; ${suggestionFor(file)}`,
    );
  }
}

/** The built-in scenario whose name looks most like a misspelt one, or where the names are listed. */
function suggestionFor(file: string): string {
  const near = nearestScenario(file);
  return near === undefined
    ? 'wend list shows the built-in ones'
    : `did you mean ${near}? (wend list shows the built-in ones)`;
}

/** A scenario may be misspelt with the end of a file's name, a case without its folder. */
function nearestScenario(file: string): string | undefined {
  const name = file.replace(/\.(json|xml)$/i, '');
  const near = nearestWord(name, [...builtInNames(), ...steerbenchNames()]);
  const nearCase = nearestWord(name, steerbenchNames().map(withoutFolder));
  return near ?? (nearCase === undefined ? undefined : `steerbench/${nearCase}`);
}

/** The name of a case without the folder. */
export function withoutFolder(name: string): string {
  return name.replace(/^steerbench\//, '');
}

/** Puts the contents of the files that a scenario refers to in their places. */
export function fillIn(value: unknown, references: References): void {
  prepareArea(value, references);
  prepareFields(value, references);
}
