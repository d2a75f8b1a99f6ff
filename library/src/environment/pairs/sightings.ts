import { addTimedEvent, type Crowd, EventKind, type Events, type Obstacles } from '../../crowd/index.ts';
import { changingCrossingTimes } from '../common/changing-radius.ts';
import { type ElementEnds, isSighted, type Sight } from '../common/contract.ts';
import { Line } from '../sight/clearance.ts';
import { addToggles } from '../sight/step-sight.ts';
import { clearToggles, createToggles, type SightLine, type Toggles } from '../sight/toggles.ts';

/** Scratch of addSightings, and the elements that may stand between the two agents. */
export type SightingScratch = {
  line: SightLine;
  toggles: Toggles;
  order: Int32Array;
  times: Float64Array;
  elements: Int32Array;
  elementCount: number;
  /** The columns of Line, in sight/clearance.ts. */
  clearance: Float64Array;
};

export function createSightingScratch(): SightingScratch {
  const line = { p0x: 0, p0y: 0, p1x: 0, p1y: 0, q0x: 0, q0y: 0, q1x: 0, q1y: 0 };
  return {
    line,
    toggles: createToggles(),
    order: new Int32Array(64),
    times: new Float64Array(2),
    elements: new Int32Array(64),
    elementCount: 0,
    clearance: new Float64Array(Line.length),
  };
}

/**
 * Adds the events of sight of two agents in the plane, in the step from crowd.motion to crowd.next: when each comes into
 * the other's sight, within its view radius and with none of the scratch's elements between them, and when that ends. At
 * one time there is at most one event, so that an agent that passes behind a joint of two walls stays hidden.
 */
export function addSightings(
  scratch: SightingScratch,
  crowd: Crowd,
  obstacles: Obstacles,
  ahead: ElementEnds,
  sight: Sight,
  row: number,
  other: number,
  dt: number,
  events: Events,
  former: Float64Array = crowd.traits.viewRadius,
): void {
  const { ids } = crowd;
  const first = ids[row] < ids[other] ? row : other;
  const second = first === row ? other : row;
  const seesFirst = isSighted(sight, first) && reaches(crowd, first, second, former);
  const seesSecond = isSighted(sight, second) && reaches(crowd, second, first, former);
  if (!seesFirst && !seesSecond) return;
  const { elementCount, elements, line, toggles } = scratch;
  drawLine(line, crowd, first, second);
  clearToggles(toggles);
  for (let k = 0; k < elementCount; k++) addToggles(toggles, line, obstacles, ahead, elements[k]);
  sortToggles(scratch);
  if (seesFirst) addView(scratch, crowd, first, second, dt, events, former);
  if (seesSecond) addView(scratch, crowd, second, first, dt, events, former);
}

/** Whether an agent could be in the view of another at any time of the step; a quick look. */
function reaches({ motion, next, traits }: Crowd, row: number, other: number, former: Float64Array): boolean {
  const radius = Math.max(former[row], traits.viewRadius[row]) * HAIR;
  const fromX = motion.x[other] - motion.x[row];
  const toX = next.x[other] - next.x[row];
  if ((fromX > radius && toX > radius) || (fromX < -radius && toX < -radius)) return false;
  const fromY = motion.y[other] - motion.y[row];
  const toY = next.y[other] - next.y[row];
  return !((fromY > radius && toY > radius) || (fromY < -radius && toY < -radius));
}

const HAIR = 1 + 1e-9;

function drawLine(line: SightLine, { motion, next }: Crowd, first: number, second: number): void {
  line.p0x = motion.x[first];
  line.p0y = motion.y[first];
  line.p1x = next.x[first];
  line.p1y = next.y[first];
  line.q0x = motion.x[second];
  line.q0y = motion.y[second];
  line.q1x = next.x[second];
  line.q1y = next.y[second];
}

/** Puts the toggles in the order of time, by insertion; where times are equal their order does not matter. */
function sortToggles(scratch: SightingScratch): void {
  const { count, time } = scratch.toggles;
  if (scratch.order.length < count) scratch.order = new Int32Array(2 * count);
  const { order } = scratch;
  for (let k = 0; k < count; k++) {
    let place = k;
    while (place > 0 && time[order[place - 1]] > time[k]) {
      order[place] = order[place - 1];
      place--;
    }
    order[place] = k;
  }
}

/** Merges the crossings of one view radius with the toggles. */
function addView(
  { line, order, times, toggles }: SightingScratch,
  { ids, traits }: Crowd,
  row: number,
  other: number,
  dt: number,
  events: Events,
  former: Float64Array,
): void {
  const { p0x, p0y, p1x, p1y, q0x, q0y, q1x, q1y } = line;
  const dx = q0x - p0x;
  const dy = q0y - p0y;
  const from = former[row];
  const to = traits.viewRadius[row];
  // Seen from the other, every difference has the other sign, and every product is the same.
  const crossings = changingCrossingTimes(dx, dy, 0, q1x - p1x, q1y - p1y, 0, from, to, times);
  let inside = dx * dx + dy * dy <= from * from;
  let { hiding } = toggles;
  let visible = inside && hiding === 0;
  let crossed = 0;
  let toggled = 0;
  while (crossed < crossings || toggled < toggles.count) {
    const crossing = crossed < crossings ? times[crossed] : 2;
    const toggle = toggled < toggles.count ? toggles.time[order[toggled]] : 2;
    const now = Math.min(crossing, toggle);
    for (; crossed < crossings && times[crossed] === now; crossed++) inside = !inside;
    for (; toggled < toggles.count && toggles.time[order[toggled]] === now; toggled++)
      hiding += toggles.change[order[toggled]];
    if (visible === (inside && hiding === 0)) continue;
    visible = !visible;
    addTimedEvent(events, visible ? EventKind.visible : EventKind.hidden, ids[row], ids[other], now * dt);
  }
}
