import { checkMeasurements } from '../../simulation/scenario/check-measurements.ts';
import { createFindings, throwIfAny } from '../../simulation/scenario/error.ts';
import { reportIssues } from '../../simulation/scenario/issues.ts';
import type { Scenario } from '../../simulation/scenario/schema.ts';
import {
  measurementsSchema,
  type SurveyPlan,
  type SurveyPlanInput,
} from '../../simulation/scenario/schema-measurements.ts';

/** A program's plan, checked as that of a file; throws a ScenarioError that names the place. */
export function readPlan(given: SurveyPlanInput, scenario: Scenario): SurveyPlan {
  const findings = createFindings('survey');
  const result = measurementsSchema.safeParse(given);
  if (!result.success) reportIssues(findings, result.error.issues, given, ['measurements']);
  throwIfAny(findings);
  const { expect: _, ...rest } = scenario;
  checkMeasurements({ ...rest, measurements: result.data! }, findings);
  throwIfAny(findings);
  return result.data!;
}
