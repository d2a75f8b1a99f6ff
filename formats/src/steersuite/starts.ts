import { gapToShape, numerics } from 'wend';
import { type Reading, readPart } from './error.ts';
import { GOAL_RADIUS, type Goal } from './goals.ts';
import type { Obstacle } from './obstacles.ts';
import { addShape, createRoom, isFree, type Room } from './room.ts';
import type { TestCase, Walker } from './test-case.ts';
import { type Box, failFrom, type Point, warnFrom } from './values.ts';

/** Bodies that overlap by less than this are left as they are, m; so are those of scenarios. */
const TOLERANCE = 0.001;
/** Scenarios accept goals that a body misses by this, m. */
const ALLOWANCE = 0.1;
/** How far around a start a free place is looked for, in radii of the body. */
const FARTHEST = 60;
/** Directions in which places are tried at each distance. */
const DIRECTIONS = 16;

/** A start that overlaps an obstacle or an earlier agent is moved to a free place near it. */
export function separateStarts(testCase: TestCase, obstacles: readonly Obstacle[]): Walker[] {
  const { bounds, walkers } = testCase;
  const solid = createRoom(bounds, obstacles);
  const bodies = createRoom(bounds, [], Math.ceil(Math.sqrt(walkers.length)));
  return walkers.map((walker) => {
    const moved = moveToRoom(walker, bounds, [solid, bodies]) ?? walker;
    if (moved.at !== 'random')
      addShape(bodies, { shape: 'circle', center: [...moved.at], radius: walker.radius });
    return moved;
  });
}

/** An emitter whose place reaches into an obstacle is moved; that other agents stand there does not matter. */
export function freeEmitters(
  { bounds, emitters }: TestCase,
  obstacles: readonly Obstacle[],
  reading: Reading,
): Walker[] {
  const solid = createRoom(bounds, obstacles);
  const free = (emitter: Walker) =>
    moveToRoom(emitter, bounds, [solid]) ??
    failFrom(emitter.origin, 'no agent can enter: there is no free place near its <position>');
  return emitters.flatMap((emitter) => readPart(reading, () => free(emitter)) ?? []);
}

/** A goal in an obstacle or beside it that a body cannot come near enough to is moved to a free place near it. */
export function freeGoals(walkers: readonly Walker[], bounds: Box, obstacles: readonly Obstacle[]): Walker[] {
  const solid = createRoom(bounds, obstacles);
  return walkers.map((walker) => ({
    ...walker,
    goals: walker.goals.map((goal) => moveGoal(goal, walker.radius, bounds, solid)),
  }));
}

function moveGoal(goal: Goal, radius: number, bounds: Box, solid: Room): Goal {
  if ((goal.kind !== 'seek' && goal.kind !== 'flee') || goal.at === 'random') return goal;
  const [x, y] = goal.at;
  const least = radius - GOAL_RADIUS - ALLOWANCE;
  if (isFree(solid, x, y, Math.max(0, least))) return goal;
  if (solid.shapes.every((shape) => gapToShape(shape, x, y, 0) >= least)) return goal;
  const at = freePlaceNear(goal.at, radius, bounds, [solid]);
  if (!at) return goal;
  warnFrom(goal.origin, `the goal ${inWords(goal.at)} is too near to an obstacle: moved to ${inWords(at)}`);
  return { ...goal, at };
}

/** Undefined if there is no room near the start. */
function moveToRoom(walker: Walker, bounds: Box, rooms: readonly Room[]): Walker | undefined {
  if (walker.at === 'random') return walker;
  const at = freePlaceNear(walker.at, walker.radius, bounds, rooms);
  if (!at) return undefined;
  if (at === walker.at) return walker;
  warnFrom(walker.origin, `the start ${inWords(walker.at)} is taken: moved to ${inWords(at)}`);
  return { ...walker, at };
}

const inWords = ([x, y]: Point) => `(${inCentimetres(x)}, ${inCentimetres(y)})`;
const inCentimetres = (value: number) => Math.round(100 * value) / 100;

/** The place itself if a body has room there, or else a place near it; undefined if there is none. */
function freePlaceNear(
  place: Point,
  radius: number,
  { max, min }: Box,
  rooms: readonly Room[],
): Point | undefined {
  const isRoom = ([x, y]: Point, gap: number) =>
    x >= min[0] &&
    x <= max[0] &&
    y >= min[1] &&
    y <= max[1] &&
    rooms.every((room) => isFree(room, x, y, gap));
  if (rooms.every((room) => isFree(room, place[0], place[1], radius - TOLERANCE))) return place;
  for (let distance = radius / 4; distance <= FARTHEST * radius; distance += radius / 4) {
    for (let k = 0; k < DIRECTIONS; k++) {
      const angle = (2 * Math.PI * k) / DIRECTIONS;
      const near: Point = [
        place[0] + distance * numerics.cos(angle),
        place[1] + distance * numerics.sin(angle),
      ];
      if (isRoom(near, radius)) return near;
    }
  }
  return undefined;
}

/** Metres around places that lie outside the world. */
const MARGIN = 1;

/** The world of a test case, large enough for all starts and goals. */
export function enclosingBounds({ bounds, emitters, origin, walkers }: TestCase): Box {
  const min: [number, number] = [...bounds.min];
  const max: [number, number] = [...bounds.max];
  const include = ([x, y]: Point, radius: number) => {
    for (const [axis, value] of [x, y].entries()) {
      if (value < bounds.min[axis]) min[axis] = Math.min(min[axis], value - radius - MARGIN);
      if (value > bounds.max[axis]) max[axis] = Math.max(max[axis], value + radius + MARGIN);
    }
  };
  const includeBox = (box: Box) => {
    include(box.min, 0);
    include(box.max, 0);
  };
  for (const { at, goals, radius, region } of [...walkers, ...emitters]) {
    if (at !== 'random') include(at, radius);
    if (region) includeBox(region);
    for (const goal of goals) {
      if (goal.kind === 'region') includeBox(goal.box);
      else if (goal.kind === 'seek' && goal.at !== 'random') include(goal.at, radius);
    }
  }
  const isSame = [0, 1].every((axis) => min[axis] === bounds.min[axis] && max[axis] === bounds.max[axis]);
  if (isSame) return bounds;
  warnFrom(origin, `starts or goals lie outside the world: it is enlarged to [${min}] … [${max}]`);
  return { min, max };
}
