export { createChanges, type TraitChange } from './changes.ts';
export {
  type Automaton,
  type AutomatonActions,
  type AutomatonInput,
  createNoAutomaton,
  type JumpOf,
} from './contract.ts';
export { joinAutomata } from './layers.ts';
