/**
 * A convex polygon, counter-clockwise, as coordinates x0, y0, x1, y1, … It is clipped in place by half-planes; the second
 * buffer takes the result of each cut. Scratch: made once, used for every cell of a sample.
 */
export type Convex = { points: Float64Array; count: number; spare: Float64Array };

export function createConvex(capacity = 256): Convex {
  return { points: new Float64Array(2 * capacity), count: 0, spare: new Float64Array(2 * capacity) };
}

/** Begins again with the corners of a box. */
export function setBox(polygon: Convex, minX: number, minY: number, maxX: number, maxY: number): void {
  const { points } = polygon;
  points[0] = minX;
  points[1] = minY;
  points[2] = maxX;
  points[3] = minY;
  points[4] = maxX;
  points[5] = maxY;
  points[6] = minX;
  points[7] = maxY;
  polygon.count = 4;
}

export function copyConvex(from: Convex, to: Convex): void {
  if (to.points.length < from.points.length) grow(to, from.points.length);
  for (let k = 0; k < 2 * from.count; k++) to.points[k] = from.points[k];
  to.count = from.count;
}

/** Keeps the part where normalX · x + normalY · y ≤ limit. */
export function cut(polygon: Convex, normalX: number, normalY: number, limit: number): void {
  const { count } = polygon;
  if (count === 0) return;
  if (2 * count + 4 > polygon.spare.length) grow(polygon, 2 * polygon.spare.length);
  const { points, spare } = polygon;
  let kept = 0;
  let lastX = points[2 * count - 2];
  let lastY = points[2 * count - 1];
  let lastSide = normalX * lastX + normalY * lastY - limit;
  for (let k = 0; k < count; k++) {
    const x = points[2 * k];
    const y = points[2 * k + 1];
    const side = normalX * x + normalY * y - limit;
    if (lastSide < 0 !== side < 0 && lastSide !== 0 && side !== 0) {
      const share = lastSide / (lastSide - side);
      spare[2 * kept] = lastX + share * (x - lastX);
      spare[2 * kept + 1] = lastY + share * (y - lastY);
      kept++;
    }
    if (side <= 0) {
      spare[2 * kept] = x;
      spare[2 * kept + 1] = y;
      kept++;
    }
    lastX = x;
    lastY = y;
    lastSide = side;
  }
  polygon.points = spare;
  polygon.spare = points;
  polygon.count = kept < 3 ? 0 : kept;
}

export function areaOf({ count, points }: Convex): number {
  let twice = 0;
  for (let k = 1; k + 1 < count; k++) {
    const ax = points[2 * k] - points[0];
    const ay = points[2 * k + 1] - points[1];
    twice += ax * (points[2 * k + 3] - points[1]) - ay * (points[2 * k + 2] - points[0]);
  }
  return twice / 2;
}

function grow(polygon: Convex, length: number): void {
  const points = new Float64Array(length);
  points.set(polygon.points);
  polygon.points = points;
  polygon.spare = new Float64Array(length);
}
