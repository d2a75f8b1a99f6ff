import { planners } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
import { createDraws } from './simulate.ts';

/**
 * Random rooms. Whether an agent can get to its goal is decided by a flood fill of its own, so that the planners of wend do not
 * judge themselves. Lengths in metres.
 */

type Place = [number, number];
export type Obstacle = NonNullable<ScenarioInput['obstacles']>[number];
type Draw = () => number;

/** What a family of rooms has in common. */
export type Family = {
  letter: string;
  about: string;
  size: Place;
  /** Smallest and largest numbers. */
  agents: [number, number];
  obstacles: [number, number];
  radius: number;
  duration: number;
  arrival: 'vanish' | 'stop';
  /** A wall across the room, with doors. */
  isDivided?: true;
  /** A slanting wall instead, with one door: the least and the most room that it leaves a body, m. */
  narrow?: Place;
  /** The share of rooms that has to be solved; absent: no share is asked for. */
  share?: number;
  rooms: number;
};

export const families: readonly Family[] = [
  {
    letter: 'a',
    about: '3 to 6 agents of radius 0.25 m among up to 6 obstacles',
    size: [10, 10],
    agents: [3, 6],
    obstacles: [0, 6],
    radius: 0.25,
    duration: 60,
    arrival: 'vanish',
    share: 0.995,
    rooms: 200,
  },
  {
    letter: 'b',
    about: '3 to 6 agents of radius 0.5 m among up to 6 obstacles',
    size: [10, 10],
    agents: [3, 6],
    obstacles: [0, 6],
    radius: 0.5,
    duration: 60,
    arrival: 'vanish',
    share: 0.995,
    rooms: 200,
  },
  {
    letter: 'c',
    about: '8 to 12 agents of radius 0.5 m among 4 to 8 obstacles',
    size: [10, 10],
    agents: [8, 12],
    obstacles: [4, 8],
    radius: 0.5,
    duration: 90,
    arrival: 'vanish',
    rooms: 100,
  },
  {
    letter: 'd',
    about: '20 to 40 agents of radius 0.25 m, and a wall with one or two doors of 0.8 to 1.2 m',
    size: [14, 10],
    agents: [20, 40],
    obstacles: [0, 4],
    radius: 0.25,
    duration: 120,
    arrival: 'vanish',
    isDivided: true,
    share: 0.98,
    rooms: 100,
  },
  {
    letter: 'e',
    about: '4 to 8 agents of radius 0.25 m that stay at their goals, among up to 6 obstacles',
    size: [10, 10],
    agents: [4, 8],
    obstacles: [0, 6],
    radius: 0.25,
    duration: 60,
    arrival: 'stop',
    rooms: 100,
  },
  {
    letter: 'f',
    about: '1 to 3 agents of radius 0.25 m, and a slanting wall with a door of 0.52 to 0.6 m',
    size: [10, 10],
    agents: [1, 3],
    obstacles: [0, 6],
    radius: 0.25,
    duration: 60,
    arrival: 'vanish',
    narrow: [0.02, 0.1],
    share: 1,
    rooms: 200,
  },
];

/** Starts and goals keep this distance from everything; an agent and its goal this one; bodies this much more than they need. */
const CLEAR = 0.6;
const APART = 3;
const SPARE = 0.1;
const CELL = 0.05;
/** In rooms with narrow doors, which would fall between the other cells. */
const FINE_CELL = 0.01;
const WALL = 0.2;
/** The ends of a slanting wall are in this part of the width. */
const SLANT: Place = [0.3, 0.7];

/** The room of a family and a seed. */
export function roomOf(family: Family, seed: number): ScenarioInput {
  const draw = createDraws(1000 * seed + family.letter.charCodeAt(0));
  for (let skipped = 0; skipped < 20; skipped++) draw();
  const planner = planners.definitions.find(({ isDefault }) => isDefault === 'around obstacles')!;
  for (;;) {
    const obstacles = drawObstacles(family, draw);
    const agents = drawAgents(family, obstacles, draw);
    if (!agents) continue;
    const [width, height] = family.size;
    return {
      version: 1,
      name: `random room ${family.letter} ${seed}`,
      bounds: { min: [0, 0], max: [width, height], walls: true },
      duration: family.duration,
      arrival: family.arrival,
      planner: { name: planner.name },
      obstacles,
      agents,
    };
  }
}

