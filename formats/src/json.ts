import { ScenarioError } from 'wend';
import { parseJson } from 'wend/scenario';

/** The deepest nesting of lists and objects: of GeoJSON, a few levels for each collection. */
const maximumDepth = 128;

/** JSON text → value. `fail` gets what was expected, without anything of the text, and what the text has instead. */
export function readJson(text: string, fail: (expected: string, found: string) => never): unknown {
  try {
    return parseJson(text, '', maximumDepth);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [{ path, message }] = error.problems;
    // A message about a value names it by its path alone.
    if (path !== '') return fail(`expected JSON: ${message}`, ` (${path})`);
    const [, place = '', found = ''] = /^(line \d+, column \d+)?(?:: )?(.*)$/s.exec(message)!;
    const expected = place === '' ? 'expected JSON' : `${place}: expected JSON`;
    return fail(expected, `: ${found}`);
  }
}
