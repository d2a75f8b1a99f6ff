import { distanceToSegmentSquared } from '../../geometry/index.ts';
import { closestApproachSquared, segmentGapSquared } from './approach.ts';
import { doubled, type Tracks } from './tracks.ts';
import type { Walls } from './walls.ts';

/**
 * The agents and walls that a step from one node can come near to. A step may come no nearer than `limit`: the sum of the
 * radii and the clearance, or the distance at its start if that is less. So a body can leave an overlap at the start but
 * cannot deepen it.
 */
export type Surroundings = {
  /** The node: x and y. */
  place: Float64Array;
  others: number;
  /** The position of another agent relative to the node, its displacement in the layer, and the square of the limit. */
  otherX: Float64Array;
  otherY: Float64Array;
  motionX: Float64Array;
  motionY: Float64Array;
  otherLimit: Float64Array;
  walls: number;
  wallRow: Int32Array;
  /** Unit vector along a wall (0, 0 for a disc), and how far to the left of its line the node is. */
  alongX: Float64Array;
  alongY: Float64Array;
  side: Float64Array;
  wallLimit: Float64Array;
  /** The index, in the lists above, of the segment with the least gap; −1: none near. */
  nearestWall: number;
};

/** Tolerance for rounding: a path that keeps its distance may seem to come nearer. */
const HAIR = 1 - 1e-9;

export function createSurroundings(): Surroundings {
  const none = new Float64Array(0);
  return {
    place: new Float64Array(2),
    others: 0,
    otherX: none,
    otherY: none,
    motionX: none,
    motionY: none,
    otherLimit: none,
    walls: 0,
    wallRow: new Int32Array(0),
    alongX: none,
    alongY: none,
    side: none,
    wallLimit: none,
    nearestWall: -1,
  };
}

/** Makes room for all others and walls, so that the search need not check. */
export function reserveSurroundings(near: Surroundings, others: number, walls: number): void {
  if (near.otherX.length < others) {
    near.otherX = doubled(near.otherX, others);
    near.otherY = doubled(near.otherY, others);
    near.motionX = doubled(near.motionX, others);
    near.motionY = doubled(near.motionY, others);
    near.otherLimit = doubled(near.otherLimit, others);
  }
  if (near.wallRow.length >= walls) return;
  near.alongX = doubled(near.alongX, walls);
  near.alongY = doubled(near.alongY, walls);
  near.side = doubled(near.side, walls);
  near.wallLimit = doubled(near.wallLimit, walls);
  near.wallRow = new Int32Array(near.wallLimit.length);
}

/** Collects the others that a step of at most `reach` metres in the layer after `layer` can come too near to. */
export function gatherOthers(
  near: Surroundings,
  tracks: Tracks,
  layer: number,
  x: number,
  y: number,
  room: number,
  reach: number,
): void {
  const points = tracks.layers + 1;
  near.place[0] = x;
  near.place[1] = y;
  near.others = 0;
  for (let k = 0, at = layer; k < tracks.count; k++, at += points) {
    const motionX = tracks.x[at + 1] - tracks.x[at];
    const motionY = tracks.y[at + 1] - tracks.y[at];
    const dx = tracks.x[at] - x;
    const dy = tracks.y[at] - y;
    const least = room + tracks.radius[k];
    if (Math.abs(dx) - Math.abs(motionX) > least + reach) continue;
    if (Math.abs(dy) - Math.abs(motionY) > least + reach) continue;
    const row = near.others++;
    near.otherX[row] = dx;
    near.otherY[row] = dy;
    near.motionX[row] = motionX;
    near.motionY[row] = motionY;
    near.otherLimit[row] = HAIR * Math.min(least * least, dx * dx + dy * dy);
  }
}

/** Collects the walls that a step of at most `reach` metres from the node can come too near to. */
export function gatherWalls(
  near: Surroundings,
  walls: Walls,
  x: number,
  y: number,
  room: number,
  reach: number,
): void {
  const { startX, startY, endX, endY, radius } = walls;
  near.walls = 0;
  near.nearestWall = -1;
  let nearestGap = Number.POSITIVE_INFINITY;
  for (let k = 0; k < walls.count; k++) {
    const least = room + radius[k];
    const far = least + reach;
    if (Math.min(startX[k], endX[k]) - x > far || x - Math.max(startX[k], endX[k]) > far) continue;
    if (Math.min(startY[k], endY[k]) - y > far || y - Math.max(startY[k], endY[k]) > far) continue;
    const squared = distanceToSegmentSquared(x, y, startX[k], startY[k], endX[k], endY[k]);
    if (squared > far * far) continue;
    const row = near.walls++;
    near.wallRow[row] = k;
    near.wallLimit[row] = HAIR * Math.min(least * least, squared);
    placeAlong(near, walls, row);
    const gap = Math.sqrt(squared) - radius[k];
    if (gap >= nearestGap || (near.alongX[row] === 0 && near.alongY[row] === 0)) continue;
    nearestGap = gap;
    near.nearestWall = row;
  }
}

function placeAlong(near: Surroundings, walls: Walls, row: number): void {
  const k = near.wallRow[row];
  const dx = walls.endX[k] - walls.startX[k];
  const dy = walls.endY[k] - walls.startY[k];
  const length = Math.sqrt(dx * dx + dy * dy);
  near.alongX[row] = length > 0 ? dx / length : 0;
  near.alongY[row] = length > 0 ? dy / length : 0;
  near.side[row] =
    near.alongX[row] * (near.place[1] - walls.startY[k]) -
    near.alongY[row] * (near.place[0] - walls.startX[k]);
}

/** Whether the step by (dx, dy) from the node keeps clear of everything collected. */
export function isStepFree(near: Surroundings, walls: Walls, dx: number, dy: number): boolean {
  for (let k = 0; k < near.others; k++) {
    const ux = near.motionX[k] - dx;
    const uy = near.motionY[k] - dy;
    if (closestApproachSquared(near.otherX[k], near.otherY[k], ux, uy) < near.otherLimit[k]) return false;
  }
  for (let k = 0; k < near.walls; k++) {
    // Entirely on one side of the wall's line and far enough from it: free.
    const before = near.side[k];
    const after = before + near.alongX[k] * dy - near.alongY[k] * dx;
    const least = before > 0 ? Math.min(before, after) : Math.min(-before, -after);
    const limit = near.wallLimit[k];
    if (least > 0 && least * least >= limit) continue;
    if (wallGapSquared(near, walls, near.wallRow[k], dx, dy) < limit) return false;
  }
  return true;
}

function wallGapSquared(near: Surroundings, walls: Walls, k: number, dx: number, dy: number): number {
  const x = near.place[0];
  const y = near.place[1];
  const startX = walls.startX[k];
  const startY = walls.startY[k];
  const endX = walls.endX[k];
  const endY = walls.endY[k];
  if (startX === endX && startY === endY) return closestApproachSquared(startX - x, startY - y, -dx, -dy);
  return segmentGapSquared(x, y, x + dx, y + dy, startX, startY, endX, endY);
}
