import { largestOf } from '../../crowd/index.ts';
import { followScreens, gatherElements } from '../sight/screens.ts';
import { type PairEvents, sightEvents } from './events.ts';
import { addSightings, createSightingScratch, type SightingScratch } from './sightings.ts';

/** Lets indexes find events of sight: `neighbours` with both `sight` and `events`. Scenarios do so themselves; a program calls it before `createWorld`. */
export function registerSightEvents(): void {
  sightEvents.registered = { begin, addPairSightings };
}

export type SightEvents = { begin: typeof begin; addPairSightings: typeof addPairSightings };

function begin(pairs: PairEvents, farther: number): void {
  const { screens } = pairs;
  pairs.scratch ??= createSightingScratch();
  if (screens) followScreens(screens, pairs, reachOf(pairs) + farther);
  else listAll(pairs, pairs.scratch);
}

/** What hides another within the view of an agent during the step is this near at its beginning, metres. */
function reachOf({ crowd, former, shift }: PairEvents): number {
  const { count, motion, next, traits } = crowd;
  let longest = 0;
  for (let row = 0; row < count; row++) {
    const dx = next.x[row] - motion.x[row];
    const dy = next.y[row] - motion.y[row];
    longest = Math.max(longest, dx * dx + dy * dy);
  }
  const widest = Math.max(largestOf(traits.viewRadius, count), largestOf(former, count));
  return (widest + Math.sqrt(longest) + shift) * HAIR;
}

const HAIR = 1 + 1e-9;

function listAll({ obstacles }: PairEvents, scratch: SightingScratch): void {
  if (scratch.elements.length < obstacles.count) scratch.elements = new Int32Array(obstacles.count);
  for (let element = 0; element < obstacles.count; element++) scratch.elements[element] = element;
  scratch.elementCount = obstacles.count;
}

/** Adds the events of sight of two agents. */
export function addPairSightings(pairs: PairEvents, row: number, other: number): void {
  const { ahead, crowd, dt, events, former, obstacles, sight } = pairs;
  addSightings(gatherAround(pairs, row), crowd, obstacles, ahead, sight, row, other, dt, events, former);
}

/** Lists the elements that can hide others from an agent. */
export function gatherAround(pairs: PairEvents, row: number): SightingScratch {
  const { crowd, screens } = pairs;
  const scratch = pairs.scratch!;
  if (!screens || pairs.gathered === row) return scratch;
  pairs.gathered = row;
  gatherElements(screens, crowd.motion.x[row], crowd.motion.y[row]);
  scratch.elements = screens.elements;
  scratch.elementCount = screens.count;
  return scratch;
}
