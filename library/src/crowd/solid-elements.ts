import { heightOf, type Place, type SolidShape } from '../geometry/index.ts';

/** Values of Solids.kind. */
export const SolidKind = { sphere: 0, rectangle: 1, triangle: 2, plane: 3 } as const;

type Point = readonly [number, number, number];

/** One element as it is written down: see Solids. */
export type SolidElement = {
  kind: number;
  origin: Point;
  sideEnd: Point;
  otherEnd: Point;
  radius: number;
  normal: Point;
};

const NO_NORMAL: Point = [0, 0, 0];

/** The place of a solid that its course's way-points speak of. */
export function anchorOfSolid(solid: SolidShape): [number, number, number] {
  if (solid.shape === 'sphere') return pointOf(solid.center);
  if (solid.shape === 'plane') return pointOf(solid.point);
  if (solid.shape === 'triangles') return pointOf(solid.points[0]);
  const [min, max] = [pointOf(solid.min), pointOf(solid.max)];
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/** A solid as elements. */
export function elementsOf(solid: SolidShape): SolidElement[] {
  switch (solid.shape) {
    case 'sphere': {
      const center = pointOf(solid.center);
      return [elementAt(SolidKind.sphere, center, center, center, solid.radius)];
    }
    case 'box':
      return facesOfBox(solid.min, solid.max);
    case 'plane': {
      const point = pointOf(solid.point);
      const [x, y, z] = pointOf(solid.normal);
      const length = Math.sqrt(x * x + y * y + z * z);
      const plane = elementAt(SolidKind.plane, point, point, point);
      return [{ ...plane, normal: length > 0 ? [x / length, y / length, z / length] : [0, 0, 1] }];
    }
    case 'triangles': {
      const points = solid.points.map(pointOf);
      return solid.faces.map(([a, b, c]) => elementAt(SolidKind.triangle, points[a], points[b], points[c]));
    }
  }
}

/** The four upright faces in the order in which a box of the plane has its walls, then bottom and top. */
export function facesOfBox(min: Place, max: Place): SolidElement[] {
  const [x0, y0, z0] = pointOf(min);
  const [x1, y1, z1] = pointOf(max);
  const face = (origin: Point, sideEnd: Point, otherEnd: Point) =>
    elementAt(SolidKind.rectangle, origin, sideEnd, otherEnd);
  return [
    face([x0, y0, z0], [x1, y0, z0], [x0, y0, z1]),
    face([x1, y0, z0], [x1, y1, z0], [x1, y0, z1]),
    face([x1, y1, z0], [x0, y1, z0], [x1, y1, z1]),
    face([x0, y1, z0], [x0, y0, z0], [x0, y1, z1]),
    face([x0, y0, z0], [x0, y1, z0], [x1, y0, z0]),
    face([x0, y0, z1], [x1, y0, z1], [x0, y1, z1]),
  ];
}

function elementAt(kind: number, origin: Point, sideEnd: Point, otherEnd: Point, radius = 0): SolidElement {
  return { kind, origin, sideEnd, otherEnd, radius, normal: NO_NORMAL };
}

function pointOf(place: Place): [number, number, number] {
  return [place[0], place[1], heightOf(place)];
}
