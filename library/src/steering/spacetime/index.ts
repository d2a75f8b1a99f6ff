/** A plan through space and time past others whose ways are known; see docs/models/space-time.md. */
export {
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
  trackAt,
} from './tracks.ts';
export { addWall, beginWalls, createWalls, type Walls } from './walls.ts';
