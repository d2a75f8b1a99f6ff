import { distanceFrom, outlineOf, type Shape } from '../../geometry/index.ts';
import { cos, sin } from '../../numerics/index.ts';
import type { Scenario, World } from '../../simulation/index.ts';
import { createAreaIndex, isInArea } from '../../simulation/scenario/area.ts';
import { obstaclesOf } from '../../simulation/scenario/area-part.ts';
import { areaOf, type Convex, copyConvex, createConvex, cut } from './convex.ts';

/**
 * The walkable area in trapezoids: vertical lines through all corners and crossings cut it into slabs, and the edges
 * that cross a slab cut the slab. A convex cell is clipped to each of them, and gates between them tell which parts
 * of it are connected: walls without thickness separate, too. Obstacles on a course do not count.
 */
export type Ground = {
  /** The vertical lines, rising. Slab s is between lines s and s + 1. */
  lines: Float64Array;
  /** The first trapezoid of each slab; they rise from below to above. */
  slabs: Int32Array;
  /** Height of the lower and the upper edge of each trapezoid at its left and its right line. */
  lowLeft: Float64Array;
  lowRight: Float64Array;
  highLeft: Float64Array;
  highRight: Float64Array;
  slabOf: Int32Array;
  /** Gates of each trapezoid, from gateStarts[t] to gateStarts[t + 1]. */
  gateStarts: Int32Array;
  gateTo: Int32Array;
  gateX: Float64Array;
  gateLow: Float64Array;
  gateHigh: Float64Array;
  /** Scratch. */
  seen: Int32Array;
  round: number;
  queue: Int32Array;
  part: Convex;
};

type Edge = { x0: number; y0: number; x1: number; y1: number };
type Gate = { from: number; to: number; x: number; low: number; high: number };

/** Corners of a circle: as many as keep the chords within 5 mm of it, as in trajectory files. */
const CHORD = 0.005;

export function createGround(scenario: Scenario, shapes: World['shapes'] = obstaclesOf(scenario)): Ground {
  const { bounds } = scenario;
  const solid = shapes.filter((shape) => shape && !shape.course) as unknown as Shape[];
  const edges = [
    ...ringEdges([
      [bounds.min[0], bounds.min[1]],
      [bounds.max[0], bounds.min[1]],
      [bounds.max[0], bounds.max[1]],
      [bounds.min[0], bounds.max[1]],
    ]),
    ...solid.flatMap(edgesOf),
  ];
  const isFree = freedomIn(scenario, solid);
  const lines = Float64Array.from(linesThrough(edges, bounds.min[0], bounds.max[0]));
  const upright = edges.filter(({ x0, x1 }) => x0 === x1);
  const trapezoids: { slab: number; low: [number, number]; high: [number, number] }[] = [];
  const slabs = new Int32Array(lines.length);
  const slanted = edges.filter(({ x0, x1 }) => x0 < x1).sort((a, b) => a.x0 - b.x0);
  const yAt = ({ x0, y0, x1, y1 }: Edge, x: number) =>
    x === x0 ? y0 : x === x1 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  for (let slab = 0; slab + 1 < lines.length; slab++) {
    slabs[slab] = trapezoids.length;
    const [left, right] = [lines[slab], lines[slab + 1]];
    const middle = (left + right) / 2;
    const crossing = slanted
      .filter(({ x0, x1 }) => x0 <= left && x1 >= right)
      .map((edge) => ({ left: yAt(edge, left), right: yAt(edge, right), middle: yAt(edge, middle) }))
      .sort((a, b) => a.middle - b.middle);
    for (let k = 0; k + 1 < crossing.length; k++) {
      const [low, high] = [crossing[k], crossing[k + 1]];
      if (high.middle <= low.middle || !isFree(middle, (low.middle + high.middle) / 2)) continue;
      trapezoids.push({ slab, low: [low.left, low.right], high: [high.left, high.right] });
    }
  }
  slabs[lines.length - 1] = trapezoids.length;
  const column = (value: (t: (typeof trapezoids)[number]) => number) => Float64Array.from(trapezoids, value);
  const ground: Ground = {
    lines,
    slabs,
    lowLeft: column(({ low }) => low[0]),
    lowRight: column(({ low }) => low[1]),
    highLeft: column(({ high }) => high[0]),
    highRight: column(({ high }) => high[1]),
    slabOf: Int32Array.from(trapezoids, ({ slab }) => slab),
    gateStarts: new Int32Array(trapezoids.length + 1),
    gateTo: new Int32Array(0),
    gateX: new Float64Array(0),
    gateLow: new Float64Array(0),
    gateHigh: new Float64Array(0),
    seen: new Int32Array(trapezoids.length),
    round: 0,
    queue: new Int32Array(trapezoids.length),
    part: createConvex(),
  };
  storeGates(ground, gatesIn(ground, upright));
  return ground;
}

