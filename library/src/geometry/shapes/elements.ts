import { heightOf, type Place } from '../space-place.ts';

/** Kinds of the elements that solids are made of: values of Solids.kind. */
export const SolidKind = { sphere: 0, rectangle: 1, triangle: 2, plane: 3 } as const;

type Corner = readonly [number, number, number];

/** An element of a solid: see Solids for what its places mean. */
export type SolidElement = {
  kind: number;
  origin: Corner;
  sideEnd: Corner;
  otherEnd: Corner;
  radius: number;
  /** Unit vector; 0 where it follows from the corners, or where the element has no normal. */
  normal: Corner;
};

const NO_NORMAL: Corner = [0, 0, 0];

export function sphereElement(center: Place, radius: number): SolidElement {
  return { ...pointElement(SolidKind.sphere, center), radius };
}

/** A plane; its normal need not be a unit vector. */
export function planeElement(point: Place, normal: Place): SolidElement {
  const [x, y, z] = cornerAt(normal);
  const length = Math.sqrt(x * x + y * y + z * z);
  return {
    ...pointElement(SolidKind.plane, point),
    normal: length > 0 ? [x / length, y / length, z / length] : [0, 0, 1],
  };
}

export function triangleElement(a: Place, b: Place, c: Place): SolidElement {
  return flatElement(SolidKind.triangle, cornerAt(a), cornerAt(b), cornerAt(c));
}

/** The four upright faces in the order in which a box of the plane has its walls, then bottom and top. */
export function boxElements(min: Place, max: Place): SolidElement[] {
  const [x0, y0, z0] = cornerAt(min);
  const [x1, y1, z1] = cornerAt(max);
  const face = (origin: Corner, sideEnd: Corner, otherEnd: Corner) =>
    flatElement(SolidKind.rectangle, origin, sideEnd, otherEnd);
  return [
    face([x0, y0, z0], [x1, y0, z0], [x0, y0, z1]),
    face([x1, y0, z0], [x1, y1, z0], [x1, y0, z1]),
    face([x1, y1, z0], [x0, y1, z0], [x1, y1, z1]),
    face([x0, y1, z0], [x0, y0, z0], [x0, y1, z1]),
    face([x0, y0, z0], [x0, y1, z0], [x1, y0, z0]),
    face([x0, y0, z1], [x1, y0, z1], [x0, y1, z1]),
  ];
}

function pointElement(kind: number, place: Place): SolidElement {
  const corner = cornerAt(place);
  return flatElement(kind, corner, corner, corner);
}

function flatElement(kind: number, origin: Corner, sideEnd: Corner, otherEnd: Corner): SolidElement {
  return { kind, origin, sideEnd, otherEnd, radius: 0, normal: NO_NORMAL };
}

function cornerAt(place: Place): Corner {
  return [place[0], place[1], heightOf(place)];
}
