import {
  anchorOf,
  boxElements,
  elementsOf,
  type Place,
  type SolidElement,
  SolidKind,
  type SolidShape,
} from '../geometry/index.ts';
import { closestOnPlane, closestOnRectangle, closestOnTriangle } from '../geometry/space-closest.ts';
import { type Course, followCourse, prepareCourse } from './course.ts';
import { type Corners, createSolidTable, type Solids } from './solid-table.ts';

export type SolidSpecification = SolidShape & {
  course?: Course | undefined;
  /** When its course begins, s; 0 when absent. */
  since?: number | undefined;
  /** The obstacle class, see Solids.class; 0 when absent. */
  class?: number | undefined;
};

type OwnedElement = SolidElement & { owner: number; moving: boolean };

export function createSolids(
  specifications: readonly (SolidSpecification | undefined)[],
  border?: { min: Place; max: Place },
): Solids {
  const elements: OwnedElement[] = [];
  if (border) {
    for (const face of boxElements(border.min, border.max))
      elements.push({ ...face, owner: -1, moving: false });
  }
  specifications.forEach((solid, owner) => {
    if (!solid) return;
    const moving = solid.course !== undefined;
    for (const element of elementsOf(solid)) elements.push({ ...element, owner, moving });
  });
  const still = elements.filter((element) => !element.moving);
  const ordered = [...still, ...elements.filter((element) => element.moving)];
  const column = (read: (element: OwnedElement) => number) => Float64Array.from(ordered, read);
  const rest: Corners = {
    originX: column(({ origin }) => origin[0]),
    originY: column(({ origin }) => origin[1]),
    originZ: column(({ origin }) => origin[2]),
    sideEndX: column(({ sideEnd }) => sideEnd[0]),
    sideEndY: column(({ sideEnd }) => sideEnd[1]),
    sideEndZ: column(({ sideEnd }) => sideEnd[2]),
    otherEndX: column(({ otherEnd }) => otherEnd[0]),
    otherEndY: column(({ otherEnd }) => otherEnd[1]),
    otherEndZ: column(({ otherEnd }) => otherEnd[2]),
  };
  const solids: Solids = {
    ...createSolidTable(ordered.length),
    ...copyCorners(rest),
    kind: Uint8Array.from(ordered, ({ kind }) => kind),
    normalX: column(({ normal }) => normal[0]),
    normalY: column(({ normal }) => normal[1]),
    normalZ: column(({ normal }) => normal[2]),
    radius: column(({ radius }) => radius),
    extent: column(({ kind }) => (kind === SolidKind.plane ? Number.POSITIVE_INFINITY : 0)),
    owner: Int32Array.from(ordered, ({ owner }) => owner),
    class: Int32Array.from(ordered, ({ owner }) => specifications[owner]?.class ?? 0),
    firstMoving: still.length,
    rest,
    courses: specifications.map(
      (solid) => solid?.course && prepareCourse(solid.course, ...anchorOf(solid), solid.since),
    ),
  };
  for (let element = 0; element < solids.count; element++) measureSolid(solids, element);
  return solids;
}

/** Moves the moving elements to where they are at `time`, and stores their displacement until `time` + `dt`. */
export function placeSolids(solids: Solids, time: number, dt: number): void {
  const { rest, offset } = solids;
  let owner = -1;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let element = solids.firstMoving; element < solids.count; element++) {
    if (solids.owner[element] !== owner) {
      owner = solids.owner[element];
      const course = solids.courses[owner]!;
      followCourse(course, time, offset);
      x = offset[0];
      y = offset[1];
      z = offset[2];
      followCourse(course, time + dt, offset);
    }
    solids.originX[element] = rest.originX[element] + x;
    solids.originY[element] = rest.originY[element] + y;
    solids.originZ[element] = rest.originZ[element] + z;
    solids.sideEndX[element] = rest.sideEndX[element] + x;
    solids.sideEndY[element] = rest.sideEndY[element] + y;
    solids.sideEndZ[element] = rest.sideEndZ[element] + z;
    solids.otherEndX[element] = rest.otherEndX[element] + x;
    solids.otherEndY[element] = rest.otherEndY[element] + y;
    solids.otherEndZ[element] = rest.otherEndZ[element] + z;
    solids.shiftX[element] = offset[0] - x;
    solids.shiftY[element] = offset[1] - y;
    solids.shiftZ[element] = offset[2] - z;
    measureSolid(solids, element);
  }
}

/**
 * Writes the vector from a point to the closest point of an element's surface into out[0], out[1] and out[2]; that of a
 * sphere is to its centre, and the caller subtracts the radius.
 */
