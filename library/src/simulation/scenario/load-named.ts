import { indexLoaders } from '../../environment/loaders.ts';
import { plannerLoaders } from '../../planning/loaders.ts';
import { steeringLoaders } from '../../steering/loaders.ts';
import { registerModelCheck } from './check-automata.ts';

const loadFields = async () => (await import('./check-velocity-fields.ts')).registerVelocityFields();
const loadSpace = async () => (await import('./space.ts')).registerSpace();

/** The shapes of three dimensions: messages about one in the plane say what to use instead. */
const shapeLoaders = { sphere: loadSpace, plane: loadSpace, triangles: loadSpace };

const loaders = new Map<string, () => Promise<void>>(
  Object.entries({
    ...steeringLoaders,
    ...plannerLoaders,
    ...indexLoaders,
    ...shapeLoaders,
  }),
);

/**
 * Loads and registers the parts of wend that a scenario names. Any text in it counts that is the name of a part: a
 * part too many costs a little time and changes nothing.
 */
export async function loadNamed(value: unknown): Promise<void> {
  const names = new Set<string>();
  collectNames(value, names);
  await Promise.all([...names].map((name) => loaders.get(name)!()));
  if (typeof value !== 'object' || value === null) return;
  if ('automata' in value) await loadModelCheck();
  if ('velocityFields' in value) await loadFields();
  if ('dimension' in value && value.dimension === 3) await loadSpace();
}

async function loadModelCheck(): Promise<void> {
  registerModelCheck((await import('../../automata/hybrid/prepare.ts')).findProblems);
}

/** Loads and registers all parts, as registerBuiltIn does at once. */
export async function loadAll(): Promise<void> {
  // One after the other: the order in which messages list them.
  for (const load of loaders.values()) await load();
  await loadModelCheck();
  await loadFields();
  (await import('./more-faults.ts')).registerMoreFaults();
}

function collectNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (loaders.has(value)) names.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collectNames(item, names);
  }
}
