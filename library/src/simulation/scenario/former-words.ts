/** Words that files of version 1 may use and that have other names now. */
const formerInputs: Readonly<Record<string, string>> = { way: 'distance-walked' };

/** The scenario with present words in place of former ones; `steeringNamed` reads the former names of models. */
export function renameFormer(scenario: Record<string, unknown>): Record<string, unknown> {
  const { changes } = scenario;
  if (!Array.isArray(changes)) return scenario;
  return { ...scenario, changes: changes.map(renameInput) };
}

function renameInput(change: unknown): unknown {
  if (typeof change !== 'object' || change === null || !('over' in change)) return change;
  const { over } = change;
  if (typeof over !== 'string' || !Object.hasOwn(formerInputs, over)) return change;
  return { ...change, over: formerInputs[over] };
}
