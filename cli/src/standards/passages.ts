import type { ScenarioInput } from 'wend/scenario';
import { runUntilArrived } from './arrivals.ts';
import { type Context, type Finding, type StandardTest, unmet } from './contract.ts';
import { box } from './plans.ts';
import { createDraws, eachSeed } from './simulate.ts';

/**
 * Two columns that meet in a passage that is too narrow for two: one of them has to go back. Rooms of 6 × 6 m and more at both ends,
 * columns of 1 to 4, bodies of 0.2 to 0.5 m, passages of 1.2 to 1.6 bodies. Lengths in metres.
 */

type Place = [number, number];
type Draw = () => number;
type Kind = 'long' | 'corner' | 'door';

/** An end of a passage: its middle, the unit vector that leads out of it, and the room there. */
type Mouth = { at: Place; out: Place; room: { min: Place; max: Place } };
type Plan = Pick<ScenarioInput, 'bounds' | 'obstacles'> & { mouths: [Mouth, Mouth] };

const ROOM = 6;
const SHARE = 0.98;
const SCENES = 100;

const between = (draw: Draw, low: number, high: number) => low + draw() * (high - low);
const rounded = (value: number) => Math.round(value * 1000) / 1000;
const solid = (minX: number, minY: number, maxX: number, maxY: number) => ({
  shape: 'box' as const,
  ...box(rounded(minX), rounded(minY), rounded(maxX), rounded(maxY)),
});

/** Two rooms beside each other, and a passage through the wall between them. */
function longPlan(width: number, length: number, draw: Draw): Plan {
  const [begin, end] = [ROOM, rounded(ROOM + length)];
  const low = rounded(between(draw, 0.5, ROOM - 0.5 - width));
  const middle = low + width / 2;
  const right = rounded(end + ROOM);
  return {
    bounds: { min: [0, 0], max: [right, ROOM], walls: true },
    obstacles: [solid(begin, 0, end, low), solid(begin, low + width, end, ROOM)],
    mouths: [
      { at: [begin, middle], out: [-1, 0], room: { min: [0, 0], max: [begin, ROOM] } },
      { at: [end, middle], out: [1, 0], room: { min: [end, 0], max: [right, ROOM] } },
    ],
  };
}

/** A passage that leads out of one room to the right, turns to the left and ends in another room. */
function cornerPlan(width: number, draw: Draw): Plan {
  const wall = rounded(ROOM + 0.2);
  const right = rounded(wall + ROOM + 1);
  const bend = rounded(ROOM + between(draw, 2, 4));
  const low = rounded(between(draw, 3, ROOM - 0.2 - width));
  const high = rounded(low + width);
  const end = rounded(high + between(draw, 2, 4));
  const top = rounded(end + ROOM);
  return {
    bounds: { min: [0, 0], max: [right, top], walls: true },
    obstacles: [
      solid(ROOM, high, bend, end),
      solid(ROOM, 0, right, low),
      solid(bend + width, low, right, end),
      solid(ROOM, end, wall, top),
      solid(0, ROOM, ROOM, top),
    ],
    mouths: [
      { at: [ROOM, (low + high) / 2], out: [-1, 0], room: { min: [0, 0], max: [ROOM, ROOM] } },
      { at: [bend + width / 2, end], out: [0, 1], room: { min: [wall, end], max: [right, top] } },
    ],
  };
}

/** The scene of a kind and a seed. */
function meetingOf(kind: Kind, seed: number): ScenarioInput {
  const draw = createDraws(1000 * seed + kind.charCodeAt(0));
  for (let skipped = 0; skipped < 20; skipped++) draw();
  const radius = rounded(between(draw, 0.2, 0.5));
  const width = rounded(2 * radius * between(draw, 1.2, 1.6));
  const length = kind === 'door' ? between(draw, 0.15, 0.4) : between(draw, 2, 8);
  const plan = kind === 'corner' ? cornerPlan(width, draw) : longPlan(width, length, draw);
  const { bounds, mouths, obstacles } = plan;
  return {
    version: 1,
    name: `columns that meet, ${kind} ${seed}`,
    bounds,
    obstacles,
    duration: 180,
    arrival: 'vanish',
    agents: mouths.flatMap((mouth, side) => columnAt(mouth, mouths[1 - side], radius, draw)),
  };
}

