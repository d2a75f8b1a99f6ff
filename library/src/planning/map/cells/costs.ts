import type { Patches } from '../../../crowd/index.ts';
import type { PlanningInput } from '../../base/contract.ts';
import type { GridMap } from './grid.ts';

/** What moves over the cells of a map cost where the ground is not plain. */
export type Costs = {
  readonly patches: Patches;
  /** Tells one ground from another; unlike a revision it outlasts a saved world. */
  readonly print: number;
  /** The region of each cell, from 1; 0: plain ground. */
  readonly kind: Uint8Array;
  /** Eight numbers for each region: the time of a metre in each direction, of that on plain ground; infinite: none. */
  readonly slowness: Float64Array;
  /** The moves from each cell that cross a gate against its direction or a shut door, a bit for each. */
  readonly barred: Uint8Array;
  /** Those of them that cross nothing but shut doors which open later, by their schedules. */
  readonly later: Uint8Array;
  /** The least of all times of a metre. */
  readonly least: number;
  /** As isBarredLine and isEven. */
  crosses(fromX: number, fromY: number, toX: number, toY: number, waits: boolean): boolean;
  isEven(map: GridMap, fromX: number, fromY: number, toX: number, toY: number): boolean;
};

/** What a field is made from: it ends on the costs that it began with. */
export type MoveCosts = Pick<Costs, 'barred' | 'kind' | 'slowness'>;

/** The moves of Costs to the left, right, below and above, which is the order of besideOf. */
const MOVE_OF_SIDE = Uint8Array.of(4, 0, 6, 2);

/** Whether a gate or a shut door closes a side of a cell to those that leave it. */
export function isBarredSide({ barred }: MoveCosts, cell: number, side: number): boolean {
  return ((barred[cell] >> MOVE_OF_SIDE[side]) & 1) === 1;
}

/** Makes the costs of a map; a bundle carries it only where worlds have ground that is not plain. */
export type CostMaker = (map: GridMap, patches: Patches, step: number, dt: number) => Costs;

let makeCosts: CostMaker | undefined;

export function registerCosts(maker: CostMaker): void {
  makeCosts = maker;
}

/** The costs of the ground as it is now; undefined where all of it is plain. */
export function costsOf(map: GridMap, { dt, patches, step }: PlanningInput): Costs | undefined {
  if (!patches || patches.list.length === 0) return undefined;
  return map.costs?.patches === patches ? map.costs : makeCosts!(map, patches, step, dt);
}

/** Whether a straight line stays on one kind of ground and crosses no gate against its direction, and no shut door. */
export function isEven(map: GridMap, fromX: number, fromY: number, toX: number, toY: number): boolean {
  return !map.costs || map.costs.isEven(map, fromX, fromY, toX, toY);
}

/** Whether a straight line crosses a gate against its direction or a shut door: with `waits`, one that stays shut. */
export function isBarredLine(
  { costs }: GridMap,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  waits = false,
): boolean {
  return costs?.crosses(fromX, fromY, toX, toY, waits) ?? false;
}

/** Metres that agents go straight at most where a belt may be quicker. */
const SHORT = 1;

/** Whether no path to a place in sight can be quicker than the straight line, as far as the ground tells. */
export function isQuickest(map: GridMap, fromX: number, fromY: number, toX: number, toY: number): boolean {
  if (!map.costs) return true;
  const dx = toX - fromX;
  const dy = toY - fromY;
  if (map.costs.least < 1 && dx * dx + dy * dy > SHORT * SHORT) return false;
  return isEven(map, fromX, fromY, toX, toY);
}
