import type { Crowd, Events, NearLists } from '../crowd/index.ts';
import { createBruteIndex } from './brute.ts';
import type { NeighbourIndex, Surroundings } from './common/contract.ts';
import { createGridIndex } from './grid/grid.ts';
import { createKineticIndex } from './kinetic/kinetic.ts';

const makers = { brute: createBruteIndex, grid: createGridIndex, kinetic: createKineticIndex } as const;

type Choice = { name: keyof typeof makers; why: string };

/** The index of a name: brute, grid, kinetic or auto. `sight` tells auto what it will be asked. */
export function createNeighbourIndex(name: keyof typeof makers | 'auto', sight = false): NeighbourIndex {
  if (name === 'auto') return createAutoIndex(sight);
  if (!Object.hasOwn(makers, name)) {
    throw new RangeError(`no neighbour index ${JSON.stringify(name)}: expected brute, grid, kinetic or auto`);
  }
  return makers[name]();
}

/** Up to so many agents, looking at every pair costs less than any order among them. */
const FEW_AGENTS = 40;
/**
 * From so many walls on, walking a triangulation is cheaper than trying the walls around for each neighbour; not where
 * walls outnumber agents, for the triangulation has to follow them all.
 */
const MANY_WALLS = 400;
/** With more agents than this for each wall, the cells of most agents name no wall, and the grid has little to try. */
const AGENTS_PER_WALL = 30;
/** The grid's cells are made for the widest view: how much wider, in area, than the views are on the average. */
const WIDE_VIEW = 12;
/** How much denser it is around an agent than on the average, before rings of equal cells take long to find the nearest. */
const CROWDED = 8;
/** Updates between two looks at whether the choice is still right; a crowd that has doubled or halved is looked at at once. */
const OFTEN = 512;

/**
 * Uses one of the other indexes and says why; docs/models/neighbours.md has the measurements behind the rules. They all
 * find the same sets, so the choice changes the cost and never a result, and it may be made anew as the crowd changes.
 */
function createAutoIndex(sight = false): NeighbourIndex {
  const made: Partial<Record<keyof typeof makers, NeighbourIndex>> = {};
  const asked = { sight, nearest: false };
  let choice: Choice = { name: 'grid', why: 'nothing has been asked yet' };
  let index = createGridIndex();
  made.grid = index;
  let updates = 0;
  const situation = new Int32Array(5).fill(-1);
  return {
    name: 'auto',
    get chosen() {
      return choice.name;
    },
    get reason() {
      return choice.why;
    },
    get report() {
      return index.report;
    },
    update(surroundings: Surroundings): void {
      const changed = noteSituation(situation, surroundings, asked);
      if (changed || updates % OFTEN === 0) {
        choice = choose(surroundings, asked);
        made[choice.name] ??= makers[choice.name]();
        index = made[choice.name]!;
      }
      updates++;
      index.update(surroundings);
    },
    near(row: number, radius: number, lists: NearLists): void {
      index.near(row, radius, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      asked.sight = true;
      index.visible(row, radius, lists);
    },
    nearest(row: number, count: number, lists: NearLists): void {
      asked.nearest = true;
      index.nearest(row, count, lists);
    },
    list(due: Uint8Array, sighted: boolean, lists: NearLists): void {
      if (sighted) asked.sight = true;
      index.list(due, sighted, lists);
    },
    insert(row: number): void {
      index.insert(row);
    },
    remove(id: number): void {
      index.remove(id);
    },
    events(dt: number, events: Events): void {
      index.events(dt, events);
    },
  };
}

type Asked = { sight: boolean; nearest: boolean };

/** Notes what a choice ought to be made anew for: agents to a power of two, obstacles, what is asked; says if it changed. */
function noteSituation(
  situation: Int32Array,
  { crowd, obstacles, solids }: Surroundings,
  asked: Asked,
): boolean {
  let changed = false;
  const note = (place: number, value: number) => {
    if (situation[place] !== value) changed = true;
    situation[place] = value;
  };
  note(0, Math.clz32(crowd.count));
  note(1, obstacles.count);
  note(2, solids.count);
  note(3, asked.sight ? 1 : 0);
  note(4, asked.nearest ? 1 : 0);
  return changed;
}

function choose({ crowd, obstacles, solids }: Surroundings, asked: Asked): Choice {
  const looksThrough = asked.sight && obstacles.count + solids.count > 0;
  if (crowd.count <= FEW_AGENTS && !looksThrough) return { name: 'brute', why: 'few agents' };
  if (crowd.dimension === 3) return { name: 'grid', why: 'three dimensions' };
  let walls = 0;
  for (let element = 0; element < obstacles.count; element++) if (obstacles.radius[element] === 0) walls++;
  if (asked.sight && walls >= MANY_WALLS && walls <= crowd.count && crowd.count <= AGENTS_PER_WALL * walls) {
    return { name: 'kinetic', why: `sight among ${walls} walls` };
  }
  if (asked.nearest && crowdingOf(crowd) > CROWDED) {
    return { name: 'kinetic', why: 'the nearest at uneven density' };
  }
  if (viewSpread(crowd) > WIDE_VIEW)
    return { name: 'kinetic', why: 'a few see much farther than the others' };
  return { name: 'grid', why: asked.sight ? whyNotWalls(walls, crowd) : 'all see about equally far' };
}

function whyNotWalls(walls: number, { count }: Crowd): string {
  if (walls < MANY_WALLS || count > AGENTS_PER_WALL * walls) return `sight among few walls (${walls})`;
  return `sight among ${walls} walls, more than the ${count} agents`;
}

/** The largest view over the mean one, by area. */
function viewSpread({ count, traits }: Crowd): number {
  let largest = 0;
  let sum = 0;
  for (let row = 0; row < count; row++) {
    const area = traits.viewRadius[row] * traits.viewRadius[row];
    largest = Math.max(largest, area);
    sum += area;
  }
  return sum > 0 ? (largest * count) / sum : 1;
}

const SIDE = 32;

/** How many times denser it is around an agent, on the average, than if everybody were spread evenly over the box. */
function crowdingOf({ count, motion }: Crowd): number {
  const { x, y } = motion;
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    minX = Math.min(minX, x[row]);
    minY = Math.min(minY, y[row]);
    maxX = Math.max(maxX, x[row]);
    maxY = Math.max(maxY, y[row]);
  }
  const cells = new Float64Array(SIDE * SIDE);
  const across = SIDE / Math.max(maxX - minX, 1e-9);
  const up = SIDE / Math.max(maxY - minY, 1e-9);
  for (let row = 0; row < count; row++) {
    const column = Math.min(SIDE - 1, Math.floor((x[row] - minX) * across));
    cells[Math.min(SIDE - 1, Math.floor((y[row] - minY) * up)) * SIDE + column]++;
  }
  let pairs = 0;
  for (let cell = 0; cell < cells.length; cell++) pairs += cells[cell] * cells[cell];
  // Of n agents thrown evenly, n²/cells + n pairs share a cell: the second term is chance, not crowding.
  return Math.max(0, pairs - count) / ((count * count) / cells.length);
}
