import { registerNeighbourIndex } from './registry.ts';

const loadBrute = async () => registerNeighbourIndex((await import('./brute/brute.ts')).brute);
const loadKinetic = async () => registerNeighbourIndex((await import('./kinetic/kinetic.ts')).kinetic);

/** Loads and registers the index that a name needs; see steering/loaders.ts. */
export const indexLoaders = { brute: loadBrute, kinetic: loadKinetic, auto: loadKinetic };
