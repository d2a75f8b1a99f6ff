import {
  type Crowd,
  clearRow,
  createTable,
  EventKind,
  growTable,
  hasAgent,
  rowOf,
  Status,
  slotOf,
  speedOf,
  type Table,
} from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import { stateHashOf, timeOf, type World } from '../simulation/world.ts';
import { type CollisionLog, createCollisionLog, observeCollisions } from './collisions.ts';
import {
  createEntryLog,
  type EntryLog,
  observeEntries,
  type SinkSummary,
  type SourceSummary,
  summarizeEntries,
} from './entries.ts';
import { createTouchLog, observeTouches, recordOverlap, type TouchLog } from './touches.ts';
import { addWalked, recordArrival, recordDistance, type WalkTotals, walkLayout } from './walking.ts';

/** SteerBench counts in frames of a twentieth of a second, whatever the step: docs/models/measurements.md. */
const FRAME = 0.05;
/** Score of one collision. */
const COLLISION_PENALTY = 150;

/** What is measured of each agent from when it starts until it arrives or leaves; one row for each slot of ids. */
const tallyLayout = {
  x: 'float64',
  y: 'float64',
  z: 'float64',
  velocityX: 'float64',
  velocityY: 'float64',
  velocityZ: 'float64',
  /** 1 once it has started: an agent stands first if it has a premovement or gets its goal later. */
  begun: 'uint8',
  /** 1 from then until it arrives or leaves. */
  active: 'uint8',
  /** 1 once its centre has been outside the bounds, whether it has arrived or not. */
  strayed: 'uint8',
  /** 1 once it has found no path to a goal. */
  lost: 'uint8',
  ...walkLayout,
} as const;

type Tallies = Table<typeof tallyLayout>;

/** Measures a run from outside: fed after each step, it changes nothing. */
export type Measurements = {
  collisions: CollisionLog;
  touches: TouchLog;
  entries: EntryLog;
  tallies: Tallies;
  /** Agents that took part, and sums over them. */
  agents: number;
  total: {
    collisions: number;
    contacts: number;
    touches: number;
    time: number;
    energy: number;
    acceleration: number;
  };
  walked: WalkTotals;
  /** Speed over desired speed, added up over walking agents and steps, and how many were added. */
  speedShare: number;
  speedSamples: number;
  /** Agents whose centre has been outside the bounds. */
  outside: number;
  /** Agents that at some time found no path to a goal. */
  unreachable: number;
};

/** What the measurements of a run say. */
export type Summary = {
  scenario: string;
  seed: number;
  dt: number;
  steps: number;
  /** Seconds simulated. */
  time: number;
  /** Agents that took part. */
  agents: number;
  arrived: number;
  /** Whether all of them arrived. */
  completed: boolean;
  /** Agents whose centre has been outside the bounds, if only for one step. */
  outside: number;
  /** Agents that at some time found no path to a goal. */
  unreachable: number;
  /** Pairs of bodies that touched, once from touch to parting by more than 5 cm, whether they had arrived or not. */
  contacts: number;
  /** Pairs whose hard cores overlapped, or a body and an obstacle, counted in the same way; and those that lasted. */
  collisions: { unique: number; serious: number };
  /** Contacts of bodies that were resolved, once from touch to parting, added up over agents until they arrive. */
  touches: number;
  /** Metres; null when nothing came within a metre of anything. */
  minimumClearance: number | null;
  /** Mean of speed over desired speed while walking; null when no agent walked. */
  meanSpeed: number | null;
  /**
   * Means over agents; steerbench = 150 × collisions + time + energy + acceleration. SteerBench's collisions are overlaps
   * of more than 1 mm, whatever the bodies are like; `overlaps` counts the pairs.
   */
  score: {
    steerbench: number;
    overlaps: number;
    collisions: number;
    time: number;
    energy: number;
    acceleration: number;
  };
  /**
   * Means over agents: energy, J per kg of body; distance: distance walked, m; seconds stuck; detour: over the agents that
   * arrived, distance walked over the length of the shortest path, null where no agent arrived.
   */
  walking: { energy: number; distance: number; stuck: number; detour: number | null };
  /** The groups that enter during the run, with the queues outside; absent where none does. */
  sources?: SourceSummary[];
  /** The targets where agents leave; absent where there are none. */
  sinks?: SinkSummary[];
  stateHash: string;
};

