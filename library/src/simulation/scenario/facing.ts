import { heightOf, type Place } from '../../geometry/index.ts';
import { cos, sin } from '../../numerics/index.ts';

/** How an agent faces and moves when it begins. */
export type Start = {
  /** Radians. */
  heading?: number;
  climb?: number;
  /** Metres per second; walking: at the speed that it wants, along its heading. */
  velocity?: Place | 'walking';
};

/** Turns the direction to a goal into the heading at the beginning, and writes the velocity; an agent faces along it. */
export function startAlong(
  direction: Float64Array,
  { climb, heading, velocity = [0, 0] }: Start,
  speed: number,
  out: Float64Array,
): void {
  if (velocity !== 'walking') {
    out[0] = velocity[0];
    out[1] = velocity[1];
    out[2] = heightOf(velocity);
    if (out[0] !== 0 || out[1] !== 0 || out[2] !== 0) direction.set(out);
  }
  faceAlong(direction, heading, climb);
  if (velocity === 'walking') for (let axis = 0; axis < 3; axis++) out[axis] = speed * direction[axis];
}

/**
 * Turns the direction to a goal into the heading at time 0, a unit vector. Angles that are given count: the heading about
 * the z axis, the climb above the level. Without a heading it is that of the direction, without both the direction itself; along
 * the x axis where there is no direction.
 */
function faceAlong(direction: Float64Array, heading: number | undefined, climb: number | undefined): void {
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
