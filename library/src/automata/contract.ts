import type { Crowd } from '../crowd/index.ts';

/**
 * An automaton changes what agents are like as time goes by: it reads the current columns and writes traits. `none`
 * is the only one so far.
 */
export type Automaton = {
  readonly name: string;
  update(crowd: Crowd, step: number, dt: number): void;
};

export function createNoAutomaton(): Automaton {
  return { name: 'none', update: () => {} };
}
