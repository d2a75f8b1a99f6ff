// The wend side of a page with three.js (docs/guide/getting-started.md): a crowd, and the matrices of its bodies.
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** 120 people on a ring; each walks to the opposite side. */
export function createRing() {
  return createScenarioWorld({
    version: 1,
    name: 'ring',
    bounds: { min: [-20, -20], max: [20, 20] },
    duration: 60,
    obstacles: [
      { shape: 'circle', center: [-5, 0], radius: 1.5 },
      { shape: 'circle', center: [5, 0], radius: 1.5 },
    ],
    groups: [
      {
        name: 'people',
        count: 120,
        region: { ring: { center: [0, 0], radius: 17 } },
        goal: { mirror: [0, 0] },
      },
    ],
  });
}

/** Steps the world until its time is `seconds`. A page that was hidden catches up at most a quarter of a second. */
export function advanceTo(world, seconds) {
  for (let k = 0; k < 5 && world.step * world.dt < seconds; k++) stepWorld(world);
}

/**
 * Writes a 4×4 matrix for each agent into `matrices`, in the column order of WebGL. three.js has y up, so that wend's
 * (x, y) lies at (x, 0, −y); a body faces its heading and is as wide as its radius.
 */
export function placeBodies({ crowd }, matrices) {
  const { motion, traits } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    const cos = motion.headingX[row] * traits.radius[row];
    const sin = motion.headingY[row] * traits.radius[row];
    matrices.set(
      [cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, motion.x[row], 0, -motion.y[row], 1],
      16 * row,
    );
  }
}
