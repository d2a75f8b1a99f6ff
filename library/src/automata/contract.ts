import type {
  Crowd,
  Events,
  Layout,
  Obstacles,
  Perception,
  Solids,
  Subject,
  Targets,
} from '../crowd/index.ts';

export type AutomatonInput = {
  crowd: Crowd;
  obstacles: Obstacles;
  solids: Solids;
  /** Events of the last step, including contacts; an agent that they name may have left since (hasAgent). */
  events: Events;
  targets: Targets;
  /** The numbers of targets and obstacles that have a name. */
  targetNamed?(name: string): number;
  obstacleNamed?(name: string): number;
  seed: number;
  step: number;
  /** Seconds per step. */
  dt: number;
  /** Events of this step: an automaton adds its jumps, with the numbers of their transitions from `firstTransition` on. */
  happening?: Events;
  firstTransition?: number;
  /** Gives the agent of a row to the steering model of this name, with its defaults, from now on. In `update` only. */
  switchSteering?(row: number, name: string): void;
  /** What the engine does for an automaton; in `update` only. */
  actions?: AutomatonActions;
};

/** Changes of an agent that are more than a number in a column. Rows stay as they are. */
export type AutomatonActions = {
  /** Gives the agent to a steering model with these settings; a number is a place in the world's list of models. */
  setSteering(row: number, settings: Readonly<Record<string, unknown>> | number): void;
  /** The same of planners. */
  setPlanner(row: number, settings: Readonly<Record<string, unknown>> | number): void;
  /** Sends the agent to targets: it has not arrived, and is on no journey. */
  setTargets(row: number, names: readonly string[]): void;
};

/** Traits that belong to the agent and that automata change for a time. */
export type ChangeableTrait = 'desiredSpeed' | 'agility' | 'mass' | 'aggressiveness' | 'viewRadius';

/**
 * An automaton changes the traits of agents over time: it reads the current columns and writes traits. It keeps its
 * memory of an agent in `crowd.memory`, which is saved and moved with the agent.
 */
export type Automaton = {
  readonly name: string;
  /** The columns that it keeps in `crowd.memory`. They are 0 when an agent enters. */
  readonly memory?: Layout;
  /**
   * Traits that it writes in some steps. Before the updates of each step they are set to the agent's own values; without
   * this an automaton does so itself.
   */
  readonly traits?: readonly ChangeableTrait[];
  /** The same of personal distances. */
  readonly distances?: readonly Subject[];
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
  /** How many transitions it has; those of all automata of a world are numbered one after another. */
  readonly transitionCount?: number;
  /** The jumps of the last update in words and numbers. */
  jumps?(): JumpOf[];
  /** Where an agent is in each automaton, and why it came there and stays; for people, not inside `update`. */
  explain?(input: AutomatonInput, row: number): AutomatonState[];
};

/** A jump of an agent: when, from where to where, the guard as written, and the values that the variables had. */
export type JumpOf = {
  agent: number;
  automaton: string;
  /** The part, where the automaton has several. */
  part: string;
  from: string;
  to: string;
  when: string;
  /** Seconds of the run. */
  time: number;
  values: Record<string, number>;
};

/** The state of an agent in one automaton. */
export type AutomatonState = {
  automaton: string;
  /** The mode of each part; the part has no name where there is one. */
  modes: { part: string; mode: string }[];
  values: Record<string, number>;
  /** The transitions from here, in the order in which they are tried, and whether each guard holds now. */
  transitions: { to: string; when: string; holds: boolean }[];
  /** The latest jump since the world was made or loaded. */
  latest?: JumpOf;
};

export function createNoAutomaton(): Automaton {
  return { name: 'none', update: () => {} };
}
