import { type Crowd, createTable, type Table } from '../../crowd/index.ts';
import { type Classes, createClasses } from './classes.ts';
import type { Kernel } from './kernel.ts';

/**
 * The drives of each agent, in the crowd's rows: the stages of the model write and read these columns. Stages contain their
 * loops and pass numbers in columns, because the engine puts a number on the heap if a call that it does not inline passes
 * or returns it.
 */
const agentLayout = {
  /** 1/d0, per metre. */
  decayRate: 'float64',
  /** Gap at which the agent stands still, metres; d1. */
  standstill: 'float64',
  /** Gains of the filters of agility and mass per step. */
  turnGain: 'float64',
  speedGain: 'float64',
  /** Speed along the heading, metres per second: the present one, then the next. */
  speed: 'float64',
  /** Gap to the closest thing in front, metres, see gather.ts; and, if that is too small, the gap to the closest thing behind. */
  frontGap: 'float64',
  backGap: 'float64',
  /** Rates of the competition: how much the obstacles suppress the target, and how fast both weights recover. */
  gamma12: 'float64',
  alpha1: 'float64',
  alpha2: 'float64',
} as const;

/** The effect of the obstacles of each class: row r and class c are at r × (number of obstacle classes) + c. */
const obstacleLayout = {
  /** How near the closest thing in front is, per metre: see gather.ts. */
  nearness: 'float64',
  /** The same for obstacles, including those beside the agent. */
  besideness: 'float64',
  /** f_obs and its slope ∂f_obs/∂φ; in space f_obs is a vector, of which `force` is the component along z. */
  force: 'float64',
  slope: 'float64',
  /** ΣW. */
  window: 'float64',
  /** How close things are: ΣD over all of them (faithful), or D of the closest in the way. */
  closeness: 'float64',
  /** Nearness times the thing's d0 over the usual one: where d0 depends on the thing, the largest decides closeness. */
  pressing: 'float64',
} as const;

/** The effect of the target of each class: row r and class c are at r × (number of target classes) + c. */
const targetLayout = {
  /** f_tar and its slope ∂f_tar/∂φ. */
  targetForce: 'float64',
  targetSlope: 'float64',
} as const;

/** The components of f_obs and f_tar along x and y; empty in the plane. */
const spaceObstacleLayout = { forceX: 'float64', forceY: 'float64' } as const;
const spaceTargetLayout = { targetForceX: 'float64', targetForceY: 'float64' } as const;

export type Drives = Table<typeof agentLayout> &
  Table<typeof obstacleLayout> &
  Table<typeof targetLayout> &
  Table<typeof spaceObstacleLayout> &
  Table<typeof spaceTargetLayout> & {
    /** x, y, radius and z of each agent side by side, BODY numbers per row, so that one agent is in one cache line. */
    bodies: Float64Array;
    /** The smallest d0, metres: see personality.ts. */
    shortest: number;
  };

export const BODY = 4;

/** Room for `rows` agents; by default with the standard classes in the plane. */
export function createDrives(rows: number, classes = createClasses({}), dimension: 2 | 3 = 2): Drives {
  const inSpace = dimension === 3 ? rows : 0;
  return {
    ...createTable(agentLayout, rows),
    ...createTable(obstacleLayout, rows * classes.obstacles),
    ...createTable(targetLayout, rows * classes.targets),
    ...createTable(spaceObstacleLayout, inSpace * classes.obstacles),
    ...createTable(spaceTargetLayout, inSpace * classes.targets),
    bodies: new Float64Array(BODY * rows),
    shortest: 0,
  };
}

/** Drives with the columns that the kernel uses in its memory. */
export function createKernelDrives(kernel: Kernel, classes: Classes, dimension: 2 | 3): Drives {
  const { bodies, closeness, decayRate, force, forceX, forceY, nearness, pressing, slope, window } = kernel;
  return {
    ...createDrives(kernel.rows, classes, dimension),
    ...{ bodies, closeness, decayRate, force, forceX, forceY, nearness, pressing, slope, window },
  };
}

/** Stores the positions of all agents and sets the sums of repellers to 0: nothing is near. */
export function beginDrives(drives: Drives, { count, motion, traits }: Crowd, classes: Classes): void {
  const { bodies } = drives;
  for (let row = 0; row < count; row++) {
    bodies[BODY * row] = motion.x[row];
    bodies[BODY * row + 1] = motion.y[row];
    bodies[BODY * row + 2] = traits.radius[row];
    bodies[BODY * row + 3] = motion.z[row];
  }
  clearDrives(drives, count * classes.obstacles);
}

/** Sets the first `end` entries of the sums of repellers to 0: nothing is near. */
export function clearDrives(drives: Drives, end: number): void {
  const { besideness, closeness, force, forceX, forceY, nearness, pressing, slope, window } = drives;
  for (const column of [besideness, closeness, force, forceX, forceY, nearness, pressing, slope, window]) {
    column.fill(0, 0, end);
  }
}
