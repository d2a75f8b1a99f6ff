import type { Material, Mesh as MeshNode } from '@gltf-transform/core';
import type { Playback, PlaybackHead, Point2, Point3, SceneShape, Track } from '../playback/index.ts';
import {
  addMaterial,
  addMeshes,
  addNode,
  animate,
  type Draft,
  type Interval,
  showDuring,
  turnBy,
} from './document.ts';
import { type Keys, reduceKeys, unwrapAngles } from './keys.ts';
import { ballMesh, circleRing, columnMesh, faceMesh, type Mesh, plateMesh, wallRing, yUp } from './meshes.ts';
import { placesOf } from './places.ts';

/** Metres. Walls are low, so that the crowd is seen behind them. */
const OBSTACLE_HEIGHT = 1.1;
const WALL_THICKNESS = 0.1;
/** Metres: plates lie above each other, so that no two of them fight for a pixel. */
const GROUND_LEVEL = -0.02;
const TARGET_LEVEL = 0.01;
/** Radians: the largest change of the direction of a thing between two keys. */
const LARGEST_TURN = 2.5;
const TURN_TOLERANCE = 0.002;

type Named = SceneShape & { name: string };
type Shown = { shape: Named; intervals: Interval[] };

/** The ground, obstacles and targets, those on a course with their motion. */
export function addScenery(draft: Draft, { head, points }: Playback, tolerance: number): void {
  const isFlat = head.dimension === 2;
  if (isFlat) addGround(draft, head);
  const stone = addMaterial(draft, 'obstacles', '#6b7280');
  const paint = addMaterial(draft, 'targets', '#2a9d4a', 0.45);
  const place = (kind: 'obstacle' | 'target', material: Material, shown: readonly Shown[]) => {
    for (const { shape, intervals } of shown) {
      const corners = cornersOf(shape, head, points);
      if (corners.length === 0) continue;
      const mesh = meshFor(shape, corners, kind, isFlat);
      if (mesh.indices.length === 0) continue;
      const [node] = addMeshes(draft, shape.name, mesh, [material]).map((one: MeshNode) =>
        addNode(draft, shape.name, one),
      );
      node.setTranslation(yUp(corners[0]));
      if (shape.tracks) move(draft, node, shape.tracks, head, points, tolerance);
      showDuring(draft, node, intervals, head.period, head.frames);
    }
  };
  const nameless = (shapes: readonly SceneShape[]) =>
    shapes.map((shape, k): Named => ({ ...shape, name: `obstacle ${k}` }));
  place(
    'obstacle',
    stone,
    shownShapes(
      head,
      head.scenes.map(({ obstacles }) => nameless(obstacles)),
    ),
  );
  place(
    'target',
    paint,
    shownShapes(
      head,
      head.scenes.map(({ targets }) => targets),
    ),
  );
}

function addGround(draft: Draft, { area, max, min }: PlaybackHead): void {
  const bounds: Point2[] = [
    [min[0], min[1]],
    [max[0], min[1]],
    [max[0], max[1]],
    [min[0], max[1]],
  ];
  const earth = addMaterial(draft, 'ground', '#d9dde3');
  for (const ring of area.length === 0 ? [bounds] : area) {
    const [mesh] = addMeshes(draft, 'ground', plateMesh(ring, GROUND_LEVEL), [earth]);
    addNode(draft, 'ground', mesh);
  }
}

/** Each distinct shape once, with the frames in which it is there. */
function shownShapes({ frames, scenes }: PlaybackHead, lists: readonly (readonly Named[])[]): Shown[] {
  const shown = new Map<string, Shown>();
  for (const [k, shapes] of lists.entries()) {
    const from = scenes[k].frame;
    const to = scenes[k + 1]?.frame ?? frames;
    for (const shape of from < to ? shapes : []) {
      const key = JSON.stringify(shape);
      const known = shown.get(key) ?? { shape, intervals: [] };
      shown.set(key, known);
      const last = known.intervals.at(-1);
      if (last?.[1] === from) known.intervals[known.intervals.length - 1] = [last[0], to];
      else known.intervals.push([from, to]);
    }
  }
  return [...shown.values()];
}

/** The corners or the centre, where they are in the first frame. */
function cornersOf({ at, tracks }: SceneShape, head: PlaybackHead, points: readonly Track[]): Point3[] {
  if (at) return at;
  return (tracks ?? []).map((number) => {
    const { rows } = placesOf(points[number], head);
    const [x, up, back] = rows[0];
    return [x, -back, up];
  });
}

/** The shape around its first corner or its centre. */
function meshFor(
  { kind, radius = 0 }: SceneShape,
  corners: readonly Point3[],
  use: 'obstacle' | 'target',
  isFlat: boolean,
): Mesh {
  const [origin] = corners;
  if (!isFlat) {
    if (kind === 'disc') return scaled(ballMesh(), radius);
    return faceMesh(
      corners.map((corner): Point3 => [corner[0] - origin[0], corner[1] - origin[1], corner[2] - origin[2]]),
    );
  }
  const plan = corners.map(([x, y]): Point2 => [x - origin[0], y - origin[1]]);
  const ring =
    kind === 'disc'
      ? circleRing(radius)
      : kind === 'wall'
        ? wallRing(plan[0], plan[1], WALL_THICKNESS)
        : plan;
  return use === 'target' ? plateMesh(ring, TARGET_LEVEL) : columnMesh(ring, OBSTACLE_HEIGHT);
}

function scaled(mesh: Mesh, factor: number): Mesh {
  return { ...mesh, positions: mesh.positions.map((value) => value * factor) };
}

/** Moves a thing with its first corner, and turns it with the direction to the farthest one. */
function move(
  draft: Draft,
  node: ReturnType<typeof addNode>,
  tracks: readonly number[],
  head: PlaybackHead,
  points: readonly Track[],
  tolerance: number,
): void {
  const [origin, ...others] = tracks.map((number) => placesOf(points[number], head));
  animate(draft, node, 'translation', reduceKeys(origin, tolerance));
  const spanTo = (keys: Keys, k: number) => [
    keys.rows[k][0] - origin.rows[k][0],
    keys.rows[k][2] - origin.rows[k][2],
  ];
  const length = (keys: Keys) => Math.hypot(...spanTo(keys, 0));
  const farthest = others.toSorted((a, b) => length(b) - length(a))[0];
  if (farthest === undefined || length(farthest) === 0) return;
  const angles = unwrapAngles(
    origin.rows.map((_, k) => {
      const [x, back] = spanTo(farthest, k);
      return Math.atan2(-back, x);
    }),
  );
  // Rounded corners tremble by this much.
  const tremble = (3 * head.quantum) / length(farthest);
  if (angles.every((angle) => Math.abs(angle - angles[0]) <= tremble)) return;
  const rows = angles.map((angle) => [angle - angles[0]]);
  const turns = reduceKeys({ times: origin.times, rows }, tremble + TURN_TOLERANCE, LARGEST_TURN);
  animate(draft, node, 'rotation', { times: turns.times, rows: turns.rows.map(([angle]) => turnBy(angle)) });
}
