import { type Crowd, Status } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import {
  type ModelConstraint,
  type ModelExplanation,
  onlyRow,
  placeOfAgent,
  placeOfElement,
  placeOfHeard,
} from '../explanation.ts';
import type { WalkerColumns } from './columns.ts';
import { crowding, gapAhead, headwayOf } from './headway.ts';
import { hearing } from './hearing-part.ts';
import { computeControls, type Model, walkerExplainer } from './model.ts';
import type { Hindrances } from './nearby.ts';
import { planAhead } from './plans.ts';
import { addHalfPlane, createHalfPlanes, type HalfPlanes, solve } from './program.ts';
import { BLOCK } from './retreat.ts';
import { createRecord } from './trace.ts';

type Velocity = { x: number; y: number };
type Decision = ReturnType<typeof createRecord>;

/** Metres per second: velocities that differ by less are the same. */
const SAME = 1e-9;

export type Explainer = (model: Model, input: SteeringInput, row: number) => ModelExplanation;

/** Lets walkers be explained. Pages that explain nothing do not load this. */
export function registerWalkerExplainer(): void {
  walkerExplainer.registered = explainDecision;
}

/** Why the agent of a row chooses its velocity: the model decides, and its scratch tells the rest. */
function explainDecision(model: Model, input: SteeringInput, row: number): ModelExplanation {
  const { crowd } = input;
  const { against, failures, lane, planLayers, right, stuck } = crowd.steer as WalkerColumns;
  const isAside = crowd.plan.status[row] === Status.walking && stuck[row] < 0;
  const record = createRecord();
  model.trace = (stage, { x, y }) => {
    record[stage] = { x, y };
  };
  computeControls(model, { ...input, due: onlyRow(row, crowd.capacity) });
  model.trace = undefined;
  const { near } = model.avoidance;
  const crowded = planLayers[row] > 0 || isAside ? 0 : crowding(near);
  const time = crowded * headwayOf(model.parameters, near.impatience, against[row] === 1 && crowded === 1);
  const headway = time > 0 ? explainHeadway(near, time, record, input, row) : undefined;
  const constraints = explainHalfPlanes(model, record, input, row);
  if (headway?.limit) constraints.push(headway.limit);
  const shares = constraints.flatMap(({ from, share }) =>
    from.kind === 'agent' && !from.heard && share !== undefined ? [{ id: from.id, share }] : [],
  );
  return {
    stages: stagesOf(record, firstStage(right[row], planLayers[row] > 0, isAside)),
    constraints,
    ...(headway && { headway: headway.headway }),
    ...(planLayers[row] > 0 && {
      plan: right[row] < 0 ? retreatAhead(model.plans, crowd, row) : planAhead(model.plans, input, row),
    }),
    rightOfWay: {
      over: once(inPassage(crowd, row, 1), shares, (share) => share < 0.5),
      yieldsTo: once(inPassage(crowd, row, -1), shares, (share) => share > 0.5),
    },
    facts: {
      crowding: crowded,
      impatience: near.impatience,
      horizon: near.horizon,
      lane: crowded === 1 ? lane[row] : 0,
      failedPlans: failures[row],
    },
    units: { horizon: 's' },
  };
}

/** Ids of a list, and those of others with such a share, each once. */
function once(
  ids: readonly number[],
  shares: readonly { id: number; share: number }[],
  isSuch: (share: number) => boolean,
): number[] {
  return [...new Set([...ids, ...shares.filter(({ share }) => isSuch(share)).map(({ id }) => id)])];
}

/** Those of the other side of a conflict in a passage, if this one is on the side that goes first (1) or gives way (−1). */
function inPassage({ count, ids, steer }: Crowd, row: number, side: 1 | -1): number[] {
  const { right } = steer as WalkerColumns;
  if (right[row] * side <= 0) return [];
  return [...ids.subarray(0, count)].filter((_, other) => right[other] === -right[row]).sort((a, b) => a - b);
}

