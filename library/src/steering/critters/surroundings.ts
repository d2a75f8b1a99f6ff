import {
  closestOfObstacle,
  distanceToAgent,
  distanceToObstacle,
  type Hearsay,
  hasAgent,
  type NearLists,
  rowOf,
} from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';
import type { SteeringInput } from '../contract.ts';
import { addField, createTerms, type Terms } from './acceleration-field.ts';
import { kindOfAgent, type Objects } from './objects.ts';

/** For each obstacle so far: the element with its closest point, or −1, and the term of this point. */
export type Closest = { element: Int32Array; term: Int32Array };

export function createClosest(obstacles: number): Closest {
  return { element: new Int32Array(obstacles), term: new Int32Array(obstacles) };
}

/** A point that acts by a field; none if its strength is 0. */
export type Pull = { point: Float64Array; strength: number; exponent: number };

export function createPull(): Pull {
  return { point: new Float64Array(3), strength: 0, exponent: 0 };
}

/** Empties the terms and makes room for everything near `row` but agents. */
export function clearTerms({ hearsay, perception }: SteeringInput, row: number, terms: Terms): Terms {
  const known = hearsay ? hearsay.near.counts[row] : 0;
  const wanted = perception.obstacles.counts[row] + known;
  terms.count = 0;
  return terms.gap.length < wanted ? createTerms(wanted + (wanted >> 1)) : terms;
}

/** Adds the fields of the agents near `row`, acting at `place`; they are where they were when the step began. */
export function addAgents(
  { crowd, perception }: SteeringInput,
  row: number,
  { agents }: Objects,
  kinds: Int32Array,
  place: Float64Array,
  sum: Float64Array,
): void {
  const { counts, items, starts } = perception.agents;
  const { x, y, z } = crowd.motion;
  const { radius } = crowd.traits;
  const { exponent, strength } = agents;
  const isPersonal = crowd.distances.inUse;
  const ownX = place[0];
  const ownY = place[1];
  const ownZ = place[2];
  const ownRadius = radius[row];
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const other = items[entry];
    const dx = x[other] - ownX;
    const dy = y[other] - ownY;
    const dz = z[other] - ownZ;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // Coincident centres have no direction: contact resolution separates them, steering cannot.
    if (distance === 0) continue;
    const kept = isPersonal ? distanceToAgent(crowd, row, other, 0) : 0;
    const gap = distance - ownRadius - radius[other] - kept;
    const kind = kinds[other];
    addField(sum, dx, dy, dz, distance, gap, strength[kind], exponent[kind]);
  }
}

/**
 * Appends the terms of the obstacles near `row`, and of the things that it knows of, acting at `place`. An obstacle acts from
 * its one closest point, however many elements it has; each wall of the border is an obstacle of its own.
 */
export function gatherObstacles(
  input: SteeringInput,
  row: number,
  objects: Objects,
  closest: Closest,
  place: Float64Array,
  offset: Float64Array,
  terms: Terms,
): void {
  const { hearsay, perception } = input;
  const flat = input.crowd.dimension === 2;
  forgetClosest(perception.obstacles, row, (flat ? input.obstacles : input.solids).owner, closest);
  if (hearsay) forgetClosest(hearsay.near, row, (flat ? hearsay.obstacles : hearsay.solids).owner, closest);
  gatherThings(input, undefined, row, objects, closest, place, offset, terms);
  if (hearsay) gatherThings(input, hearsay, row, objects, closest, place, offset, terms);
}

function forgetClosest(
  { counts, items, starts }: NearLists,
  row: number,
  owner: Int32Array,
  closest: Closest,
): void {
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const obstacle = owner[items[entry]];
    if (obstacle >= 0) closest.element[obstacle] = -1;
  }
}

/** Appends the things perceived, or those known from hearsay. */
function gatherThings(
  { crowd, obstacles: perceived, perception, solids: perceivedSolids }: SteeringInput,
  hearsay: Hearsay | undefined,
  row: number,
  objects: Objects,
  closest: Closest,
  place: Float64Array,
  offset: Float64Array,
  terms: Terms,
): void {
  const { counts, items, starts } = hearsay ? hearsay.near : perception.obstacles;
  const obstacles = hearsay ? hearsay.obstacles : perceived;
  const solids = hearsay ? hearsay.solids : perceivedSolids;
  const flat = crowd.dimension === 2;
  const { class: classOf, owner, radius } = flat ? obstacles : solids;
  const ownRadius = crowd.traits.radius[row];
  const end = starts[row] + counts[row];
  for (let entry = starts[row]; entry < end; entry++) {
    const element = items[entry];
    const number = hearsay ? hearsay.element[element] : element;
    if (flat) closestOfObstacle(obstacles, element, place[0], place[1], offset);
    else closestOfSolid(solids, element, place[0], place[1], place[2], offset);
    const dx = offset[0];
    const dy = offset[1];
    const dz = offset[2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A critter exactly on the point has no direction to it; contact resolution moves it away.
    if (distance === 0) continue;
    const obstacle = owner[element];
    const isAgent = hearsay !== undefined && number < 0;
    const known =
      isAgent && hasAgent(crowd, hearsay.agent[element]) ? rowOf(crowd, hearsay.agent[element]) : -1;
    const kept = isAgent
      ? known < 0
        ? 0
        : distanceToAgent(crowd, row, known, 0)
      : distanceToObstacle(crowd, row, obstacle, classOf[element], 0);
    const gap = distance - radius[element] - ownRadius - kept;
    let term = terms.count;
    if (obstacle >= 0) {
      const before = closest.element[obstacle];
      if (before >= 0) {
        term = closest.term[obstacle];
        // Of two equally close elements the one with the lower number, whatever their order.
        if (gap > terms.gap[term] || (gap === terms.gap[term] && number > before)) continue;
      }
      closest.element[obstacle] = number;
      closest.term[obstacle] = term;
    }
    terms.dx[term] = dx;
    terms.dy[term] = dy;
    terms.dz[term] = dz;
    terms.distance[term] = distance;
    terms.gap[term] = gap;
    const { exponent, strength } = isAgent ? objects.agents : objects.obstacles;
    const kind = isAgent
      ? kindOfAgent(objects, hearsay.agent[element], hearsay.group[element])
      : obstacle + 1;
    terms.strength[term] = strength[kind];
    terms.exponent[term] = exponent[kind];
    if (term === terms.count) terms.count++;
  }
}

/** Adds the field of an attractive point, acting at `place`. */
export function addPull({ exponent, point, strength }: Pull, place: Float64Array, sum: Float64Array): void {
  if (strength === 0) return;
  const dx = point[0] - place[0];
  const dy = point[1] - place[1];
  const dz = point[2] - place[2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (distance > 0) addField(sum, dx, dy, dz, distance, distance, strength, exponent);
}