/** Square metres of a convex region that are walkable. */
export function walkableArea(ground: Ground, region: Convex): number {
  let sum = 0;
  for (let t = 0; t < ground.slabOf.length; t++) sum += areaInTrapezoid(ground, t, region);
  return sum;
}

/**
 * The part of a convex cell that is walkable and connected to a point of it. Calls `visit` with each convex piece,
 * which is valid until the call returns.
 */
export function visitConnected(
  ground: Ground,
  cell: Convex,
  x: number,
  y: number,
  visit: (piece: Convex) => void,
): void {
  const start = trapezoidAt(ground, x, y);
  if (start < 0) return;
  const { gateHigh, gateLow, gateStarts, gateTo, gateX, part, queue, seen } = ground;
  const round = ++ground.round;
  let [next, end] = [0, 1];
  queue[0] = start;
  seen[start] = round;
  while (next < end) {
    const t = queue[next++];
    if (areaInTrapezoid(ground, t, cell) > 0) visit(part);
    for (let gate = gateStarts[t]; gate < gateStarts[t + 1]; gate++) {
      if (seen[gateTo[gate]] === round) continue;
      if (!opensIn(cell, gateX[gate], gateLow[gate], gateHigh[gate])) continue;
      seen[gateTo[gate]] = round;
      queue[end++] = gateTo[gate];
    }
  }
}

/** Leaves the part of the region in trapezoid t in `part`. */
function areaInTrapezoid(ground: Ground, t: number, region: Convex): number {
  const { highLeft, highRight, lines, lowLeft, lowRight, part } = ground;
  const slab = ground.slabOf[t];
  const [left, right] = [lines[slab], lines[slab + 1]];
  copyConvex(region, part);
  cut(part, 1, 0, right);
  cut(part, -1, 0, -left);
  const width = right - left;
  // Below the upper edge: (y − highLeft) · width ≤ (x − left) · rise; likewise for the lower one.
  const up = highRight[t] - highLeft[t];
  cut(part, -up, width, width * highLeft[t] - up * left);
  const rise = lowRight[t] - lowLeft[t];
  cut(part, rise, -width, rise * left - width * lowLeft[t]);
  return part.count > 0 ? areaOf(part) : 0;
}

/** Whether a part of a vertical segment with a length is inside a convex cell. */
function opensIn({ count, points }: Convex, x: number, gateLow: number, gateHigh: number): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const other = k + 1 === count ? 0 : k + 1;
    const [ax, ay] = [points[2 * k], points[2 * k + 1]];
    const [bx, by] = [points[2 * other], points[2 * other + 1]];
    if ((ax < x && bx < x) || (ax > x && bx > x)) continue;
    const y = ax === bx ? ay : ay + ((x - ax) / (bx - ax)) * (by - ay);
    if (y < low) low = y;
    if (y > high) high = y;
    if (ax !== bx) continue;
    if (by < low) low = by;
    if (by > high) high = by;
  }
  return Math.min(high, gateHigh) - Math.max(low, gateLow) > 1e-9;
}

/** The trapezoid that a point is in, or the nearest of its slab: contacts leave a centre on an edge now and then. */
function trapezoidAt({ highLeft, highRight, lines, lowLeft, lowRight, slabs }: Ground, x: number, y: number) {
  let slab = 0;
  let above = lines.length - 2;
  while (slab < above) {
    const middle = (slab + above + 1) >> 1;
    if (lines[middle] <= x) slab = middle;
    else above = middle - 1;
  }
  const share = (x - lines[slab]) / (lines[slab + 1] - lines[slab]);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let t = slabs[slab]; t < slabs[slab + 1]; t++) {
    const low = lowLeft[t] + share * (lowRight[t] - lowLeft[t]);
    const high = highLeft[t] + share * (highRight[t] - highLeft[t]);
    const off = y < low ? low - y : y > high ? y - high : 0;
    if (off < least) {
      least = off;
      best = t;
    }
  }
  return best;
}

