import { Status, type World } from 'wend';
import type { Plot } from 'wend/draw';
import { type Context, type Finding, type StandardTest, unmet } from './contract.ts';
import { type Family, families, roomOf } from './random-rooms.ts';
import { eachSeed, simulate } from './simulate.ts';

/** Radians per second above which a turn looks hasty, and the share of the time that is allowed. */
const HASTY = 2;
const HASTY_SHARE = 0.01;
/** Degrees between facing and motion above which a body walks sideways, and the share of the time that is allowed. */
const ASIDE = 45;
const ASIDE_SHARE = 0.02;
/** Metres per second: slower bodies stand, and their motion has no direction. */
const STANDS = 0.1;
/** Rounding of turns at exactly the limit, radians per second. */
const ROUNDING = 1e-3;

const BINS = 24;

/** Steps of agents: all, those with hasty turns and those aside; and how often each turn rate occurs. */
export type Looks = { steps: number; hasty: number; aside: number; rates: number[] };

type Pose = { x: number; y: number; facingX: number; facingY: number; velocityX: number; velocityY: number };

/** Radians between two directions, from 0 to π. */
function angleBetween(ax: number, ay: number, bx: number, by: number): number {
  return Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by));
}

/** Returns a function to call after each step: it counts how agents that walk to a goal look. */
export function watchLooks(looks: Looks): (world: World) => void {
  let before = new Map<number, Pose>();
  return ({ crowd, dt }) => {
    const now = new Map<number, Pose>();
    const { motion, plan } = crowd;
    for (let row = 0; row < crowd.count; row++) {
      const last = before.get(crowd.ids[row]);
      const [x, y] = [motion.x[row], motion.y[row]];
      const pose: Pose = {
        x,
        y,
        facingX: motion.headingX[row],
        facingY: motion.headingY[row],
        // What the body did, contacts included, not what it wanted.
        velocityX: last ? (x - last.x) / dt : 0,
        velocityY: last ? (y - last.y) / dt : 0,
      };
      now.set(crowd.ids[row], pose);
      if (last && plan.status[row] === Status.walking) count(looks, last, pose, dt);
    }
    before = now;
  };
}

function count(looks: Looks, last: Pose, pose: Pose, dt: number): void {
  looks.steps++;
  const { facingX, facingY, velocityX, velocityY } = pose;
  let rate = angleBetween(last.facingX, last.facingY, facingX, facingY) / dt;
  if (Math.hypot(velocityX, velocityY) > STANDS) {
    const off = angleBetween(facingX, facingY, velocityX, velocityY);
    if (off > (ASIDE * Math.PI) / 180) looks.aside++;
    if (Math.hypot(last.velocityX, last.velocityY) > STANDS)
      rate = Math.max(rate, angleBetween(last.velocityX, last.velocityY, velocityX, velocityY) / dt);
  }
  if (rate > HASTY + ROUNDING) looks.hasty++;
  looks.rates[Math.min(BINS - 1, Math.floor((rate - ROUNDING) * 4))]++;
}

async function look(context: Context, family: Family): Promise<Finding> {
  const rooms = await eachSeed(context, `looks ${family.letter}`, async (seed) => {
    const looks: Looks = { steps: 0, hasty: 0, aside: 0, rates: new Array(BINS).fill(0) };
    const room = roomOf(family, seed);
    const watch = watchLooks(looks);
    await simulate(context, room, seed, (world) => {
      watch(world);
      return world.arrived === room.agents!.length;
    });
    return looks;
  });
  const sum = (key: 'steps' | 'hasty' | 'aside') => rooms.reduce((total, room) => total + room[key], 0);
  const [hasty, aside] = [sum('hasty') / sum('steps'), sum('aside') / sum('steps')];
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return {
    failures: unmet(
      [sum('steps') > 0, 'no agent walks'],
      [!(hasty >= HASTY_SHARE), `${percent(hasty)} of the time agents turn above ${HASTY} rad/s`],
      [
        !(aside >= ASIDE_SHARE),
        `${percent(aside)} of the time agents move more than ${ASIDE}° off their facing`,
      ],
    ),
    figure: `turns above ${HASTY} rad/s ${percent(hasty)} of the time, more than ${ASIDE}° off the facing ${percent(aside)}`,
    reference: `less than ${100 * HASTY_SHARE} % and less than ${100 * ASIDE_SHARE} %`,
    values: rooms.map((room) => room.hasty / room.steps),
    plot: plotOf(family, rooms),
  };
}

/** The share of the time above each turn rate. */
function plotOf({ letter }: Family, rooms: readonly Looks[]): Plot {
  const counts = Array.from({ length: BINS }, (_, bin) =>
    rooms.reduce((total, { rates }) => total + rates[bin], 0),
  );
  const all = counts.reduce((total, value) => total + value, 0);
  const above = counts.map((_, bin): [number, number] => [
    bin / 4,
    (100 * counts.slice(bin).reduce((total, value) => total + value, 0)) / all,
  ]);
  return {
    title: `Turns in random rooms ${letter}: share of the time above each rate`,
    x: { label: 'turn rate, rad/s', min: 0, max: BINS / 4 },
    y: { label: 'time above it, %', min: 0, max: 20 },
    curves: [
      { label: 'simulated', colour: '#0072b2', points: above.filter(([, share]) => share <= 20) },
      {
        label: `at most ${100 * HASTY_SHARE} % above ${HASTY} rad/s`,
        colour: '#d55e00',
        points: [
          [HASTY, 100 * HASTY_SHARE],
          [BINS / 4, 100 * HASTY_SHARE],
        ],
      },
    ],
  };
}

export const looksTests: readonly StandardTest[] = families
  .filter(({ letter }) => 'abde'.includes(letter))
  .map((family) => ({
    id: `looks/${family.letter}`,
    title: `How people look in random rooms: ${family.about}`,
    source: 'wend: rooms by seeds',
    criterion: `Agents that walk turn, in body or motion, above ${HASTY} rad/s in less than ${100 * HASTY_SHARE} % of the time, and move more than ${ASIDE}° off their facing in less than ${100 * ASIDE_SHARE} %`,
    seeds: 20,
    run: (context) => look(context, family),
  }));
