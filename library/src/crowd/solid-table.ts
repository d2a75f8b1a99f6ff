import type { PreparedCourse } from './course.ts';

/** Places of the corners that an element is made of. */
export type Corners = {
  originX: Float64Array;
  originY: Float64Array;
  originZ: Float64Array;
  /** Where the two edges from the origin end. */
  sideEndX: Float64Array;
  sideEndY: Float64Array;
  sideEndZ: Float64Array;
  otherEndX: Float64Array;
  otherEndY: Float64Array;
  otherEndZ: Float64Array;
};

/** Obstacles of a world of three dimensions, as elements: a box is six rectangles, a mesh one triangle for each face. */
export type Solids = Corners & {
  count: number;
  /** A SolidKind. The origin is the centre of a sphere, a corner of a rectangle or triangle, or a point of a plane. */
  kind: Uint8Array;
  /** The two edges from the origin; those of a rectangle are orthogonal; 0 for spheres and planes. */
  sideX: Float64Array;
  sideY: Float64Array;
  sideZ: Float64Array;
  otherX: Float64Array;
  otherY: Float64Array;
  otherZ: Float64Array;
  /** Unit vector; that of a plane points to its free side; 0 for a sphere. */
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ: Float64Array;
  /** Metres; 0 for all but spheres. */
  radius: Float64Array;
  /** No point of the element, or of a sphere's centre, is farther than this from the origin, metres: a quick refusal. */
  extent: Float64Array;
  /** How far each element moves during the present step, metres. */
  shiftX: Float64Array;
  shiftY: Float64Array;
  shiftZ: Float64Array;
  /** The obstacle that an element belongs to: its number in the scenario, or −1 for the world's border. */
  owner: Int32Array;
  /** The obstacle class of each element, as steering counts them. */
  class: Int32Array;
  /** Elements of obstacles with a course come last: first … count − 1. */
  firstMoving: number;
  /** Changes when an obstacle is added, moved, turned or removed. */
  revision: number;
  rest: Corners;
  courses: (PreparedCourse | undefined)[];
  /** Scratch of the placing. */
  offset: Float64Array;
};

/** A table of so many elements that are not placed yet; the solids of a world in the plane are a table of none. */
export function createSolidTable(count: number): Solids {
  const column = () => new Float64Array(count);
  const corners = (): Corners => ({
    originX: column(),
    originY: column(),
    originZ: column(),
    sideEndX: column(),
    sideEndY: column(),
    sideEndZ: column(),
    otherEndX: column(),
    otherEndY: column(),
    otherEndZ: column(),
  });
  return {
    ...corners(),
    count,
    kind: new Uint8Array(count),
    sideX: column(),
    sideY: column(),
    sideZ: column(),
    otherX: column(),
    otherY: column(),
    otherZ: column(),
    normalX: column(),
    normalY: column(),
    normalZ: column(),
    radius: column(),
    extent: column(),
    shiftX: column(),
    shiftY: column(),
    shiftZ: column(),
    owner: new Int32Array(count),
    class: new Int32Array(count),
    firstMoving: count,
    revision: 0,
    rest: corners(),
    courses: [],
    offset: new Float64Array(3),
  };
}
