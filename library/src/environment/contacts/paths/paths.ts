/** Where a body stands off another body or a wall after a contact, metres: rounding then never puts it inside. */
export const SKIN = 1e-6;
/** The largest number of corners of one body's path: a body touches no more surfaces in a step. */
const CORNERS = 80;

/**
 * The contacts of one body on its path, and the corners of the path; filled by the code that leads it around
 * obstacles.
 */
export type Trace = {
  /** Four numbers for each corner: part of the time of the step, x, y, z. */
  corners: Float64Array;
  cornerCount: number;
  /** The elements touched, in order of time. */
  touched: Int32Array;
  /** Eight numbers for each: part of the time, depth, x, y, z of the body's centre, and the normal. */
  touches: Float64Array;
  touchCount: number;
};

export function createTrace(): Trace {
  return {
    corners: new Float64Array(4 * CORNERS),
    cornerCount: 0,
    touched: new Int32Array(CORNERS),
    touches: new Float64Array(8 * CORNERS),
    touchCount: 0,
  };
}

export function storeCorner(trace: Trace, time: number, x: number, y: number, z: number): void {
  const { corners } = trace;
  const at = 4 * trace.cornerCount++;
  corners[at] = time;
  corners[at + 1] = x;
  corners[at + 2] = y;
  corners[at + 3] = z;
}

export function recordTouch(
  trace: Trace,
  element: number,
  time: number,
  depth: number,
  x: number,
  y: number,
  z: number,
  normalX: number,
  normalY: number,
  normalZ: number,
): void {
  const { touches } = trace;
  trace.touched[trace.touchCount] = element;
  const at = 8 * trace.touchCount++;
  touches[at] = time;
  touches[at + 1] = depth;
  touches[at + 2] = x;
  touches[at + 3] = y;
  touches[at + 4] = z;
  touches[at + 5] = normalX;
  touches[at + 6] = normalY;
  touches[at + 7] = normalZ;
}

/** Whether an earlier touch of a trace was of the same obstacle; `owner` gives the obstacle of an element. */
export function wasTouchedBefore({ touched }: Trace, owner: Int32Array, touch: number): boolean {
  for (let k = 0; k < touch; k++) if (owner[touched[k]] === owner[touched[touch]]) return true;
  return false;
}
