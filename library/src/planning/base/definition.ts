import type { Fields, SettingsOf } from '../../settings/index.ts';
import type { Planner } from './contract.ts';

/** A planner as the engine knows it: the schema, `--help`, the checks and the tables of the documents read this. */
export type PlannerDefinition<Parameters extends Fields = Fields> = {
  /** As scenario files and the command line write it. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly parameters: Parameters;
  /** Dimensions of the worlds that it plans in. */
  readonly dimensions: readonly (2 | 3)[];
  /**
   * Where a scenario that names no planner gets this one: everywhere, or where there are obstacles and the steering model
   * needs a path around them.
   */
  readonly isDefault?: 'everywhere' | 'around obstacles';
  /** The map that it plans on, metres; absent: it needs none. */
  map?(parameters: SettingsOf<Parameters>): PlannerMap;
  /** The fields that it keeps for sets of targets and sizes of bodies; absent: none. */
  fields?(parameters: SettingsOf<Parameters>): FieldNeed;
  /** Whether it plans in a world with gates that open in one direction; absent: it does. */
  readonly gates?: false;
  create(parameters: SettingsOf<Parameters>): Planner;
};

export type PlannerMap = {
  /** Side of the cells. */
  cell: number;
  /** Room between a body and what stands still. */
  clearance: number;
};

export type FieldNeed = {
  bytesPerCell: number;
  /** Whether each target of a set has a field of its own. */
  isPerTarget: boolean;
};

/** Infers the types of the parameters. */
export function definePlanner<const Parameters extends Fields>(
  definition: PlannerDefinition<Parameters>,
): PlannerDefinition<Parameters> {
  return definition;
}
