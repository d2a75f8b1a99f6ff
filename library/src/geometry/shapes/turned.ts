import { cos, sin } from '../../numerics/index.ts';
import type { Place } from '../space-place.ts';
import { type SolidElement, SolidKind } from './elements.ts';
import { elementsOf, outlineOf, type Shape, type SolidShape } from './registry.ts';

type Turn = (place: readonly number[]) => [number, number];

/**
 * A shape of the plane, turned about a place by an angle in radians, counter-clockwise: a disc is a circle then, a wall a
 * segment, and any other shape a polygon.
 */
export function turnedShape(shape: Shape, angle: number, about: readonly number[]): Shape {
  const turn = turnAbout(angle, about);
  const outline = outlineOf(shape);
  switch (outline.kind) {
    case 'disc':
      return { shape: 'circle', center: turn(outline.center), radius: outline.radius };
    case 'wall':
      return { shape: 'segment', from: turn(outline.from), to: turn(outline.to) };
    case 'ring':
      return { shape: 'polygon', points: outline.points.map(turn) };
  }
}

/**
 * A solid, turned about the vertical line through a place: a sphere, a plane or triangles then. Undefined where it is none
 * of them: some of its elements are spheres or planes, and not all of it is one.
 */
export function turnedSolid(
  shape: SolidShape,
  angle: number,
  about: readonly number[],
): SolidShape | undefined {
  const turn = turnAbout(angle, about);
  const turnUpright = (place: readonly number[]): Place => [...turn(place), place[2] ?? 0];
  const elements = elementsOf(shape);
  const [first] = elements;
  if (elements.every(({ kind }) => kind === SolidKind.rectangle || kind === SolidKind.triangle)) {
    return meshOf(elements, turnUpright);
  }
  if (elements.length > 1) return undefined;
  if (first.kind === SolidKind.sphere) {
    return { shape: 'sphere', center: turnUpright(first.origin), radius: first.radius };
  }
  const normal = turnAbout(angle, [0, 0])(first.normal);
  return { shape: 'plane', point: turnUpright(first.origin), normal: [...normal, first.normal[2]] };
}

function turnAbout(angle: number, [aboutX, aboutY]: readonly number[]): Turn {
  const [c, s] = [cos(angle), sin(angle)];
  return ([x, y]) => {
    const [dx, dy] = [x - aboutX, y - aboutY];
    return [aboutX + (c * dx - s * dy), aboutY + (s * dx + c * dy)];
  };
}

/** Rectangles are two triangles each; corners that several elements have are one point. */
function meshOf(elements: readonly SolidElement[], turn: (place: readonly number[]) => Place): SolidShape {
  const points: Place[] = [];
  const faces: [number, number, number][] = [];
  const numbers = new Map<string, number>();
  const numberOf = (place: readonly number[]): number => {
    const key = place.join(' ');
    let number = numbers.get(key);
    if (number === undefined) {
      number = points.push(turn(place)) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  for (const { kind, origin, otherEnd, sideEnd } of elements) {
    const [a, b, d] = [numberOf(origin), numberOf(sideEnd), numberOf(otherEnd)];
    if (kind === SolidKind.triangle) {
      faces.push([a, b, d]);
      continue;
    }
    // The coordinates of a rectangle along the axes are those of its corners: the fourth is one of them, to the bit.
    const c = numberOf(origin.map((value, axis) => fourth(value, sideEnd[axis], otherEnd[axis])));
    faces.push([a, b, c], [a, c, d]);
  }
  return { shape: 'triangles', points, faces };
}

function fourth(origin: number, side: number, other: number): number {
  if (side === origin) return other;
  return other === origin ? side : side + (other - origin);
}
