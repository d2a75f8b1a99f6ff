import { orientationOf, SolidKind, type SolidShape } from '../geometry/index.ts';
import { atan2, cos, sin } from '../numerics/index.ts';
import type { World } from '../simulation/index.ts';
import { square } from './arithmetic.ts';
import { cornersOf, dot, pointOf, type SpaceView } from './space-camera.ts';

type Vector = readonly [number, number, number];

/** A side of an obstacle in the picture: flat, or the near half of a sphere. All in pixels. */
export type Face = {
  /** The outline, u and v alternating; for a sphere a polygon inside its outline. Always convex. */
  outline: number[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** How near its surface is at a point of the picture inside it. */
  nearAt(u: number, v: number): number;
  /** How near its middle is. */
  middle: number;
  /** From 0 in the shade to 1 in the light; undefined for a sphere, which is shaded all over. */
  light: number | undefined;
  /** For a sphere: its centre and radius. */
  disc: { u: number; v: number; radius: number } | undefined;
  /** Whether it hides what is behind it; a plane seen from its solid side hides nothing. */
  hides: boolean;
  kind: 'sphere' | 'rectangle' | 'triangle' | 'plane';
  /** The class of its obstacle, where the scenario names one. */
  className?: string;
};

/** Sides of the polygon that stands for a sphere when faces are sorted. */
const SPHERE_SIDES = 16;

/** The visible faces of the solids: those that face away or have no area are left out. */
export function facesOf({ shapes, solids }: World, view: SpaceView): Face[] {
  const faces: Face[] = [];
  const orientations = new Map<number, number>();
  for (let element = 0; element < solids.count; element++) {
    const owner = solids.owner[element];
    // The world's border is drawn as its frame.
    if (owner < 0) continue;
    const obstacle = shapes[owner]!;
    const firstFace = faces.length;
    const origin: Vector = [solids.originX[element], solids.originY[element], solids.originZ[element]];
    const normal: Vector = [solids.normalX[element], solids.normalY[element], solids.normalZ[element]];
    const kind = solids.kind[element];
    if (kind === SolidKind.sphere) {
      const radius = solids.radius[element] * view.scale;
      faces.push(sphereFace(view.across(...origin), view.down(...origin), view.near(...origin), radius));
    } else if (kind === SolidKind.plane) {
      const patch = patchOf(origin, normal, view);
      const facing = dot(normal, view.toward) >= 0;
      // A plane at the bottom of the bounds is the ground, which is drawn anyway.
      if (patch.every((corner) => corner[2] === view.min[2])) continue;
      if (patch.length > 2)
        faces.push(flatFace(patch, facing ? normal : flip(normal), view, 'plane', facing));
    } else {
      const side: Vector = [solids.sideX[element], solids.sideY[element], solids.sideZ[element]];
      const other: Vector = [solids.otherX[element], solids.otherY[element], solids.otherZ[element]];
      if (!orientations.has(owner)) orientations.set(owner, orientationOf(obstacle as SolidShape));
      const facing = dot(normal, view.toward);
      if (orientations.get(owner)! * facing < 0) continue;
      const isRectangle = kind === SolidKind.rectangle;
      const corners = isRectangle
        ? [origin, sum(origin, side), sum(sum(origin, side), other), sum(origin, other)]
        : [origin, sum(origin, side), sum(origin, other)];
      const name = isRectangle ? 'rectangle' : 'triangle';
      faces.push(flatFace(corners, facing < 0 ? flip(normal) : normal, view, name));
    }
    if (obstacle.class === undefined) continue;
    for (const face of faces.slice(firstFace)) face.className = obstacle.class;
  }
  return faces.filter((face) => face.disc !== undefined || doubleArea(face.outline) > 0.02);
}

function sphereFace(u: number, v: number, near: number, radius: number): Face {
  const outline: number[] = [];
  for (let i = 0; i < SPHERE_SIDES; i++) {
    const angle = (2 * Math.PI * i) / SPHERE_SIDES;
    outline.push(u + radius * cos(angle), v + radius * sin(angle));
  }
  return {
    ...boxAround(outline),
    outline,
    nearAt: (pu, pv) => near + Math.sqrt(Math.max(0, radius * radius - square(pu - u) - square(pv - v))),
    middle: near,
    light: undefined,
    disc: { u, v, radius },
    hides: true,
    kind: 'sphere',
  };
}

function flatFace(
  corners: readonly Vector[],
  normal: Vector,
  view: SpaceView,
  kind: Face['kind'],
  hides = true,
): Face {
  const outline = corners.flatMap((corner) => [view.across(...corner), view.down(...corner)]);
  const nears = corners.map((corner) => view.near(...corner));
  // The normal's direction in the picture gives the change of nearness across the face.
  const [dU, dV, dNear] = view.turn(...normal);
  const [u0, v0, near0] = [outline[0], outline[1], nears[0]];
  return {
    ...boxAround(outline),
    outline,
    nearAt: (u, v) => near0 - (dU * (u - u0) + dV * (v - v0)) / dNear,
    middle: nears.reduce((total, near) => total + near, 0) / nears.length,
    light: lightOn(dU / view.scale, dV / view.scale, dNear / view.scale),
    disc: undefined,
    hides,
    kind,
  };
}

/** Light comes from the upper left and a little from the viewer. */
function lightOn(dU: number, dV: number, dNear: number): number {
  return Math.max(0, Math.min(1, 0.42 + 0.56 * (-0.5 * dU - 0.72 * dV + 0.48 * dNear)));
}

/** The part of a plane that is inside the bounds, as a convex outline. */
function patchOf(origin: Vector, normal: Vector, { min, max }: SpaceView): Vector[] {
  const corners = cornersOf(min, max);
  const heights = corners.map((corner) =>
    dot(normal, [corner[0] - origin[0], corner[1] - origin[1], corner[2] - origin[2]]),
  );
  const cuts: Vector[] = [];
  for (let a = 0; a < 8; a++) {
    if (heights[a] === 0) cuts.push(corners[a]);
    for (const bit of [1, 2, 4]) {
      const b = a | bit;
      if (b === a || heights[a] * heights[b] >= 0) continue;
      const part = heights[a] / (heights[a] - heights[b]);
      cuts.push(
        [0, 1, 2].map(
          (axis) => corners[a][axis] + part * (corners[b][axis] - corners[a][axis]),
        ) as unknown as Vector,
      );
    }
  }
  if (cuts.length < 3) return [];
  const middle = pointOf(
    [0, 1, 2].map((axis) => cuts.reduce((total, cut) => total + cut[axis], 0) / cuts.length),
  );
  const first = sum(cuts[0], flip(middle));
  const second = cross(normal, first);
  const angle = (cut: Vector) => {
    const from = sum(cut, flip(middle));
    return atan2(dot(from, second), dot(from, first));
  };
  return cuts.sort((a, b) => angle(a) - angle(b));
}

export function doubleArea(outline: readonly number[]): number {
  return Math.abs(turnOf(outline));
}

/** Twice the area of an outline, negative for one sense of rotation. */
export function turnOf(outline: readonly number[]): number {
  let area = 0;
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length;
    area += outline[i] * outline[j + 1] - outline[j] * outline[i + 1];
  }
  return area;
}

function boxAround(outline: readonly number[]): Pick<Face, 'left' | 'right' | 'top' | 'bottom'> {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < outline.length; i += 2) {
    left = Math.min(left, outline[i]);
    right = Math.max(right, outline[i]);
    top = Math.min(top, outline[i + 1]);
    bottom = Math.max(bottom, outline[i + 1]);
  }
  return { left, right, top, bottom };
}

const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const flip = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
