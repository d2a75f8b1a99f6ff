import {
  beginLists,
  createNearLists,
  createObstacles,
  distanceToAgent,
  type Hearsay,
  hasAgent,
  longer,
  type NearLists,
  type Obstacles,
  reserveEntries,
  rowOf,
} from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import { type Hearing, hearing, MOST_KNOWN } from './hearing-part.ts';

/** Lets walkers heed what they heard. Pages whose agents tell each other nothing do not load this. */
export function registerHearing(): void {
  hearing.registered = { hear, avoid, addTracks, elementOf, agentOf };
}

/** The elements that agents perceive, and those that they know of. */
type Joined = {
  lists: NearLists;
  /** The world's own elements, which keep their numbers, and behind them copies of the known ones. */
  obstacles: Obstacles;
  /** Of each copy: its element in the hearsay. */
  elements: Int32Array;
};

/** Scratch of each world, by its hearsay. */
const scratch = new WeakMap<Hearsay, Joined>();

function joinedOf(hearsay: Hearsay): Joined {
  let all = scratch.get(hearsay);
  if (!all) {
    all = { lists: createNearLists(), obstacles: createObstacles([]), elements: new Int32Array(0) };
    scratch.set(hearsay, all);
  }
  return all;
}

/** The input with known elements of obstacles among those perceived, each where it was seen; they stand. */
function hear(input: SteeringInput): SteeringInput {
  const { crowd, hearsay, obstacles, perception } = input;
  if (!hearsay || hearsay.near.length === 0) return input;
  const all = joinedOf(hearsay);
  reserve(all, obstacles.count, hearsay.near.length);
  const { elements, lists } = all;
  const { counts, items, starts } = perception.obstacles;
  let copies = 0;
  beginLists(lists, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    const before = copies;
    copies = listKnown(hearsay, row, elements, before);
    const count = counts[row] + copies - before;
    const to = reserveEntries(lists, count);
    let place = lists.length;
    for (let k = 0; k < counts[row]; k++) to[place++] = items[starts[row] + k];
    for (let k = before; k < copies; k++) to[place++] = obstacles.count + k;
    lists.starts[row] = lists.length;
    lists.counts[row] = count;
    lists.length = place;
  }
  writeElements(all, obstacles, hearsay.obstacles, copies);
  return { ...input, obstacles: all.obstacles, perception: { agents: perception.agents, obstacles: lists } };
}

/** The columns of obstacles that steering reads. */
const columns = ['startX', 'startY', 'endX', 'endY', 'radius', 'shiftX', 'shiftY', 'owner', 'class'] as const;

/** Makes room for the world's own elements and `most` copies. */
function reserve(all: Joined, own: number, most: number): void {
  if (all.elements.length < most) all.elements = new Int32Array(2 * most);
  const { obstacles } = all;
  if (obstacles.radius.length >= own + most) return;
  for (const name of columns) obstacles[name] = longer(obstacles[name], own + 2 * most) as never;
}

/** Lists the known elements of a row behind the first `from`, in the order of the world's own; returns their number. */
function listKnown({ element, near }: Hearsay, row: number, elements: Int32Array, from: number): number {
  const { counts, items, starts } = near;
  let count = from;
  for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
    const item = items[entry];
    if (element[item] < 0) continue;
    let place = count++;
    for (; place > from && element[elements[place - 1]] > element[item]; place--) {
      elements[place] = elements[place - 1];
    }
    elements[place] = item;
  }
  return count;
}

function writeElements(
  { elements, obstacles }: Joined,
  own: Obstacles,
  known: Obstacles,
  copies: number,
): void {
  // Loops over all elements end before the copies.
  obstacles.count = own.count;
  obstacles.firstMoving = own.firstMoving;
  for (const name of columns) {
    const to = obstacles[name];
    const from = known[name];
    to.set(own[name].subarray(0, own.count));
    for (let k = 0; k < copies; k++) to[own.count + k] = from[elements[k]];
  }
}

/** Sources of half-planes from here on are known agents. */
const FIRST = 1000;

/** The known agents of the current row, the nearest first: elements of the hearsay, offsets and squared distances. */
const nearest = {
  count: 0,
  element: new Int32Array(MOST_KNOWN),
  x: new Float64Array(MOST_KNOWN),
  y: new Float64Array(MOST_KNOWN),
  squared: new Float64Array(MOST_KNOWN),
};

function gatherKnown(
  { near, agent, obstacles }: Hearsay,
  { motion }: SteeringInput['crowd'],
  row: number,
): void {
  const { counts, items, starts } = near;
  const { element, squared, x, y } = nearest;
  nearest.count = 0;
  for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
    const item = items[entry];
    if (agent[item] < 0) continue;
    const dx = obstacles.startX[item] - motion.x[row];
    const dy = obstacles.startY[item] - motion.y[row];
    const distance = dx * dx + dy * dy;
    const isBefore = (place: number) =>
      distance < squared[place] || (distance === squared[place] && agent[item] < agent[element[place]]);
    let place = nearest.count;
    if (place < MOST_KNOWN) nearest.count++;
    else if (!isBefore(--place)) continue;
    for (; place > 0 && isBefore(place - 1); place--) {
      element[place] = element[place - 1];
      x[place] = x[place - 1];
      y[place] = y[place - 1];
      squared[place] = squared[place - 1];
    }
    element[place] = item;
    x[place] = dx;
    y[place] = dy;
    squared[place] = distance;
  }
}

/** Avoids known agents as if they stood where they were seen. */
const avoid: Hearing['avoid'] = (addVelocityObstacle, planes, near, input, row, isPersonal) => {
  const { crowd, hearsay } = input;
  if (!hearsay || hearsay.near.counts[row] === 0) return;
  gatherKnown(hearsay, crowd, row);
  // The place of the ends of walls, behind those of the agents perceived.
  const other = near.row.length;
  const { motion, traits } = crowd;
  for (let k = 0; k < nearest.count; k++) {
    const item = nearest.element[k];
    const id = hearsay.agent[item];
    near.x[other] = nearest.x[k];
    near.y[other] = nearest.y[k];
    near.squared[other] = nearest.squared[k];
    near.velocityX[other] = motion.velocityX[row];
    near.velocityY[other] = motion.velocityY[row];
    near.touch[other] = traits.radius[row] + hearsay.obstacles.radius[item];
    near.margin[other] =
      isPersonal && hasAgent(crowd, id)
        ? distanceToAgent(crowd, row, rowOf(crowd, id), near.desiredGap)
        : near.desiredGap;
    near.share[other] = 1;
    addVelocityObstacle(planes, near, input, row, other, FIRST + k);
  }
};

/** Adds known agents to those around which an agent plans: they stand where they were seen. */
const addTracks: Hearing['addTracks'] = (addStraightTrack, tracks, { crowd, hearsay }, row) => {
  if (!hearsay || hearsay.near.counts[row] === 0) return;
  gatherKnown(hearsay, crowd, row);
  const { radius, startX, startY } = hearsay.obstacles;
  for (let k = 0; k < nearest.count; k++) {
    const item = nearest.element[k];
    addStraightTrack(tracks, startX[item], startY[item], 0, 0, radius[item], 1);
  }
};

function elementOf({ hearsay, obstacles }: SteeringInput, element: number): number {
  return hearsay && element >= obstacles.count ? joinedOf(hearsay).elements[element - obstacles.count] : -1;
}

function agentOf(source: number): number {
  return source < FIRST ? -1 : nearest.element[source - FIRST];
}
