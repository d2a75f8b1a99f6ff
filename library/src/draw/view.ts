import type { World } from '../simulation/index.ts';
import type { TrailRecorder } from './trails.ts';

/** The part of the world that a picture shows, metres, and how it becomes pixels. */
export type View = {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  /** Pixels per metre. */
  scale: number;
  width: number;
  height: number;
  /** From metres to pixels within the plot; y points up in the world and down in the picture. */
  across(x: number): number;
  down(y: number): number;
};

/** As a share of the world's size: how far beyond its bounds a picture follows agents that have left them. */
const BEYOND = 0.25;

/** The world's bounds, and what lies a little outside them, as large as fits into the given pixels. */
export function createView(
  world: World,
  trails: TrailRecorder | undefined,
  widest: number,
  highest: number,
): View {
  const { bounds } = world.scenario;
  const sizeX = bounds.max[0] - bounds.min[0];
  const sizeY = bounds.max[1] - bounds.min[1];
  const stray = BEYOND * Math.max(sizeX, sizeY);
  let [minX, minY] = bounds.min;
  let [maxX, maxY] = bounds.max;
  const include = (x: number, y: number, radius: number) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    minX = Math.min(minX, Math.max(bounds.min[0] - stray, x - radius));
    minY = Math.min(minY, Math.max(bounds.min[1] - stray, y - radius));
    maxX = Math.max(maxX, Math.min(bounds.max[0] + stray, x + radius));
    maxY = Math.max(maxY, Math.min(bounds.max[1] + stray, y + radius));
  };
  const { crowd, targets, obstacles } = world;
  for (let row = 0; row < crowd.count; row++) {
    include(crowd.motion.x[row], crowd.motion.y[row], crowd.traits.radius[row]);
  }
  for (let i = 0; i < targets.count; i++) include(targets.x[i], targets.y[i], targets.radius[i]);
  for (let i = 0; i < obstacles.count; i++) {
    include(obstacles.startX[i], obstacles.startY[i], obstacles.radius[i]);
    include(obstacles.endX[i], obstacles.endY[i], obstacles.radius[i]);
  }
  for (const { x, y } of trails?.trails.values() ?? []) {
    for (let i = 0; i < x.length; i++) include(x[i], y[i], 0);
  }
  return viewOf(minX, minY, maxX, maxY, widest, highest);
}

/** A part of the world, as large as fits into the given pixels. */
export function viewOf(
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  widest: number,
  highest: number,
): View {
  const scale = Math.min(widest / (maxX - minX), highest / (maxY - minY));
  return {
    minX,
    minY,
    maxX,
    maxY,
    scale,
    width: (maxX - minX) * scale,
    height: (maxY - minY) * scale,
    across: (x) => (x - minX) * scale,
    down: (y) => (maxY - y) * scale,
  };
}

export function shows({ minX, minY, maxX, maxY }: View, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}
