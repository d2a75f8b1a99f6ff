import { registerNeighbourIndex } from './registry.ts';

const loadKinetic = async () => registerNeighbourIndex((await import('./kinetic/kinetic.ts')).kinetic);

/** Loads and registers the index that a name needs; see steering/loaders.ts. */
export const indexLoaders = { kinetic: loadKinetic, auto: loadKinetic };