/** Starts measuring a world as it is now. */
export function createMeasurements(world: World): Measurements {
  const { crowd } = world;
  const measurements: Measurements = {
    collisions: createCollisionLog(),
    touches: createTouchLog(),
    entries: createEntryLog(world),
    tallies: createTable(tallyLayout, crowd.capacity),
    agents: 0,
    total: { collisions: 0, contacts: 0, touches: 0, time: 0, energy: 0, acceleration: 0 },
    walked: { energy: 0, distance: 0, stuck: 0, detours: 0, arrivals: 0 },
    speedShare: 0,
    speedSamples: 0,
    outside: 0,
    unreachable: 0,
  };
  for (let row = 0; row < crowd.count; row++) admit(measurements, crowd, row);
  recordStrays(measurements, world);
  return measurements;
}

/** Observes the world after a step. */
export function observeStep(measurements: Measurements, world: World): void {
  const { tallies, total } = measurements;
  const { crowd, dt, events } = world;
  if (tallies.x.length < crowd.capacity) growTable(tallies, crowd.capacity);
  const { kind, agent } = events;
  for (let event = 0; event < events.count; event++) {
    if (kind[event] === EventKind.added && hasAgent(crowd, agent[event])) {
      admit(measurements, crowd, rowOf(crowd, agent[event]));
    }
  }
  for (let event = 0; event < events.count; event++) {
    // Arrivals and removals precede the step's motion: this motion no longer counts to the distance walked.
    if (kind[event] === EventKind.arrival) recordArrival(measurements.walked, tallies, slotOf(agent[event]));
    if (kind[event] === EventKind.removed) tallies.active[slotOf(agent[event])] = 0;
    if (kind[event] !== EventKind.unreachable) continue;
    const slot = slotOf(agent[event]);
    if (tallies.lost[slot] === 0) measurements.unreachable++;
    tallies.lost[slot] = 1;
  }
  const frames = dt / FRAME;
  for (let row = 0; row < crowd.count; row++) {
    if (crowd.plan.status[row] === Status.walking && crowd.traits.desiredSpeed[row] > 0) {
      measurements.speedShare += speedOf(crowd.motion, row) / crowd.traits.desiredSpeed[row];
      measurements.speedSamples++;
    }
    const slot = slotOf(crowd.ids[row]);
    // hasArrived is set at the end of a whole journey, or of its first round, not at the end of each stage.
    if (crowd.plan.hasArrived[row] === 1) tallies.active[slot] = 0;
    if (tallies.begun[slot] === 0 && crowd.plan.status[row] === Status.walking) setOut(tallies, slot);
    if (tallies.begun[slot] === 0) storeMotion(tallies, slot, crowd, row);
    if (tallies.active[slot] === 0) continue;
    const velocityX = (crowd.motion.x[row] - tallies.x[slot]) / dt;
    const velocityY = (crowd.motion.y[row] - tallies.y[slot]) / dt;
    const velocityZ = (crowd.motion.z[row] - tallies.z[slot]) / dt;
    const changeX = velocityX - tallies.velocityX[slot];
    const changeY = velocityY - tallies.velocityY[slot];
    const changeZ = velocityZ - tallies.velocityZ[slot];
    const squared = velocityX * velocityX + velocityY * velocityY + velocityZ * velocityZ;
    recordDistance(tallies, slot, world, row);
    addWalked(measurements.walked, tallies, slot, squared, crowd.traits.desiredSpeed[row], dt);
    total.time += dt;
    total.energy += 0.5 * squared * frames;
    total.acceleration +=
      (Math.sqrt(changeX * changeX + changeY * changeY + changeZ * changeZ) / dt) * frames;
    tallies.x[slot] = crowd.motion.x[row];
    tallies.y[slot] = crowd.motion.y[row];
    tallies.z[slot] = crowd.motion.z[row];
    tallies.velocityX[slot] = velocityX;
    tallies.velocityY[slot] = velocityY;
    tallies.velocityZ[slot] = velocityZ;
  }
  recordStrays(measurements, world);
  observeEntries(measurements.entries, world);
  observeCollisions(measurements.collisions, world, (agent, other) => {
    total.collisions += tallies.active[slotOf(agent)];
    if (other < 0) return;
    total.collisions += tallies.active[slotOf(other)];
    if (!recordOverlap(measurements.touches, world, agent, other)) return;
    total.contacts++;
    total.touches += tallies.active[slotOf(agent)] + tallies.active[slotOf(other)];
  });
  observeTouches(measurements.touches, world, (agent, other) => {
    total.contacts++;
    total.touches += tallies.active[slotOf(agent)] + tallies.active[slotOf(other)];
  });
}