const between = (draw: Draw, low: number, high: number) => low + draw() * (high - low);
const whole = (draw: Draw, [low, high]: Place) => low + Math.floor(draw() * (high - low + 1));
const rounded = (value: number) => Math.round(value * 1000) / 1000;
const drawPlace = (draw: Draw, [width, height]: Place, edge: number): Place => [
  rounded(between(draw, edge, width - edge)),
  rounded(between(draw, edge, height - edge)),
];

function drawObstacles(family: Family, draw: Draw): Obstacle[] {
  const { isDivided, narrow, radius, size } = family;
  const obstacles = isDivided
    ? dividingWall(size, draw)
    : narrow
      ? slantingWall(size, 2 * radius + between(draw, ...narrow), draw)
      : [];
  const count = whole(draw, family.obstacles);
  for (let k = 0; k < count; k++)
    obstacles.push(isDivided ? drawColumn(size, draw) : drawObstacle(size, draw));
  return obstacles;
}

/** 40 % boxes, 30 % circles, 30 % segments, inside the room. */
function drawObstacle(size: Place, draw: Draw): Obstacle {
  const kind = draw();
  if (kind < 0.4) {
    const [width, height] = [between(draw, 0.3, 2.5), between(draw, 0.3, 2.5)];
    const x = rounded(between(draw, 0, size[0] - width));
    const y = rounded(between(draw, 0, size[1] - height));
    return { shape: 'box', min: [x, y], max: [rounded(x + width), rounded(y + height)] };
  }
  if (kind < 0.7) {
    const radius = rounded(between(draw, 0.2, 1.2));
    return { shape: 'circle', center: drawPlace(draw, size, radius), radius };
  }
  for (;;) {
    const from = drawPlace(draw, size, 0);
    const angle = between(draw, 0, 2 * Math.PI);
    const length = between(draw, 1, 4);
    const to: Place = [
      rounded(from[0] + length * Math.cos(angle)),
      rounded(from[1] + length * Math.sin(angle)),
    ];
    if (to[0] >= 0 && to[1] >= 0 && to[0] <= size[0] && to[1] <= size[1])
      return { shape: 'segment', from, to };
  }
}

function drawColumn(size: Place, draw: Draw): Obstacle {
  const radius = rounded(between(draw, 0.2, 0.5));
  return { shape: 'circle', center: drawPlace(draw, size, radius), radius };
}

/** A wall in the middle of the room, from side to side, with one door or two. */
function dividingWall([width, height]: Place, draw: Draw): Obstacle[] {
  const doors = draw() < 0.5 ? 1 : 2;
  const ends = [0];
  for (let door = 0; door < doors; door++) {
    const opening = between(draw, 0.8, 1.2);
    const room = height / doors;
    const from = between(draw, door * room + 0.5, (door + 1) * room - 0.5 - opening);
    ends.push(rounded(from), rounded(from + opening));
  }
  ends.push(height);
  const [left, right] = [rounded((width - WALL) / 2), rounded((width + WALL) / 2)];
  return Array.from({ length: doors + 1 }, (_, k) => ({
    shape: 'box',
    min: [left, ends[2 * k]],
    max: [right, ends[2 * k + 1]],
  }));
}

/** Two segments on one line from side to side, with a door of this width between their ends. */
function slantingWall([width, height]: Place, door: number, draw: Draw): Obstacle[] {
  const [from, to] = [0, height].map(
    (y): Place => [rounded(between(draw, SLANT[0] * width, SLANT[1] * width)), y],
  );
  const length = distance(from, to);
  const start = between(draw, 1.5, length - 1.5 - door);
  const along = (run: number): Place => [
    from[0] + ((to[0] - from[0]) * run) / length,
    from[1] + ((to[1] - from[1]) * run) / length,
  ];
  return [
    { shape: 'segment', from, to: along(start) },
    { shape: 'segment', from: along(start + door), to },
  ];
}

