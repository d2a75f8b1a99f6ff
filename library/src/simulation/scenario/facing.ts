import { cos, sin } from '../../numerics/index.ts';

/**
 * Turns the way to a goal into the heading at time 0, a unit vector. Angles that are given count: the heading about
 * the z axis, the climb above the level. Without a heading it is that of the way, without both the way itself; along
 * the x axis where there is no way.
 */
export function faceAlong(way: Float64Array, heading: number | undefined, climb: number | undefined): void {
  if (heading === undefined && climb === undefined) {
    const distance = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    way[0] = distance > 0 ? way[0] / distance : 1;
    way[1] = distance > 0 ? way[1] / distance : 0;
    way[2] = distance > 0 ? way[2] / distance : 0;
    return;
  }
  const level = Math.sqrt(way[0] * way[0] + way[1] * way[1]);
  const forward = level > 0 ? way[0] / level : 1;
  const aside = level > 0 ? way[1] / level : 0;
  const steepness = cos(climb ?? 0);
  way[0] = steepness * (heading === undefined ? forward : cos(heading));
  way[1] = steepness * (heading === undefined ? aside : sin(heading));
  way[2] = sin(climb ?? 0);
}
