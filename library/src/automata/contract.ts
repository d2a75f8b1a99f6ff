import type { Crowd, Events, Layout, Obstacles, Perception, Solids } from '../crowd/index.ts';

export type AutomatonInput = {
  crowd: Crowd;
  obstacles: Obstacles;
  solids: Solids;
  /** Events of the last step, including contacts; an agent that they name may have left since (hasAgent). */
  events: Events;
  step: number;
  /** Seconds per step. */
  dt: number;
  /** Gives the agent of a row to the steering model of this name, with its defaults, from now on. In `update` only. */
  switchSteering?(row: number, name: string): void;
};

/**
 * An automaton changes the traits of agents over time: it reads the current columns and writes traits. It keeps its
 * memory of an agent in `crowd.memory`, which is saved and moved with the agent.
 */
export type Automaton = {
  readonly name: string;
  /** The columns that it keeps in `crowd.memory`. They are 0 when an agent enters. */
  readonly memory?: Layout;
  /** Called when an agent has entered with its traits, and after its traits were changed from outside. */
  begin?(crowd: Crowd, row: number): void;
  /** Called before an agent's traits are changed from outside: restores the agent's own values. */
  restore?(crowd: Crowd, row: number): void;
  /**
   * Called in each step once plans and near lists are up to date: the only time when an agent's surroundings can be
   * read. Note what is seen in `crowd.memory` for the next update: before it, agents may enter, leave and change rows.
   */
  sense?(input: AutomatonInput, perception: Perception): void;
  /** Called in each step after the commands and before the plans. */
  update(input: AutomatonInput): void;
};

export function createNoAutomaton(): Automaton {
  return { name: 'none', update: () => {} };
}
