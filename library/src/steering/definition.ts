import type { Fields, SettingsOf } from '../settings/index.ts';
import type { SteeringModel } from './contract.ts';

/** What a world is made of, as far as a model asks: lists in the order of the scenario. */
type SteeringScene = {
  obstacles: readonly object[];
  targets: readonly object[];
  groups: readonly object[];
  agents: readonly object[];
};

/** What agents of a model want to perceive where a scenario does not say. */
type PerceptionNeed = {
  /** How far they see, metres. */
  radius: number;
  /** Whether they perceive only what no obstacle hides from them. */
  sight: boolean;
  /** Seconds between two looks in a crowd; absent: they look in every step. */
  interval?: number;
};

/** A class of targets or obstacles that agents and things may name as theirs. */
export type NamedClass = { readonly name: string; readonly kind: 'target' | 'obstacle' };

/**
 * Everything that the engine knows about a steering model. Schema, `--help`, checks and benchmarks are made from the
 * definitions in the registry; nothing outside a model's folder names a model.
 */
export type SteeringDefinition<Parameters extends Fields = Fields> = {
  /** How scenarios name it. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** Names that it had before; scenarios that have one are read as if they had the present name. */
  readonly formerNames?: readonly string[];
  readonly parameters: Parameters;
  readonly dimensions: readonly (2 | 3)[];
  /** The dimension in which it is the model of a scenario that names none. */
  readonly defaultIn?: 2 | 3;
  readonly perception: PerceptionNeed;
  /** True: it does not feel its way around obstacles, so that it needs a planner that does where there are any. */
  readonly needsPath?: boolean;
  /** Keys of agents, groups, obstacles and targets that only this model understands. */
  readonly mentions?: readonly ('class' | 'field' | 'wander')[];
  /** False: its agents go at a speed of their own, whatever pace a plan wants. */
  readonly followsPace?: boolean;
  /** False: its agents walk through one another and through obstacles unless contacts hold them up. */
  readonly avoids?: boolean;
  /** True: `wend portrait` can show how fast an agent turns at each heading. */
  readonly hasHeadingDynamics?: boolean;
  /** The classes that agents and things may name; absent: none. */
  classes?(parameters: SettingsOf<Parameters>): readonly NamedClass[];
  /** Reports what is wrong between parameters; `path` is inside the parameters. */
  check?(
    parameters: SettingsOf<Parameters>,
    dimension: 2 | 3,
    report: (path: readonly (string | number)[], message: string) => void,
  ): void;
  create(parameters: SettingsOf<Parameters>, scene: SteeringScene): SteeringModel;
};

/** A definition whose parameters are not known to the compiler, as the registry has them. */
export type AnySteeringDefinition = Omit<SteeringDefinition, 'classes' | 'check' | 'create'> & {
  classes?(parameters: never): readonly NamedClass[];
  check?(
    parameters: never,
    dimension: 2 | 3,
    report: (path: readonly (string | number)[], message: string) => void,
  ): void;
  create(parameters: never, scene: never): SteeringModel;
};
