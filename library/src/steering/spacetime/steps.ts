import type { Surroundings } from './surroundings.ts';

/** Cosine and sine of 22.5°, and of 45°. */
const C = 0.9238795325112867;
const S = 0.3826834323650898;
const H = Math.SQRT1_2;

/**
 * The sixteen directions of a step as turns (cosine, sine) from the way to the goal: straight on first, then by
 * turns to the right and to the left, back last. Of two ways that cost the same the first is taken: two who meet
 * both keep to the right, and who has to wait somewhere goes on first.
 */
const COSINE = new Float64Array([...[1, C, C, H, H, S, S, 0], ...[0, -S, -S, -H, -H, -C, -C, -1]]);
const SINE = new Float64Array([...[0, -S, S, -H, H, -C, C, -1], ...[1, -C, C, -H, H, -S, S, 0]]);
/** Which of the sixteen are taken at half the speed: every 45°. */
const SLOW = new Uint8Array([0, 3, 4, 7, 8, 11, 12, 15]);

/** Where one can go from a node in one layer. */
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

/** The steps from a node from which the goal is at (towardsX, towardsY); `full` is the length at normal speed. */
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
  // Straight on no further than to the goal itself, so that it is met however small it is.
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
