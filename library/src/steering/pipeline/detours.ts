import { Feel, State } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** The directions of a step in which agents walk around others. */
export type Detours = { x: Float64Array; y: Float64Array };

export function createDetours(): Detours {
  return { x: new Float64Array(0), y: new Float64Array(0) };
}

/**
 * Agents that others block walk around them: for some seconds they walk to the right of where they want to go. On a circle
 * that has closed in the middle, all walk around together, and it opens. docs/models/pipeline.md, "Walking around others".
 */
export function goRound(frame: Frame, { detour, stuckAfter }: PipelineParameters, detours: Detours): void {
  const { count, dt, due, now, own } = frame;
  if (detour === 0) return;
  const { detourEnd, feelCentre, plan, state, stuck } = own;
  let isAny = 0;
  for (let row = 0; row < count; row++) {
    // Few agents are stuck, while which are due is hard to predict.
    if (stuck[row] * dt >= stuckAfter && due[row] === 1 && plan[row] === 0 && isHeldUp(feelCentre[row])) {
      // One that stands on its way around, too, goes straight on for as long. Otherwise a jam would turn right without end.
      const standsAside = now < detourEnd[row];
      detourEnd[row] = standsAside ? now : now + detour;
      stuck[row] = standsAside ? -detour / dt : 0;
      // No rule turns it to its goal where it touches others.
      if (standsAside) state[row] = State.turning;
    }
    isAny |= due[row] & Number(now < detourEnd[row]);
  }
  if (isAny === 1) turnRight(frame, detours);
}

/** An agent behind one that goes the same way waits in line, and one before a wall finds no way round it. */
function isHeldUp(ahead: number): boolean {
  return ahead !== Feel.same && ahead !== Feel.wall;
}

/** Turns the directions of agents that walk around others by a right angle. The planner's own directions stay as they are. */
function turnRight(frame: Frame, detours: Detours): void {
  const { count, directionX, directionY, now } = frame;
  const { detourEnd } = frame.own;
  if (detours.x.length < count) {
    detours.x = new Float64Array(frame.capacity);
    detours.y = new Float64Array(frame.capacity);
  }
  const { x, y } = detours;
  for (let row = 0; row < count; row++) {
    const isRound = now < detourEnd[row];
    x[row] = isRound ? directionY[row] : directionX[row];
    y[row] = isRound ? -directionX[row] : directionY[row];
  }
  frame.directionX = x;
  frame.directionY = y;
}
