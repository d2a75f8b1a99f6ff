import { stepWorld, timeOf, type World } from '../simulation/index.ts';
import { createView, updateView, type View } from './view.ts';

/** A world that keeps up with the clock of a page. */
export type Realtime = {
  /** The last two states of the world. */
  readonly view: View;
  /**
   * Takes the milliseconds that `requestAnimationFrame` passes to its callback. Steps the world as often as the time since
   * the last call asks for, and returns the time to draw: simulated seconds, between the two states of the view.
   */
  advance(milliseconds: number): number;
};

/**
 * Steps a world at its fixed dt while a page draws at its own rate. After a pause, such as that of a hidden page, the world
 * catches up at most `mostSteps` steps and the rest of the time is dropped.
 */
export function createRealtime(world: World, { mostSteps = 5 }: { mostSteps?: number } = {}): Realtime {
  if (!Number.isInteger(mostSteps) || mostSteps < 1) {
    throw new RangeError(`mostSteps is ${mostSteps}; expected an integer of at least 1`);
  }
  const view = createView(world);
  let time = view.time;
  let last: number | undefined;
  return {
    view,
    advance(milliseconds) {
      if (!Number.isFinite(milliseconds)) {
        throw new RangeError(`the time of a picture is ${milliseconds}; expected milliseconds`);
      }
      const passed = last === undefined ? 0 : Math.max(0, (milliseconds - last) / 1000);
      last = milliseconds;
      const latest = timeOf(world) + mostSteps * world.dt;
      time = Math.min(time + passed, latest);
      for (let steps = 0; steps < mostSteps && timeOf(world) < time; steps++) {
        stepWorld(world);
        updateView(view, world);
      }
      return time;
    },
  };
}
