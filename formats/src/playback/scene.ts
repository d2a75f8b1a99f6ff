import { outlineOf, type Shape, type World } from 'wend';
import type { Point3, Scene, SceneShape } from './run.ts';

/** Receives the places of a thing on a course; the numbers of their tracks are returned. */
type Follow = (name: string, places: Point3[]) => number[];

type Targets = Scene['targets'];

/** What stands in the world now, with the places where it is. */
export function sceneOf(world: World): Omit<Scene, 'frame'> {
  const places: Point3[] = [];
  const follow: Follow = (_, at) => at.map((place) => places.push(place) - 1);
  const fixed = <T extends SceneShape>({ tracks, ...shape }: T) =>
    tracks ? { ...shape, at: tracks.map((number) => places[number]) } : shape;
  return {
    obstacles: obstaclesIn(world, follow).map(fixed),
    targets: targetsIn(world, follow).map(fixed) as Targets,
  };
}

/** What stands in the world now. `follow` is called for each thing on a course. */
export function obstaclesIn(world: World, follow: Follow): SceneShape[] {
  return world.crowd.dimension === 3 ? solidsIn(world, follow) : outlinesIn(world, follow);
}

function outlinesIn({ obstacles, shapes }: World, follow: Follow): SceneShape[] {
  const { startX, startY, endX, endY, radius, owner, firstMoving, count } = obstacles;
  const found: SceneShape[] = [];
  for (let element = 0; element < count; ) {
    const first = element;
    const number = owner[first];
    const places: Point3[] = [[startX[first], startY[first], 0]];
    const kind = kindOf(shapes[number] as Shape | undefined, radius[first]);
    element++;
    if (kind === 'wall') places.push([endX[first], endY[first], 0]);
    // The edges of a ring are consecutive.
    for (; kind === 'ring' && element < count && owner[element] === number; element++) {
      places.push([startX[element], startY[element], 0]);
    }
    // The border is drawn as the frame of the world.
    if (number < 0) continue;
    const size = kind === 'disc' ? { radius: radius[first] } : {};
    found.push({
      kind,
      ...size,
      ...placed(places, first >= firstMoving, `obstacle ${number} ${first}`, follow),
    });
  }
  return found;
}

/** The border, and what a program has added, are not in the scenario. */
function kindOf(shape: Shape | undefined, radius: number): 'disc' | 'wall' | 'ring' {
  if (shape) return outlineOf(shape).kind;
  return radius > 0 ? 'disc' : 'ring';
}

/** Kinds of the elements of solids: sphere, rectangle, triangle, plane. */
const [SPHERE, RECTANGLE, , PLANE] = [0, 1, 2, 3];

function solidsIn({ solids }: World, follow: Follow): SceneShape[] {
  const found: SceneShape[] = [];
  for (let element = 0; element < solids.count; element++) {
    const kind = solids.kind[element];
    if (solids.owner[element] < 0 || kind === PLANE) continue;
    const corner = (side: number, other: number): Point3 => [
      solids.originX[element] + side * solids.sideX[element] + other * solids.otherX[element],
      solids.originY[element] + side * solids.sideY[element] + other * solids.otherY[element],
      solids.originZ[element] + side * solids.sideZ[element] + other * solids.otherZ[element],
    ];
    const isSphere = kind === SPHERE;
    const far = kind === RECTANGLE ? [corner(1, 1)] : [];
    const places = isSphere ? [corner(0, 0)] : [corner(0, 0), corner(1, 0), ...far, corner(0, 1)];
    const size = isSphere ? { radius: solids.radius[element] } : {};
    const moves = element >= solids.firstMoving;
    found.push({
      kind: isSphere ? 'disc' : 'face',
      ...size,
      ...placed(places, moves, `solid ${element}`, follow),
    });
  }
  return found;
}

/** The targets, as they are now. */
export function targetsIn({ crowd, scenario, targets }: World, follow: Follow): Targets {
  return scenario.targets.map(({ name, region }, k) => {
    const moves = targets.courses[k] !== undefined;
    const at: Point3 = [targets.x[k], targets.y[k], targets.z[k]];
    const outline = region && crowd.dimension === 2 ? outlineOf(shapeOf(region)) : undefined;
    if (outline?.kind !== 'ring') {
      const radius = outline?.kind === 'disc' ? outline.radius : targets.radius[k];
      return { name, kind: 'disc', radius, ...placed([at], moves, `target ${k}`, follow) };
    }
    const [dx, dy] = [targets.x[k] - targets.restX[k], targets.y[k] - targets.restY[k]];
    const corners = outline.points.map(([x, y]): Point3 => [x + dx, y + dy, 0]);
    return { name, kind: 'ring', ...placed(corners, moves, `target ${k}`, follow) };
  });
}

/** `{ box: { min, max } }` as the shape `{ shape: 'box', min, max }`. */
function shapeOf(region: object): Shape {
  const [[shape, fields]] = Object.entries(region);
  return { shape, ...fields };
}

function placed(
  places: Point3[],
  moves: boolean,
  name: string,
  follow: Follow,
): Pick<SceneShape, 'at' | 'tracks'> {
  return moves ? { tracks: follow(name, places) } : { at: places.map(rounded) };
}

/** To millimetres: a picture needs no more, and shorter numbers make a smaller file. */
function rounded([x, y, z]: Point3): Point3 {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return [round(x), round(y), round(z)];
}
