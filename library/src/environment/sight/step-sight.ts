import type { Obstacles } from '../../crowd/index.ts';
import type { ElementEnds } from '../common/contract.ts';
import { addCircleToggles } from './circle-toggles.ts';
import { overlaps, placesHide } from './sight.ts';
import { addRoot, addRoots, addToggle, type SightLine, sortRoots, type Toggles, valueAt } from './toggles.ts';

/** Adds what an element does in the step, which takes it from its place in `obstacles` to that in `ahead`. */
export function addToggles(
  toggles: Toggles,
  line: SightLine,
  obstacles: Obstacles,
  ahead: ElementEnds,
  element: number,
): void {
  const { startX, startY, endX, endY, radius } = obstacles;
  const a0x = startX[element];
  const a0y = startY[element];
  const a1x = ahead.startX[element];
  const a1y = ahead.startY[element];
  const { p0x, p0y, p1x, p1y, q0x, q0y, q1x, q1y } = line;
  if (radius[element] > 0) {
    addCircleToggles(toggles, line, a0x, a0y, a1x, a1y, radius[element]);
    return;
  }
  const b0x = endX[element];
  const b0y = endY[element];
  const b1x = ahead.endX[element];
  const b1y = ahead.endY[element];
  if (isApart(p0x, p1x, q0x, q1x, a0x, a1x, b0x, b1x)) return;
  if (isApart(p0y, p1y, q0y, q1y, a0y, a1y, b0y, b1y)) return;
  addWallToggles(toggles, line, a0x, a0y, a1x, a1y, b0x, b0y, b1x, b1y);
}

/** Whether one of four numbers of the line and one of four numbers of the wall cannot be equal: all are on one side. */
function isApart(
  p0: number,
  p1: number,
  q0: number,
  q1: number,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): boolean {
  const least = Math.min(p0, p1, q0, q1);
  if (a0 < least && a1 < least && b0 < least && b1 < least) return true;
  const most = Math.max(p0, p1, q0, q1);
  return a0 > most && a1 > most && b0 > most && b1 > most;
}

/**
 * A wall from a to b hides p and q from each other while its ends are on different sides of the line through p and q
 * (A and B), and p and q on different sides of the wall's line (P and Q): four areas, each a polynomial of degree 2 in
 * time. Between their roots nothing changes; exact signs decide at both ends of the step.
 */
function addWallToggles(
  toggles: Toggles,
  line: SightLine,
  a0x: number,
  a0y: number,
  a1x: number,
  a1y: number,
  b0x: number,
  b0y: number,
  b1x: number,
  b1y: number,
): void {
  const { p0x, p0y, p1x, p1y, q0x, q0y, q1x, q1y } = line;
  // From p to q, to a and to b, at both ends.
  const u0x = q0x - p0x;
  const u0y = q0y - p0y;
  const u1x = q1x - p1x;
  const u1y = q1y - p1y;
  const v0x = a0x - p0x;
  const v0y = a0y - p0y;
  const v1x = a1x - p1x;
  const v1y = a1y - p1y;
  const w0x = b0x - p0x;
  const w0y = b0y - p0y;
  const w1x = b1x - p1x;
  const w1y = b1y - p1y;
  // Coefficients of Bernstein form.
  const a0 = u0x * v0y - u0y * v0x;
  const a1 = (u0x * v1y - u0y * v1x + (u1x * v0y - u1y * v0x)) / 2;
  const a2 = u1x * v1y - u1y * v1x;
  const b0 = u0x * w0y - u0y * w0x;
  const b1 = (u0x * w1y - u0y * w1x + (u1x * w0y - u1y * w0x)) / 2;
  const b2 = u1x * w1y - u1y * w1x;
  const reach = Math.max(
    Math.abs(v0x),
    Math.abs(v0y),
    Math.abs(v1x),
    Math.abs(v1y),
    Math.abs(w0x),
    Math.abs(w0y),
    Math.abs(w1x),
    Math.abs(w1y),
  );
  const doubt = DOUBT * reach * Math.max(Math.abs(u0x), Math.abs(u0y), Math.abs(u1x), Math.abs(u1y));
  const least = Math.min(a0, a1, a2, b0, b1, b2);
  const most = Math.max(a0, a1, a2, b0, b1, b2);
  if (least > doubt || most < -doubt) return;
  if (least === 0 && most === 0) {
    addAlignedToggles(toggles, line, a0x, a0y, a1x, a1y, b0x, b0y, b1x, b1y);
    return;
  }

  const s0x = b0x - a0x;
  const s0y = b0y - a0y;
  const s1x = b1x - a1x;
  const s1y = b1y - a1y;
  const p0 = s0y * v0x - s0x * v0y;
  const p1 = (s0y * v1x - s0x * v1y + (s1y * v0x - s1x * v0y)) / 2;
  const p2 = s1y * v1x - s1x * v1y;
  const t0x = q0x - a0x;
  const t0y = q0y - a0y;
  const t1x = q1x - a1x;
  const t1y = q1y - a1y;
  const q0 = s0x * t0y - s0y * t0x;
  const q1 = (s0x * t1y - s0y * t1x + (s1x * t0y - s1y * t0x)) / 2;
  const q2 = s1x * t1y - s1y * t1x;

  toggles.rootCount = 0;
  addRoots(toggles, a0, a1, a2);
  addRoots(toggles, b0, b1, b2);
  addRoots(toggles, p0, p1, p2);
  addRoots(toggles, q0, q1, q2);
  sortRoots(toggles);
  const startsHidden = placesHide(p0x, p0y, q0x, q0y, a0x, a0y, b0x, b0y, 0);
  const endsHidden = placesHide(p1x, p1y, q1x, q1y, a1x, a1y, b1x, b1y, 0);
  let hidden = startsHidden;
  if (startsHidden) toggles.hiding++;
  let from = 0;
  for (let k = 0; k <= toggles.rootCount; k++) {
    const to = k < toggles.rootCount ? toggles.roots[k] : 1;
    const middle = from + (to - from) / 2;
    const sides = valueAt(a0, a1, a2, middle) * valueAt(b0, b1, b2, middle);
    const parts = valueAt(p0, p1, p2, middle) * valueAt(q0, q1, q2, middle);
    const hides = sides <= 0 && parts < 0;
    if (hides !== hidden) addToggle(toggles, from, hides);
    hidden = hides;
    from = to;
  }
  if (hidden !== endsHidden) addToggle(toggles, 1, endsHidden);
}

