export { unmetExpectations } from './expectation.ts';
export {
  createMeasurements,
  type Measurements,
  observeStep,
  type Summary,
  summarize,
} from './measurements.ts';
