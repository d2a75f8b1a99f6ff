import {
  listOf,
  middleOf,
  numberAt,
  type Point,
  pointAt,
  type ThingKind,
  thingAt,
  tidy,
  withPlaces,
} from './things.ts';
import {
  isSamePath,
  isTree,
  type Json,
  listAt,
  type Path,
  type Tree,
  valueAt,
  withItem,
  withValue,
} from './tree.ts';

/** A scenario that is being edited, as JSON, and what is selected in it. It may be incomplete or wrong in between. */
export type Draft = { readonly scenario: Tree; readonly selection: readonly Path[] };

/** Ground that is drawn as a box. */
type GroundRegion = 'rough' | 'stairs' | 'belt' | 'smoke';

/** What a tool places: a kind, and for some a shape. */
export type Placed =
  | { kind: 'agent' | 'target' | 'source'; at: Point }
  | { kind: 'group' | 'region' | 'area' | 'box' | GroundRegion; from: Point; to: Point }
  | { kind: 'circle'; center: Point; radius: number }
  | { kind: 'segment' | 'line' | 'door' | 'gate'; from: Point; to: Point }
  | { kind: 'polygon' | 'queue' | 'stroke'; points: readonly Point[] };

/** A new scenario: a square of 20 m with nothing in it. */
export function emptyScenario(): Tree {
  return {
    version: 1,
    name: 'untitled',
    bounds: { min: [-10, -10], max: [10, 10], walls: true },
    duration: 60,
    obstacles: [],
    targets: [],
    groups: [],
  };
}

/** Adds a thing and selects it. New agents and groups go to the first target. */
export function place(draft: Draft, placed: Placed): Draft {
  const { scenario } = draft;
  if (placed.kind === 'stroke') return placeStroke(draft, placed.points);
  const [kind, value] = written(scenario, placed);
  const list = listOf(kind);
  const path = [...list, listAt(scenario, list).length];
  return { scenario: withItem(scenario, list, value) as Tree, selection: [path] };
}

function written(scenario: Tree, placed: Placed): [kind: ThingKind, value: Tree] {
  const targets = listAt(scenario, ['targets'])
    .slice(0, 1)
    .map((target) => valueAt(target, ['name']) ?? '');
  const goal: Tree = targets.length > 0 ? { targets } : {};
  switch (placed.kind) {
    case 'agent':
      return ['agent', { at: spot(placed.at), ...goal }];
    case 'target':
      return ['target', { name: freeName(scenario, 'targets', 'target'), at: spot(placed.at) }];
    case 'source': {
      const name = freeName(scenario, 'groups', 'source');
      const [x, y] = placed.at;
      const region = { line: { from: spot([x, y - 1]), to: spot([x, y + 1]) } };
      return ['group', { name, source: { rate: 1 }, region, ...goal }];
    }
    case 'group': {
      const name = freeName(scenario, 'groups', 'group');
      return ['group', { name, count: roomFor(placed), region: { box: boxOf(placed) }, ...goal }];
    }
    case 'region':
      return ['target', { name: freeName(scenario, 'targets', 'target'), region: { box: boxOf(placed) } }];
    case 'area':
      return ['area', { name: freeMeasure(scenario, 'area'), box: boxOf(placed) }];
    case 'line':
      return ['line', { name: freeMeasure(scenario, 'line'), from: spot(placed.from), to: spot(placed.to) }];
    case 'door':
    case 'gate':
      return ['ground', groundLine(scenario, placed.kind, placed.from, placed.to)];
    case 'rough':
    case 'stairs':
    case 'belt':
    case 'smoke':
      return ['ground', groundRegion(scenario, placed.kind, boxOf(placed))];
    case 'queue':
      return [
        'ground',
        {
          name: freeName(scenario, 'ground', 'queue'),
          kind: 'queue',
          line: placed.points.map(spot),
          service: 10,
        },
      ];
    case 'box':
      return ['obstacle', { shape: 'box', ...boxOf(placed) }];
    case 'circle':
      return ['obstacle', { shape: 'circle', center: spot(placed.center), radius: tidy(placed.radius) }];
    case 'segment':
      return ['obstacle', { shape: 'segment', from: spot(placed.from), to: spot(placed.to) }];
    case 'polygon':
    case 'stroke':
      return ['obstacle', { shape: 'polygon', points: placed.points.map(spot) }];
  }
}

/** A door that is open, or a gate that lets agents through to the left of the line as it was drawn. */
function groundLine(scenario: Tree, kind: 'door' | 'gate', from: Point, to: Point): Tree {
  const name = freeName(scenario, 'ground', kind);
  const ends = { name, kind, from: spot(from), to: spot(to) };
  if (kind === 'door') return ends;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return { ...ends, direction: spot([(from[1] - to[1]) / length, (to[0] - from[0]) / length]) };
}

