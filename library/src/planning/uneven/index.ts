import { registerCosts } from '../map/index.ts';
import { registerUnevenSearch } from '../paths/search.ts';
import { createCosts } from './costs.ts';
import { beginWeighted, runWeighted } from './weighted.ts';

/** Lets planners with a map plan over ground that is not plain. Pages whose ground is plain do not load this. */
export function registerUneven(): void {
  registerCosts(createCosts);
  registerUnevenSearch({ begin: beginWeighted, run: runWeighted });
}
