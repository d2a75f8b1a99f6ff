export type { Bounds, Heights, TrajectoryOptions } from '../output.ts';
export { TrajectoryError, type TrajectoryErrorReason } from './error.ts';
export { jupedsim } from './output.ts';
export { readTrajectoryFile, type TrajectoryFrame, type TrajectoryReader } from './reader.ts';
export { createTrajectoryFile, type TrajectoryFile } from './writer.ts';
