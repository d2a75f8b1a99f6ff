// What the physics attack accepts. Tighten these as the contacts get better; nothing else has to change.
export const limits = {
  /** Metres by which two bodies may overlap at the end of a step, once an overlap at the start has been resolved. */
  overlap: 0.02,
  /** The same as a share of the sum of the radii, for bodies below `smallRadius` metres. */
  relativeOverlap: 0.05,
  smallRadius: 0.2,
  /** Pairs of agents whose centres pass through each other in a step. */
  passes: 0,
  /** Metres by which a body may reach out of the walls of the world. */
  wall: 0.001,
  /** Steps in which bodies that start too close may part. */
  settling: 10,
};
