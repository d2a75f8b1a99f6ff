/**
 * A bound on how much the in-circle determinant of four points that move on straight paths changes, at any time, when
 * the k-th of them strays by at most strays[k] from its path: the gradient by each point, bounded by its Bernstein
 * coefficients over the paths, plus all terms of higher order.
 */
export function inCircleChange(quad: Float64Array, strays: Float64Array): number {
  const first =
    strays[0] * gradientBound(quad, 0, 4, 8, 12) +
    strays[1] * gradientBound(quad, 4, 8, 0, 12) +
    strays[2] * gradientBound(quad, 8, 0, 4, 12) +
    strays[3] * gradientBound(quad, 12, 4, 8, 0);
  // Relative to the last point another strays by at most this much. With lengths a, b, c the determinant is the cyclic
  // sum of a² (b × c), and these are the terms of its expansion beyond the first.
  const epsilon = Math.max(strays[0], strays[1], strays[2]) + strays[3];
  const a = longest(quad, 0);
  const b = longest(quad, 4);
  const c = longest(quad, 8);
  const squares = a * a + b * b + c * c;
  const products = a * b + b * c + c * a;
  const second = squares + 5 * products;
  return first + epsilon * epsilon * (second + epsilon * (4 * (a + b + c) + 3 * epsilon));
}

/** The greatest distance from the last point along the path: it is at one of the ends. */
function longest(quad: Float64Array, at: number): number {
  const x0 = quad[at] - quad[12];
  const y0 = quad[at + 1] - quad[13];
  const x1 = quad[at + 2] - quad[14];
  const y1 = quad[at + 3] - quad[15];
  return Math.sqrt(Math.max(x0 * x0 + y0 * y0, x1 * x1 + y1 * y1));
}

/**
 * The greatest length of the gradient by the place of p. With p, q and r relative to the fourth point it is
 * 2 (q × r) p + |q|² r′ − |r|² q′, where ′ turns a vector by a right angle: of degree 3 in time.
 */
function gradientBound(quad: Float64Array, p: number, q: number, r: number, base: number): number {
  const px0 = quad[p] - quad[base];
  const py0 = quad[p + 1] - quad[base + 1];
  const px1 = quad[p + 2] - quad[base + 2];
  const py1 = quad[p + 3] - quad[base + 3];
  const qx0 = quad[q] - quad[base];
  const qy0 = quad[q + 1] - quad[base + 1];
  const qx1 = quad[q + 2] - quad[base + 2];
  const qy1 = quad[q + 3] - quad[base + 3];
  const rx0 = quad[r] - quad[base];
  const ry0 = quad[r + 1] - quad[base + 1];
  const rx1 = quad[r + 2] - quad[base + 2];
  const ry1 = quad[r + 3] - quad[base + 3];
  const cross0 = 2 * (qx0 * ry0 - qy0 * rx0);
  const cross1 = qx0 * ry1 - qy0 * rx1 + (qx1 * ry0 - qy1 * rx0);
  const cross2 = 2 * (qx1 * ry1 - qy1 * rx1);
  const q0 = qx0 * qx0 + qy0 * qy0;
  const q1 = qx0 * qx1 + qy0 * qy1;
  const q2 = qx1 * qx1 + qy1 * qy1;
  const r0 = rx0 * rx0 + ry0 * ry0;
  const r1 = rx0 * rx1 + ry0 * ry1;
  const r2 = rx1 * rx1 + ry1 * ry1;
  // Coefficients 0 and 3 are products of those at the ends, 1 and 2 mixtures.
  const x0 = cross0 * px0 - q0 * ry0 + r0 * qy0;
  const y0 = cross0 * py0 + q0 * rx0 - r0 * qx0;
  const x3 = cross2 * px1 - q2 * ry1 + r2 * qy1;
  const y3 = cross2 * py1 + q2 * rx1 - r2 * qx1;
  const x1 = (cross0 * px1 - q0 * ry1 + r0 * qy1 + 2 * (cross1 * px0 - q1 * ry0 + r1 * qy0)) / 3;
  const y1 = (cross0 * py1 + q0 * rx1 - r0 * qx1 + 2 * (cross1 * py0 + q1 * rx0 - r1 * qx0)) / 3;
  const x2 = (cross2 * px0 - q2 * ry0 + r2 * qy0 + 2 * (cross1 * px1 - q1 * ry1 + r1 * qy1)) / 3;
  const y2 = (cross2 * py0 + q2 * rx0 - r2 * qx0 + 2 * (cross1 * py1 + q1 * rx1 - r1 * qx1)) / 3;
  return Math.sqrt(
    Math.max(Math.max(x0 * x0 + y0 * y0, x1 * x1 + y1 * y1), Math.max(x2 * x2 + y2 * y2, x3 * x3 + y3 * y3)),
  );
}
