import { largestOf } from '../../crowd/index.ts';
import { followScreens, gatherElements } from '../sight/screens.ts';
import type { PairEvents } from './events.ts';
import { addSightings, createSightingScratch, type SightingScratch } from './sightings.ts';

/** Starts the events of sight of a step. */
export function beginSightings(pairs: PairEvents, farther: number): void {
  const { screens } = pairs;
  pairs.scratch ??= createSightingScratch();
  if (screens) followScreens(screens, pairs, reachOf(pairs) + farther);
  else listAll(pairs, pairs.scratch);
}

/** What hides another within the view of an agent during the step is this near at its beginning, metres. */
function reachOf({ crowd, former, shift }: PairEvents): number {
  const { count, motion, next, traits } = crowd;
  const { viewRadius } = traits;
  let longest = 0;
  for (let row = 0; row < count; row++) {
    const dx = next.x[row] - motion.x[row];
    const dy = next.y[row] - motion.y[row];
    const squared = dx * dx + dy * dy;
    if (squared > longest) longest = squared;
  }
  const widest = largestOf(viewRadius, count);
  const before = former === viewRadius ? widest : largestOf(former, count);
  return (Math.max(widest, before) + Math.sqrt(longest) + shift) * HAIR;
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
