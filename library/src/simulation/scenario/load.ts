import { registerBuiltIn } from './built-in.ts';
import type { SteeringNeeds } from './by-model.ts';
import { checkPlain } from './check.ts';
import { createFindings, throwIfAny } from './error.ts';
import { parseJson } from './json-text.ts';
import { toPlain } from './plain.ts';
import type { Scenario } from './schema.ts';

/**
 * JSON text → checked scenario with every default filled in; throws a ScenarioError that names `source`. `prepare` may
 * change the parsed value before the checks, for instance replace the names of files by their content.
 */
export function parseScenario(
  text: string,
  source = 'scenario',
  prepare?: (value: unknown) => void,
): Scenario {
  registerBuiltIn();
  const value = parseJson(text, source);
  prepare?.(value);
  return checkPlain(value, createFindings(source));
}

/** The same for an object that a program made; the object is copied and not changed. */
export function checkScenario(value: unknown, source = 'scenario', own?: SteeringNeeds): Scenario {
  registerBuiltIn();
  const findings = createFindings(source);
  const plain = toPlain(value, findings);
  throwIfAny(findings);
  return checkPlain(plain, findings, own);
}
