import type { SteeringModel } from '../steering/index.ts';
import type { World } from './world.ts';

/** What rounding may add to the largest speed of a model: a share, and metres per second. */
const ROUNDING = 1 + 1e-6;
const HAIR = 1e-9;

/**
 * Throws if a model wrote a velocity that is not finite, a heading that is none, or a speed beyond the bounds that it
 * promises: neighbours and contacts rely on them. `members` as forEachModel gives them.
 */
export function checkVelocities(world: World, model: SteeringModel, members: Uint8Array | undefined): void {
  const { crowd, dt } = world;
  const { count, dimension, ids, motion, next, traits } = crowd;
  const factor = model.bounds?.speedFactor ?? 1;
  const gain = model.bounds?.speedGain?.(dt) ?? 0;
  for (let row = 0; row < count; row++) {
    if (members && members[row] === 0) continue;
    const x = next.velocityX[row];
    const y = next.velocityY[row];
    const z = dimension === 3 ? next.velocityZ[row] : 0;
    const squared = x * x + y * y + z * z;
    const headingZ = dimension === 3 ? next.headingZ[row] : 0;
    const heading =
      next.headingX[row] * next.headingX[row] + next.headingY[row] * next.headingY[row] + headingZ * headingZ;
    if (!(squared < Infinity))
      refuse(model, ids[row], `the velocity ${inWords(x, y, z, dimension)} is not finite`);
    if (!(Math.abs(heading - 1) < 0.01)) {
      const written = inWords(next.headingX[row], next.headingY[row], headingZ, dimension);
      refuse(model, ids[row], `the heading ${written} is not a unit vector`);
    }
    const desired = factor * traits.desiredSpeed[row];
    if (squared <= desired * desired) continue;
    const { velocityX, velocityY, velocityZ } = motion;
    const heightSpeed = dimension === 3 ? velocityZ[row] : 0;
    const present = Math.sqrt(
      velocityX[row] * velocityX[row] + velocityY[row] * velocityY[row] + heightSpeed * heightSpeed,
    );
    const largest = (desired > present ? desired : present) + gain;
    const speed = Math.sqrt(squared);
    if (speed <= largest * ROUNDING + HAIR) continue;
    refuse(
      model,
      ids[row],
      `a speed of ${speed} m/s, and the model's bounds promise at most ${largest} m/s (bounds.speedFactor, bounds.speedGain)`,
    );
  }
}

function refuse(model: SteeringModel, id: number, what: string): never {
  throw new RangeError(`steering model ${JSON.stringify(model.name)}, agent ${id}: ${what}`);
}

function inWords(x: number, y: number, z: number, dimension: number): string {
  return dimension === 3 ? `[${x}, ${y}, ${z}]` : `[${x}, ${y}]`;
}
