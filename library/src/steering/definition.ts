import type { Fields, SettingsOf } from '../settings/index.ts';
import type { SteeringModel } from './contract.ts';

/** The objects of a world that a model may need: lists in the order of the scenario. */
type SteeringScene = {
  obstacles: readonly object[];
  targets: readonly object[];
  groups: readonly object[];
  agents: readonly object[];
};

/** What agents of a model perceive unless the scenario says otherwise. */
type PerceptionNeed = {
  /** How far they see, metres. */
  radius: number;
  /** Whether they perceive only what no obstacle hides from them. */
  sight: boolean;
  /** In a crowd: an agent that perceives `enough` agents within a radius perceives no farther ones; absent: it does. */
  crowd?: { radius: number; enough: number };
};

/** Seconds between two turns of an agent in a crowd; a phase that is absent runs in every step. */
type CrowdIntervals = { readonly [phase in 'planning' | 'perception' | 'steering']?: number };

/** The traits of an agent, as scenarios name them. */
export type TraitName =
  | 'radius'
  | 'speed'
  | 'agility'
  | 'mass'
  | 'aggressiveness'
  | 'viewRadius'
  | 'personalDistance'
  | 'sharing';

/** A class of targets or obstacles; agents and things may name one as theirs. */
export type NamedClass = { readonly name: string; readonly kind: 'target' | 'obstacle' };

/** How strongly a point attracts agents unless the scenario says otherwise, and the power of the distance that it falls with. */
export const attraction = { strength: 0.25, exponent: 1 };

/**
 * Everything that the engine knows about a steering model. Schema, `--help`, checks and benchmarks are made from the
 * definitions in the registry; nothing outside a model's folder names a model.
 */
export type SteeringDefinition<Parameters extends Fields = Fields> = {
  /** How scenarios name it. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Earlier names; scenarios that use one are read as if they had the present name. */
  readonly formerNames?: readonly string[];
  readonly parameters: Parameters;
  readonly dimensions: readonly (2 | 3)[];
  /** The dimension in which it is the default model. */
  readonly defaultIn?: 2 | 3;
  readonly perception: PerceptionNeed;
  /** How often agents plan, look and decide in a crowd unless the scenario says otherwise; absent: in every step. */
  readonly crowdIntervals?: CrowdIntervals;
  /** True: it does not find its path around obstacles, so it needs a planner that does if there are any. */
  readonly needsPath?: boolean;
  /** Defaults in place of those of the parameters where the planner of the scenario has a map, and leads around obstacles. */
  readonly guided?: { readonly [Name in keyof Parameters]?: number };
  /** Keys of agents, groups, obstacles and targets that only this model understands. */
  readonly mentions?: readonly ('class' | 'field' | 'wander')[];
  /** Traits that make no difference to its agents; a scenario that sets one gets a warning. Absent: it honours all. */
  readonly ignores?: readonly TraitName[];
  /** True: it expects obstacles with a course to go on at their velocity; absent: it takes them where they are. */
  readonly anticipates?: boolean;
  /** False: its agents have speeds of their own, whatever the pace of a plan. */
  readonly followsPace?: boolean;
  /** False: its agents walk through each other and through obstacles unless contacts stop them. */
  readonly avoids?: boolean;
  /** True: `wend portrait` can show how fast an agent turns at each heading. */
  readonly hasHeadingDynamics?: boolean;
  /** The classes that agents and things may name; absent: none. */
  classes?(parameters: SettingsOf<Parameters>): readonly NamedClass[];
  /** Reports contradictions between parameters; `path` is inside the parameters. */
  check?(
    parameters: SettingsOf<Parameters>,
    dimension: 2 | 3,
    report: (path: readonly (string | number)[], message: string) => void,
  ): void;
  create(parameters: SettingsOf<Parameters>, scene: SteeringScene): SteeringModel;
};

/** A definition with parameters unknown to the compiler, as in the registry. */
export type AnySteeringDefinition = Omit<SteeringDefinition, 'classes' | 'check' | 'create'> & {
  classes?(parameters: never): readonly NamedClass[];
  check?(
    parameters: never,
    dimension: 2 | 3,
    report: (path: readonly (string | number)[], message: string) => void,
  ): void;
  create(parameters: never, scene: never): SteeringModel;
};
