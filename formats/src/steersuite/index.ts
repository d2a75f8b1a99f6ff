/** Test cases of SteerSuite and SteerBench. */
export { SteerSuiteError } from './error.ts';
export { readSteerSuite, type SteerSuiteOptions } from './reader.ts';
