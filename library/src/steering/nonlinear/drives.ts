import { createTable, type Table } from '../../crowd/index.ts';

/**
 * What drives each agent of a block, one row each: the stages of the model write and read these columns, block after
 * block, so that they stay in fast memory. Stages loop inside and pass numbers in columns: a number that is returned
 * or passed by a call that the engine does not inline goes to the heap.
 */
const driveLayout = {
  /** 1/d0, per metre. */
  decayRate: 'float64',
  /** Gap at which the agent stands still, metres; d1. */
  standstill: 'float64',
  /** Shares of the filters of agility and mass per step. */
  turnGain: 'float64',
  speedGain: 'float64',
  /** Gaps to the closest thing in front and, when that is too close, to the closest behind, metres. */
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
  /** Standard normal. */
  noise: 'float64',
} as const;

export type Drives = Table<typeof driveLayout>;

export function createDrives(rows: number): Drives {
  return createTable(driveLayout, rows);
}
