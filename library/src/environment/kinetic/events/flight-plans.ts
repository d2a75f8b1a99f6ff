import { firstRise, inCircleCoefficients } from '../../../geometry/bernstein.ts';
import { inCircleChange } from '../../../geometry/in-circle-change.ts';
import { FIRST_VERTEX, type Mesh, nextEdge, previousEdge } from '../mesh/mesh.ts';
import { type Certificates, certifyStep, invalidate, orderCorners } from './certificates.ts';

/** How far ahead plans are trusted, steps. */
const HORIZON = 16;
/** A tube's radius as a fraction of the distance to the nearest neighbour: the first, and the widest. */
const TUBE = 1 / 128;
const WIDEST_TUBE = 1 / 16;
/** An agent that keeps a promise for less than this many steps gets a tube twice as wide, others one half as wide. */
const SHORT = 4;
/** Coordinates larger than this many tubes are rounded too coarsely for a promise. */
const COARSE = 1e9;

/** Holds every agent to its promise for the coming step; an agent that breaks it gets a new plan. */
export function keepPromises(certificates: Certificates, mesh: Mesh, dt: number): void {
  const { planX, planY, planVelocityX, planVelocityY, planTime, tube, tubePart, clock, counts } =
    certificates;
  const { x, y, nextX, nextY, edgeOf, vertexCount } = mesh;
  for (let v = FIRST_VERTEX; v < vertexCount; v++) {
    if (edgeOf[v] < 0) continue;
    const radius = tube[v];
    if (radius >= 0) {
      const since = clock - planTime[v];
      const startX = x[v] - (planX[v] + planVelocityX[v] * since);
      const startY = y[v] - (planY[v] + planVelocityY[v] * since);
      const endX = nextX[v] - (planX[v] + planVelocityX[v] * (since + dt));
      const endY = nextY[v] - (planY[v] + planVelocityY[v] * (since + dt));
      // Between the two ends a straight path is no farther from a straight plan. A small margin is left for rounding.
      const limit = 0.999 * radius * radius;
      if (startX * startX + startY * startY <= limit && endX * endX + endY * endY <= limit) continue;
      counts.brokenPromises++;
      const kept = clock - planTime[v] >= SHORT * dt;
      tubePart[v] = kept ? Math.max(tubePart[v] / 2, TUBE) : Math.min(2 * tubePart[v], WIDEST_TUBE);
    } else tubePart[v] = TUBE;
    invalidate(certificates, mesh, v);
    planX[v] = x[v];
    planY[v] = y[v];
    planVelocityX[v] = (nextX[v] - x[v]) / dt;
    planVelocityY[v] = (nextY[v] - y[v]) / dt;
    planTime[v] = clock;
    const size = Math.abs(x[v]) + Math.abs(y[v]) + Math.abs(nextX[v]) + Math.abs(nextY[v]);
    const room = tubePart[v] * Math.sqrt(nearestSquared(mesh, v));
    tube[v] = dt > 0 && COARSE * room > size ? room : -1;
  }
}

function nearestSquared(mesh: Mesh, v: number): number {
  const { x, y, origin, twin, edgeOf } = mesh;
  const start = edgeOf[v];
  let least = Number.POSITIVE_INFINITY;
  let e = start;
  do {
    const u = origin[nextEdge(e)];
    const dx = x[u] - x[v];
    const dy = y[u] - y[v];
    const squared = dx * dx + dy * dy;
    if (squared < least) least = squared;
    e = twin[previousEdge(e)];
  } while (e !== start);
  return least;
}

/**
 * Certifies at the beginning of a step: as far ahead as the plans allow, or else from the paths in the step itself, in
 * which case the queue gets the failure if there is one.
 */
export function certify(certificates: Certificates, mesh: Mesh, edge: number, dt: number): void {
  const { clock, certifiedAt, validUntil, counts, halfOf } = certificates;
  if (mesh.wall[halfOf[edge]] !== 0) {
    validUntil[edge] = Number.POSITIVE_INFINITY;
    return;
  }
  const until = provenUntil(certificates, mesh, edge, HORIZON * dt);
  if (until < clock + dt) {
    certifyStep(certificates, mesh, edge, dt, 0);
    return;
  }
  counts.certificates++;
  certifiedAt[edge] = clock;
  validUntil[edge] = until;
}

/** Until when the certificate of an edge holds whatever its vertices do in their tubes; −∞ where nothing is promised. */
function provenUntil(certificates: Certificates, mesh: Mesh, edge: number, horizon: number): number {
  const { quad, corners, coefficients, strays, halving, clock, tube } = certificates;
  const { planX, planY, planVelocityX, planVelocityY, planTime } = certificates;
  const sign = orderCorners(certificates, mesh, edge);
  for (let k = 0; k < 4; k++) {
    const v = corners[k];
    if (tube[v] < 0) return Number.NEGATIVE_INFINITY;
    strays[k] = tube[v];
    const since = v < FIRST_VERTEX ? 0 : clock - planTime[v];
    quad[4 * k] = planX[v] + planVelocityX[v] * since;
    quad[4 * k + 1] = planY[v] + planVelocityY[v] * since;
    quad[4 * k + 2] = planX[v] + planVelocityX[v] * (since + horizon);
    quad[4 * k + 3] = planY[v] + planVelocityY[v] * (since + horizon);
  }
  const bound = inCircleCoefficients(quad, coefficients) + inCircleChange(quad, strays);
  for (let k = 0; k < 5; k++) coefficients[k] = (sign < 0 ? -coefficients[k] : coefficients[k]) + bound;
  const rise = firstRise(halving, coefficients, 0, 0);
  return clock + Math.min(rise, 1) * horizon;
}
