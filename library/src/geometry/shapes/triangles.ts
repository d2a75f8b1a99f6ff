import { orient } from '../orient.ts';
import { closestOnTriangle } from '../space-closest.ts';
import { heightOf, type Place } from '../space-place.ts';
import type { ShapeDefinition, ShapeFault, ShapeValues, SpaceBox } from './definition.ts';
import { triangleElement } from './elements.ts';
import { faces, places } from './fields.ts';

const fields = {
  points: places(3, 'Corners of the faces, m.'),
  faces: faces('Three points for each face, by number from 0, in either sense of rotation.'),
};

type Mesh = ShapeValues<typeof fields>;

export const triangles = {
  name: 'triangles',
  sentence:
    'Faces without thickness, in three dimensions: a mesh, open or closed; nothing is solid behind a face.',
  fields,
  vertices: ['points', 'faces'],
  instead: ['polygon'],
  encloses: false,
  anchor: ({ points }) => points[0],
  *faults(mesh) {
    for (let face = 0; face < mesh.faces.length; face++) {
      const fault = faultOfFace(mesh, face);
      if (fault) yield fault;
    }
  },
  space: {
    distance: distanceToFaces,
    bounds({ points, faces }) {
      const end = Number.POSITIVE_INFINITY;
      const box: SpaceBox = [end, end, end, -end, -end, -end];
      for (const face of faces) for (const point of face) include(box, points[point]);
      return box;
    },
    elements: ({ points, faces }) =>
      faces.map(([a, b, c]) => triangleElement(points[a], points[b], points[c])),
    orientation: orientationOfMesh,
    parts: {
      count: ({ faces }) => faces.length,
      part: ({ points, faces }, face) => ({ points, faces: [faces[face]] }),
    },
  },
} satisfies ShapeDefinition<'triangles', typeof fields>;

function distanceToFaces({ points, faces }: Mesh, x: number, y: number, z: number): number {
  const to = new Float64Array(3);
  let least = Number.POSITIVE_INFINITY;
  for (const [a, b, c] of faces) {
    const [origin, side, other] = [points[a], points[b], points[c]];
    closestOnTriangle(
      x - origin[0],
      y - origin[1],
      z - heightOf(origin),
      side[0] - origin[0],
      side[1] - origin[1],
      heightOf(side) - heightOf(origin),
      other[0] - origin[0],
      other[1] - origin[1],
      heightOf(other) - heightOf(origin),
      to,
    );
    least = Math.min(least, to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
  }
  return Math.sqrt(least);
}

function include(box: SpaceBox, place: Place): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = place[axis] ?? 0;
    box[axis] = Math.min(box[axis], value);
    box[axis + 3] = Math.max(box[axis + 3], value);
  }
}

function faultOfFace({ points, faces }: Mesh, face: number): ShapeFault | undefined {
  const [i, j, k] = faces[face];
  const missing = faces[face].findIndex((point) => point >= points.length);
  if (missing >= 0) {
    const message = `expected the number of a point, from 0 to ${points.length - 1}, got ${faces[face][missing]}`;
    return { path: ['faces', face, missing], message };
  }
  const fault = (message: string) => ({ path: ['faces', face], message });
  if (i === j || j === k || k === i) return fault(`expected three different points, got ${i}, ${j} and ${k}`);
  if (isFlat(points[i], points[j], points[k])) {
    return fault('expected a face with an area: its points lie on one line');
  }
  if (isDegenerateTriangle(points[i], points[j], points[k])) {
    return fault('expected a face with an area: it is too thin to be computed with');
  }
  return undefined;
}

/** Whether three points lie on one line: exactly when their shadows along all three axes do. */
function isFlat(a: Place, b: Place, c: Place): boolean {
  const [az, bz, cz] = [heightOf(a), heightOf(b), heightOf(c)];
  return (
    orient(a[0], a[1], b[0], b[1], c[0], c[1]) === 0 &&
    orient(a[1], az, b[1], bz, c[1], cz) === 0 &&
    orient(az, a[0], bz, b[0], cz, c[0]) === 0
  );
}

/** Whether the triangle of three places has no area in double arithmetic, and so no normal. */
export function isDegenerateTriangle(a: Place, b: Place, c: Place): boolean {
  const sideX = b[0] - a[0];
  const sideY = b[1] - a[1];
  const sideZ = heightOf(b) - heightOf(a);
  const otherX = c[0] - a[0];
  const otherY = c[1] - a[1];
  const otherZ = heightOf(c) - heightOf(a);
  const normalX = sideY * otherZ - sideZ * otherY;
  const normalY = sideZ * otherX - sideX * otherZ;
  const normalZ = sideX * otherY - sideY * otherX;
  return normalX * normalX + normalY * normalY + normalZ * normalZ === 0;
}

/**
 * The orientation of a mesh that is closed and consistently oriented; 0 for others, where no side of a face can be
 * left out.
 */
function orientationOfMesh({ points, faces }: Mesh): number {
  const edges = new Set<number>();
  for (const face of faces) {
    for (let i = 0; i < 3; i++) {
      const edge = face[i] * points.length + face[(i + 1) % 3];
      if (edges.has(edge)) return 0;
      edges.add(edge);
    }
  }
  // Closed: every edge is met once in each direction.
  for (const edge of edges) {
    const [from, to] = [Math.floor(edge / points.length), edge % points.length];
    if (!edges.has(to * points.length + from)) return 0;
  }
  let volume = 0;
  for (const [i, j, k] of faces) {
    const [a, b, c] = [points[i], points[j], points[k]];
    volume +=
      heightOf(a) * (b[0] * c[1] - c[0] * b[1]) +
      heightOf(b) * (c[0] * a[1] - a[0] * c[1]) +
      heightOf(c) * (a[0] * b[1] - b[0] * a[1]);
  }
  return Math.sign(volume);
}
