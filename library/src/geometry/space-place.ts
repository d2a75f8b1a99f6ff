/** A place in the plane, or in space; in space, one of two numbers lies at height 0. */
export type Place = readonly [number, number] | readonly [number, number, number];

/** The height of a place, metres: its third number, or 0. */
export function heightOf(place: readonly number[]): number {
  return place[2] ?? 0;
}

export function lengthInSpace(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
