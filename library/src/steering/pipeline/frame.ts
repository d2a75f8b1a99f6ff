import { type Crowd, type NearLists, type Obstacles, slotOf } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { PipelineTable } from './columns.ts';

/**
 * Everything that the phases read and write in a step, bound once. The engine looks up the crowd's tables by name; here each
 * column has a fixed place, which makes the loops over agents fast.
 */
export type Frame = {
  /** For what is rarely needed. */
  crowd: Crowd;
  count: number;
  capacity: number;
  step: number;
  dt: number;
  /** Seconds simulated so far. */
  now: number;
  ids: Float64Array;
  slotRows: Int32Array;
  x: Float64Array;
  y: Float64Array;
  headingX: Float64Array;
  headingY: Float64Array;
  velocityX: Float64Array;
  velocityY: Float64Array;
  radius: Float64Array;
  /** Where the agents want to go: the planner's directions, or those of agents that walk around others. */
  directionX: Float64Array;
  directionY: Float64Array;
  pace: Float64Array;
  status: Uint8Array;
  goalDistance: Float64Array;
  localDistance: Float64Array;
  planningDue: Crowd['schedule']['planning'];
  hits: Uint8Array;
  threats: Uint8Array;
  seen: Uint8Array;
  members: Uint8Array | undefined;
  due: Uint8Array;
  duePrediction: Uint8Array;
  dueReaction: Uint8Array;
  /** The agents and walls perceived, and the agents that are close. */
  agents: NearLists;
  walls: NearLists;
  close: NearLists;
  obstacles: Obstacles;
  /** The model's own columns. */
  own: PipelineTable;
};

/** Binds a frame to a step. */
export function bindFrame(input: SteeringInput): Frame {
  const { crowd, dt, obstacles, perception, step } = input;
  const { ids, motion, plan, schedule, slots, traits } = crowd;
  return {
    crowd,
    count: crowd.count,
    capacity: crowd.capacity,
    step,
    dt,
    now: step * dt,
    ids,
    slotRows: slots.row,
    x: motion.x,
    y: motion.y,
    headingX: motion.headingX,
    headingY: motion.headingY,
    velocityX: motion.velocityX,
    velocityY: motion.velocityY,
    radius: traits.radius,
    directionX: plan.directionX,
    directionY: plan.directionY,
    pace: plan.pace,
    status: plan.status,
    goalDistance: plan.goalDistance,
    localDistance: plan.localDistance,
    planningDue: schedule.planning,
    hits: schedule.hits,
    threats: schedule.threats,
    seen: schedule.seen,
    members: input.members,
    due: input.due,
    duePrediction: input.duePrediction,
    dueReaction: input.dueReaction,
    agents: perception.agents,
    walls: perception.obstacles,
    close: input.close,
    obstacles,
    own: bindOwn(crowd.steer as PipelineTable),
  };
}

/** The same table as a literal, which has a fixed shape. */
function bindOwn(steer: PipelineTable): PipelineTable {
  return {
    commandTurn: steer.commandTurn,
    commandSpeed: steer.commandSpeed,
    commandScoot: steer.commandScoot,
    threat: steer.threat,
    threatBegin: steer.threatBegin,
    threatEnd: steer.threatEnd,
    threatKind: steer.threatKind,
    threatFirst: steer.threatFirst,
    threatPassLeft: steer.threatPassLeft,
    threatFromLeft: steer.threatFromLeft,
    deadlock: steer.deadlock,
    feelLeft: steer.feelLeft,
    feelCentre: steer.feelCentre,
    feelRight: steer.feelRight,
    nearLeft: steer.nearLeft,
    nearCentre: steer.nearCentre,
    nearRight: steer.nearRight,
    whiskers: steer.whiskers,
    touched: steer.touched,
    felt: steer.felt,
    state: steer.state,
    stuck: steer.stuck,
    plan: steer.plan,
    unforeseen: steer.unforeseen,
    planAgain: steer.planAgain,
    detourEnd: steer.detourEnd,
  };
}

/** The row of an agent, or −1 if it has left the crowd. */
export function rowOfAgent({ ids, slotRows }: Frame, id: number): number {
  if (id < 0) return -1;
  const row = slotRows[slotOf(id)];
  return row >= 0 && ids[row] === id ? row : -1;
}
