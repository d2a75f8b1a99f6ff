import { readStandardInput } from '@wend/formats/files';
import { readSteerSuite } from '@wend/formats/steersuite';
import { ScenarioError } from 'wend';
import { checkScenario, parseJson, type Scenario } from 'wend/scenario';
import { prepareArea } from '../../area.ts';
import { BadInput } from '../../failure.ts';
import { prepareFields } from '../../field-files.ts';
import { createReferences } from '../../references.ts';
import { type Changes, placeOf, readText, settingsOf } from '../../scenario-files.ts';
import { applySetting, modelIn } from '../../scenarios.ts';
import { switchModel, type Tree } from '../../switch-model.ts';
import { castWindow, type Window } from './windows.ts';

/**
 * The scenario of a sweep as one text: what it refers to in files is in it, so that any thread and any machine can run
 * it. SteerSuite files stay as they are, because their random parts are drawn with the seed of a run.
 */
export type Base = {
  /** What messages call it. */
  source: string;
  text: string;
  isSteerSuite: boolean;
  /** Changes of the command line that hold for all runs. */
  fixed: readonly string[];
};

/** Reads the scenario of a sweep, with the files that it refers to. */
export function readBase(nameOrFile: string, changes: Changes): Base {
  const { builtIn, file, isInput, source } = placeOf(nameOrFile);
  const text = isInput ? readStandardInput(source) : readText(file, builtIn);
  const fixed = settingsOf(changes);
  if (!isInput && /\.xml$/i.test(file)) return { source, text, isSteerSuite: true, fixed };
  const written = parseJson(text, source);
  if (!isTree(written)) throw new BadInput(`${source}: expected an object of JSON`);
  const hadBounds = written.bounds !== undefined;
  const references = createReferences(source, isInput ? undefined : file, changes.allowOutside);
  prepareArea(written, references);
  prepareFields(written, references);
  // Bounds that follow from the area are found again for each setting, which may have another area.
  if (!hadBounds) delete written.bounds;
  return { source, text: JSON.stringify(written), isSteerSuite: false, fixed };
}

/** A value of the file system becomes one of the scenario: `area.file=a.wkt` is `area={…}` in the runs. */
export function withoutFiles(setting: string, nameOrFile: string, allowOutside = false): string {
  const given = /^area\.file=(.*)$/s.exec(setting);
  if (!given) return setting;
  const { file, isInput, source } = placeOf(nameOrFile);
  const value = { area: { file: JSON.parse(given[1]) as unknown } };
  prepareArea(value, createReferences(source, isInput ? undefined : file, allowOutside));
  return `area=${JSON.stringify(value.area)}`;
}

/** Makes the scenarios of settings. What is the same for all of them, or for the last one, is made once. */
export type Variants = {
  readonly base: Base;
  written: Tree | undefined;
  complete: Scenario | Tree | undefined;
  lastKey: string;
  last: Variant | undefined;
};

/** A scenario with its settings, and what the user should know about it. */
export type Variant = { scenario: Scenario; notes: readonly string[] };

export function createVariants(base: Base): Variants {
  return { base, written: undefined, complete: undefined, lastKey: '', last: undefined };
}

/**
 * The scenario with these settings, and with the people of a window if there is one; throws a BadInput or a ScenarioError
 * where it is not a valid one.
 */
export function variantOf(
  variants: Variants,
  settings: readonly string[],
  seed: number,
  window?: Window,
): Variant {
  const { base } = variants;
  const key = JSON.stringify([settings, base.isSteerSuite ? seed : 0, window?.from]);
  if (variants.last && variants.lastKey === key) return variants.last;
  if (base.isSteerSuite) {
    variants.written = readSteerSuite(base.text, base.source, { seed }) as unknown as Tree;
    variants.complete = undefined;
  } else variants.written ??= JSON.parse(base.text) as Tree;
  variants.complete ??= completed(variants.written, base.source);
  variants.last = applySettings(base, variants.written, variants.complete, settings, window);
  variants.lastKey = key;
  return variants.last;
}

/** An invalid file may become valid with the settings; until then, only what it says itself is there. */
function completed(written: Tree, source: string): Scenario | Tree {
  try {
    return checkScenario(withBounds(structuredClone(written), source), source);
  } catch (error) {
    if (error instanceof ScenarioError) return written;
    throw error;
  }
}

function applySettings(
  base: Base,
  original: Tree,
  complete: Scenario | Tree,
  own: readonly string[],
  window: Window | undefined,
): Variant {
  const { fixed, source } = base;
  const written = structuredClone(original);
  const all = [...fixed, ...own];
  const isComplete = complete !== original;
  const switched = isComplete
    ? switchModel(written, complete as Scenario, modelIn(all), source)
    : { scenario: complete, note: '' };
  for (const setting of fixed) applySetting(written, switched.scenario, setting);
  for (const setting of own) applySetting(written, switched.scenario, setting, '--vary');
  if (window) castWindow(written, window);
  const name = own.length === 0 ? source : `${source} with ${own.map(shortened).join(' ')}`;
  const scenario = checkScenario(withBounds(written, source), name);
  return { scenario, notes: switched.note === '' ? [] : [switched.note] };
}

/** Geometry in a setting would fill the screen. */
function shortened(setting: string): string {
  return setting.length > 80 ? `${setting.slice(0, 77)}…` : setting;
}

/** The bounds that follow from an area, and areas that a setting gave as WKT or GeoJSON; no file is read here. */
function withBounds(written: Tree, source: string): Tree {
  if (isTree(written.area) && written.area.file !== undefined) {
    throw new BadInput(`${source}: area.file: expected in the scenario file, or alone in --vary area.file=…`);
  }
  prepareArea(written, createReferences(source, undefined));
  return written;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
