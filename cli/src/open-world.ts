import { readStandardInput } from '@wend/formats/files';
import type { World, WorldOptions } from 'wend';
import { openScenario } from 'wend/scenario';
import { createReferences, unquoted } from './references.ts';
import { type Changes, fillIn, placeOf, readText, settingsOf, warn } from './scenario-files.ts';

/**
 * The world of a scenario by the name of a built-in one or by a file, with the changes of the command line. A scenario
 * without changes loads only the models and parts that it names, so that the command starts sooner.
 */
export async function openWorld(
  nameOrFile: string,
  changes: Changes = {},
  options: WorldOptions = {},
): Promise<World> {
  const { builtIn, file, isInput, source } = placeOf(nameOrFile);
  if (settingsOf(changes).length > 0 || /\.xml$/i.test(file)) {
    const { createWorldOf } = await import('./scenarios.ts');
    return createWorldOf(nameOrFile, changes, options);
  }
  const text = isInput ? readStandardInput(source) : readText(file, builtIn);
  const references = createReferences(source, isInput ? undefined : file, changes.allowOutside);
  const prepare = (value: unknown) => fillIn(value, references);
  try {
    const world = await openScenario(text, { ...options, source, prepare });
    warn(world.scenario, source);
    return world;
  } catch (error) {
    throw unquoted(error, references);
  }
}
