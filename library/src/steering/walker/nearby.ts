import type { Crowd } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';

/** Metres between centres within which agents count as a crowd. */
export const CROWD_REACH = 4;

/** The largest number of neighbours, and of walls, that an agent avoids: the nearest ones; where more are near, only CROWDED. */
const MOST = 12;
const CROWDED = 8;
export const MOST_AGENTS = MOST;
export const MOST_WALLS = 12;

/**
 * The agents and walls that an agent avoids now, and what it knows of itself. The parts of a decision hand numbers on here and
 * not as arguments: calls would allocate them.
 */
export function createHindrances() {
  return {
    /** Where all agents are: x and y in turn. Gathering reads them at random, and finds them together. */
    places: new Float64Array(0),
    /** The agents, the nearest first: their number, rows, offsets from the agent, squared distances, and sums of both radii. */
    agents: 0,
    row: new Int32Array(MOST),
    x: new Float64Array(MOST + 1),
    y: new Float64Array(MOST + 1),
    squared: new Float64Array(MOST + 1),
    outlines: new Float64Array(MOST),
    /**
     * For their half-planes: the velocity of the agent relative to each, the distance at which they touch, the desired gap,
     * and the share of the avoidance that the agent takes. The last place is for the end of a wall.
     */
    velocityX: new Float64Array(MOST + 1),
    velocityY: new Float64Array(MOST + 1),
    touch: new Float64Array(MOST + 1),
    margin: new Float64Array(MOST + 1),
    share: new Float64Array(MOST + 1),
    /** The walls: elements, their gaps, and the unit vectors towards their nearest points. */
    walls: 0,
    element: new Int32Array(MOST_WALLS),
    gap: new Float64Array(MOST_WALLS),
    towardsX: new Float64Array(MOST_WALLS),
    towardsY: new Float64Array(MOST_WALLS),
    /** Agents nearer than CROWD_REACH. */
    crowd: 0,
    /** Whether walls on both sides leave room for one body only. */
    isFile: false,
    /** Metres from the body within which walls count. */
    reach: 0.5,
    /** Of the agent itself: impatience, and the seconds ahead and the metres between bodies for which it avoids others. */
    impatience: 0.5,
    horizon: 0.5,
    desiredGap: 0.5,
    /** The horizon for the bodies at hand, seconds. */
    time: 0.5,
  };
}

export type Hindrances = ReturnType<typeof createHindrances>;

const SQUARED_REACH = CROWD_REACH * CROWD_REACH;

/** Scratch of the search: rows and squared distances. Engines read arrays of a module's own fastest. */
const rows = new Int32Array(4 * MOST);
const nearest = new Float64Array(MOST);

/** Reads where all agents are now, before agents are gathered. */
export function readPlaces(near: Hindrances, { capacity, count, motion }: Crowd): void {
  if (near.places.length < 2 * capacity) near.places = new Float64Array(2 * capacity);
  const { places } = near;
  const { x, y } = motion;
  for (let row = 0; row < count; row++) {
    places[row << 1] = x[row];
    places[(row << 1) | 1] = y[row];
  }
}

/**
 * Gathers the nearest agents perceived, in an order that does not depend on the order of rows. It begins in the middle of the
 * list, where a grid of cells lists the nearest, and leaves the ones gathered there, the nearest one first: lists are kept for
 * some steps, in which agents move little, so that the next time few entries change places. The order of a list has no
 * meaning.
 */
