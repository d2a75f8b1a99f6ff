/**
 * wend/measure: lines, areas and travel times of a run, as researchers measure crowds: crossings, flow, time gaps,
 * density (classical and by Voronoi cells), speed. A survey observes a world after each step and never changes it.
 *
 * @module
 */

export {
  type AreaRecord,
  type AreaSummary,
  createSurvey,
  crossingTimes,
  type DensityMap,
  type LineRecord,
  type LineSummary,
  type QueueRecord,
  type QueueSummary,
  type Survey,
  type SurveyOptions,
  type SurveySummary,
  summarizeSurvey,
  surveyStep,
  type TravelRecord,
  type TravelSummary,
} from './measurement/survey/index.ts';
export type {
  SurveyArea,
  SurveyLine,
  SurveyPlan,
  SurveyPlanInput,
} from './simulation/scenario/schema-measurements.ts';
