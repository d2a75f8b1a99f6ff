import type { Targets } from '../../crowd/index.ts';
import type { PlanningInput } from '../contract.ts';
import type { Size } from '../map/index.ts';

/** What is kept of a field to a set of targets, or to one alone, for bodies of one size: what it was made for, and when. */
export type Kept = {
  /** Targets by their number; sets come after them. */
  readonly number: number;
  readonly size: Size;
  readonly targets: Int32Array;
  /** The step since which it waits for its turn; −1: it does not. */
  requested: number;
  /** What it was made for, or is being: the ground, which targets were open, and where. */
  ground: string;
  open: Uint8Array;
  x: Float64Array;
  y: Float64Array;
};

/** A field that has never been made: no ground has this hash. */
export function createKept({ targets, targetSets }: PlanningInput, number: number, size: Size): Kept {
  const chosen = number < targets.count ? Int32Array.of(number) : targetSets[number - targets.count];
  return {
    number,
    size,
    targets: chosen,
    requested: -1,
    ground: '',
    open: new Uint8Array(chosen.length),
    x: new Float64Array(chosen.length),
    y: new Float64Array(chosen.length),
  };
}

/** Puts a field into its place: by number, then by size, which is the order in which they take turns. */
export function addKept(list: Kept[], kept: Kept): void {
  list.push(kept);
  list.sort((a, b) => a.number - b.number || a.size.radius - b.size.radius);
}

/** The field of a number and a size, if there is one. */
export function findKept<Field extends Kept>(
  list: readonly Field[],
  number: number,
  size: Size,
): Field | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const field = list[middle];
    if (field.number < number || (field.number === number && field.size.radius < size.radius))
      low = middle + 1;
    else high = middle;
  }
  const field = list[low];
  return field !== undefined && field.number === number && field.size === size ? field : undefined;
}

/** The one that has waited longest, of those the first; none where nobody waits. */
export function oldestRequest<Field extends Kept>(list: readonly Field[]): Field | undefined {
  let oldest: Field | undefined;
  for (let k = 0; k < list.length; k++) {
    const field = list[k];
    if (field.requested >= 0 && (!oldest || field.requested < oldest.requested)) oldest = field;
  }
  return oldest;
}

/** Whether the ground is other than that which it was made for, or other targets are open. */
export function isOutdated({ ground, open, size, targets: chosen }: Kept, targets: Targets): boolean {
  if (ground !== size.ground) return true;
  for (let k = 0; k < chosen.length; k++) {
    if (open[k] !== targets.open[chosen[k]]) return true;
  }
  return false;
}

/** Whether an open target is farther than that from where it was, along an axis. */
export function hasMoved({ open, targets: chosen, x, y }: Kept, targets: Targets, limit: number): boolean {
  for (let k = 0; k < chosen.length; k++) {
    if (open[k] === 0) continue;
    if (Math.abs(targets.x[chosen[k]] - x[k]) > limit) return true;
    if (Math.abs(targets.y[chosen[k]] - y[k]) > limit) return true;
  }
  return false;
}

/** Its turn has come: notes what it is made for. */
export function beginKept(kept: Kept, targets: Targets): void {
  kept.requested = -1;
  kept.ground = kept.size.ground;
  for (let k = 0; k < kept.targets.length; k++) {
    const target = kept.targets[k];
    kept.open[k] = targets.open[target];
    kept.x[k] = targets.x[target];
    kept.y[k] = targets.y[target];
  }
}
