export { type Automaton, createNoAutomaton } from './contract.ts';
