import { doubled, type Targets } from '../../crowd/index.ts';
import { createTargetCells, entryTo, listTargetCells, type TargetCells, type Terrain } from '../map/index.ts';

/** Cells in which paths end, in groups: one for each target that may be reached. */
export type Goals = {
  cells: Int32Array;
  count: number;
  groupCount: number;
  /** The target of each group, −1: a place of the agent's own; and the first cell behind the group. */
  target: Int32Array;
  end: Int32Array;
  /** Where the target of each group was when it was listed, metres. */
  x: Float64Array;
  y: Float64Array;
  /** Cells that were looked at: the work done. */
  visited: number;
  /** Scratch: the cells of a target, and those between a closed place and open ground. */
  found: TargetCells;
  path: number[];
};

export function createGoals(): Goals {
  return {
    cells: new Int32Array(256),
    count: 0,
    groupCount: 0,
    target: new Int32Array(16),
    end: new Int32Array(16),
    x: new Float64Array(16),
    y: new Float64Array(16),
    visited: 0,
    found: createTargetCells(),
    path: [],
  };
}

export function clearGoals(goals: Goals): void {
  goals.count = 0;
  goals.groupCount = 0;
  goals.visited = 0;
}

/**
 * Adds the open cells of a part whose centre is in the target. If no open cell of any part is, it is entered from the open
 * cell nearest to it.
 */
export function addTargetCells(
  goals: Goals,
  terrain: Terrain,
  targets: Targets,
  target: number,
  part: number,
): void {
  const { found } = goals;
  goals.visited += listTargetCells(found, terrain, targets, target);
  for (let k = 0; k < found.count; k++) {
    if (terrain.part[found.cells[k]] === part) addCell(goals, found.cells[k]);
  }
  if (found.count === 0) addNearestCell(goals, terrain, targets.x[target], targets.y[target], part);
  endGroup(goals, target, targets.x[target], targets.y[target]);
}

/** Adds the open cell at a place, or the one nearest to it. */
export function addPlace(goals: Goals, terrain: Terrain, x: number, y: number, part: number): void {
  addNearestCell(goals, terrain, x, y, part);
  endGroup(goals, -1, x, y);
}

/** Adds cells that were listed before. */
export function addCells(goals: Goals, cells: ArrayLike<number>, target: number, x: number, y: number): void {
  for (let k = 0; k < cells.length; k++) addCell(goals, cells[k]);
  endGroup(goals, target, x, y);
}

/** The group that a goal cell belongs to; the first one, where targets overlap. */
export function groupOfCell({ cells, end }: Goals, cell: number): number {
  let k = 0;
  while (cells[k] !== cell) k++;
  let group = 0;
  while (k >= end[group]) group++;
  return group;
}

function addNearestCell(goals: Goals, terrain: Terrain, x: number, y: number, part: number): void {
  const cell = entryTo(terrain, x, y, goals.path);
  if (cell >= 0 && terrain.part[cell] === part) addCell(goals, cell);
}

function addCell(goals: Goals, cell: number): void {
  if (goals.count === goals.cells.length) goals.cells = doubled(goals.cells);
  goals.cells[goals.count++] = cell;
}

/** Closes the group that has been filled; an empty one does not count. */
function endGroup(goals: Goals, target: number, x: number, y: number): void {
  const { groupCount } = goals;
  if (goals.count === (groupCount > 0 ? goals.end[groupCount - 1] : 0)) return;
  if (groupCount === goals.end.length) {
    goals.end = doubled(goals.end);
    goals.target = doubled(goals.target);
    goals.x = doubled(goals.x);
    goals.y = doubled(goals.y);
  }
  goals.end[groupCount] = goals.count;
  goals.target[groupCount] = target;
  goals.x[groupCount] = x;
  goals.y[groupCount] = y;
  goals.groupCount++;
}
