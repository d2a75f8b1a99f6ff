import { beginLists, type Crowd, type Events, type NearLists, needPart } from '../../crowd/index.ts';
import { createTorus, fillTorus, type Torus } from '../cells/torus.ts';
import {
  isSighted,
  type NeighbourIndex,
  type Sight,
  type StepViews,
  type Surroundings,
} from '../common/contract.ts';
import type { NeighbourDefinition, Situation } from '../common/definition.ts';
import { appendNearest, createNearestSearch } from '../common/nearest.ts';
import {
  createRoster,
  fillRoster,
  matchRows,
  type Roster,
  requireRadius,
  requireRow,
  requireViews,
  storeArrival,
  storeDeparture,
} from '../common/roster.ts';
import { createScreens, keepVisible } from '../sight/screens.ts';
import type { GridEvents } from './events.ts';
import { neighbourEvents } from './events-part.ts';
import { appendNear, collectLists, usualOf } from './queries.ts';

export const grid: NeighbourDefinition = {
  name: 'grid',
  summary: 'Sorts the crowd into square cells in each step: the default, right for most crowds.',
  dimensions: [2, 3],
  create: createGridIndex,
  suits: suitsMost,
};

function suitsMost({ crowd, sight, walls }: Situation): string {
  if (crowd.dimension === 3) return 'three dimensions';
  return sight ? `sight among ${walls} walls for ${crowd.count} agents` : 'the fastest for near sets';
}

/**
 * Sorts the crowd into cells of half the largest usual view radius and searches the 25 cells around each agent; 125 in
 * space. Agents that see farther search more cells. For the nearest few it has a second grid, whose cells hold two agents
 * on average.
 */
export function createGridIndex(): NeighbourIndex {
  const roster = createRoster();
  const screens = createScreens();
  let found: GridEvents | undefined;
  const nearest = createNearestSearch();
  const discs = createCells();
  const inner = createCells();
  const fine = createCells();
  let surroundings: Surroundings | undefined;

  /** What was listed last, by present rows. */
  const present = (): Surroundings => {
    if (!surroundings) throw new Error('the neighbour index has not been updated yet');
    if (matchRows(roster, surroundings.crowd)) forget();
    return surroundings;
  };
  const forget = () => {
    discs.isCurrent = false;
    inner.isCurrent = false;
    fine.isCurrent = false;
    screens.isCurrent = false;
  };
  /** The grid of the discs, for view radii as they are now. */
  const discsOf = (crowd: Crowd): Cells => reaching(discs, crowd, crowd.traits.viewRadius);
  /** A grid for the usual ones of given radii. */
  const reaching = (cells: Cells, crowd: Crowd, radii: Float64Array): Cells => {
    const reach = usualOf(radii, crowd.count);
    if (!cells.isCurrent || cells.reach !== reach) fillCells(cells, roster, crowd, reach);
    return cells;
  };
  const near = (row: number, radius: number, lists: NearLists): void => {
    requireRadius(radius);
    const { crowd } = present();
    requireRow(crowd, row);
    if (!discs.isCurrent) discsOf(crowd);
    appendNear(discs.torus, roster, row, radius, lists);
  };
  const around = {
    known: () => fine.points,
    knows: (row: number) => !Number.isNaN(roster.x[row]),
    near: (row: number, radius: number, lists: NearLists) =>
      appendNear(fine.torus, roster, row, radius, lists),
    squaredDistance(row: number, other: number) {
      const dx = roster.x[other] - roster.x[row];
      const dy = roster.y[other] - roster.y[row];
      const dz = roster.z[other] - roster.z[row];
      return dx * dx + dy * dy + dz * dz;
    },
  };
  /** Removes hidden agents from a list. */
  const dropHidden = (now: Surroundings, row: number, radius: number, lists: NearLists): void =>
    keepVisible(screens, now, row, radius, roster.x, roster.y, roster.z, lists);

  return {
    name: grid.name,
    refusesPlaces: true,
    update(now: Surroundings): void {
      requireViews(now.crowd);
      surroundings = now;
      fillRoster(roster, now.crowd);
      forget();
    },
    near,
    visible(row: number, radius: number, lists: NearLists): void {
      near(row, radius, lists);
      dropHidden(present(), row, radius, lists);
      lists.length = lists.starts[row] + lists.counts[row];
    },
    nearest(row: number, count: number, lists: NearLists): void {
      const { crowd } = present();
      requireRow(crowd, row);
      if (!fine.isCurrent) fillCells(fine, roster, crowd, fineReach(roster));
      appendNearest(nearest, around, crowd.ids, row, count, lists);
    },
    list(due: Uint8Array, sight: Sight, lists: NearLists, radius?: Float64Array): void {
      const now = present();
      const { crowd } = now;
      const radii = radius ?? crowd.traits.viewRadius;
      beginLists(lists, crowd.capacity);
      if (crowd.count === 0) return;
      const { points, reach, torus } = radius ? reaching(inner, crowd, radius) : discsOf(crowd);
      const { order } = torus;
      collectLists(torus, points, radii, reach, due, lists);
      for (let row = 0; row < crowd.count; row++) {
        if (due[row] === 1 && radii[row] > reach) appendNear(torus, roster, row, radii[row], lists);
      }
      if (roster.complete) lists.order.set(order.subarray(0, points));
      if (sight === false) return;
      for (let place = 0; place < points; place++) {
        const row = order[place];
        if (due[row] === 1 && isSighted(sight, row)) dropHidden(now, row, radii[row], lists);
      }
    },
    insert(row: number): void {
      storeArrival(roster, present().crowd, row);
      forget();
    },
    remove(id: number): void {
      storeDeparture(roster, present().crowd, id);
      forget();
    },
    events(dt: number, events: Events, views?: StepViews): void {
      found = needPart(neighbourEvents).findGridEvents(found, present(), screens, dt, events, views);
    },
  };
}

