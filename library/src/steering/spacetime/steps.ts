import type { Surroundings } from './surroundings.ts';

/** Cosine and sine of 22.5°, and of 45°. */
const C = 0.9238795325112867;
const S = 0.3826834323650898;
const H = Math.SQRT1_2;

/**
 * The sixteen directions of a step as turns (cosine, sine) from the direction to the goal: straight on first, then right
 * and left in turn, back last. Of two paths with the same cost the first is taken: two agents that meet both keep to the
 * right, and an agent that has to wait somewhere walks first.
 */
const COSINE = new Float64Array([...[1, C, C, H, H, S, S, 0], ...[0, -S, -S, -H, -H, -C, -C, -1]]);
const SINE = new Float64Array([...[0, -S, S, -H, H, -C, C, -1], ...[1, -C, C, -H, H, -S, S, 0]]);
/** The directions that are also taken at half the speed: every 45°. */
const SLOW = new Uint8Array([0, 3, 4, 7, 8, 11, 12, 15]);

/** The possible displacements from a node in one layer. */
export type Steps = { count: number; x: Float64Array; y: Float64Array; length: Float64Array };

/** Sixteen, eight slow, standing, and two along the nearest wall. */
const MOST_STEPS = 27;

export function createSteps(): Steps {
  return {
    count: 0,
    x: new Float64Array(MOST_STEPS),
    y: new Float64Array(MOST_STEPS),
    length: new Float64Array(MOST_STEPS),
  };
}

/** Writes the steps from a node with the goal at (towardsX, towardsY); `full` is the length at normal speed. */
export function writeSteps(
  steps: Steps,
  towardsX: number,
  towardsY: number,
  full: number,
  near: Surroundings,
): void {
  steps.count = 0;
  if (full > 0) addWalks(steps, towardsX, towardsY, full);
  addStep(steps, 0, 0, 0);
  const wall = near.nearestWall;
  if (wall < 0 || full === 0) return;
  addStep(steps, near.alongX[wall], near.alongY[wall], full);
  addStep(steps, -near.alongX[wall], -near.alongY[wall], full);
}

function addWalks(steps: Steps, towardsX: number, towardsY: number, full: number): void {
  const distance = Math.sqrt(towardsX * towardsX + towardsY * towardsY);
  const ahead = distance > 0 ? towardsX / distance : 1;
  const aside = distance > 0 ? towardsY / distance : 0;
  // Straight on no further than the goal itself, so that a goal of any size is reached.
  addStep(steps, ahead, aside, Math.min(full, distance));
  for (let k = 1; k < COSINE.length; k++) {
    addStep(steps, COSINE[k] * ahead - SINE[k] * aside, SINE[k] * ahead + COSINE[k] * aside, full);
  }
  addStep(steps, ahead, aside, Math.min(full / 2, distance));
  for (let i = 1; i < SLOW.length; i++) {
    const k = SLOW[i];
    addStep(steps, COSINE[k] * ahead - SINE[k] * aside, SINE[k] * ahead + COSINE[k] * aside, full / 2);
  }
}

function addStep(steps: Steps, directionX: number, directionY: number, length: number): void {
  const k = steps.count++;
  steps.x[k] = length * directionX;
  steps.y[k] = length * directionY;
  steps.length[k] = length;
}
