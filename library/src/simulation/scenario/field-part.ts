import { createOptionalPart, needPart } from '../../crowd/index.ts';
import type { Findings } from './error.ts';
import type { Scenario } from './schema.ts';
import type { FollowedField } from './velocity-fields.ts';

/** Velocity fields: their checks, and making them. Most scenarios have none, and a page need not load the code. */
type FieldPart = {
  /** Checks the vectors of grids, before the schema looks at them. */
  checkCells(definitions: readonly unknown[], findings: Findings): void;
  check(scenario: Scenario, findings: Findings): void;
  create(scenario: Scenario): FollowedField[];
};

export const fieldPart = createOptionalPart<FieldPart>(
  'a scenario with velocity fields needs registerBuiltIn, or openScenario, which loads what it needs',
);

/** The velocity fields of a checked scenario, in its order. */
export function createVelocityFields(scenario: Scenario): FollowedField[] {
  return scenario.velocityFields.length > 0 ? needPart(fieldPart).create(scenario) : [];
}
