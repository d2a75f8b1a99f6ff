export { type Point, type Ring, type Shape, type WalkableArea, walkableArea } from './geometry/index.ts';
export {
  type Bounds,
  createTrajectoryFile,
  type Heights,
  readTrajectoryFile,
  TrajectoryError,
  type TrajectoryErrorReason,
  type TrajectoryFile,
  type TrajectoryFrame,
  type TrajectoryOptions,
  type TrajectoryReader,
} from './jupedsim/index.ts';