export function closestOfSolid(
  solids: Solids,
  element: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const fromX = x - solids.originX[element];
  const fromY = y - solids.originY[element];
  const fromZ = z - solids.originZ[element];
  closestFromOrigin(solids, element, fromX, fromY, fromZ, out);
}

/** As closestOfSolid, of a point as seen from the element's origin. */
export function closestFromOrigin(
  solids: Solids,
  element: number,
  fromX: number,
  fromY: number,
  fromZ: number,
  out: Float64Array,
): void {
  switch (solids.kind[element]) {
    case SolidKind.sphere:
      out[0] = 0 - fromX;
      out[1] = 0 - fromY;
      out[2] = 0 - fromZ;
      return;
    case SolidKind.plane:
      closestOnPlane(
        fromX,
        fromY,
        fromZ,
        solids.normalX[element],
        solids.normalY[element],
        solids.normalZ[element],
        out,
      );
      return;
    case SolidKind.rectangle:
      closestOnRectangle(
        fromX,
        fromY,
        fromZ,
        solids.sideX[element],
        solids.sideY[element],
        solids.sideZ[element],
        solids.otherX[element],
        solids.otherY[element],
        solids.otherZ[element],
        out,
      );
      return;
    default:
      closestOnTriangle(
        fromX,
        fromY,
        fromZ,
        solids.sideX[element],
        solids.sideY[element],
        solids.sideZ[element],
        solids.otherX[element],
        solids.otherY[element],
        solids.otherZ[element],
        out,
      );
  }
}

/** Derives the other columns after the places were overwritten from a saved world. */
export function settleSolids(solids: Solids): void {
  for (let element = 0; element < solids.count; element++) measureSolid(solids, element);
  solids.revision++;
}

/** Edges and normal of an element, from the places of its corners. */
function measureSolid(solids: Solids, element: number): void {
  const { kind } = solids;
  if (kind[element] === SolidKind.sphere || kind[element] === SolidKind.plane) return;
  const sideX = solids.sideEndX[element] - solids.originX[element];
  const sideY = solids.sideEndY[element] - solids.originY[element];
  const sideZ = solids.sideEndZ[element] - solids.originZ[element];
  const otherX = solids.otherEndX[element] - solids.originX[element];
  const otherY = solids.otherEndY[element] - solids.originY[element];
  const otherZ = solids.otherEndZ[element] - solids.originZ[element];
  solids.sideX[element] = sideX;
  solids.sideY[element] = sideY;
  solids.sideZ[element] = sideZ;
  solids.otherX[element] = otherX;
  solids.otherY[element] = otherY;
  solids.otherZ[element] = otherZ;
  // The normal is computed from unit vectors, so that an upright rectangle has, bit for bit, the normal of the wall
  // that it stands for.
  const side = Math.sqrt(sideX * sideX + sideY * sideY + sideZ * sideZ);
  const other = Math.sqrt(otherX * otherX + otherY * otherY + otherZ * otherZ);
  const isRectangle = kind[element] === SolidKind.rectangle;
  // Slightly too large, so that rounding in a comparison never refuses an element that is near.
  solids.extent[element] =
    (isRectangle ? Math.sqrt(side * side + other * other) : Math.max(side, other)) * (1 + 1e-9);
  const unitX = side > 0 ? sideX / side : 0;
  const unitY = side > 0 ? sideY / side : 0;
  const unitZ = side > 0 ? sideZ / side : 0;
  const otherUnitX = other > 0 ? otherX / other : 0;
  const otherUnitY = other > 0 ? otherY / other : 0;
  const otherUnitZ = other > 0 ? otherZ / other : 0;
  const normalX = unitY * otherUnitZ - unitZ * otherUnitY;
  const normalY = unitZ * otherUnitX - unitX * otherUnitZ;
  const normalZ = unitX * otherUnitY - unitY * otherUnitX;
  const length = isRectangle ? 1 : Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ);
  solids.normalX[element] = length > 0 ? normalX / length : 0;
  solids.normalY[element] = length > 0 ? normalY / length : 0;
  solids.normalZ[element] = length > 0 ? normalZ / length : 0;
}

function copyCorners(corners: Corners): Corners {
  const copy = { ...corners };
  for (const name of Object.keys(copy) as (keyof Corners)[]) copy[name] = corners[name].slice();
  return copy;
}

/** Whether an element is surely farther than `limit` metres from a place: most are, and need no closest point. */
export function isBeyond(
  { extent, originX, originY, originZ }: Solids,
  element: number,
  x: number,
  y: number,
  z: number,
  limit: number,
): boolean {
  const dx = originX[element] - x;
  const dy = originY[element] - y;
  const dz = originZ[element] - z;
  const farthest = limit + extent[element];
  return dx * dx + dy * dy + dz * dz > farthest * farthest;
}