/** Usual values, to be changed in the form. Stairs go up and belts carry along the longer side of the box. */
function groundRegion(scenario: Tree, kind: GroundRegion, box: Tree): Tree {
  const region = { box };
  const [[x0, y0], [x1, y1]] = [box.min, box.max] as [[number, number], [number, number]];
  const isWide = x1 - x0 >= y1 - y0;
  const name = freeName(scenario, 'ground', kind);
  if (kind === 'rough') return { name, kind: 'speed', region, factor: 0.5 };
  if (kind === 'stairs') return { name, kind, region, up: isWide ? [1, 0] : [0, 1] };
  if (kind === 'belt') return { name, kind, region, velocity: isWide ? [0.75, 0] : [0, 0.75] };
  return { name, kind, region, visibility: 3 };
}

/** Strokes go into the first painted field; groups do not follow it before they are told to. */
function placeStroke({ scenario }: Draft, points: readonly Point[]): Draft {
  const fields = listAt(scenario, ['velocityFields']);
  const painted = fields.findIndex((field) => valueAt(field, ['kind']) === 'strokes');
  const stroke = { points: points.map(spot) };
  if (painted < 0) {
    const name = freeName(scenario, 'velocityFields', 'field');
    const path = ['velocityFields', fields.length, 'strokes', 0];
    const field = { name, kind: 'strokes', strokes: [stroke] };
    return { scenario: withItem(scenario, ['velocityFields'], field) as Tree, selection: [path] };
  }
  const list = ['velocityFields', painted, 'strokes'];
  const path = [...list, listAt(scenario, list).length];
  return { scenario: withItem(scenario, list, stroke) as Tree, selection: [path] };
}

function spot([x, y]: Point): Json {
  return [tidy(x), tidy(y)];
}

function boxOf({ from, to }: { from: Point; to: Point }): Tree {
  return {
    min: spot([Math.min(from[0], to[0]), Math.min(from[1], to[1])]),
    max: spot([Math.max(from[0], to[0]), Math.max(from[1], to[1])]),
  };
}

/** As many agents as stand at ease in a box: one on two square metres, at most 200. */
function roomFor({ from, to }: { from: Point; to: Point }): number {
  const area = Math.abs(to[0] - from[0]) * Math.abs(to[1] - from[1]);
  return Math.max(1, Math.min(200, Math.round(area / 2)));
}

/** A name that no thing in the list has. */
function freeName(scenario: Tree, list: string, word: string): string {
  return firstFree(word, new Set(listAt(scenario, [list]).map((one) => valueAt(one, ['name']))));
}

/** Lines and areas share their names. */
function freeMeasure(scenario: Tree, word: string): string {
  const all = [
    ...listAt(scenario, ['measurements', 'lines']),
    ...listAt(scenario, ['measurements', 'areas']),
  ];
  return firstFree(word, new Set(all.map((one) => valueAt(one, ['name']))));
}

function firstFree(word: string, taken: ReadonlySet<unknown>): string {
  for (let k = 1; ; k++) if (!taken.has(`${word} ${k}`)) return `${word} ${k}`;
}

/** Moves what is selected. */
export function moveSelection(draft: Draft, dx: number, dy: number): Draft {
  return mapSelection(draft, ([x, y]) => [x + dx, y + dy]);
}

/** Turns what is selected about the middle of each thing. Boxes stay along the axes, and agents turn their headings. */
export function turnSelection(draft: Draft, angle: number): Draft {
  let { scenario } = draft;
  for (const path of draft.selection) {
    const thing = thingAt(scenario, path);
    const value = valueAt(scenario, path);
    if (!thing || value === undefined) continue;
    const [middleX, middleY] = middleOf(thing.outline);
    const isBox = valueAt(value, ['min']) !== undefined || JSON.stringify(value).includes('"box"');
    let turned = value;
    if (thing.kind === 'agent' || thing.kind === 'group') {
      const heading = tidy(wrap(numberAt(value, ['heading'], 0) + angle));
      turned = withValue(turned, ['heading'], heading);
    }
    if (thing.kind === 'ground') turned = withTurnedDirection(turned, angle);
    if (!isBox && thing.outline.form !== 'disc') {
      turned = withPlaces(thing.kind, turned, ([x, y]) => {
        const [fromX, fromY] = [x - middleX, y - middleY];
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        return [middleX + cos * fromX - sin * fromY, middleY + sin * fromX + cos * fromY];
      });
    }
    scenario = withValue(scenario, path, turned) as Tree;
  }
  return { ...draft, scenario };
}

/** Ground with a direction has one of these. */
const DIRECTIONS = ['direction', 'up', 'velocity'];

function withTurnedDirection(ground: Json, angle: number): Json {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let turned = ground;
  for (const key of DIRECTIONS) {
    const along = pointAt(ground, [key]);
    if (along)
      turned = withValue(
        turned,
        [key],
        spot([cos * along[0] - sin * along[1], sin * along[0] + cos * along[1]]),
      );
  }
  return turned;
}

function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function mapSelection(draft: Draft, map: (point: Point) => Point): Draft {
  let { scenario } = draft;
  for (const path of draft.selection) {
    const thing = thingAt(scenario, path);
    const value = valueAt(scenario, path);
    if (thing && value !== undefined) {
      scenario = withValue(scenario, path, withPlaces(thing.kind, value, map)) as Tree;
    }
  }
  return { ...draft, scenario };
}

