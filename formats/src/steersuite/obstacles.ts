import { numerics } from 'wend';
import { movedShape, openRing, type ScenarioInput } from 'wend/scenario';
import {
  aboveZero,
  boundsOf,
  childrenOf,
  fixedTupleOf,
  numberOf,
  type Origin,
  originOf,
  type Point,
  require,
  tupleOf,
} from './values.ts';
import { type Element, failAt } from './xml.ts';

/** An obstacle of a scenario, in one of the shapes of SteerSuite files. */
export type Obstacle = Extract<
  NonNullable<ScenarioInput['obstacles']>[number],
  { shape: 'box' | 'circle' | 'polygon' | 'segment' }
>;

/** An obstacle without a position yet: its shapes lie around (0, 0), within a radius; the position is drawn later. */
export type LooseObstacle = { origin: Origin; shapes: Obstacle[]; radius: number };

const DEGREE = Math.PI / 180;

/** An axis-aligned box; without thickness it is a wall. */
export function readBox(element: Element): Obstacle {
  const { min, max } = boundsOf(element, false);
  if (min[0] === max[0] && min[1] === max[1]) {
    failAt(element, `expected an obstacle with an extent, got the point (${min[0]}, ${min[1]})`);
  }
  if (min[0] < max[0] && min[1] < max[1]) return { shape: 'box', min: [...min], max: [...max] };
  return { shape: 'segment', from: [...min], to: [...max] };
}

export function readCircle(element: Element): Obstacle | LooseObstacle {
  const { height, position, radius } = childrenOf(element, ['radius', 'height', 'position']);
  if (height) numberOf(height);
  const size = aboveZero(require(radius, element, 'radius'));
  const at = tupleOf(require(position, element, 'position'));
  const shape: Obstacle = { shape: 'circle', center: [0, 0], radius: size };
  return at === 'random'
    ? { origin: originOf(element), shapes: [shape], radius: size }
    : movedShape(shape, at);
}

/** A box rotated about its centre. */
export function readOrientedBox(element: Element): Obstacle[] | LooseObstacle {
  const { position, size, thetaY } = childrenOf(element, ['thetaY', 'size', 'position']);
  return readOriented(element, require(size, element, 'size'), position, thetaY, undefined);
}

/** The same with a door: the part to the left of it and the part to the right. */
export function readOrientedWall(element: Element): Obstacle[] | LooseObstacle {
  const { doorway, position, size, thetaY } = childrenOf(element, ['thetaY', 'size', 'position', 'doorway']);
  return readOriented(element, require(size, element, 'size'), position, thetaY, doorway);
}

function readOriented(
  element: Element,
  size: Element,
  position: Element | undefined,
  thetaY: Element | undefined,
  doorway: Element | undefined,
): Obstacle[] | LooseObstacle {
  const [lengthX, lengthZ] = fixedTupleOf(size);
  if (!(lengthX > 0 && lengthZ > 0)) {
    failAt(size, `expected an <x> and a <z> above 0, got ${lengthX} and ${lengthZ}`);
  }
  const angle = thetaY ? numberOf(thetaY) : 0;
  const at = tupleOf(require(position, element, 'position'));
  const half = lengthX / 2;
  const shapes = sectionsOf(doorway, half)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => turned([from, -lengthZ / 2], [to, lengthZ / 2], angle));
  if (shapes.length === 0) failAt(element, 'expected a door that leaves something of the wall');
  if (at !== 'random') return shapes.map((shape) => movedShape(shape, at));
  return {
    origin: originOf(element),
    shapes,
    radius: Math.sqrt(half * half + (lengthZ / 2) * (lengthZ / 2)),
  };
}

/** The ends of a part of a wall along its length, measured from its centre. */
function sectionsOf(doorway: Element | undefined, half: number): Point[] {
  if (!doorway) return [[-half, half]];
  const { doorRadius, random, value } = childrenOf(doorway, ['value', 'doorRadius', 'random']);
  if (random) failAt(random, 'expected <value>: the place of a door cannot be random');
  const middle = numberOf(require(value, doorway, 'value'));
  const radius = aboveZero(require(doorRadius, doorway, 'doorRadius'));
  return [
    [-half, Math.min(half, middle - radius)],
    [Math.max(-half, middle + radius), half],
  ];
}

/** A box around the origin, rotated by degrees about the vertical, from z to x. */
function turned(min: Point, max: Point, degrees: number): Obstacle {
  if (degrees % 360 === 0) return { shape: 'box', min: [...min], max: [...max] };
  const angle = (degrees % 360) * DEGREE;
  const c = numerics.cos(angle);
  const s = numerics.sin(angle);
  const corners: Point[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
  return {
    shape: 'polygon',
    points: corners.map(([x, y]): [number, number] => [x * c + y * s, y * c - x * s]),
  };
}

export function readPolygon(element: Element, mostVertices: number): Obstacle {
  const ring = element.children.map((vertex): [number, number] => {
    if (vertex.name !== 'vertex') {
      failAt(vertex, `expected <vertex> in <polygonObstacle>, got <${vertex.name}>`);
    }
    return [...fixedTupleOf(vertex)];
  });
  const points = [...openRing(ring)];
  if (points.length < 3) failAt(element, `expected at least three <vertex>, got ${points.length}`);
  if (points.length > mostVertices) {
    failAt(element, `expected at most ${mostVertices} more vertices of obstacles, got ${points.length}`);
  }
  return { shape: 'polygon', points };
}
