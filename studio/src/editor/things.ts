import { isTree, type Json, listAt, type Path, valueAt, withValue } from './tree.ts';

/** A place in the plane, metres. */
export type Point = readonly [x: number, y: number];

/** What can be placed, moved and deleted on the stage. */
export type ThingKind =
  | 'agent'
  | 'group'
  | 'target'
  | 'obstacle'
  | 'ground'
  | 'line'
  | 'area'
  | 'wall'
  | 'stroke';

/** The outline of a thing, for drawing and hitting. `handles` are the places that can be dragged one by one. */
export type Outline = {
  form: 'disc' | 'ring' | 'path';
  points: readonly Point[];
  /** Metres; of a disc. */
  radius: number;
};

/** A thing of the scenario: where it is written, and how it looks from above. */
export type Thing = { kind: ThingKind; path: Path; name: string; outline: Outline };

/** Where the things of each kind are listed. */
const LISTS: readonly (readonly [kind: ThingKind, path: Path])[] = [
  ['ground', ['ground']],
  ['area', ['measurements', 'areas']],
  ['target', ['targets']],
  ['group', ['groups']],
  ['wall', ['area', 'walls']],
  ['obstacle', ['obstacles']],
  ['line', ['measurements', 'lines']],
  ['agent', ['agents']],
];

/** The list that holds things of a kind. */
export function listOf(kind: ThingKind): Path {
  return LISTS.find(([one]) => one === kind)?.[1] ?? ['velocityFields', 0, 'strokes'];
}

/** Everything on the stage, from what is drawn first to what is drawn last. Things without a place are left out. */
export function thingsIn(scenario: Json): Thing[] {
  const found: Thing[] = [];
  for (const [number, field] of listAt(scenario, ['velocityFields']).entries()) {
    for (const k of listAt(field, ['strokes']).keys()) {
      addThing(found, scenario, 'stroke', ['velocityFields', number, 'strokes', k]);
    }
  }
  for (const [kind, path] of LISTS) {
    for (const k of listAt(scenario, path).keys()) addThing(found, scenario, kind, [...path, k]);
  }
  return found;
}

/** The thing at a path; undefined if there is none. */
export function thingAt(scenario: Json, path: Path): Thing | undefined {
  const kind = LISTS.find(
    ([, list]) => list.length === path.length - 1 && list.every((key, k) => key === path[k]),
  );
  const found: Thing[] = [];
  if (kind) addThing(found, scenario, kind[0], path);
  else if (path[0] === 'velocityFields' && path.length === 4) addThing(found, scenario, 'stroke', path);
  return found[0];
}

function addThing(found: Thing[], scenario: Json, kind: ThingKind, path: Path): void {
  const value = valueAt(scenario, path);
  const outline = outlineOf(kind, value);
  if (!outline) return;
  const given = valueAt(value, ['name']);
  const name = typeof given === 'string' ? given : `${kind} ${Number(path.at(-1)) + 1}`;
  found.push({ kind, path, name, outline });
}

/** Paths, inside a thing, of all its places: moving a thing moves them. */
export function placesIn(kind: ThingKind, value: Json | undefined): Path[] {
  if (kind === 'wall') return listKeys(value).map((k) => [k]);
  if (kind === 'stroke') return listKeys(valueAt(value, ['points'])).map((k) => ['points', k]);
  if (kind === 'agent') return [['at']];
  if (kind === 'line') return [['from'], ['to']];
  const course = listKeys(valueAt(value, ['course', 'points'])).map((k): Path => ['course', 'points', k]);
  const shape = hasRegion(kind, value) ? regionIn(value) : [];
  const places: Path[] = [];
  for (const key of ['center', 'min', 'max', 'from', 'to']) places.push([...shape, key]);
  const corners: Path = kind === 'area' ? ['polygon'] : [...shape, 'points'];
  for (const k of listKeys(valueAt(value, corners))) places.push([...corners, k]);
  if (kind === 'area') places.push(['box', 'min'], ['box', 'max']);
  if (kind === 'target') places.push(['at']);
  for (const list of kind === 'ground' ? ['line', 'servers'] : []) {
    for (const k of listKeys(valueAt(value, [list]))) places.push([list, k]);
  }
  return [...places, ...course].filter((path) => pointAt(value, path) !== undefined);
}

