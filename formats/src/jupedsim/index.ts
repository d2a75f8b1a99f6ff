export { TrajectoryError, type TrajectoryErrorReason } from './error.ts';
export { jupedsim } from './output.ts';
export { readTrajectoryFile, type TrajectoryFrame, type TrajectoryReader } from './reader.ts';
export type { Bounds } from './schema.ts';
export { createTrajectoryFile, type Heights, type TrajectoryFile, type TrajectoryOptions } from './writer.ts';
