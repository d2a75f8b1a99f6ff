/** Definitions by their names, in the order in which they were registered: the steering models, planners and indexes. */
export type Registry<Definition extends { readonly name: string }> = {
  /** What is registered, for messages: 'neighbour index'. */
  readonly what: string;
  readonly definitions: Definition[];
};

export function createRegistry<Definition extends { readonly name: string }>(
  what: string,
  definitions: readonly Definition[],
): Registry<Definition> {
  const registry: Registry<Definition> = { what, definitions: [] };
  for (const definition of definitions) register(registry, definition);
  return registry;
}

/** Names are written in scenario files and on the command line. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Adds a definition. Adding it again changes nothing; another definition of the same name is refused. */
export function register<Definition extends { readonly name: string }>(
  { definitions, what }: Registry<Definition>,
  definition: Definition,
): void {
  const { name } = definition;
  if (typeof name !== 'string' || !NAME.test(name)) {
    const found = typeof name === 'string' ? JSON.stringify(name) : String(name);
    throw new RangeError(`the name of a ${what} is ${found}: expected a-z, 0-9 and -, at most 40 characters`);
  }
  const other = definitions.find((known) => known.name === name);
  if (other === definition) return;
  if (other) throw new RangeError(`there is a ${what} ${JSON.stringify(name)} already`);
  definitions.push(definition);
}

export function hasDefinition({ definitions }: Registry<{ readonly name: string }>, name: string): boolean {
  return definitions.some((definition) => definition.name === name);
}

/** The definition of a name; a name that is not registered is refused, with a list of those that are. */
export function definitionOf<Definition extends { readonly name: string }>(
  { definitions, what }: Registry<Definition>,
  name: string,
): Definition {
  const found = definitions.find((definition) => definition.name === name);
  if (found) return found;
  const names = definitions.map((definition) => definition.name);
  throw new RangeError(`no ${what} ${JSON.stringify(name)}: expected ${names.join(', ')}`);
}