/** Gates and doors are lines; other ground has a region, as groups and targets have. */
function hasRegion(kind: ThingKind, value: Json | undefined): boolean {
  return kind === 'group' || kind === 'target' || (kind === 'ground' && isTree(valueAt(value, ['region'])));
}

/** The path of the shape of a region: `['region', 'box']`. */
function regionIn(value: Json | undefined): Path {
  const region = valueAt(value, ['region']);
  const [key] = isTree(region) ? Object.keys(region) : [];
  return key === undefined ? ['region'] : ['region', key];
}

function listKeys(value: Json | undefined): number[] {
  return Array.isArray(value) ? [...value.keys()] : [];
}

/** The point at a path; undefined if no two numbers are there. */
export function pointAt(value: Json | undefined, path: Path): Point | undefined {
  const point = valueAt(value, path);
  if (!Array.isArray(point)) return undefined;
  const [x, y] = point;
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

function outlineOf(kind: ThingKind, value: Json | undefined): Outline | undefined {
  if (kind === 'wall') return pathThrough(value, []);
  if (kind === 'stroke') return pathThrough(value, ['points']);
  // A queue.
  if (kind === 'ground' && Array.isArray(valueAt(value, ['line']))) return pathThrough(value, ['line']);
  if (kind === 'agent') return disc(pointAt(value, ['at']), numberAt(value, ['radius'], 0.25));
  if (kind === 'target' && !isTree(valueAt(value, ['region']))) {
    return disc(pointAt(value, ['at']), numberAt(value, ['radius'], 0.5));
  }
  if (kind === 'area' && Array.isArray(valueAt(value, ['polygon']))) return ring(value, ['polygon']);
  const inside = hasRegion(kind, value) ? regionIn(value) : kind === 'area' ? ['box'] : [];
  return shapeOutline(value, inside);
}

function shapeOutline(value: Json | undefined, inside: Path): Outline | undefined {
  const [min, max, from, to] = ['min', 'max', 'from', 'to'].map((key) => pointAt(value, [...inside, key]));
  if (min && max) {
    const points: Point[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
    return { form: 'ring', points, radius: 0 };
  }
  if (from && to) return { form: 'path', points: [from, to], radius: 0 };
  if (Array.isArray(valueAt(value, [...inside, 'points']))) return ring(value, [...inside, 'points']);
  return disc(pointAt(value, [...inside, 'center']), numberAt(value, [...inside, 'radius'], 1));
}

function disc(center: Point | undefined, radius: number): Outline | undefined {
  return center && { form: 'disc', points: [center], radius };
}

function ring(value: Json | undefined, path: Path): Outline | undefined {
  const outline = pathThrough(value, path);
  return outline && { ...outline, form: 'ring' };
}

function pathThrough(value: Json | undefined, path: Path): Outline | undefined {
  const points = listAt(value, path).flatMap((_, k) => {
    const point = pointAt(value, [...path, k]);
    return point ? [point] : [];
  });
  return points.length === 0 ? undefined : { form: 'path', points, radius: 0 };
}

/** The number at a path; a distribution counts with its mean, anything else with the given number. */
export function numberAt(value: Json | undefined, path: Path, otherwise: number): number {
  const number = valueAt(value, path);
  if (typeof number === 'number') return number;
  const mean = valueAt(number, ['mean']);
  return typeof mean === 'number' ? mean : otherwise;
}

/** A thing with all its places mapped; heights stay. */
export function withPlaces(kind: ThingKind, value: Json, map: (point: Point) => Point): Json {
  let changed = value;
  for (const path of placesIn(kind, value)) {
    const place = valueAt(value, path) as readonly Json[];
    const point = pointAt(value, path);
    if (!point) continue;
    changed = withValue(changed, path, [...map(point).map(tidy), ...place.slice(2)]);
  }
  return changed;
}

/** To tenths of a millimetre: 0.1 + 0.2 is 0.3 in a file. */
export function tidy(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}

/** The middle of an outline's box. */
export function middleOf({ points }: Outline): Point {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [middle(xs), middle(ys)];
}