function admit(measurements: Measurements, crowd: Crowd, row: number): void {
  const { tallies } = measurements;
  const slot = slotOf(crowd.ids[row]);
  clearRow(tallies, slot);
  storeMotion(tallies, slot, crowd, row);
  if (crowd.plan.status[row] === Status.walking) setOut(tallies, slot);
  measurements.agents++;
}

function setOut({ active, begun }: Tallies, slot: number): void {
  begun[slot] = 1;
  active[slot] = 1;
}

function storeMotion(tallies: Tallies, slot: number, { motion }: Crowd, row: number): void {
  tallies.x[slot] = motion.x[row];
  tallies.y[slot] = motion.y[row];
  tallies.z[slot] = motion.z[row];
  tallies.velocityX[slot] = motion.velocityX[row];
  tallies.velocityY[slot] = motion.velocityY[row];
  tallies.velocityZ[slot] = motion.velocityZ[row];
}

function recordStrays(measurements: Measurements, { crowd, scenario }: World): void {
  const { strayed } = measurements.tallies;
  const { min, max } = scenario.bounds;
  const lowest = crowd.dimension === 3 ? heightOf(min) : 0;
  const highest = crowd.dimension === 3 ? heightOf(max) : 0;
  for (let row = 0; row < crowd.count; row++) {
    const x = crowd.motion.x[row];
    const y = crowd.motion.y[row];
    const z = crowd.motion.z[row];
    // Written so that a place that is not a number counts as outside.
    const inside = x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1] && z >= lowest && z <= highest;
    if (inside) continue;
    const slot = slotOf(crowd.ids[row]);
    if (strayed[slot] === 0) measurements.outside++;
    strayed[slot] = 1;
  }
}

/** The results of the run so far. */
export function summarize(
  {
    agents,
    collisions,
    entries,
    outside,
    speedSamples,
    speedShare,
    total,
    unreachable,
    walked,
  }: Measurements,
  world: World,
): Summary {
  const mean = (sum: number) => (agents > 0 ? sum / agents : 0);
  const { minimumClearance } = collisions;
  return {
    scenario: world.scenario.name,
    seed: world.seed,
    dt: world.dt,
    steps: world.step,
    time: timeOf(world),
    agents,
    arrived: world.arrived,
    completed: agents > 0 && world.arrived >= agents,
    outside,
    unreachable,
    contacts: total.contacts,
    collisions: { unique: collisions.collisions, serious: collisions.serious },
    touches: total.touches,
    minimumClearance: Number.isFinite(minimumClearance) ? minimumClearance : null,
    meanSpeed: speedSamples > 0 ? speedShare / speedSamples : null,
    score: {
      steerbench: mean(COLLISION_PENALTY * total.collisions + total.time + total.energy + total.acceleration),
      overlaps: collisions.unique,
      collisions: mean(total.collisions),
      time: mean(total.time),
      energy: mean(total.energy),
      acceleration: mean(total.acceleration),
    },
    walking: {
      energy: mean(walked.energy),
      distance: mean(walked.distance),
      stuck: mean(walked.stuck),
      detour: walked.arrivals > 0 ? walked.detours / walked.arrivals : null,
    },
    ...summarizeEntries(entries, world),
    stateHash: stateHashOf(world),
  };
}
