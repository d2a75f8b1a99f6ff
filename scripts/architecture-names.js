// The tables of check-architecture.js on names: what is defined by name, and which files may have these names.

/** What is defined by name: the folder of the definitions, and the files there that list them. Others name none. */
export const DEFINED = [
  {
    what: 'steering model',
    folder: 'library/src/steering',
    type: 'SteeringDefinition',
    lists: ['built-in', 'explainers', 'hearers', 'loaders', 'passage-rules', 'registry'],
  },
  {
    what: 'planner',
    folder: 'library/src/planning',
    type: 'definePlanner',
    lists: ['built-in', 'loaders', 'registry', 'savers'],
  },
  {
    what: 'neighbour index',
    folder: 'library/src/environment',
    type: 'NeighbourDefinition',
    lists: ['built-in', 'loaders', 'register-events', 'registry'],
  },
].map((kind) => ({ ...kind, lists: kind.lists.map((name) => `${kind.folder}/${name}.ts`) }));

/** Files that list the parts below their folder; they do not count as a cycle with what those parts share. */
export const LISTS = /(^|\/)(index|main)\.ts$/;

/** Files that write scenarios. */
export const WRITERS = new Set(['formats/src/steersuite/scenario.ts']);

/** Names of definitions that are ordinary words: identifiers and texts below these paths may have them. */
export const ORDINARY = {
  auto: '',
  direct: '',
  distance: '',
  grid: '',
  path: '',
  straight: '',
  walker: 'formats/src/steersuite/',
};

/** Where they mean something else: what holds them there. */
export const OTHER_MEANINGS = {
  auto: ['solver', 'solverNames'],
  grid: ['kind', 'kinds', 'className'],
  path: ['form'],
  straight: ['routeColumns'],
};