/** The places that an agent which gives way still passes, for explanations; no times are known. */
function retreatAhead({ x, y }: Model['plans'], { steer }: Crowd, row: number) {
  const { planBlock, planLayers, planSince } = steer as WalkerColumns;
  const points: { x: number; y: number; z: number }[] = [];
  for (let k = planSince[row]; k < planLayers[row]; k++) {
    points.push({ x: x[planBlock[row] * BLOCK + k], y: y[planBlock[row] * BLOCK + k], z: 0 });
  }
  return { interval: 0, points };
}

/** What changes the desired velocity first. */
function firstStage(right: number, hasPlan: boolean, isAside: boolean): string {
  if (right < 0) return 'give way';
  if (hasPlan) return 'plan in space and time';
  if (isAside) return right > 0 ? 'step back' : 'step aside';
  return 'wish';
}

/** The velocities that differ from the ones before them. */
function stagesOf(record: Decision, first: string) {
  const stages = [
    [first, record.wish],
    ['lane', record.lane],
    ['headway of the wish', record.patient],
    ['half-planes', record.found],
    ['headway', record.result],
  ] as const;
  return stages
    .filter(([, velocity], k) => !isSame(velocity, k === 0 ? record.desired : stages[k - 1][1]))
    .map(([name, { x, y }]) => ({ name, velocity: { x, y, z: 0 } }));
}

function isSame(a: Velocity, b: Velocity): boolean {
  return Math.abs(a.x - b.x) <= SAME && Math.abs(a.y - b.y) <= SAME;
}

/** Each half-plane, and whether the programme would find another velocity without it. */
function explainHalfPlanes(
  { avoidance }: Model,
  record: Decision,
  input: SteeringInput,
  row: number,
): ModelConstraint[] {
  const { near, planes } = avoidance;
  const without = findWithout(planes, record.patient);
  return Array.from({ length: planes.count }, (_, k) => {
    const isAgent = k >= planes.agents;
    const source = planes.source[k];
    const known = isAgent
      ? hearing.registered?.agentOf(source)
      : hearing.registered?.elementOf(input, near.element[source]);
    const place =
      input.hearsay && known !== undefined && known >= 0
        ? placeOfHeard(input.crowd, row, input.hearsay, known)
        : isAgent
          ? placeOfAgent(input, row, near.row[source])
          : placeOfElement(input, row, near.element[source]);
    return {
      kind: isAgent || k < planes.hard ? 'half-plane' : 'corner',
      ...place,
      binds: !isSame(without(k), record.found),
      halfPlane: {
        pointX: planes.pointX[k],
        pointY: planes.pointY[k],
        normalX: 0 - planes.directionY[k],
        normalY: planes.directionX[k],
      },
      ...(isAgent && { share: near.share[source] ?? 1 }),
    };
  });
}

/** The velocity that the programme finds without half-plane k. */
function findWithout(planes: HalfPlanes, wish: Velocity) {
  const others = createHalfPlanes(planes.count);
  const scratch = createHalfPlanes(planes.count);
  others.speed = planes.speed;
  return (k: number): Velocity => {
    copyWithout(planes, k, others);
    const result = { x: 0, y: 0 };
    solve(others, wish, scratch, result);
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
function explainHeadway(near: Hindrances, time: number, record: Decision, input: SteeringInput, row: number) {
  const { crowd } = input;
  // The law acts on the wish first; a velocity that it stopped there has no direction any more.
  const shortened = isSame(record.lane, record.patient) ? record.found : record.lane;
  const speed = Math.sqrt(shortened.x * shortened.x + shortened.y * shortened.y);
  let leader = -1;
  let free = Number.POSITIVE_INFINITY;
  for (let k = 0; k < near.agents && speed > 0; k++) {
    const direction = [shortened.x / speed, shortened.y / speed] as const;
    const gap = gapAhead(near, crowd, row, k, ...direction);
    if (gap < free) {
      free = gap;
      leader = near.row[k];
    }
  }
  if (leader < 0) return { headway: { time } };
  const freeDistance = Math.max(0, free);
  const place = placeOfAgent(input, row, leader);
  const binds = !isSame(record.lane, record.patient) || !isSame(record.found, record.result);
  const limit: ModelConstraint = { kind: 'headway', ...place, binds, limit: freeDistance / time };
  return { headway: { time, freeDistance, from: place.from }, limit };
}
