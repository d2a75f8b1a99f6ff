export { type FieldFile, FieldFileError, readVelocityField, writeVelocityField } from './fields/index.ts';
export { type Point, type Ring, type WalkableArea, walkableArea } from './geometry/index.ts';
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
export {
  MovingAIError,
  type OctileMap,
  type PathProblem,
  readOctileMap,
  readPathProblems,
  requireProblemsOfMap,
} from './movingai/index.ts';
export {
  type OutputFile,
  type OutputFormat,
  outputFormatNamed,
  outputFormats,
  registerOutputFormat,
} from './outputs/index.ts';
export {
  areaFromGeoJson,
  areaFromWkt,
  readGeoJson,
  readWkt,
  type ShapeArea,
  ShapeError,
  type ShapePoint,
  type ShapePolygon,
  type Shapes,
  writeWkt,
} from './shapes/index.ts';
export { readSpaceEx, SpaceExError, type SpaceExFiles, writeSpaceEx } from './spaceex/index.ts';
export { readSteerSuite, SteerSuiteError, type SteerSuiteOptions } from './steersuite/index.ts';
