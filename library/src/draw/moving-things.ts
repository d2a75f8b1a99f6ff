import type { World } from '../simulation/index.ts';

/** The part of a world that tells where its moving obstacles and targets are. */
export type MovingThings = Partial<Pick<World, 'obstacles' | 'solids' | 'targets'>>;

/**
 * Receives a thing on a course: a name that changes when the thing is put elsewhere, the seconds after which its motion
 * repeats (∞: never), and its centre.
 */
type Visit = (name: string, period: number, x: number, y: number, z: number) => void;

type Sum = { x: number; y: number; z: number; elements: number };

/** Calls back for every thing with a course; obstacles in the order of the scenario, then targets. */
export function visitMovingThings({ obstacles, solids, targets }: MovingThings, visit: Visit): void {
  if (obstacles) {
    const { startX, startY, endX, endY, rest } = obstacles;
    visitOwners(obstacles, visit, {
      name: (element) => `${rest.startX[element]} ${rest.startY[element]}`,
      // For a closed outline this is the mean of the corners, and for a single wall its midpoint.
      add(sum, element) {
        sum.x += (startX[element] + endX[element]) / 2;
        sum.y += (startY[element] + endY[element]) / 2;
      },
    });
  }
  if (solids) {
    const { kind, originX, originY, originZ, sideX, sideY, sideZ, otherX, otherY, otherZ, rest } = solids;
    visitOwners(solids, visit, {
      name: (element) => `${rest.originX[element]} ${rest.originY[element]} ${rest.originZ[element]}`,
      add(sum, element) {
        const part = edgeShares[kind[element]];
        sum.x += originX[element] + part * (sideX[element] + otherX[element]);
        sum.y += originY[element] + part * (sideY[element] + otherY[element]);
        sum.z += originZ[element] + part * (sideZ[element] + otherZ[element]);
      },
    });
  }
  if (targets) {
    const { x, y, z, restX, restY, restZ } = targets;
    for (let target = 0; target < targets.count; target++) {
      const course = targets.courses[target];
      if (!course) continue;
      const name = `target ${target} ${restX[target]} ${restY[target]} ${restZ[target]}`;
      visit(name, periodOf(course), x[target], y[target], z[target]);
    }
  }
}

/** The factor of the two edges that leads from the origin to the centre: of a sphere, a rectangle, a triangle, a plane. */
const edgeShares = [0, 1 / 2, 1 / 3, 0] as const;

/** The elements of one obstacle are consecutive. */
function visitOwners(
  { firstMoving, count, owner, courses }: World['obstacles'] | World['solids'],
  visit: Visit,
  { name, add }: { name(element: number): string; add(sum: Sum, element: number): void },
): void {
  for (let first = firstMoving; first < count; ) {
    const number = owner[first];
    const sum: Sum = { x: 0, y: 0, z: 0, elements: 0 };
    let element = first;
    for (; element < count && owner[element] === number; element++) {
      add(sum, element);
      sum.elements++;
    }
    const course = courses[number];
    if (course) {
      const { x, y, z, elements } = sum;
      visit(`obstacle ${number} ${name(first)}`, periodOf(course), x / elements, y / elements, z / elements);
    }
    first = element;
  }
}

type PreparedCourse = NonNullable<World['targets']['courses'][number]>;

function periodOf({ course, legStart }: PreparedCourse): number {
  if (course.kind === 'oscillation') return course.period;
  if (course.kind !== 'loop' || !(course.speed > 0)) return Number.POSITIVE_INFINITY;
  return legStart[legStart.length - 1] / course.speed;
}
