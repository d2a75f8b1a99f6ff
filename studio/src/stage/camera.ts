import type { Point3 } from '@wend/formats/playback';

/** A parallel projection: seen from above, or at an angle in a world of three dimensions. */
export type Camera = {
  /** The place in the middle of the canvas, metres. */
  x: number;
  y: number;
  z: number;
  /** Pixels of the page per metre. */
  scale: number;
  /** Radians: the rotation about the vertical, and the height of the eye above the horizon (a right angle: from above). */
  yaw: number;
  pitch: number;
  /** Pixels of the page. */
  width: number;
  height: number;
  /** Pixels at the right and bottom that panels cover. */
  insetRight: number;
  insetBottom: number;
  insetTop: number;
};

/** Where a place is on the canvas. */
export type Spot = { x: number; y: number /** Larger is farther away. */; depth: number };

const MARGIN = 28;
export const FROM_ABOVE = Math.PI / 2;

/** A camera that looks from above, or from 30° above the horizon. */
export function createCamera(dimension: 2 | 3): Camera {
  const [yaw, pitch] = dimension === 3 ? [-Math.PI / 6, Math.PI / 6] : [0, FROM_ABOVE];
  return {
    ...{ x: 0, y: 0, z: 0, scale: 1, yaw, pitch, width: 1, height: 1 },
    ...{ insetRight: 0, insetBottom: 0, insetTop: 0 },
  };
}

/** Writes the spot of a place; the spot is reused by the caller. */
export function project(camera: Camera, x: number, y: number, z: number, spot: Spot): Spot {
  const dx = x - camera.x;
  const dy = y - camera.y;
  const dz = z - camera.z;
  const cos = Math.cos(camera.yaw);
  const sin = Math.sin(camera.yaw);
  const across = dx * cos + dy * sin;
  const away = dy * cos - dx * sin;
  const rise = Math.sin(camera.pitch);
  const lie = Math.cos(camera.pitch);
  spot.x = centreX(camera) + across * camera.scale;
  spot.y = centreY(camera) - (away * rise + dz * lie) * camera.scale;
  spot.depth = away * lie - dz * rise;
  return spot;
}

/** The place on the plane through the camera's centre that is seen at a pixel. */
export function placeAt(camera: Camera, pixelX: number, pixelY: number): { x: number; y: number } {
  const across = (pixelX - centreX(camera)) / camera.scale;
  const away = -(pixelY - centreY(camera)) / camera.scale / Math.max(0.1, Math.sin(camera.pitch));
  const cos = Math.cos(camera.yaw);
  const sin = Math.sin(camera.yaw);
  return { x: camera.x + across * cos - away * sin, y: camera.y + across * sin + away * cos };
}

/** Shows all of a box. */
export function fit(camera: Camera, min: Point3, max: Point3): void {
  camera.x = (min[0] + max[0]) / 2;
  camera.y = (min[1] + max[1]) / 2;
  camera.z = (min[2] + max[2]) / 2;
  camera.scale = 1;
  const spot: Spot = { x: 0, y: 0, depth: 0 };
  let [wide, high] = [0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const end = (axis: 0 | 1 | 2) => (corner & (1 << axis) ? max : min)[axis];
    project(camera, end(0), end(1), end(2), spot);
    wide = Math.max(wide, Math.abs(spot.x - centreX(camera)));
    high = Math.max(high, Math.abs(spot.y - centreY(camera)));
  }
  const room = camera.width - camera.insetRight - 2 * MARGIN;
  const roomHigh = camera.height - camera.insetBottom - camera.insetTop - 2 * MARGIN;
  camera.scale = Math.max(1e-3, Math.min(room / (2 * wide || 1), roomHigh / (2 * high || 1)));
}

/** Zooms by a factor; the place at the pixel stays there. */
export function zoomAt(camera: Camera, factor: number, pixelX: number, pixelY: number): void {
  const before = placeAt(camera, pixelX, pixelY);
  camera.scale = Math.max(0.05, Math.min(2000, camera.scale * factor));
  const after = placeAt(camera, pixelX, pixelY);
  camera.x += before.x - after.x;
  camera.y += before.y - after.y;
}

/** Moves the picture by pixels. */
export function pan(camera: Camera, pixelsX: number, pixelsY: number): void {
  const from = placeAt(camera, 0, 0);
  const to = placeAt(camera, pixelsX, pixelsY);
  camera.x -= to.x - from.x;
  camera.y -= to.y - from.y;
}

/** Turns the view of a world of three dimensions. */
export function orbit(camera: Camera, pixelsX: number, pixelsY: number): void {
  camera.yaw += pixelsX * 0.008;
  camera.pitch = Math.max(0.12, Math.min(FROM_ABOVE, camera.pitch + pixelsY * 0.008));
}

function centreX({ width, insetRight }: Camera): number {
  return (width - insetRight) / 2;
}

function centreY({ height, insetBottom, insetTop }: Camera): number {
  return (height - insetBottom + insetTop) / 2;
}
