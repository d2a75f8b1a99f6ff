import type { Point3 } from '@wend/formats/playback';

/** From where a box is seen whole: the middle of the picture and the eye, as three.js has places (x, z, −y). */
export type Outlook = { target: Point3; eye: Point3 };

/** Radians: the eye's height above the horizon. */
const PITCH = 0.72;
/** The part of the picture that a box may fill. */
const FILL = 0.94;

/**
 * Where to look from, so that all of a box is in the picture and as much of it is free above as below. `tangent` is that of half
 * the angle from the lower to the upper edge of the picture.
 */
export function outlookOn(min: Point3, max: Point3, tangent: number, aspect: number): Outlook {
  const [rise, back] = [Math.sin(PITCH), Math.cos(PITCH)];
  const middle = [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2);
  const corners = Array.from({ length: 8 }, (_, corner) => {
    const [x, y, z] = [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis] - middle[axis]);
    // Across the picture, up in it, and towards the eye.
    return [x, y * rise + z * back, z * rise - y * back];
  });
  const [wide, high] = [FILL * tangent * aspect, FILL * tangent];
  let shift = 0;
  let distance = 1;
  // Moving the middle changes the distance, and the other way round: a few rounds settle both.
  for (let round = 0; round < 12; round++) {
    distance = Math.max(
      ...corners.map(
        ([across, up, near]) => near + Math.max(Math.abs(across) / wide, Math.abs(up - shift) / high),
      ),
    );
    const heights = corners.map(([, up, near]) => (up - shift) / (distance - near));
    shift += ((Math.min(...heights) + Math.max(...heights)) / 2) * distance;
  }
  // Up in the picture is up and away from the eye.
  const target: Point3 = [middle[0], middle[2] + shift * back, -middle[1] - shift * rise];
  return { target, eye: [target[0], target[1] + distance * rise, target[2] + distance * back] };
}