/** The same for a wall that stays on the line through p and q: it hides them while it reaches between them. */
function addAlignedToggles(
  toggles: Toggles,
  { p0x, p0y, p1x, p1y, q0x, q0y, q1x, q1y }: SightLine,
  a0x: number,
  a0y: number,
  a1x: number,
  a1y: number,
  b0x: number,
  b0y: number,
  b1x: number,
  b1y: number,
): void {
  toggles.rootCount = 0;
  addMeeting(toggles, a0x - p0x, a1x - p1x);
  addMeeting(toggles, a0y - p0y, a1y - p1y);
  addMeeting(toggles, a0x - q0x, a1x - q1x);
  addMeeting(toggles, a0y - q0y, a1y - q1y);
  addMeeting(toggles, b0x - p0x, b1x - p1x);
  addMeeting(toggles, b0y - p0y, b1y - p1y);
  addMeeting(toggles, b0x - q0x, b1x - q1x);
  addMeeting(toggles, b0y - q0y, b1y - q1y);
  addMeeting(toggles, q0x - p0x, q1x - p1x);
  addMeeting(toggles, q0y - p0y, q1y - p1y);
  sortRoots(toggles);
  const startsHidden = placesHide(p0x, p0y, q0x, q0y, a0x, a0y, b0x, b0y, 0);
  const endsHidden = placesHide(p1x, p1y, q1x, q1y, a1x, a1y, b1x, b1y, 0);
  let hidden = startsHidden;
  if (startsHidden) toggles.hiding++;
  let from = 0;
  for (let k = 0; k <= toggles.rootCount; k++) {
    const to = k < toggles.rootCount ? toggles.roots[k] : 1;
    const s = from + (to - from) / 2;
    const hides = overlaps(
      between(p0x, p1x, s),
      between(p0y, p1y, s),
      between(q0x, q1x, s),
      between(q0y, q1y, s),
      between(a0x, a1x, s),
      between(a0y, a1y, s),
      between(b0x, b1x, s),
      between(b0y, b1y, s),
    );
    if (hides !== hidden) addToggle(toggles, from, hides);
    hidden = hides;
    from = to;
  }
  if (hidden !== endsHidden) addToggle(toggles, 1, endsHidden);
}

/** Adds the time at which a difference that changes at a constant rate is 0. */
function addMeeting(toggles: Toggles, from: number, to: number): void {
  if (from !== to) addRoot(toggles, from / (from - to));
}

function between(from: number, to: number, s: number): number {
  return from === to ? from : from + s * (to - from);
}

/** Beyond this share of the products of lengths, the sign of a computed area is right. */
const DOUBT = 8e-15;
