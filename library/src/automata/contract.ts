import type { Crowd, Events, Layout, Obstacles, Perception, Solids } from '../crowd/index.ts';

export type AutomatonInput = {
  crowd: Crowd;
  obstacles: Obstacles;
  solids: Solids;
  /** What happened in the last step, contacts among it; an agent that it names may have left since (hasAgent). */
  events: Events;
  step: number;
  /** Seconds per step. */
  dt: number;
  /** Lets the model of a name, with its defaults, move the agent of a row from now on. In `update` only. */
  switchSteering?(row: number, name: string): void;
};

/**
 * An automaton changes what agents are like as time goes by: it reads the current columns and writes traits. What it
 * remembers of an agent is in `crowd.memory`, so that it is saved and moved with the agent.
 */
export type Automaton = {
  readonly name: string;
  /** The columns that it keeps in `crowd.memory`. They are 0 when an agent enters. */
  readonly memory?: Layout;
  /** Called when an agent has entered with its traits, and after its traits were changed from outside. */
  begin?(crowd: Crowd, row: number): void;
  /** Called before an agent's traits are changed from outside: puts back those that are the agent's own. */
  restore?(crowd: Crowd, row: number): void;
  /**
   * Called in each step once plans and near lists are up to date: the only time when somebody's surroundings can be
   * looked at. What is seen is noted in `crowd.memory` for the next update, which comes after agents may have entered,
   * left and changed rows.
   */
  sense?(input: AutomatonInput, perception: Perception): void;
  /** Called in each step after the commands and before the plans. */
  update(input: AutomatonInput): void;
};

export function createNoAutomaton(): Automaton {
  return { name: 'none', update: () => {} };
}
