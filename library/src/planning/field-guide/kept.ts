import type { Targets } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { mostFieldBytes } from '../base/contract.ts';
import type { Size } from '../map/index.ts';

/** What is kept of a field to a set of targets, or to one alone, for bodies of one size: what it was made for, and when. */
export type Kept = {
  /** Targets by their number; sets come after them. */
  readonly number: number;
  readonly size: Size;
  readonly targets: Int32Array;
  /** The last step in which an agent asked for it. */
  wanted: number;
  /** The step since which it waits for its turn, also while it is being made for what has changed since; −1: it does not. */
  requested: number;
  /** What it was made for, or is being: the ground, which targets were open, and where. */
  ground: string;
  open: Uint8Array;
  x: Float64Array;
  y: Float64Array;
};

/** The number of the first set: above those of all targets that a world may have, also of those that come during a run. */
export const FIRST_SET = 1_000_000;

/** A field that has never been made: no ground has this hash. */
export function createKept({ targetSets }: PlanningInput, number: number, size: Size): Kept {
  const chosen = number < FIRST_SET ? Int32Array.of(number) : targetSets[number - FIRST_SET];
  return {
    number,
    size,
    targets: chosen,
    wanted: -1,
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

/** The one that has waited longest, of those the first; none where no field waits. */
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

/** Fields that no agent wants are kept up to this many bytes, or this many fields of large maps. */
const SPARE_BYTES = 64_000_000;
const SPARE_FIELDS = 16;
/** A field that was not asked for so long is not wanted any more: teams ask every other second. */
const FORGET_SECONDS = 5;

/** Bytes of the columns of something. */
export function bytesOf(columns: object): number {
  let bytes = 0;
  for (const column of Object.values(columns)) if (ArrayBuffer.isView(column)) bytes += column.byteLength;
  return bytes;
}

/**
 * Drops fields that have not been wanted for long, where there are many; once in a step, so that it does not matter which agent asks
 * first. The one that is being made stays.
 */
export function dropForgotten(
  list: Kept[],
  fieldBytes: number,
  { dt, step }: PlanningInput,
  busy: Kept | undefined,
): void {
  const most = Math.max(SPARE_FIELDS, Math.floor(SPARE_BYTES / fieldBytes));
  dropDownTo(list, most, step - Math.round(FORGET_SECONDS / dt), busy);
}

/** Makes room for one more field, of those that no agent has asked for in this step; throws where all are needed. */
export function makeRoom(
  list: Kept[],
  fieldBytes: number,
  { step }: PlanningInput,
  busy: Kept | undefined,
): void {
  const most = Math.floor(mostFieldBytes / fieldBytes);
  dropDownTo(list, most - 1, step, busy);
  if (list.length < most) return;
  throw new RangeError(
    `${list.length + 1} fields of ${fieldBytes} bytes are wanted in one step, more than ${mostFieldBytes} bytes in all`,
  );
}

/** Drops what was wanted before a step only: what was wanted longest ago first, then by number, then by size. */
function dropDownTo(list: Kept[], most: number, before: number, busy: Kept | undefined): void {
  while (list.length > most) {
    let first = -1;
    for (let k = 0; k < list.length; k++) {
      if (list[k] === busy || list[k].wanted >= before) continue;
      if (first < 0 || list[k].wanted < list[first].wanted) first = k;
    }
    if (first < 0) return;
    list.splice(first, 1);
  }
}

/** Its turn has come: records what it is made for. */
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
