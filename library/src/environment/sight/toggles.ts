import { doubled } from '../../crowd/index.ts';
import { differenceOfProducts } from '../common/crossing-times.ts';

/** Two agents on their straight paths in a step: p is the one with the lower id, so that roundings do not depend on the order. */
export type SightLine = {
  p0x: number;
  p0y: number;
  p1x: number;
  p1y: number;
  q0x: number;
  q0y: number;
  q1x: number;
  q1y: number;
};

/**
 * The elements that hide two agents from each other in a step: how many do at its beginning, and the fractions of the step
 * at which one begins (+1) or ceases (−1). Elements that never hide them add nothing, so that any list of elements that
 * has all the others gives the same bits.
 */
export type Toggles = {
  hiding: number;
  count: number;
  time: Float64Array;
  change: Int32Array;
  /** Scratch: the roots of one element, rising once they are sorted, and how often a search for them has halved. */
  roots: Float64Array;
  rootCount: number;
  halvings: number;
};

export function createToggles(): Toggles {
  return {
    hiding: 0,
    count: 0,
    time: new Float64Array(64),
    change: new Int32Array(64),
    roots: new Float64Array(32),
    rootCount: 0,
    halvings: 0,
  };
}

export function clearToggles(toggles: Toggles): void {
  toggles.hiding = 0;
  toggles.count = 0;
}

export function addToggle(toggles: Toggles, time: number, hides: boolean): void {
  if (toggles.count === toggles.time.length) {
    toggles.time = doubled(toggles.time);
    toggles.change = doubled(toggles.change);
  }
  toggles.time[toggles.count] = time;
  toggles.change[toggles.count++] = hides ? 1 : -1;
}

/** Adds the roots between 0 and 1 of a polynomial of degree 2 with these coefficients of Bernstein form. */
export function addRoots(toggles: Toggles, c0: number, c1: number, c2: number): void {
  if ((c0 > 0 && c1 >= 0 && c2 > 0) || (c0 < 0 && c1 <= 0 && c2 < 0)) return;
  const discriminant = differenceOfProducts(c1, c1, c0, c2);
  if (!(discriminant >= 0)) return;
  const half = c1 - c0;
  const root = Math.sqrt(discriminant);
  const sum = half > 0 ? -(half + root) : root - half;
  addRoot(toggles, c0 / sum);
  addRoot(toggles, sum / (c0 - 2 * c1 + c2));
}

export function addRoot(toggles: Toggles, root: number): void {
  if (root > 0 && root < 1) toggles.roots[toggles.rootCount++] = root;
}

/** Insertion: there are a dozen at most. */
export function sortRoots({ rootCount, roots }: Toggles): void {
  for (let k = 1; k < rootCount; k++) {
    const root = roots[k];
    let place = k;
    while (place > 0 && roots[place - 1] > root) {
      roots[place] = roots[place - 1];
      place--;
    }
    roots[place] = root;
  }
}

/** The value of a polynomial in Bernstein form. */
export function valueAt(c0: number, c1: number, c2: number, s: number): number {
  const rest = 1 - s;
  return rest * (rest * c0 + s * c1) + s * (rest * c1 + s * c2);
}
