import { cos, sin } from '../../numerics/index.ts';

/**
 * Turns the direction to a goal into the heading at time 0, a unit vector. Angles that are given count: the heading about
 * the z axis, the climb above the level. Without a heading it is that of the direction, without both the direction itself; along
 * the x axis where there is no direction.
 */
export function faceAlong(
  direction: Float64Array,
  heading: number | undefined,
  climb: number | undefined,
): void {
  if (heading === undefined && climb === undefined) {
    const distance = Math.sqrt(
      direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2],
    );
    direction[0] = distance > 0 ? direction[0] / distance : 1;
    direction[1] = distance > 0 ? direction[1] / distance : 0;
    direction[2] = distance > 0 ? direction[2] / distance : 0;
    return;
  }
  const level = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
  const forward = level > 0 ? direction[0] / level : 1;
  const aside = level > 0 ? direction[1] / level : 0;
  const steepness = cos(climb ?? 0);
  direction[0] = steepness * (heading === undefined ? forward : cos(heading));
  direction[1] = steepness * (heading === undefined ? aside : sin(heading));
  direction[2] = sin(climb ?? 0);
}
