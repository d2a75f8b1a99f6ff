export type { TraitChange } from './changes.ts';
export {
  type Automaton,
  type AutomatonActions,
  type AutomatonInput,
  type AutomatonState,
  createNoAutomaton,
  type JumpOf,
} from './contract.ts';
export { joinAutomata } from './layers.ts';