/** A grid of the known agents. */
type Cells = {
  torus: Torus;
  reach: number;
  points: number;
  isCurrent: boolean;
  /** The known ones one after another, where not every agent is known. */
  rows: Int32Array;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
};

function createCells(): Cells {
  return {
    torus: createTorus(2),
    reach: 0,
    points: 0,
    isCurrent: false,
    rows: new Int32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    z: new Float64Array(0),
  };
}

function fillCells(cells: Cells, roster: Roster, crowd: Crowd, reach: number): void {
  const inSpace = crowd.dimension === 3;
  cells.reach = reach;
  cells.isCurrent = true;
  cells.points = roster.count;
  if (roster.complete) {
    fillTorus(cells.torus, roster.count, roster.x, roster.y, reach, inSpace ? roster.z : undefined);
    return;
  }
  packKnown(cells, roster);
  fillTorus(cells.torus, cells.points, cells.x, cells.y, reach, inSpace ? cells.z : undefined);
  const { order } = cells.torus;
  for (let place = 0; place < cells.points; place++) order[place] = cells.rows[order[place]];
}

function packKnown(cells: Cells, roster: Roster): void {
  if (cells.rows.length < roster.count) {
    cells.rows = new Int32Array(2 * roster.count);
    cells.x = new Float64Array(2 * roster.count);
    cells.y = new Float64Array(2 * roster.count);
    cells.z = new Float64Array(2 * roster.count);
  }
  let points = 0;
  for (let row = 0; row < roster.count; row++) {
    if (Number.isNaN(roster.x[row])) continue;
    cells.rows[points] = row;
    cells.x[points] = roster.x[row];
    cells.y[points] = roster.y[row];
    cells.z[points++] = roster.z[row];
  }
  cells.points = points;
}

/** A reach whose cells, half as large, would hold two agents each if these were spread evenly over their box. */
function fineReach({ count, x, y, z }: Roster): number {
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let minZ = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  let maxZ = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    if (Number.isNaN(x[row])) continue;
    minX = Math.min(minX, x[row]);
    minY = Math.min(minY, y[row]);
    minZ = Math.min(minZ, z[row]);
    maxX = Math.max(maxX, x[row]);
    maxY = Math.max(maxY, y[row]);
    maxZ = Math.max(maxZ, z[row]);
  }
  if (!(maxX >= minX)) return 1;
  const width = maxX - minX;
  const height = maxY - minY;
  const depth = maxZ - minZ;
  // Smaller and smaller, until there is a cell for every two: so a crowd on a line or in a plane gets its share too.
  let side = Math.max(width, height, depth, SMALLEST_SIDE);
  while (side > SMALLEST_SIDE && 2 * (width / side + 1) * (height / side + 1) * (depth / side + 1) < count) {
    side *= 0.8;
  }
  return 2 * side;
}

const SMALLEST_SIDE = 1e-9;
