import {
  addStraightTrack,
  addWall,
  beginTracks,
  createTracks,
  createWalls,
  type SpaceTimeProblem,
  type SpaceTimeSearch,
  type Tracks,
  type Walls,
} from './index.ts';

export const SPEED = 1.3;
const LAYER = 0.5;

/** A walker that goes straight on: x, y, velocity; the default radius is 0.5. */
export type Walker = { x: number; y: number; velocityX?: number; velocityY?: number; radius?: number };

export function tracksOf(layers: number, walkers: Walker[]): Tracks {
  const tracks = createTracks();
  beginTracks(tracks, layers);
  for (const { x, y, velocityX = 0, velocityY = 0, radius = 0.5 } of walkers) {
    addStraightTrack(tracks, x, y, velocityX, velocityY, radius, LAYER);
  }
  return tracks;
}

/** Segments as [startX, startY, endX, endY], and a radius if it is not 0. */
export function wallsOf(segments: number[][]): Walls {
  const walls = createWalls();
  for (const [startX, startY, endX, endY, radius = 0] of segments) {
    addWall(walls, startX, startY, endX, endY, radius);
  }
  return walls;
}

export function problemOf(given: Partial<SpaceTimeProblem>): SpaceTimeProblem {
  return {
    x: 0,
    y: 0,
    radius: 0.5,
    goalX: 10,
    goalY: 0,
    goalRadius: 0.5,
    speed: SPEED,
    layer: LAYER,
    tracks: tracksOf(40, []),
    walls: wallsOf([]),
    nodeLimit: 20000,
    clearance: 0,
    ...given,
  };
}

/** A corridor from x = 0 to 8 in a thick wall, with open ground at both ends. */
export function corridor(width: number): number[][] {
  const y = width / 2;
  return [
    [0, y, 8, y],
    [0, -y, 8, -y],
    [0, y, 0, 6],
    [8, y, 8, 6],
    [0, -y, 0, -6],
    [8, -y, 8, -6],
  ];
}

export function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

export function distanceToWall(walls: Walls, k: number, x: number, y: number): number {
  const ux = walls.endX[k] - walls.startX[k];
  const uy = walls.endY[k] - walls.startY[k];
  const length = lengthOf(ux, uy);
  const px = x - walls.startX[k];
  const py = y - walls.startY[k];
  if (length === 0) return lengthOf(px, py);
  const t = Math.min(1, Math.max(0, (px * ux + py * uy) / (length * length)));
  return lengthOf(px - t * ux, py - t * uy);
}

export function distanceToTrack(tracks: Tracks, k: number, time: number, x: number, y: number): number {
  const at = k * (tracks.layers + 1);
  const before = Math.min(tracks.layers - 1, Math.floor(time));
  const mix = (values: Float64Array) =>
    values[at + before] + (time - before) * (values[at + before + 1] - values[at + before]);
  return lengthOf(mix(tracks.x) - x, mix(tracks.y) - y);
}

const SUBTIMES = 50;

/**
 * The faults of a plan, by fine sampling; empty for a good one. A gap that is too small at the start may stay so, but must
 * not shrink.
 */
export function faultsOf(search: SpaceTimeSearch, problem: SpaceTimeProblem, layers: number): string[] {
  const { pathX, pathY } = search;
  const { tracks, walls } = problem;
  const faults: string[] = [];
  if (search.outcome === 'none' || search.outcome === 'limit') {
    return layers === 0 ? [] : ['a plan though there is none'];
  }
  if (pathX[0] !== problem.x || pathY[0] !== problem.y) faults.push('does not begin at the start');
  const left = lengthOf(problem.goalX - pathX[layers], problem.goalY - pathY[layers]);
  if (left > problem.goalRadius + 1e-6 && layers !== tracks.layers) faults.push('ends before the goal');
  for (let t = 0; t < layers; t++) {
    const dx = pathX[t + 1] - pathX[t];
    const dy = pathY[t + 1] - pathY[t];
    if (lengthOf(dx, dy) > problem.speed * problem.layer + 1e-9) faults.push(`too fast at ${t}`);
    for (let i = 0; i <= SUBTIMES; i++) {
      const part = i / SUBTIMES;
      const x = pathX[t] + part * dx;
      const y = pathY[t] + part * dy;
      for (let k = 0; k < tracks.count; k++) {
        const room = problem.radius + tracks.radius[k];
        const least = Math.min(room, distanceToTrack(tracks, k, 0, problem.x, problem.y));
        if (distanceToTrack(tracks, k, t + part, x, y) < least - 1e-6) faults.push(`hits ${k} at ${t}`);
      }
      for (let k = 0; k < walls.count; k++) {
        const room = problem.radius + walls.radius[k];
        const least = Math.min(room, distanceToWall(walls, k, problem.x, problem.y));
        if (distanceToWall(walls, k, x, y) < least - 1e-6) faults.push(`hits wall ${k} at ${t}`);
      }
    }
  }
  return faults;
}
