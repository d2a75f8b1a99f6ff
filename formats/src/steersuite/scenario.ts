import { movedShape, type ScenarioInput } from 'wend/scenario';
import { createCast } from './cast.ts';
import { durationOf } from './duration.ts';
import { type Reading, readPart } from './error.ts';
import type { Obstacle } from './obstacles.ts';
import { createReach, type Reach } from './reach.ts';
import { addShape, createRoom, type Dice, drawPlace, MAXIMUM_ATTEMPTS, type Room } from './room.ts';
import type { Sketch } from './stages.ts';
import { enclosingBounds, freeEmitters, freeGoals, separateStarts } from './starts.ts';
import type { TestCase, Walker } from './test-case.ts';
import { type Box, failFrom, type Origin } from './values.ts';
import { setUpEmitters, setUpWalkers } from './walkers.ts';

/** Candidate cell sizes of the map, m. */
const CELLS = [0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];
/** The map should have at most this many cells, if a candidate size is large enough. */
const MAXIMUM_CELLS = 1_200_000;

/** Makes the scenario of a test case; random parts are drawn with the seed. */
export function makeScenario(written: TestCase, seed: number, reading: Reading): ScenarioInput {
  const bounds = enclosingBounds(written);
  const enlarged = { ...written, bounds };
  const { description, name } = written;
  const dice: Dice = { seed, streams: 0 };
  const obstacles = readPart(reading, () => placeObstacles(enlarged, dice)) ?? written.obstacles;
  const walkers = freeGoals(separateStarts(enlarged, obstacles), bounds, obstacles);
  const emitters = freeGoals(freeEmitters(enlarged, obstacles, reading), bounds, obstacles);
  const testCase: TestCase = { ...enlarged, walkers, emitters };
  const isDrawn = drawsPlaces(testCase);
  const room = createRoom(bounds, isDrawn ? obstacles : []);
  const reachOf = createReaches(bounds, room);
  const sketch: Sketch = {
    bounds,
    duration: durationOf(testCase),
    dice,
    cast: createCast(walkers, ({ radius }) => reachOf(radius).isDivided),
    room,
    bodies: createRoom(bounds, isDrawn ? walkers.flatMap(bodiesOf) : []),
    reachOf,
    reading,
    agents: [],
    groups: [],
    targets: [],
    regions: new Map(),
    script: [],
  };
  setUpWalkers(sketch);
  setUpEmitters(sketch, emitters);
  return {
    version: 1,
    name,
    ...(description === '' ? {} : { description }),
    bounds: { min: [...bounds.min], max: [...bounds.max] },
    dt: 0.05,
    duration: sketch.duration,
    seed,
    obstacles,
    targets: sketch.targets,
    agents: sketch.agents,
    groups: sketch.groups,
    script: sketch.script,
    arrival: 'vanish',
    neighbours: { radius: 15, sight: true },
    planner: plannerOf(testCase, obstacles),
  };
}

/** The ground that bodies of each radius can walk on; made when it is asked for. */
function createReaches(bounds: Box, room: Room): Sketch['reachOf'] {
  const known = new Map<number, Reach>();
  return (radius) => {
    const reach = known.get(radius) ?? createReach(bounds, room, radius);
    known.set(radius, reach);
    return reach;
  };
}

/** Whether places are drawn that must not overlap obstacles. */
function drawsPlaces({ emitters, walkers }: TestCase): boolean {
  return [...walkers, ...emitters].some(
    ({ at, goals }) => at === 'random' || goals.some((goal) => 'at' in goal && goal.at === 'random'),
  );
}

function bodiesOf({ at, radius }: Pick<Walker, 'at' | 'radius'>): Obstacle[] {
  return at === 'random' ? [] : [{ shape: 'circle', center: [...at], radius }];
}

/** The obstacles of the file, and the random ones, which keep clear of each other, of starts and of goals. */
function placeObstacles(
  { bounds, emitters, loose, obstacles, squares, walkers }: TestCase,
  dice: Dice,
): Obstacle[] {
  if (loose.length === 0 && squares.length === 0) return obstacles;
  const placed = [...obstacles];
  const solid = createRoom(bounds, obstacles);
  const kept = createRoom(bounds, [...walkers, ...emitters].flatMap(keptFree));
  const add = (shapes: readonly Obstacle[]) => {
    for (const shape of shapes) {
      addShape(solid, shape);
      placed.push(shape);
    }
  };
  const rooms = [solid, kept];
  for (const { origin, radius, shapes } of loose) {
    const at = drawPlace(dice, bounds, radius, rooms) ?? noRoom(origin, 'an obstacle');
    add(shapes.map((shape) => movedShape(shape, at)));
  }
  for (const square of squares) {
    for (let k = 0; k < square.count; k++) add([placeSquare(square, dice, rooms, k)]);
  }
  return placed;
}

function placeSquare(
  { count, origin, region: { max, min }, size }: TestCase['squares'][number],
  dice: Dice,
  rooms: readonly Room[],
  number: number,
): Obstacle {
  const half = size / 2;
  const centres = {
    min: [min[0] + half, min[1] + half],
    max: [max[0] - half, max[1] - half],
  } as const;
  const at = drawPlace(dice, centres, half * Math.SQRT2, rooms);
  if (!at) return noRoom(origin, `${number} of the ${count} obstacles; the next`);
  return movedShape({ shape: 'box', min: [-half, -half], max: [half, half] }, at);
}

function noRoom(origin: Origin, what: string): never {
  return failFrom(origin, `expected room for ${what}, found none in ${MAXIMUM_ATTEMPTS} attempts`);
}

/** Discs that no random obstacle may cover: starts and goals. */
function keptFree({ at, goals, radius }: Walker): Obstacle[] {
  const ends = goals.map((goal) => (goal.kind === 'seek' ? goal.at : 'random'));
  return [at, ...ends].flatMap((place) => bodiesOf({ at: place, radius }));
}

/** Paths around obstacles are searched on a map; without obstacles the straight line is the shortest path. */
function plannerOf(
  { bounds: { max, min }, emitters, walkers }: TestCase,
  obstacles: readonly Obstacle[],
): NonNullable<ScenarioInput['planner']> {
  if (obstacles.length === 0) return { name: 'direct' };
  let smallest = Number.POSITIVE_INFINITY;
  for (const { radius } of [...walkers, ...emitters]) smallest = Math.min(smallest, radius);
  // Cells as wide as a body would lose walls.
  const allowed = CELLS.filter((cell, k) => k === 0 || cell < 1.9 * smallest);
  const isSmall = (cell: number) =>
    Math.ceil((max[0] - min[0]) / cell) * Math.ceil((max[1] - min[1]) / cell) <= MAXIMUM_CELLS;
  return { name: 'path', clearance: 0, cell: allowed.find(isSmall) ?? allowed.at(-1)! };
}
