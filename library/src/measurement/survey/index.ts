/** Lines, areas and travel times, as researchers measure them: docs/guide/measuring.md. */
export type { AreaRecord, AreaSummary } from './areas.ts';
export type { DensityMap } from './density-map.ts';
export { crossingTimes, type LineRecord, type LineSummary } from './lines.ts';
export type { QueueRecord, QueueSummary } from './queues.ts';
export {
  createSurvey,
  type Survey,
  type SurveyOptions,
  type SurveySummary,
  summarizeSurvey,
  surveyStep,
} from './survey.ts';
export type { TravelRecord, TravelSummary } from './travel.ts';
