import { type Crowd, createTable, type Table } from '../../crowd/index.ts';
import type { Kernel } from './kernel.ts';

/**
 * What drives each agent, in the crowd's rows: the stages of the model write and read these columns. Stages loop inside
 * and pass numbers in columns: a number that is returned or passed by a call that the engine does not inline goes to
 * the heap.
 */
const driveLayout = {
  /** 1/d0, per metre. */
  decayRate: 'float64',
  /** Gap at which the agent stands still, metres; d1. */
  standstill: 'float64',
  /** Shares of the filters of agility and mass per step. */
  turnGain: 'float64',
  speedGain: 'float64',
  /** How near the closest thing in front is, per metre: see gather.ts. */
  nearness: 'float64',
  /** The same as a gap, metres; and, when that is too small, the gap to the closest thing behind. */
  frontGap: 'float64',
  backGap: 'float64',
  /** f_obs and its slope ∂f_obs/∂φ. */
  force: 'float64',
  slope: 'float64',
  /** ΣW. */
  window: 'float64',
  /** How close things are: ΣD over all of them (faithful), or D of the closest in the way. */
  closeness: 'float64',
  /** f_tar and its slope ∂f_tar/∂φ. */
  targetForce: 'float64',
  targetSlope: 'float64',
  /** Rates of the competition: what the obstacles take from the target, and how fast both weights recover. */
  gamma12: 'float64',
  alpha1: 'float64',
  alpha2: 'float64',
} as const;

export type Drives = Table<typeof driveLayout> & {
  /** x, y and radius of each agent side by side, BODY numbers a row: one agent is one line of the cache. */
  bodies: Float64Array;
};

export const BODY = 4;

export function createDrives(rows: number): Drives {
  return { ...createTable(driveLayout, rows), bodies: new Float64Array(BODY * rows) };
}

/** Drives whose columns that the kernel reads and writes lie in its memory. */
export function createKernelDrives(kernel: Kernel): Drives {
  const { bodies, closeness, decayRate, force, nearness, slope, window } = kernel;
  return { ...createDrives(kernel.rows), bodies, closeness, decayRate, force, nearness, slope, window };
}

/** Notes where everybody stands, and sets what repellers add up to back to nothing and the way ahead to free. */
export function beginDrives(drives: Drives, { count, motion, traits }: Crowd): void {
  const { bodies } = drives;
  for (let row = 0; row < count; row++) {
    bodies[BODY * row] = motion.x[row];
    bodies[BODY * row + 1] = motion.y[row];
    bodies[BODY * row + 2] = traits.radius[row];
  }
  clearDrives(drives, count);
}

/** Sets what repellers add up to back to nothing, and the way ahead to free. */
export function clearDrives({ closeness, force, nearness, slope, window }: Drives, count: number): void {
  force.fill(0, 0, count);
  slope.fill(0, 0, count);
  window.fill(0, 0, count);
  closeness.fill(0, 0, count);
  nearness.fill(0, 0, count);
}
