import type { AgentId } from '../crowd/index.ts';
import type { GivenPlanner } from '../planning/index.ts';
import type { GivenSteering } from '../steering/index.ts';
import type { Addition } from './scenario/additions.ts';
import type { PersonalDistance } from './scenario/distances.ts';
import type { Place, ScenarioInput } from './scenario/index.ts';

/** An agent that a command adds; in a world of a scenario it may join a group. */
export type AgentInput = NonNullable<ScenarioInput['agents']>[number] & { group?: string };

/** The same as a program gives it: in a world of a scenario, its numbers may be distributions. */
export type ComerInput = Omit<AgentInput, Drawn> & Pick<NonNullable<ScenarioInput['groups']>[number], Drawn>;
type Drawn = 'radius' | 'speed' | 'premovement' | 'personality';

/** A command as a program gives it. */
export type CommandInput =
  | Exclude<Command, { kind: 'add' | 'add-target' | 'add-group' | 'add-measurement' }>
  | { kind: 'add'; id?: AgentId; agent: ComerInput }
  | { kind: 'add-target'; target: TargetInput }
  | { kind: 'add-group'; group: GroupInput; team?: string }
  | { kind: 'add-measurement'; line?: LineInput; area?: AreaInput };

/** An obstacle that a command adds. */
export type ObstacleInput = NonNullable<ScenarioInput['obstacles']>[number];

/** A target that a command adds. */
type TargetInput = NonNullable<ScenarioInput['targets']>[number];

/** A group that a command adds. */
type GroupInput = NonNullable<ScenarioInput['groups']>[number];

/** A line or an area that a command adds to what is measured. */
type MeasurementsInput = NonNullable<ScenarioInput['measurements']>;
type LineInput = NonNullable<MeasurementsInput['lines']>[number];
type AreaInput = NonNullable<MeasurementsInput['areas']>[number];

/** A part of the ground that a command adds or replaces. */
export type GroundInput = NonNullable<ScenarioInput['ground']>[number];

/** When the agents of a group enter, as in a scenario. */
type SourceInput = NonNullable<NonNullable<ScenarioInput['groups']>[number]['source']>;

/** Targets, a point or a queue. */
export type Goal = { targets?: string[]; goal?: Place; goalRadius?: number; queue?: string };

/** Traits that change; those that are not named stay. */
export type TraitChanges = {
  speed?: number;
  agility?: number;
  mass?: number;
  aggressiveness?: number;
  /** The steering model that moves the agent from now on. */
  steering?: GivenSteering;
  /** How far the agent sees, metres. */
  viewRadius?: number;
  /** Replaces all personal distances of the agent; an empty list: it has none of its own. */
  personalDistance?: PersonalDistance;
};

/** A change from outside. Agents by id, obstacles by number or name, targets and ground by name. */
export type Command =
  | { kind: 'add'; id?: AgentId; agent: AgentInput }
  | { kind: 'remove'; id: AgentId }
  | ({ kind: 'retarget'; id: AgentId } & Goal)
  | { kind: 'change-traits'; id: AgentId; traits: TraitChanges }
  | { kind: 'set-planner'; id: AgentId; planner: GivenPlanner & { name: string } }
  | { kind: 'add-obstacle'; id?: number; obstacle: ObstacleInput; push?: boolean }
  | { kind: 'move-obstacle'; obstacle: number | string; by: Place; push?: boolean }
  | { kind: 'turn-obstacle'; obstacle: number | string; angle: number; about?: Place; push?: boolean }
  | { kind: 'remove-obstacle'; obstacle: number | string }
  | Addition
  | { kind: 'move-target'; target: string; to: Place }
  | { kind: 'open-target'; target: string; open: boolean }
  | { kind: 'set-source'; group: string; rate?: number; enter?: number; source?: SourceInput }
  | { kind: 'set-sink'; target: string; sink: boolean }
  | { kind: 'set-ground'; ground: GroundInput }
  | { kind: 'remove-ground'; ground: string }
  | { kind: 'open-door'; door: string; open: boolean };