/** Moves one place of a thing, such as a corner: `path` is that of the place. Heights stay. */
export function movePlace(draft: Draft, path: Path, [x, y]: Point): Draft {
  const before = valueAt(draft.scenario, path);
  const heights = Array.isArray(before) ? before.slice(2) : [];
  return { ...draft, scenario: withValue(draft.scenario, path, [tidy(x), tidy(y), ...heights]) as Tree };
}

/** Deletes what is selected, and the names of deleted targets wherever agents and groups refer to them. */
export function deleteSelection(draft: Draft): Draft {
  let { scenario } = draft;
  const gone = new Set<Json>();
  // From the last to the first, so that the places of the others stay what they are.
  const ordered = draft.selection.toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)));
  for (const path of ordered) {
    if (thingAt(scenario, path)?.kind === 'target') {
      const name = valueAt(scenario, [...path, 'name']);
      if (name !== undefined) gone.add(name);
    }
    scenario = withValue(scenario, path, undefined) as Tree;
    const isEmptied = path[0] === 'velocityFields' && listAt(scenario, path.slice(0, 3)).length === 0;
    if (isEmptied) scenario = withValue(scenario, path.slice(0, 2), undefined) as Tree;
  }
  if (gone.size > 0) scenario = withTargets(scenario, (name) => (gone.has(name) ? undefined : name));
  return { scenario, selection: [] };
}

/** Sends every group that goes to targets into a queue first. */
export function sendThroughQueue(draft: Draft, queue: string): Draft {
  let { scenario } = draft;
  for (const [k, group] of listAt(scenario, ['groups']).entries()) {
    const targets = valueAt(group, ['targets']);
    if (!isTree(group) || !Array.isArray(targets) || group.journey !== undefined) continue;
    const { targets: _, ...rest } = group;
    const stages = [
      { kind: 'queue', queues: [queue] },
      { kind: 'seek', targets },
    ];
    scenario = withValue(scenario, ['groups', k], { ...rest, journey: { stages } }) as Tree;
  }
  return { ...draft, scenario };
}

/** Copies what is selected, a little aside, and selects the copies. Names stay unique. */
export function duplicateSelection(draft: Draft, offset = 1): Draft {
  let { scenario } = draft;
  const selection: Path[] = [];
  for (const path of draft.selection) {
    const thing = thingAt(scenario, path);
    let value = valueAt(scenario, path);
    if (!thing || value === undefined) continue;
    const list = path.slice(0, -1);
    value = withPlaces(thing.kind, value, ([x, y]) => [x + offset, y - offset]);
    if (typeof valueAt(value, ['name']) === 'string') {
      const isMeasure = thing.kind === 'line' || thing.kind === 'area';
      const name = isMeasure
        ? freeMeasure(scenario, thing.kind)
        : freeName(scenario, String(list[0]), thing.kind);
      value = withValue(value, ['name'], name);
    }
    selection.push([...list, listAt(scenario, list).length]);
    scenario = withItem(scenario, list, value) as Tree;
  }
  return { scenario, selection };
}

/** Writes a value at a path; undefined removes it. A target that gets another name keeps those that go to it. */
export function setValue(draft: Draft, path: Path, value: Json | undefined): Draft {
  const before = valueAt(draft.scenario, path);
  if (before === value) return draft;
  let scenario = withValue(draft.scenario, path, value) as Tree;
  const isName = path.length === 3 && path[0] === 'targets' && path[2] === 'name';
  if (isName && typeof before === 'string' && typeof value === 'string') {
    scenario = withTargets(scenario, (name) => (name === before ? value : name));
  }
  return { ...draft, scenario };
}

/** Replaces the names of targets in the lists `targets` of agents and groups; undefined leaves a name out. */
function withTargets(scenario: Tree, rename: (name: Json) => Json | undefined): Tree {
  let changed: Json = scenario;
  for (const list of ['agents', 'groups']) {
    for (const [k, owner] of listAt(scenario, [list]).entries()) {
      const targets = valueAt(owner, ['targets']);
      if (!Array.isArray(targets)) continue;
      const renamed = targets.map((name) => rename(name)).filter((name) => name !== undefined);
      const isSame = renamed.length === targets.length && renamed.every((name, n) => name === targets[n]);
      if (isSame) continue;
      changed = withValue(changed, [list, k, 'targets'], renamed.length > 0 ? renamed : undefined);
    }
  }
  return changed as Tree;
}

export function select(draft: Draft, path: Path | undefined, isAdded = false): Draft {
  if (!path) return isAdded ? draft : { ...draft, selection: [] };
  const isIn = draft.selection.some((one) => isSamePath(one, path));
  if (!isAdded) return { ...draft, selection: [path] };
  const selection = isIn
    ? draft.selection.filter((one) => !isSamePath(one, path))
    : [...draft.selection, path];
  return { ...draft, selection };
}

/** A draft of a scenario as a file has it; anything but an object is refused. */
export function draftOf(scenario: unknown): Draft {
  if (!isTree(scenario)) throw new TypeError('a scenario is a JSON object');
  return { scenario, selection: [] };
}
