/** Plans through space and time that avoid others with known tracks; see docs/models/space-time.md. */
export {
  createSpaceTimeProblem,
  createSpaceTimeSearch,
  planSpaceTime,
  type SpaceTimeProblem,
  type SpaceTimeSearch,
} from './search.ts';
export { straighten } from './straighten.ts';
export {
  addPlannedTrack,
  addStraightTrack,
  beginTracks,
  createTracks,
  type Tracks,
} from './tracks.ts';
export { addWall, createWalls, takeWalls, type Walls } from './walls.ts';