/** 1 to 4 agents one behind the other before a mouth, on their way to places in the other room. */
function columnAt(mouth: Mouth, other: Mouth, radius: number, draw: Draw) {
  const count = 1 + Math.floor(4 * draw());
  const spacing = 2 * radius + between(draw, 0.05, 0.4);
  const first = radius + 0.2 + draw() * Math.max(0, ROOM - 0.3 - 2 * radius - (count - 1) * spacing);
  return Array.from({ length: count }, (_, k) => {
    const out = Math.min(first + k * spacing, ROOM - radius - 0.05);
    const aside = between(draw, -0.1, 0.1);
    const at: Place = [
      rounded(mouth.at[0] + out * mouth.out[0] + aside * mouth.out[1]),
      rounded(mouth.at[1] + out * mouth.out[1] + aside * mouth.out[0]),
    ];
    return { at, goal: goalIn(other, radius, draw), radius, speed: rounded(between(draw, 1, 1.6)) };
  });
}

/** A place in a room, at least 2 m from its mouth. */
function goalIn({ at, room }: Mouth, radius: number, draw: Draw): Place {
  for (;;) {
    const edge = radius + 0.2;
    const x = rounded(between(draw, room.min[0] + edge, room.max[0] - edge));
    const y = rounded(between(draw, room.min[1] + edge, room.max[1] - edge));
    if (Math.hypot(x - at[0], y - at[1]) >= 2) return [x, y];
  }
}

/** How many arrive in the scene of a seed, of how many, and whether bodies collide seriously. */
async function runMeeting(context: Context, kind: Kind, seed: number) {
  const scene = meetingOf(kind, seed);
  const { all, arrived, serious } = await runUntilArrived(context, scene, seed);
  if (arrived < all) context.keep?.(context.prepare(scene));
  return { arrived, all, isSerious: serious > 0 };
}

async function meet(context: Context, kind: Kind): Promise<Finding> {
  const runs = await eachSeed(context, `passages ${kind}`, (seed) => runMeeting(context, kind, seed));
  const completed = runs.map(({ all, arrived }) => arrived === all);
  const count = completed.filter(Boolean).length;
  const named = runs.flatMap(({ all, arrived }, k) =>
    completed[k] ? [] : [`${context.seeds[k]} (${arrived} of ${all} arrive)`],
  );
  const serious = runs.filter(({ isSerious }) => isSerious).length;
  return {
    failures: unmet([
      count >= SHARE * runs.length,
      `${runs.length - count} of ${runs.length} scenes do not complete`,
    ]),
    figure: `${count} of ${runs.length} scenes complete, ${serious} with an overlap above 0.1 m${named.length > 0 ? `; not: ${named.join(', ')}` : ''}`,
    reference: `at least ${100 * SHARE} % of the scenes complete`,
    values: completed.map((isComplete) => (isComplete ? 1 : 0)),
  };
}

const titles: Record<Kind, string> = {
  long: 'Columns that meet in a straight passage, 1.2 to 1.6 bodies wide, 2 to 8 m long',
  corner: 'Columns that meet in a passage with a corner, 1.2 to 1.6 bodies wide',
  door: 'Columns that meet in a door, 1.2 to 1.6 bodies wide',
};

export const passageTests: readonly StandardTest[] = (['long', 'corner', 'door'] as const).map((kind) => ({
  id: `passages/${kind}`,
  title: titles[kind],
  source: 'wend: columns of 1 to 4, bodies of 0.2 to 0.5 m and passages of 1.2 to 1.6 bodies, by seeds',
  criterion: `All agents arrive within 180 s in ${100 * SHARE} % of the scenes`,
  seeds: SCENES,
  run: (context) => meet(context, kind),
}));