function gatesIn({ highLeft, highRight, lines, lowLeft, lowRight, slabs }: Ground, upright: Edge[]): Gate[] {
  const gates: Gate[] = [];
  for (let slab = 0; slab + 2 < lines.length; slab++) {
    const x = lines[slab + 1];
    const walls = upright
      .filter(({ x0 }) => x0 === x)
      .map(({ y0, y1 }) => [Math.min(y0, y1), Math.max(y0, y1)])
      .sort((a, b) => a[0] - b[0]);
    for (let from = slabs[slab]; from < slabs[slab + 1]; from++) {
      for (let to = slabs[slab + 1]; to < slabs[slab + 2]; to++) {
        let low = Math.max(lowRight[from], lowLeft[to]);
        const high = Math.min(highRight[from], highLeft[to]);
        for (const [bottom, top] of walls) {
          if (low < Math.min(bottom, high)) gates.push({ from, to, x, low, high: Math.min(bottom, high) });
          low = Math.max(low, top);
        }
        if (low < high) gates.push({ from, to, x, low, high });
      }
    }
  }
  return gates;
}

function storeGates(ground: Ground, gates: readonly Gate[]): void {
  const both = [...gates, ...gates.map((gate) => ({ ...gate, from: gate.to, to: gate.from }))];
  both.sort((a, b) => a.from - b.from || a.to - b.to || a.low - b.low);
  for (const { from } of both) ground.gateStarts[from + 1]++;
  for (let t = 1; t < ground.gateStarts.length; t++) ground.gateStarts[t] += ground.gateStarts[t - 1];
  ground.gateTo = Int32Array.from(both, ({ to }) => to);
  ground.gateX = Float64Array.from(both, ({ x }) => x);
  ground.gateLow = Float64Array.from(both, ({ low }) => low);
  ground.gateHigh = Float64Array.from(both, ({ high }) => high);
}

/** Whether a point that is on no edge can be walked on. */
function freedomIn({ area }: Scenario, solid: readonly Shape[]): (x: number, y: number) => boolean {
  const index = createAreaIndex(area);
  const distances = solid.filter((shape) => outlineOf(shape).kind !== 'wall').map(distanceFrom);
  return (x, y) => (!index || isInArea(index, x, y)) && distances.every((distance) => distance(x, y) > 0);
}

function edgesOf(shape: Shape): Edge[] {
  const outline = outlineOf(shape);
  switch (outline.kind) {
    case 'wall':
      return [edgeOf(outline.from, outline.to)];
    case 'ring':
      return ringEdges(outline.points);
    case 'disc':
      return ringEdges(cornersOfCircle(outline.center, outline.radius));
  }
}

/** How many corners stand for a circle. */
function sidesOfCircle(radius: number): number {
  // The chord of angle 2a is r (1 − cos a) ≈ r a² / 2 inside.
  return Math.min(360, Math.max(32, Math.ceil(Math.PI / Math.sqrt((2 * CHORD) / radius))));
}

function cornersOfCircle([x, y]: readonly [number, number], radius: number): [number, number][] {
  const sides = sidesOfCircle(radius);
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

function ringEdges(points: readonly (readonly [number, number])[]): Edge[] {
  return points.map((point, k) => edgeOf(point, points[(k + 1) % points.length]));
}

/** From left to right. */
function edgeOf([ax, ay]: readonly number[], [bx, by]: readonly number[]): Edge {
  return ax <= bx ? { x0: ax, y0: ay, x1: bx, y1: by } : { x0: bx, y0: by, x1: ax, y1: ay };
}

/** The abscissas of all corners and crossings inside the world, rising, without repetition. */
function linesThrough(edges: readonly Edge[], min: number, max: number): number[] {
  const all = new Set<number>();
  const sorted = [...edges].sort((a, b) => a.x0 - b.x0);
  sorted.forEach((a, k) => {
    all.add(a.x0);
    all.add(a.x1);
    for (let other = k + 1; other < sorted.length && sorted[other].x0 < a.x1; other++) {
      const x = crossingOf(a, sorted[other]);
      if (x !== undefined) all.add(x);
    }
  });
  return [...all].filter((x) => x >= min && x <= max).sort((a, b) => a - b);
}

function crossingOf(a: Edge, b: Edge): number | undefined {
  const [ux, uy, vx, vy] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
  const turn = ux * vy - uy * vx;
  if (turn === 0) return undefined;
  const along = ((b.x0 - a.x0) * vy - (b.y0 - a.y0) * vx) / turn;
  const across = ((b.x0 - a.x0) * uy - (b.y0 - a.y0) * ux) / turn;
  return along > 0 && along < 1 && across > 0 && across < 1 ? a.x0 + along * ux : undefined;
}