/** Agents with places and goals that are clear and connected; undefined if the room has none. */
function drawAgents(
  family: Family,
  obstacles: readonly Obstacle[],
  draw: Draw,
): ScenarioInput['agents'] | undefined {
  const { arrival, radius, size } = family;
  const { narrow } = family;
  const regions = narrow
    ? connectedRegions(size, obstacles, radius + narrow[0] / 2, FINE_CELL)
    : connectedRegions(size, obstacles, radius + SPARE);
  const count = whole(draw, family.agents);
  // One way, two ways, or random goals. Through a narrow door, where no agent can give way, all go one way.
  const traffic = family.isDivided ? Math.floor(3 * draw()) : 2;
  const starts: Place[] = [];
  const goals: Place[] = [];
  const agents: NonNullable<ScenarioInput['agents']> = [];
  const isFree = (place: Place, others: readonly Place[], gap: number) =>
    clearanceAt(place, size, obstacles) >= CLEAR && others.every((other) => distance(place, other) >= gap);
  const side = (place: Place) => (place[0] < size[0] / 2 ? 0 : 1);
  for (let attempt = 0; agents.length < count; attempt++) {
    if (attempt > 4000) return undefined;
    const at = drawPlace(draw, size, CLEAR);
    const goal = drawPlace(draw, size, CLEAR);
    if (traffic < 2 && side(at) === side(goal)) continue;
    if (traffic === 0 && side(at) === 1) continue;
    if (narrow && (at[0] > SLANT[0] * size[0] || goal[0] < SLANT[1] * size[0])) continue;
    if (distance(at, goal) < APART || !isFree(at, starts, 2 * radius + SPARE)) continue;
    // Bodies that stay keep places apart at which others can pass.
    if (!isFree(goal, goals, arrival === 'stop' ? 2 * CLEAR : 0)) continue;
    const region = regions(at);
    if (region === 0 || region !== regions(goal)) continue;
    starts.push(at);
    goals.push(goal);
    agents.push({ at, goal, radius });
  }
  return agents;
}

const distance = ([ax, ay]: Place, [bx, by]: Place) => Math.hypot(bx - ax, by - ay);

/** The distance of a point from the nearest wall or obstacle; 0 inside. */
export function clearanceAt(
  place: readonly [number, number],
  [width, height]: Place,
  obstacles: readonly Obstacle[],
): number {
  const [x, y] = place;
  let least = Math.min(x, y, width - x, height - y);
  for (const obstacle of obstacles) least = Math.min(least, distanceTo(obstacle, x, y));
  return Math.max(0, least);
}

function distanceTo(obstacle: Obstacle, x: number, y: number): number {
  if (obstacle.shape === 'box') {
    const { max, min } = obstacle as { min: Place; max: Place };
    return Math.hypot(Math.max(min[0] - x, 0, x - max[0]), Math.max(min[1] - y, 0, y - max[1]));
  }
  if (obstacle.shape === 'circle') {
    const { center, radius } = obstacle as { center: Place; radius: number };
    return Math.hypot(x - center[0], y - center[1]) - radius;
  }
  const { from, to } = obstacle as { from: Place; to: Place };
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from[0] - part * dx, y - from[1] - part * dy);
}

/** A function that numbers the region of a point: points of one region are connected for a centre with this clearance; 0 is blocked. */
export function connectedRegions(
  size: Place,
  obstacles: readonly Obstacle[],
  clearance: number,
  cell = CELL,
): (place: readonly [number, number]) => number {
  const columns = Math.round(size[0] / cell) + 1;
  const rows = Math.round(size[1] / cell) + 1;
  const regions = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isOpen = clearanceAt([column * cell, row * cell], size, obstacles) >= clearance;
      regions[row * columns + column] = isOpen ? -1 : 0;
    }
  }
  const stack: number[] = [];
  let region = 0;
  for (let first = 0; first < regions.length; first++) {
    if (regions[first] >= 0) continue;
    region++;
    stack.push(first);
    while (stack.length > 0) {
      const cell = stack.pop()!;
      if (regions[cell] >= 0) continue;
      regions[cell] = region;
      // Cells at the border are blocked: none has a neighbour beyond it.
      for (const next of [cell - 1, cell + 1, cell - columns, cell + columns]) {
        if (regions[next] < 0) stack.push(next);
      }
    }
  }
  return ([x, y]) => regions[Math.round(y / cell) * columns + Math.round(x / cell)];
}