export function gatherAgents(near: Hindrances, { crowd, perception }: SteeringInput, row: number): void {
  const { counts, items, starts } = perception.agents;
  const count = counts[row];
  const { places } = near;
  const { ids } = crowd;
  const ownX = places[row << 1];
  const ownY = places[(row << 1) | 1];
  const end = starts[row] + count;
  const most = count > MOST ? CROWDED : MOST;
  const first = starts[row] + (count > most ? (count - most) >> 1 : 0);
  let agents = 0;
  let crowded = 0;
  // Of the last one gathered, once there are MOST.
  let last = Number.POSITIVE_INFINITY;
  for (let n = 0, entry = first; n < count; n++, entry++) {
    if (entry === end) entry -= count;
    const other = items[entry];
    const dx = places[other << 1] - ownX;
    const dy = places[(other << 1) | 1] - ownY;
    const squared = dx * dx + dy * dy;
    if (squared < SQUARED_REACH) crowded++;
    if (squared > last) continue;
    let place = agents;
    if (place === most) {
      if (squared === last && ids[other] > ids[rows[most - 1]]) continue;
      items[entry] = rows[most - 1];
      place--;
    } else agents++;
    for (; place > 0; place--) {
      const before = nearest[place - 1];
      if (before < squared || (before === squared && ids[rows[place - 1]] < ids[other])) break;
      nearest[place] = before;
      rows[place] = rows[place - 1];
    }
    nearest[place] = squared;
    rows[place] = other;
    if (agents === most) last = nearest[most - 1];
  }
  const { radius } = crowd.traits;
  for (let k = 0; k < agents; k++) {
    const other = rows[k];
    items[first + k] = other;
    near.row[k] = other;
    near.squared[k] = nearest[k];
    near.x[k] = places[other << 1] - ownX;
    near.y[k] = places[(other << 1) | 1] - ownY;
    near.outlines[k] = radius[row] + radius[other];
  }
  near.agents = agents;
  near.crowd = crowded;
}

/** Seconds ahead that moving walls are seen coming. */
const FORESIGHT = 2.5;

/** Whether a moving wall at (dx, dy) will be within `far` metres soon. */
function comes(
  { dt, obstacles: { firstMoving, shiftX, shiftY } }: SteeringInput,
  element: number,
  dx: number,
  dy: number,
  far: number,
): boolean {
  if (element < firstMoving) return false;
  const x = dx + (shiftX[element] / dt) * FORESIGHT;
  const y = dy + (shiftY[element] / dt) * FORESIGHT;
  return x * x + y * y <= far * far;
}

/** Gathers the nearest walls within reach of the body, and moving ones that will be. */
export function gatherWalls(near: Hindrances, input: SteeringInput, row: number): void {
  const { reach } = near;
  const { crowd, obstacles, perception } = input;
  const { counts, items, starts } = perception.obstacles;
  const { endX, endY, startX, startY } = obstacles;
  const ownX = crowd.motion.x[row];
  const ownY = crowd.motion.y[row];
  const ownRadius = crowd.traits.radius[row];
  near.walls = 0;
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const element = items[entry];
    const alongX = endX[element] - startX[element];
    const alongY = endY[element] - startY[element];
    const length = alongX * alongX + alongY * alongY;
    const t =
      length > 0 ? ((ownX - startX[element]) * alongX + (ownY - startY[element]) * alongY) / length : 0;
    const clipped = t < 0 ? 0 : t > 1 ? 1 : t;
    const dx = startX[element] + clipped * alongX - ownX;
    const dy = startY[element] + clipped * alongY - ownY;
    const far = reach + ownRadius + obstacles.radius[element];
    const squared = dx * dx + dy * dy;
    if (squared > far * far && !comes(input, element, dx, dy, far)) continue;
    const distance = Math.sqrt(squared);
    const gap = distance - ownRadius - obstacles.radius[element];
    let place = near.walls;
    if (place === MOST_WALLS) {
      const last = near.gap[place - 1];
      if (gap > last || (gap === last && element > near.element[place - 1])) continue;
      place--;
    } else near.walls++;
    while (
      place > 0 &&
      (near.gap[place - 1] > gap || (near.gap[place - 1] === gap && near.element[place - 1] > element))
    ) {
      near.gap[place] = near.gap[place - 1];
      near.element[place] = near.element[place - 1];
      near.towardsX[place] = near.towardsX[place - 1];
      near.towardsY[place] = near.towardsY[place - 1];
      place--;
    }
    near.gap[place] = gap;
    near.element[place] = element;
    near.towardsX[place] = distance > 0 ? dx / distance : 0;
    near.towardsY[place] = distance > 0 ? dy / distance : 0;
  }
}
