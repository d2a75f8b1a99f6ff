import fc from 'fast-check';
import {
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  createPerception,
  enterAgent,
  type NearLists,
  reserveAgent,
  Status,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { cos, sin } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import { nonlinearColumns } from './columns.ts';
import { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';

export type Point = readonly [number, number];
export type Body = { at: Point; radius: number };

export type Situation = {
  /** Of the agent in row 0, at the origin; radians. */
  heading: number;
  targetDirection: number;
  radius?: number;
  aggressiveness?: number;
  weights?: readonly [number, number];
  others?: readonly Body[];
  pillars?: readonly Body[];
  walls?: readonly (readonly [Point, Point])[];
};

/** Every agent sees everything. */
export function inputOf(situation: Situation): SteeringInput {
  const { heading, targetDirection, others = [], pillars = [], walls = [] } = situation;
  const obstacles = createObstacles([
    ...pillars.map(({ at, radius }) => ({ shape: 'circle' as const, center: at, radius })),
    ...walls.map(([from, to]) => ({ shape: 'segment' as const, from, to })),
  ]);
  const crowd = createCrowd(64, { dimension: 2, targetClasses: 1, memory: {}, steer: nonlinearColumns() });
  const { motion, plan, steer, traits } = crowd;
  for (const body of [{ at: [0, 0] as Point, radius: situation.radius ?? 0.25 }, ...others]) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    [motion.x[row], motion.y[row]] = body.at;
    motion.headingX[row] = cos(heading);
    motion.headingY[row] = sin(heading);
    [steer.weight0[row], steer.weight1[row]] = situation.weights ?? [0.5, 0.5];
    traits.radius[row] = body.radius;
    traits.aggressiveness[row] = situation.aggressiveness ?? 0.5;
    traits.agility[row] = 1;
    traits.viewRadius[row] = 1000;
    plan.directionX[row] = cos(targetDirection);
    plan.directionY[row] = sin(targetDirection);
    plan.pace[row] = 1;
    plan.status[row] = Status.walking;
  }
  const perception = createPerception();
  perception.agents = listAll(crowd.count, crowd.count, true);
  perception.obstacles = listAll(crowd.count, obstacles.count, false);
  const due = new Uint8Array(crowd.capacity).fill(1);
  return {
    crowd,
    perception,
    obstacles,
    solids: createSolids([]),
    events: createEvents(),
    due,
    duePrediction: due,
    dueReaction: due,
    close: createNearLists(),
    seed: 1,
    step: 0,
    dt: 0.05,
  };
}

function listAll(rows: number, things: number, exceptOwn: boolean): NearLists {
  const lists = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: things }, (_, thing) => thing).filter((thing) => !(exceptOwn && thing === row)),
  );
  const counts = Int32Array.from(lists, (list) => list.length);
  const starts = new Int32Array(rows);
  for (let row = 1; row < rows; row++) starts[row] = starts[row - 1] + counts[row - 1];
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  return { starts, counts, items: Int32Array.from(lists.flat()), length: lists.flat().length, order };
}

export const silent: NonlinearParameters = { ...nonlinearDefaults, noise: 0 };

/** Two discs, too close to pass between, and the target behind them. */
export const closedGate: Situation = {
  heading: 0,
  targetDirection: 0,
  others: [
    { at: [2, 0.6], radius: 0.5 },
    { at: [2, -0.6], radius: 0.5 },
  ],
};

/** The same situation, rotated about the agent. */
export function rotate(situation: Situation, angle: number): Situation {
  const cosine = cos(angle);
  const sine = sin(angle);
  const turn = ([x, y]: Point): Point => [x * cosine - y * sine, x * sine + y * cosine];
  return {
    ...situation,
    heading: situation.heading + angle,
    targetDirection: situation.targetDirection + angle,
    others: situation.others?.map(({ at, radius }) => ({ at: turn(at), radius })) ?? [],
    pillars: situation.pillars?.map(({ at, radius }) => ({ at: turn(at), radius })) ?? [],
    walls: situation.walls?.map(([from, to]) => [turn(from), turn(to)] as const) ?? [],
  };
}

const places = fc
  .tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }))
  .filter(([x, y]) => x * x + y * y > 0.01);
const bodies = fc.record({ at: places, radius: fc.double({ min: 0.1, max: 0.6, noNaN: true }) });
const shares = fc.double({ min: 0, max: 1, noNaN: true });

/** Whether a wall's line keeps away from the agent. */
function isApart([from, to]: readonly [Point, Point]): boolean {
  const alongX = to[0] - from[0];
  const alongY = to[1] - from[1];
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  return Math.abs(from[0] * alongY - from[1] * alongX) > 0.01 * length;
}

export const situations = fc.record({
  situation: fc.record({
    // A heading of the plot, so that the present heading is one of its samples.
    heading: fc.integer({ min: 0, max: 359 }).map((i) => (Math.PI * (2 * (i + 1) - 360)) / 360),
    targetDirection: fc.double({ min: -3, max: 3, noNaN: true }),
    radius: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    aggressiveness: shares,
    weights: fc.tuple(shares, shares),
    others: fc.array(bodies, { maxLength: 8 }),
    pillars: fc.array(bodies, { maxLength: 3 }),
    // A wall through the agent's centre has no direction and is left out, exactly there.
    walls: fc.array(fc.tuple(places, places).filter(isApart), { maxLength: 3 }),
  }),
  parameters: fc.record({
    variant: fc.constantFrom('smooth' as const, 'faithful' as const),
    solver: fc.constantFrom('closed' as const, 'integrate' as const),
    baseDistance: fc.double({ min: 0.2, max: 3, noNaN: true }),
    attraction: fc.double({ min: 0.2, max: 3, noNaN: true }),
    margin: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
  }),
});
