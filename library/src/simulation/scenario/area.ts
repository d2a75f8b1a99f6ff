import {
  type BoxTree,
  boundsOfShape,
  createBoxTree,
  crossingOfRay,
  findSelfCrossing,
  openRing,
  searchBoxes,
  sweepRings,
} from '../../geometry/index.ts';
import { areas } from './area-part.ts';
import type { Obstacle } from './schema.ts';
import type { Area } from './schema-area.ts';

type Point = readonly [number, number];
type Ring = readonly Point[];

/** A polygon with holes: its outer ring, then the holes. */
export type AreaRings = readonly Ring[];

/** Lets scenarios have areas. */
export function registerAreas(): void {
  areas.registered = { build, createIndex: createAreaIndex, isInside: isInArea };
}

function build(area: Area): readonly Obstacle[] {
  let own = ofArea.get(area);
  if (!own) {
    own = buildObstacles(area);
    ofArea.set(area, own);
  }
  return own;
}

/** What has been built: checks, population, world and pictures ask for the same in turn. */
const ofArea = new WeakMap<Area, readonly Obstacle[]>();

function buildObstacles(area: Area): Obstacle[] {
  const all: Obstacle[] = [];
  const isInhabited = findInhabited(area.polygons);
  let number = 0;
  area.polygons.forEach((rings, polygon) => {
    rings.forEach((ring, k) => {
      const points = openRing(ring);
      const name = `area.polygons[${polygon}][${k}]`;
      if (k > 0 && isInhabited[number] === 0) {
        all.push({ shape: 'polygon', points: points.map(copy), name });
      } else addChain(all, [...points, points[0]], name);
      number++;
    });
  });
  area.walls.forEach((points, k) => {
    addChain(all, points, `area.walls[${k}]`);
  });
  return all;
}

function addChain(all: Obstacle[], points: Ring, name: string): void {
  for (let k = 1; k < points.length; k++) {
    all.push({ shape: 'segment', from: copy(points[k - 1]), to: copy(points[k]), name });
  }
}

const copy = ([x, y]: Point): [number, number] => [x, y];

/** Marks the rings, counted through all polygons, that another lies in directly. */
function findInhabited(polygons: readonly AreaRings[]): Uint8Array {
  const rings = polygons.flatMap((polygon) => polygon.map(openRing));
  const inhabited = new Uint8Array(rings.length);
  // Without holes nothing can lie in one.
  if (rings.length === polygons.length) return inhabited;
  for (const ring of sweepRings(rings).around) if (ring >= 0) inhabited[ring] = 1;
  return inhabited;
}

/** What is wrong with a ring, by the numbers of its polygon and itself (0: the outer one), from 0. */
export type RingFault = { polygon: number; ring: number; message: string };

/**
 * What is wrong with polygons with holes: rings that cross or touch themselves or each other, holes outside their outer
 * ring or inside another hole, polygons inside each other. A polygon may lie in a hole of another.
 */
export function findRingFaults(polygons: readonly AreaRings[]): RingFault[] {
  const places = polygons.flatMap((polygon, p) => polygon.map((_, ring) => ({ polygon: p, ring })));
  const rings = polygons.flatMap((polygon) => polygon.map(openRing));
  const faults: RingFault[] = [];
  const add = (number: number, message: string) => {
    faults.push({ ...places[number], message: `${ringInWords(places[number])}: ${message}` });
  };
  const edgeInWords = (number: number, edge: number) =>
    `${edge + 1}–${((edge + 1) % rings[number].length) + 1}`;
  rings.forEach((points, number) => {
    if (points.length < 3) {
      add(number, `expected at least three points, got ${points.length}`);
      return;
    }
    const edges = findSelfCrossing(points)?.sort((a, b) => a - b);
    if (!edges) return;
    const [first, second] = edges.map((edge) => edgeInWords(number, edge));
    add(number, `crosses or touches itself between points ${first} and ${second}`);
  });
  if (faults.length > 0) return faults;
  const { around, crossing } = sweepRings(rings);
  if (crossing) {
    const [one, other] = crossing.map((edge) => placeOfEdge(rings, edge)).sort((a, b) => a.ring - b.ring);
    const there = `points ${edgeInWords(one.ring, one.edge)} there`;
    add(
      other.ring,
      `crosses or touches ${ringInWords(places[one.ring])}: its points ${edgeInWords(other.ring, other.edge)} and ${there}`,
    );
    return faults;
  }
  around.forEach((outer, number) => {
    const { polygon, ring } = places[number];
    const holder = outer < 0 ? undefined : places[outer];
    if (ring === 0) {
      if (holder?.ring === 0) add(number, `lies inside ${ringInWords(holder)}; polygons must not overlap`);
    } else if (holder?.polygon !== polygon) add(number, 'lies outside the outer ring');
    else if (holder.ring > 0) add(number, `lies inside hole ${holder.ring}`);
  });
  return faults;
}

/** 'polygon 2, hole 1': people count from 1. */
function ringInWords({ polygon, ring }: { polygon: number; ring: number }): string {
  return `polygon ${polygon + 1}, ${ring === 0 ? 'outer ring' : `hole ${ring}`}`;
}

function placeOfEdge(rings: readonly Ring[], number: number): { ring: number; edge: number } {
  let edge = number;
  let ring = 0;
  while (edge >= rings[ring].length) edge -= rings[ring++].length;
  return { ring, edge };
}

/** The edges of all rings, for "is this place inside the area?". */
export type AreaIndex = { from: Ring; to: Ring; tree: BoxTree };

/** Undefined where a scenario has no polygons to be inside of. */
export function createAreaIndex(area: Area | undefined): AreaIndex | undefined {
  if (!area || area.polygons.length === 0) return undefined;
  const rings = area.polygons.flatMap((polygon) => polygon.map(openRing));
  const from = rings.flat();
  const to = rings.flatMap((ring) => [...ring.slice(1), ring[0]]);
  const boxes = new Float64Array(4 * from.length);
  from.forEach((point, k) => {
    boxes.set(boundsOfShape({ shape: 'segment', from: point, to: to[k] }), 4 * k);
  });
  return { from, to, tree: createBoxTree(boxes) };
}

/** Whether a place is inside the area or on its edge; exact. */
export function isInArea({ from, to, tree }: AreaIndex, x: number, y: number): boolean {
  let isInside = false;
  let isOnEdge = false;
  searchBoxes(tree, x, y, Number.POSITIVE_INFINITY, y, (edge) => {
    const crossing = crossingOfRay(from[edge], to[edge], x, y);
    if (crossing === 'cross') isInside = !isInside;
    isOnEdge ||= crossing === 'touch';
    return isOnEdge;
  });
  return isInside || isOnEdge;
}
