import type { SteeringInput } from '../contract.ts';
import {
  type ModelConstraint,
  type ModelExplanation,
  onlyRow,
  placeOfAgent,
  placeOfElement,
} from '../explanation.ts';
import { shareOf } from './avoidance.ts';
import type { WalkerColumns } from './columns.ts';
import { gapAhead } from './headway.ts';
import { computeControls, type Model, walkerExplainer } from './model.ts';
import { planAhead } from './plans.ts';
import { addHalfPlane, createHalfPlanes, type HalfPlanes, solve } from './program.ts';

type Velocity = { x: number; y: number };

/** Metres per second: velocities that differ by less are the same. */
const SAME = 1e-9;

export type Explainer = (model: Model, input: SteeringInput, row: number) => ModelExplanation;

/** Lets walkers be explained. Pages that explain nothing do not load this. */
export function registerWalkerExplainer(): void {
  walkerExplainer.registered = explainDecision;
}

/** Why the agent of a row chooses its velocity: the model decides, and its scratch tells the rest. */
function explainDecision(model: Model, input: SteeringInput, row: number): ModelExplanation {
  computeControls(model, { ...input, due: onlyRow(row, input.crowd.capacity) });
  const { crowd } = input;
  const { trace } = model;
  const { failures, lane, planLayers } = crowd.steer as WalkerColumns;
  const headway = explainHeadway(model, input, row);
  const constraints = explainHalfPlanes(model, input, row);
  if (headway?.limit) constraints.push(headway.limit);
  const shares = constraints.flatMap(({ from, share }) =>
    from.kind === 'agent' && share !== undefined ? [{ id: from.id, share }] : [],
  );
  return {
    stages: stagesOf(model, planLayers[row] > 0),
    constraints,
    ...(headway && { headway: headway.headway }),
    ...(planLayers[row] > 0 && { plan: planAhead(model.plans, input, row) }),
    rightOfWay: {
      over: shares.filter(({ share }) => share < 0.5).map(({ id }) => id),
      yieldsTo: shares.filter(({ share }) => share > 0.5).map(({ id }) => id),
    },
    facts: {
      crowding: trace.crowded,
      impatience: trace.impatience,
      horizon: trace.horizon,
      lane: trace.crowded === 1 ? lane[row] : 0,
      failedPlans: failures[row],
    },
    units: { horizon: 's' },
  };
}

/** The velocities that differ from the ones before them. */
function stagesOf({ trace }: Model, follows: boolean) {
  const stages = [
    [follows ? 'plan in space and time' : trace.isAside ? 'step aside' : 'wish', trace.wish],
    ['lane', trace.lane],
    ['headway of the wish', trace.patient],
    ['half-planes', trace.found],
    ['headway', trace.result],
  ] as const;
  return stages
    .filter(([, velocity], k) => !isSame(velocity, k === 0 ? trace.desired : stages[k - 1][1]))
    .map(([name, { x, y }]) => ({ name, velocity: { x, y, z: 0 } }));
}

function isSame(a: Velocity, b: Velocity): boolean {
  return Math.abs(a.x - b.x) <= SAME && Math.abs(a.y - b.y) <= SAME;
}

/** Each half-plane, and whether the programme would find another velocity without it. */
function explainHalfPlanes(model: Model, input: SteeringInput, row: number): ModelConstraint[] {
  const { near, planes } = model.avoidance;
  const { crowd } = input;
  const without = findWithout(model, input, row);
  return Array.from({ length: planes.count }, (_, k) => {
    const isAgent = k >= planes.agents;
    const source = planes.source[k];
    const place = isAgent
      ? placeOfAgent(input, row, near.row[source])
      : placeOfElement(input, row, near.element[source]);
    return {
      kind: isAgent || k < planes.hard ? 'half-plane' : 'corner',
      ...place,
      binds: !isSame(without(k), model.trace.found),
      halfPlane: {
        pointX: planes.pointX[k],
        pointY: planes.pointY[k],
        normalX: 0 - planes.directionY[k],
        normalY: planes.directionX[k],
      },
      ...(isAgent && { share: shareOf(crowd, row, near.row[source], near.crowd) }),
    };
  });
}

/** The velocity that the programme finds without half-plane k. */
function findWithout({ avoidance, trace }: Model, { crowd }: SteeringInput, row: number) {
  const { planes } = avoidance;
  const others = createHalfPlanes(planes.count);
  const scratch = createHalfPlanes(planes.count);
  const speed = Math.max(crowd.plan.pace[row], crowd.traits.desiredSpeed[row]);
  return (k: number): Velocity => {
    copyWithout(planes, k, others);
    const result = { x: 0, y: 0 };
    solve(others, speed, trace.patient.x, trace.patient.y, scratch, result);
    return result;
  };
}

function copyWithout(planes: HalfPlanes, left: number, others: HalfPlanes): void {
  others.count = 0;
  const { directionX, directionY, pointX, pointY } = planes;
  for (let k = 0; k < planes.count; k++) {
    if (k !== left) addHalfPlane(others, pointX[k], pointY[k], directionX[k], directionY[k]);
  }
  others.hard = planes.hard - (left < planes.hard ? 1 : 0);
}

/** The agent ahead along the velocity that the programme found, and the speed at which the gap lasts long enough. */
function explainHeadway({ avoidance, trace }: Model, input: SteeringInput, row: number) {
  const { crowd } = input;
  const { near } = avoidance;
  const time = trace.headway;
  if (time === 0) return undefined;
  // The law acts on the wish first; a velocity that it stopped there has no direction any more.
  const shortened = isSame(trace.lane, trace.patient) ? trace.found : trace.lane;
  const speed = Math.sqrt(shortened.x * shortened.x + shortened.y * shortened.y);
  let leader = -1;
  let free = Number.POSITIVE_INFINITY;
  for (let k = 0; k < near.agents && speed > 0; k++) {
    const direction = [shortened.x / speed, shortened.y / speed] as const;
    const gap = gapAhead(crowd, row, near.row[k], ...direction, trace.impatience, near.isFile);
    if (gap < free) {
      free = gap;
      leader = near.row[k];
    }
  }
  if (leader < 0) return { headway: { time } };
  const freeDistance = Math.max(0, free);
  const place = placeOfAgent(input, row, leader);
  const binds = !isSame(trace.lane, trace.patient) || !isSame(trace.found, trace.result);
  const limit: ModelConstraint = { kind: 'headway', ...place, binds, limit: freeDistance / time };
  return { headway: { time, freeDistance, from: place.from }, limit };
}
