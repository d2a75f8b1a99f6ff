import { placesHide } from './sight.ts';
import { addRoot, addRoots, addToggle, type SightLine, sortRoots, type Toggles, valueAt } from './toggles.ts';

/**
 * A circle hides two agents from each other while its centre c is nearer than its radius to the segment between them:
 * nearer to p, nearer to q, or nearer to the line where the centre is beside the segment. The last is a polynomial of
 * degree 4 in time, the others and the limits of "beside" are of degree 2.
 */
export function addCircleToggles(
  toggles: Toggles,
  { p0x, p0y, p1x, p1y, q0x, q0y, q1x, q1y }: SightLine,
  c0x: number,
  c0y: number,
  c1x: number,
  c1y: number,
  radius: number,
): void {
  const minX = Math.min(p0x, p1x, q0x, q1x) - radius;
  const maxX = Math.max(p0x, p1x, q0x, q1x) + radius;
  const minY = Math.min(p0y, p1y, q0y, q1y) - radius;
  const maxY = Math.max(p0y, p1y, q0y, q1y) + radius;
  const hair = HAIR * (Math.abs(minX) + Math.abs(maxX) + Math.abs(minY) + Math.abs(maxY));
  if (Math.max(c0x, c1x) < minX - hair || Math.min(c0x, c1x) > maxX + hair) return;
  if (Math.max(c0y, c1y) < minY - hair || Math.min(c0y, c1y) > maxY + hair) return;
  const squared = radius * radius;
  const u0x = q0x - p0x;
  const u0y = q0y - p0y;
  const u1x = q1x - p1x;
  const u1y = q1y - p1y;
  const v0x = c0x - p0x;
  const v0y = c0y - p0y;
  const v1x = c1x - p1x;
  const v1y = c1y - p1y;
  const w0x = c0x - q0x;
  const w0y = c0y - q0y;
  const w1x = c1x - q1x;
  const w1y = c1y - q1y;
  // Squared distances of the centre from p and from q, less the squared radius.
  const p0 = v0x * v0x + v0y * v0y - squared;
  const p1 = v0x * v1x + v0y * v1y - squared;
  const p2 = v1x * v1x + v1y * v1y - squared;
  const q0 = w0x * w0x + w0y * w0y - squared;
  const q1 = w0x * w1x + w0y * w1y - squared;
  const q2 = w1x * w1x + w1y * w1y - squared;
  // How far beyond p and q the centre is along the segment, times its length.
  const f0 = u0x * v0x + u0y * v0y;
  const f1 = (u0x * v1x + u0y * v1y + (u1x * v0x + u1y * v0y)) / 2;
  const f2 = u1x * v1x + u1y * v1y;
  const g0 = -(u0x * w0x + u0y * w0y);
  const g1 = -(u0x * w1x + u0y * w1y + (u1x * w0x + u1y * w0y)) / 2;
  const g2 = -(u1x * w1x + u1y * w1y);
  // The squared area, less the squared radius times the squared length.
  const k0 = u0x * v0y - u0y * v0x;
  const k1 = (u0x * v1y - u0y * v1x + (u1x * v0y - u1y * v0x)) / 2;
  const k2 = u1x * v1y - u1y * v1x;
  const l0 = squared * (u0x * u0x + u0y * u0y);
  const l1 = squared * (u0x * u1x + u0y * u1y);
  const l2 = squared * (u1x * u1x + u1y * u1y);
  const e0 = k0 * k0 - l0;
  const e1 = k0 * k1 - (l0 + l1) / 2;
  const e2 = (k0 * k2 + 2 * k1 * k1) / 3 - (l0 + 4 * l1 + l2) / 6;
  const e3 = k1 * k2 - (l1 + l2) / 2;
  const e4 = k2 * k2 - l2;

  toggles.rootCount = 0;
  toggles.halvings = 0;
  addRoots(toggles, p0, p1, p2);
  addRoots(toggles, q0, q1, q2);
  addRoots(toggles, f0, f1, f2);
  addRoots(toggles, g0, g1, g2);
  addQuarticRoots(toggles, e0, e1, e2, e3, e4, 0, 1, 0);
  sortRoots(toggles);
  const startsHidden = placesHide(p0x, p0y, q0x, q0y, c0x, c0y, c0x, c0y, radius);
  const endsHidden = placesHide(p1x, p1y, q1x, q1y, c1x, c1y, c1x, c1y, radius);
  let hidden = startsHidden;
  if (startsHidden) toggles.hiding++;
  let from = 0;
  for (let k = 0; k <= toggles.rootCount; k++) {
    const to = k < toggles.rootCount ? toggles.roots[k] : 1;
    const s = from + (to - from) / 2;
    const isBeside = valueAt(f0, f1, f2, s) > 0 && valueAt(g0, g1, g2, s) > 0;
    const hides =
      valueAt(p0, p1, p2, s) < 0 ||
      valueAt(q0, q1, q2, s) < 0 ||
      (isBeside && quarticAt(e0, e1, e2, e3, e4, s) < 0);
    if (hides !== hidden) addToggle(toggles, from, hides);
    hidden = hides;
    from = to;
  }
  if (hidden !== endsHidden) addToggle(toggles, 1, endsHidden);
}

/** For roundings of the boxes. */
const HAIR = 1e-12;
/** Halvings of an interval after which two roots count as one, and halvings in all: polynomials next to 0 have no roots. */
const DEEPEST = 40;
const MOST = 400;

/** Adds the roots of a polynomial of degree 4 in Bernstein form between two fractions, by halving. */
function addQuarticRoots(
  toggles: Toggles,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  c4: number,
  from: number,
  to: number,
  depth: number,
): void {
  if (c0 > 0 && c1 > 0 && c2 > 0 && c3 > 0 && c4 > 0) return;
  if (c0 < 0 && c1 < 0 && c2 < 0 && c3 < 0 && c4 < 0) return;
  if (toggles.halvings++ > MOST) return;
  const middle = (from + to) / 2;
  if (depth === DEEPEST) {
    if (toggles.rootCount < toggles.roots.length) addRoot(toggles, middle);
    return;
  }
  const d0 = (c0 + c1) / 2;
  const d1 = (c1 + c2) / 2;
  const d2 = (c2 + c3) / 2;
  const d3 = (c3 + c4) / 2;
  const e0 = (d0 + d1) / 2;
  const e1 = (d1 + d2) / 2;
  const e2 = (d2 + d3) / 2;
  const f0 = (e0 + e1) / 2;
  const f1 = (e1 + e2) / 2;
  const g = (f0 + f1) / 2;
  addQuarticRoots(toggles, c0, d0, e0, f0, g, from, middle, depth + 1);
  addQuarticRoots(toggles, g, f1, e2, d3, c4, middle, to, depth + 1);
}

function quarticAt(c0: number, c1: number, c2: number, c3: number, c4: number, s: number): number {
  const rest = 1 - s;
  const left = rest * valueAt(c0, c1, c2, s) + s * valueAt(c1, c2, c3, s);
  const right = rest * valueAt(c1, c2, c3, s) + s * valueAt(c2, c3, c4, s);
  return rest * left + s * right;
}
