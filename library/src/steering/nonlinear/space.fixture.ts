import {
  createCrowd,
  createEvents,
  createNearLists,
  createPerception,
  enterAgent,
  reserveAgent,
  type SolidSpecification,
} from '../../crowd/index.ts';
import { createObstacles } from '../../crowd/obstacles.ts';
import { createSolids, settleSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { nonlinearColumns } from './columns.ts';
import { createNonlinearModel } from './model.ts';
import { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';

registerSpace();

export type Vector = [number, number, number];
export type Ball = { at: Vector; radius: number };
/** A triangle, or a rectangle: a corner and the two edges from there. */
export type Face = { triangle: boolean; corner: Vector; side: Vector; other: Vector };
export type Box = { min: Vector; max: Vector };
export type Scene = {
  heading: Vector;
  goal: Vector;
  agents: Ball[];
  spheres: Ball[];
  floor?: number | undefined;
  faces?: Face[];
  box?: Box | undefined;
};

export const ownRadius = 0.25;
const view = 10;

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const size = (a: Vector) => Math.sqrt(dot(a, a));
export const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => plus(a, times(b, -1));
export const unit = (a: Vector): Vector => times(a, 1 / size(a));

/** The model's result: the angular velocity, unfiltered. */
export function turnOf(scene: Scene, parameters: NonlinearParameters): Vector {
  const { heading, goal, agents } = scene;
  const crowd = createCrowd(16, { dimension: 3, targetClasses: 1, memory: {}, steer: nonlinearColumns() });
  const { motion, plan, steer, traits } = crowd;
  for (const { at, radius } of [{ at: [0, 0, 0] as Vector, radius: ownRadius }, ...agents]) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    [motion.x[row], motion.y[row], motion.z[row]] = at;
    [motion.headingX[row], motion.headingY[row], motion.headingZ[row]] = heading;
    [plan.directionX[row], plan.directionY[row], plan.directionZ[row]] = goal;
    [steer.weight0[row], steer.weight1[row]] = [0.5, 0.5];
    plan.pace[row] = 1;
    traits.radius[row] = radius;
    traits.agility[row] = 1;
    traits.aggressiveness[row] = 0.5;
    traits.viewRadius[row] = view;
  }
  const { solids, seen } = solidsOf(scene);
  const perception = createPerception();
  for (const [lists, items] of [
    [perception.agents, agents.map((_, k) => k + 1)],
    [perception.obstacles, seen],
  ] as const) {
    lists.starts = new Int32Array(crowd.capacity);
    lists.counts = new Int32Array(crowd.capacity);
    lists.order = Int32Array.from({ length: crowd.capacity }, (_, row) => row);
    lists.counts[0] = items.length;
    lists.items = Int32Array.from(items);
    lists.length = items.length;
  }
  const due = new Uint8Array(crowd.capacity);
  due[0] = 1;
  createNonlinearModel(parameters).computeControls({
    ...{ crowd, perception, obstacles: createObstacles([]), solids, events: createEvents() },
    ...{ due, duePrediction: due, dueReaction: due, close: createNearLists(), seed: 1, step: 0, dt: 0.05 },
  });
  return [steer.turnX[0], steer.turnY[0], steer.turnRate[0]];
}

/** The solids of a scene, and the elements that the agent sees. */
function solidsOf({ spheres, floor, faces = [], box }: Scene) {
  const specifications: SolidSpecification[] = [
    ...spheres.map(({ at, radius }) => ({ shape: 'sphere' as const, center: at, radius })),
    ...(floor === undefined
      ? []
      : [{ shape: 'plane' as const, point: [3, 4, floor] as Vector, normal: [0, 0, 2] as Vector }]),
    ...(box ? [{ shape: 'box' as const, ...box }] : []),
  ];
  const whole = createSolids(specifications).count;
  const seen = Array.from({ length: whole }, (_, element) => element);
  let next = whole;
  for (const { triangle, corner, side, other } of faces) {
    seen.push(next);
    next += triangle ? 1 : 6;
    const points = [corner, plus(corner, side), plus(corner, other)];
    specifications.push(
      triangle
        ? { shape: 'triangles', points, faces: [[0, 1, 2]] }
        : { shape: 'box', min: [0, 0, 0], max: [1, 1, 1] },
    );
  }
  const solids = createSolids(specifications);
  // No scenario has a tilted rectangle: one face of a box is rotated, the others are not seen.
  faces.forEach(({ corner, side, other }, k) => {
    const element = seen[whole + k];
    const [sideEnd, otherEnd] = [plus(corner, side), plus(corner, other)];
    [solids.originX[element], solids.originY[element], solids.originZ[element]] = corner;
    [solids.sideEndX[element], solids.sideEndY[element], solids.sideEndZ[element]] = sideEnd;
    [solids.otherEndX[element], solids.otherEndY[element], solids.otherEndZ[element]] = otherEnd;
  });
  settleSolids(solids);
  return { solids, seen };
}

/** A repelling thing: from its closest point, in one form or, for a face, two. */
type Thing = {
  /** To the closest point; to the centre of a body. */
  at: Vector;
  radius: number;
  agent?: boolean;
  forms: { direction: Vector; half: number; share: number }[];
};

const { margin } = nonlinearDefaults;
const widest = (Math.PI - margin) / 2 - 0.01;
const halfAngle = (reach: number, distance: number) =>
  Math.min(Math.asin(Math.min(1, reach / distance)), widest);
const windowAt = (a: number, half: number) => {
  const edge = Math.cos(2 * half + margin);
  return 0.5 * (Math.tanh((4 / (Math.cos(2 * half) - edge)) * (Math.cos(a) - edge)) + 1);
};
const angleBetween = (a: Vector, b: Vector) => Math.acos(Math.max(-1, Math.min(1, dot(a, b))));

function cornersOf({ triangle, corner, side, other }: Face): Vector[] {
  const [b, d] = [plus(corner, side), plus(corner, other)];
  return triangle ? [corner, b, d] : [corner, b, plus(b, other), d];
}

/** The point of a flat convex outline closest to the agent: the foot of the perpendicular if that is inside, or on an edge. */
function closestOf(corners: Vector[]): Vector {
  const normal = unit(cross(minus(corners[1], corners[0]), minus(corners.at(-1)!, corners[0])));
  const edges = corners.map((from, k) => [from, minus(corners[(k + 1) % corners.length], from)]);
  const foot = times(normal, dot(normal, corners[0]));
  if (edges.every(([from, along]) => dot(cross(along, minus(foot, from)), normal) >= 0)) return foot;
  const points = edges.map(([from, along]) =>
    plus(from, times(along, Math.max(0, Math.min(1, -dot(from, along) / dot(along, along))))),
  );
  return points.reduce((best, point) => (size(point) < size(best) ? point : best));
}

/** Half the extent of the outline along a line, by sampling its points. */
function halfExtent(corners: Vector[], line: Vector): number {
  const along = corners.flatMap((from, k) =>
    Array.from({ length: 8 }, (_, part) => {
      const to = corners[(k + 1) % corners.length];
      return dot(plus(times(from, 1 - part / 8), times(to, part / 8)), line);
    }),
  );
  return (Math.max(...along) - Math.min(...along)) / 2;
}

/** A face near and far (docs/models/walls.md, space.md); undefined if its width or direction is degenerate. */
function feelFace(face: Face, heading: Vector): Thing | undefined {
  const corners = cornersOf(face);
  const at = closestOf(corners);
  const gap = size(at) - ownRadius;
  const middle = times(corners.reduce(plus), 1 / corners.length);
  if (gap < 0.01 || size(middle) < 0.01) return undefined;
  const line = cross(unit(cross(middle, heading)), unit(cross(face.side, face.other)));
  if (size(line) < 0.01) return undefined;
  const halfWidth = halfExtent(corners, unit(line));
  const near = 1 / (1 + (gap * gap) / (halfWidth * halfWidth));
  const forms = [
    { direction: unit(at), half: widest, share: near },
    { direction: unit(middle), half: halfAngle(halfWidth + ownRadius, size(middle)), share: 1 - near },
  ];
  return { at, radius: 0, forms };
}

/** The six faces of a box. */
function facesOf({ min, max }: Box): Face[] {
  const edges = [0, 1, 2].map((axis) => minus(max, min).map((l, k) => (k === axis ? l : 0)) as Vector);
  return [0, 1, 2].flatMap((axis) => {
    const [side, other] = [edges[(axis + 1) % 3], edges[(axis + 2) % 3]];
    return [min, plus(min, edges[axis])].map((corner) => ({ triangle: false, corner, side, other }));
  });
}

/** Everything that repels; undefined if the model is not smooth there. */
function thingsIn({ heading, agents, spheres, floor, faces = [], box }: Scene): Thing[] | undefined {
  const body = ({ at, radius }: Ball, agent: boolean): Thing => {
    const half = halfAngle(radius + ownRadius, size(at));
    return { at, radius, agent, forms: [{ direction: unit(at), half, share: 1 }] };
  };
  const things = [
    ...agents.map((ball) => body(ball, true)),
    ...spheres.map((ball) => body(ball, false)),
    ...[...faces, ...(box ? facesOf(box) : [])].map((face) => feelFace(face, heading)),
  ];
  if (floor !== undefined) {
    const direction: Vector = [0, 0, Math.sign(floor)];
    things.push({ at: [0, 0, floor], radius: 0, forms: [{ direction, half: widest, share: 1 }] });
  }
  // A repeller has a kink straight ahead and a jump exactly behind.
  const smooth = (thing: Thing | undefined): thing is Thing =>
    thing?.forms.every(({ direction }) => Math.abs(dot(direction, heading)) < 0.999) ?? false;
  return things.every(smooth) ? things : undefined;
}

/**
 * The same from the equations sheet, §1 and §5: the sum of the contributions in each plane, times its normal. Undefined near
 * the model's jumps, kinks and roots, which amplify rounding.
 */
export function byEquations(scene: Scene, faithful: boolean) {
  const { heading, goal } = scene;
  const things = thingsIn(scene);
  if (!things) return undefined;
  let force: Vector = [0, 0, 0];
  let slope = 0;
  let windows = 0;
  let decays = 0;
  let closest = Number.POSITIVE_INFINITY;
  for (const { at: towards, radius, agent, forms } of things) {
    const distance = size(towards);
    const reach = radius + ownRadius;
    const gap = Math.max(0, distance - reach);
    // An obstacle fades in over the last quarter of the view.
    const inside = Math.max(0, Math.min(1, (view - distance + radius) / (view / 4)));
    const whole = faithful || agent ? 1 : 3 * inside ** 2 - 2 * inside ** 3;
    for (const { direction, half, share } of forms) {
      const a = angleBetween(heading, direction);
      const at = (angle: number) =>
        (whole * share * angle * Math.exp(1 - Math.abs(angle / half) - gap) * windowAt(angle, half)) / half;
      force = plus(force, times(unit(cross(direction, heading)), at(a)));
      slope += (at(a + 1e-5) - at(a - 1e-5)) / 2e-5;
      windows += whole * share * windowAt(a, half);
    }
    decays += Math.exp(-gap);
    const cosine = dot(heading, towards) / distance;
    const beside = agent ? cosine : (cosine + 0.3) / 1.3;
    const aside = Math.max(0, distance * Math.sqrt(1 - cosine * cosine) - reach);
    const ahead = Math.max(cosine, beside);
    if (ahead > 0) closest = Math.min(closest, (gap + 3 * aside + 1 / 1024) / ahead - 1 / 1024);
  }
  const pull = times(cross(goal, heading), -1);
  const targetSlope = -dot(goal, heading);
  if (Math.abs(targetSlope) < 1e-6 || (faithful && things.length > 0 && Math.abs(slope) < 1e-6)) {
    return undefined;
  }
  const sign = faithful ? Math.sign : (x: number) => Math.tanh(5 * x);
  const targetDetector = sign(targetSlope) * Math.exp(-2 * size(pull));
  const obstacleDetector = sign(slope) * Math.exp(-2 * size(force)) * Math.min(1, windows);
  const flipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
  const gamma12 = Math.exp(-2 * (flipped ? 0 : targetDetector * obstacleDetector) - 2);
  const alpha2 = Math.tanh(faithful ? decays : Math.exp(-closest));
  const alpha1 = 0.4 * (1 - alpha2);
  if (Math.abs(gamma12 - alpha1) < 1e-3 || Math.abs(0.05 - alpha2) < 1e-3) return undefined;
  let [w1, w2] = [1, 0];
  if (gamma12 > alpha1) [w1, w2] = [0, 1];
  else if (alpha2 > 0.05) {
    const determinant = alpha1 * alpha2 - gamma12 * 0.05;
    w1 = Math.sqrt((alpha2 * (alpha1 - gamma12)) / determinant);
    w2 = Math.sqrt((alpha1 * (alpha2 - 0.05)) / determinant);
  }
  return plus(times(pull, w1), times(force, w2));
}

/** W D of an agent: the smooth variant leaves out agents behind if it is below exp(−10). */
export function openingTo({ at, radius }: Ball, heading: Vector): number {
  const reach = radius + ownRadius;
  const half = halfAngle(reach, size(at));
  return windowAt(angleBetween(heading, unit(at)), half) * Math.exp(reach - size(at));
}
