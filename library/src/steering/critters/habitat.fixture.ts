import {
  type Crowd,
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  createPerception,
  enterAgent,
  type NearLists,
  type ObstacleSpecification,
  reserveAgent,
  reserveRows,
  type SolidSpecification,
  Status,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { type CritterObjects, type CrittersParameters, crittersDefaults } from './index.ts';
import { createCrittersModel, crittersColumns } from './model.ts';

registerSpace();

export type Point = readonly number[];

export type Critter = {
  at: Point;
  velocity?: Point;
  radius?: number;
  goal?: Point;
  /** −1: a single agent. */
  group?: number;
};

export type Habitat = {
  dimension?: 2 | 3;
  critters: readonly Critter[];
  obstacles?: readonly ObstacleSpecification[];
  solids?: readonly SolidSpecification[];
  border?: { min: [number, number]; max: [number, number] };
  /** The border of a world in space. */
  solidBorder?: { min: [number, number, number]; max: [number, number, number] };
  parameters?: Partial<CrittersParameters>;
  objects?: Partial<CritterObjects>;
  dt?: number;
  seed?: number;
};

/** A world of critters without an engine: every agent sees everything, and only the model moves agents. */
export type LivingHabitat = {
  input: SteeringInput;
  model: SteeringModel;
  goals: readonly (Point | undefined)[];
};

const still = { strength: 0, exponent: 0 } as const;
/** All default fields are off; each test turns on the fields that it is about. */
export const quiet: Partial<CrittersParameters> = { obstacles: still, agents: still, targets: still };

export function createHabitat(habitat: Habitat): LivingHabitat {
  const { border, critters, dimension = 2, dt = 0.05, objects, seed = 1 } = habitat;
  const crowd = createCrowd(8, { dimension, targetClasses: 1, memory: {}, steer: crittersColumns });
  reserveRows(crowd, critters.length);
  for (const critter of critters) settle(crowd, critter);
  const obstacles = createObstacles(habitat.obstacles ?? [], border);
  const solids = createSolids(habitat.solids ?? [], habitat.solidBorder);
  const things = dimension === 2 ? obstacles.count : solids.count;
  const perception = createPerception();
  perception.agents = listAll(crowd.count, crowd.count, true);
  perception.obstacles = listAll(crowd.count, things, false);
  const parameters = { ...crittersDefaults, ...habitat.parameters };
  const acting = (dimension === 2 ? habitat.obstacles : habitat.solids) ?? [];
  const model = createCrittersModel(parameters, {
    obstacles: acting.map(() => ({})),
    targets: [],
    groups: [],
    agents: [],
    ...objects,
  });
  const due = new Uint8Array(crowd.capacity).fill(1);
  const input = {
    crowd,
    perception,
    obstacles,
    solids,
    events: createEvents(),
    due,
    duePrediction: due,
    dueReaction: due,
    close: createNearLists(),
    seed,
    step: 0,
    dt,
  };
  return { input, model, goals: critters.map(({ goal }) => goal) };
}

function settle(crowd: Crowd, { at, goal, group = -1, radius = 0.25, velocity = [0, 0] }: Critter): void {
  const row = enterAgent(crowd, reserveAgent(crowd));
  const { motion, plan, traits } = crowd;
  const [vx, vy, vz = 0] = velocity;
  const speed = Math.hypot(vx, vy, vz);
  motion.x[row] = at[0];
  motion.y[row] = at[1];
  motion.z[row] = at[2] ?? 0;
  motion.headingX[row] = speed > 0 ? vx / speed : 1;
  motion.headingY[row] = speed > 0 ? vy / speed : 0;
  motion.headingZ[row] = speed > 0 ? vz / speed : 0;
  [motion.velocityX[row], motion.velocityY[row], motion.velocityZ[row]] = [vx, vy, vz];
  traits.radius[row] = radius;
  traits.group[row] = group;
  plan.target[row] = -1;
  plan.status[row] = goal ? Status.walking : Status.idle;
}

/** One step: plans as the direct planner makes them, the model, and the motion that follows. */
export function stepHabitat({ goals, input, model }: LivingHabitat): void {
  const { crowd } = input;
  const { motion, plan } = crowd;
  goals.forEach((goal, row) => {
    if (!goal) return;
    const way = [goal[0] - motion.x[row], goal[1] - motion.y[row], (goal[2] ?? 0) - motion.z[row]];
    const distance = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    plan.goalDistance[row] = distance;
    [plan.directionX[row], plan.directionY[row], plan.directionZ[row]] =
      distance > 0 ? way.map((part) => part / distance) : [1, 0, 0];
  });
  const { next } = crowd;
  const kept = ['velocityX', 'velocityY', 'velocityZ', 'headingX', 'headingY', 'headingZ'] as const;
  for (const name of kept) next[name].set(motion[name]);
  model.computeControls(input);
  for (let row = 0; row < crowd.count; row++) {
    next.x[row] = motion.x[row] + input.dt * next.velocityX[row];
    next.y[row] = motion.y[row] + input.dt * next.velocityY[row];
    next.z[row] = motion.z[row] + input.dt * next.velocityZ[row];
  }
  crowd.motion = crowd.next;
  crowd.next = motion;
  input.step++;
}

/** The acceleration of a critter at the start of the next step, of a short dt: its velocity's change per second. */
export function accelerationOf(habitat: Habitat, row = 0): [number, number, number] {
  const dt = 2 ** -10;
  const alive = createHabitat({ ...habitat, dt, parameters: { ...habitat.parameters, maximumStep: dt } });
  const before = velocityOf(alive, row);
  stepHabitat(alive);
  const after = velocityOf(alive, row);
  return [(after[0] - before[0]) / dt, (after[1] - before[1]) / dt, (after[2] - before[2]) / dt];
}

/** The velocity at the end of the last step. */
export function velocityOf({ input }: LivingHabitat, row = 0): [number, number, number] {
  const { motion, steer } = input.crowd;
  return [
    motion.velocityX[row] + steer.gainX[row],
    motion.velocityY[row] + steer.gainY[row],
    motion.velocityZ[row] + steer.gainZ[row],
  ];
}

export function endSpeedOf(habitat: LivingHabitat, row = 0): number {
  return Math.hypot(...velocityOf(habitat, row));
}

export function placeOf({ input }: LivingHabitat, row = 0): [number, number, number] {
  const { x, y, z } = input.crowd.motion;
  return [x[row], y[row], z[row]];
}

/** The motion of every row, for comparisons to the bit. */
export function stateOf({ input }: LivingHabitat): number[] {
  const { count, motion } = input.crowd;
  const { headingX, headingY, headingZ, velocityX, velocityY, velocityZ, x, y, z } = motion;
  const columns = [x, y, z, headingX, headingY, headingZ, velocityX, velocityY, velocityZ];
  return columns.flatMap((column) => [...column.subarray(0, count)]);
}

function listAll(rows: number, things: number, exceptOwn: boolean): NearLists {
  const starts = new Int32Array(rows);
  const counts = new Int32Array(rows);
  const items: number[] = [];
  for (let row = 0; row < rows; row++) {
    starts[row] = items.length;
    for (let thing = 0; thing < things; thing++) if (!exceptOwn || thing !== row) items.push(thing);
    counts[row] = items.length - starts[row];
  }
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  return { starts, counts, items: Int32Array.from(items), length: items.length, order };
}
