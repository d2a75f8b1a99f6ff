export { createChanges, type TraitChange } from './changes.ts';
export { type Automaton, type AutomatonInput, createNoAutomaton } from './contract.ts';
