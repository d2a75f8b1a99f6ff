import { closestOfObstacle, Status } from '../../crowd/index.ts';
import type { PlanBlocks, SteeringInput } from '../contract.ts';
import type { WalkerColumns } from './columns.ts';
import { isFirst } from './encounters.ts';
import {
  cellsAround,
  indexOnRoute,
  type Member,
  memberOf,
  type Retreat,
  retreatOf,
  writeRoute,
} from './places.ts';
import { claimBlock, isAmongFew } from './plans.ts';
import { BLOCK, EXIT } from './retreat.ts';
import { type Cells, cellOf } from './wave.ts';

/**
 * Right of way where columns meet in a passage that is too narrow for two; docs/models/walker.md. One side goes first until all of it
 * is through. The other walks back, each to a place of its own off the paths of the first, and waits there.
 */

/** Seconds between two looks at who is stuck; an agent looks every TURNS of them, and together they look at most so often. */
const EVERY = 0.25;
const TURNS = 4;
const MOST_SEARCHES = 8;
/** Metres between bodies that hold each other up, and the seconds for which the one ahead and the one behind go back. */
const PRESSING = 0.1;
const AHEAD = 0.3;
const BEHIND = 1;
/** An agent that has stood for longer than this, or steps aside, may be in a passage too narrow for two. */
const STUCK = 2;
/** Few agents: at most FEW others are around them. They look only after FAILURES plans that failed. */
const FEW = 3;
const FAILURES = 2;
/** Seconds after which those that give way continue in any case. */
const MOST_SECONDS = 30;
/** Metres between bodies: of two that meet, and of agents that follow each other in a column. */
const MEETING = 0.6;
const COLUMN = 1.2;
/** More agents than this in two columns are a crowd. */
const MOST_AGENTS = 16;
/** Smallest part of a wall's direction that is across the line between two agents: a wall beside them. */
const BESIDE = 0.5;
/** What follows of a conflict's number besides its step. */
const PER_STEP = 1000;

export function settlePassages(plans: PlanBlocks, input: SteeringInput): void {
  const { crowd, dt, step } = input;
  const every = Math.max(1, Math.round(EVERY / dt));
  if (step % every !== 0) return;
  const { failures, right, stuck } = crowd.steer as WalkerColumns;
  let isHeld = false;
  const seekers: number[] = [];
  for (let row = 0; row < crowd.count; row++) {
    if (right[row] !== 0) isHeld = true;
    if (stuck[row] >= 0 && stuck[row] <= STUCK) continue;
    if (right[row] > 0) makeWay(input, row);
    else if ((step / every + crowd.ids[row]) % TURNS === 0) seekers.push(row);
  }
  if (isHeld) review(plans, input);
  let searches = 0;
  for (const row of byId(seekers, crowd.ids)) {
    if (right[row] !== 0 || searches >= MOST_SEARCHES) continue;
    // Few agents find plans in space and time.
    if (failures[row] < FAILURES && isAmongFew(input, row, FEW)) continue;
    const others = opponentsOf(input, row);
    searches += others.length;
    others.some((other) => meet(plans, input, row, other));
  }
}

/** Two that go first may hold each other up in a corner: both go back a little, the one that is behind farther. */
function makeWay(input: SteeringInput, row: number): void {
  const { crowd } = input;
  const { right, stuck } = crowd.steer as WalkerColumns;
  for (const other of perceivedBy(input, row)) {
    if (right[other] !== right[row] || gapOf(input, row, other) > PRESSING) continue;
    stuck[row] = Math.min(
      stuck[row] > 0 ? -AHEAD : stuck[row],
      isFirst(crowd, row, other) ? -AHEAD : -BEHIND,
    );
  }
}

/** Ends conflicts whose first side is through, and those that have lasted too long. */
function review({ x, y }: PlanBlocks, { crowd, dt, step }: SteeringInput): void {
  const { planBlock, planLayers, right, stuck } = crowd.steer as WalkerColumns;
  const { motion, plan } = crowd;
  const exits = new Map<number, number>();
  for (let row = 0; row < crowd.count; row++) {
    if (right[row] < 0) exits.set(-right[row], planBlock[row] * BLOCK + EXIT);
  }
  const waiting = new Set<number>();
  for (let row = 0; row < crowd.count; row++) {
    if (right[row] <= 0) continue;
    const exit = exits.get(right[row]);
    const isThrough =
      exit === undefined ||
      (motion.x[row] - x[exit]) * x[exit + 1] + (motion.y[row] - y[exit]) * y[exit + 1] > 0;
    const isOver = (step - Math.floor(right[row] / PER_STEP)) * dt > MOST_SECONDS;
    if (isThrough || isOver || plan.status[row] !== Status.walking) right[row] = 0;
    else waiting.add(right[row]);
  }
  for (let row = 0; row < crowd.count; row++) {
    if (right[row] >= 0) continue;
    if (waiting.has(-right[row]) && plan.status[row] === Status.walking) continue;
    right[row] = 0;
    planLayers[row] = 0;
    stuck[row] = 0;
  }
}

const gapOf = ({ crowd: { motion, traits } }: SteeringInput, row: number, other: number) => {
  const dx = motion.x[other] - motion.x[row];
  const dy = motion.y[other] - motion.y[row];
  return Math.sqrt(dx * dx + dy * dy) - traits.radius[row] - traits.radius[other];
};

function perceivedBy({ perception }: SteeringInput, row: number): Int32Array {
  const { counts, items, starts } = perception.agents;
  return items.subarray(starts[row], starts[row] + counts[row]);
}

/** Whether an agent walks, and by this model. */
const isWalker = ({ crowd, members }: SteeringInput, row: number) =>
  crowd.plan.status[row] === Status.walking && members?.[row] !== 0;

/** The agents nearby that walls leave no room to pass, the nearest first, of equals the one with the smaller id. */
function opponentsOf(input: SteeringInput, row: number): number[] {
  const { ids, steer } = input.crowd;
  const { right } = steer as WalkerColumns;
  if (!isWalker(input, row)) return [];
  const gap = (other: number) => gapOf(input, row, other);
  return [...perceivedBy(input, row)]
    .filter((other) => isWalker(input, other) && right[other] >= 0)
    .filter((other) => gap(other) < MEETING && isNarrow(input, row, other))
    .sort((a, b) => gap(a) - gap(b) || ids[a] - ids[b]);
}

/** Scratch: from a place to the closest point of a wall. */
const toWall = new Float64Array(3);

/** Whether walls on both sides of an agent, or of the middle between two, leave less room than both bodies need. */
function isNarrow({ crowd, obstacles, perception }: SteeringInput, row: number, other: number): boolean {
  const { motion, traits } = crowd;
  const dx = motion.x[other] - motion.x[row];
  const dy = motion.y[other] - motion.y[row];
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance === 0) return false;
  const room = 2 * (traits.radius[row] + traits.radius[other]);
  const { counts, items, starts } = perception.obstacles;
  for (let part = 0; part <= 0.5; part += 0.5) {
    const x = motion.x[row] + part * dx;
    const y = motion.y[row] + part * dy;
    let left = Number.POSITIVE_INFINITY;
    let right = Number.POSITIVE_INFINITY;
    for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
      const k = items[entry];
      closestOfObstacle(obstacles, k, x, y, toWall);
      const [wx, wy] = toWall;
      const gap = Math.sqrt(wx * wx + wy * wy);
      const across = dx * wy - dy * wx;
      if (Math.abs(across) < BESIDE * gap * distance) continue;
      if (across > 0) left = Math.min(left, gap - obstacles.radius[k]);
      else right = Math.min(right, gap - obstacles.radius[k]);
    }
    if (left + right < room) return true;
  }
  return false;
}

/** If two agents meet that cannot pass each other, one side gives way, or the first joins those who do already. */
function meet(plans: PlanBlocks, input: SteeringInput, row: number, other: number): boolean {
  const { crowd } = input;
  const { impatience, planLayers, right } = crowd.steer as WalkerColumns;
  const rows = right[other] > 0 ? conflictOf(input, row, right[other]) : columnsOf(input, row, other);
  if (!rows) return false;
  const cells = cellsAround(input, rows);
  if (!cells) return false;
  const members = new Map(rows.map((member) => [member, memberOf(cells, input, member)]));
  const comes = (a: number, b: number) => indexOnRoute(cells, input, members.get(a)!, b);
  // They meet if each is on the other's path; one that follows the other in a queue does not.
  if (comes(row, other) < 0 || comes(other, row) < 0) return false;
  if (right[other] > 0) {
    const first = rows.filter((member) => member !== row).map((member) => members.get(member)!);
    const retreat = retreatOf(input, cells, [members.get(row)!], first);
    if (retreat) giveWay(plans, input, cells, retreat, right[other]);
    return retreat !== undefined;
  }
  // An agent that comes to `row` before `other` is on the side of `row`; one that comes to only one of them goes elsewhere.
  const sides: [Member[], Member[]] = [[], []];
  for (const [member, its] of members) {
    const [own, their] = [comes(member, row), comes(member, other)];
    if (member === row || (own >= 0 && own < their)) sides[0].push(its);
    else if (member === other || (their >= 0 && their < own)) sides[1].push(its);
  }
  sides.forEach((side, k) => {
    const front = members.get(k === 0 ? row : other)!;
    side.sort((a, b) => orderFrom(cells, input, front, a, b));
  });
  const [own, their] = [0, 1].map((k) => retreatOf(input, cells, sides[k], sides[1 - k]));
  const isOwn =
    own &&
    (!their || own.cost < their.cost || (own.cost === their.cost && crowd.ids[row] > crowd.ids[other]));
  const retreat = isOwn ? own : their;
  if (!retreat) return false;
  const number = input.step * PER_STEP + (crowd.ids[row] % PER_STEP) + 1;
  giveWay(plans, input, cells, retreat, number);
  for (const { row: winner } of sides[isOwn ? 1 : 0]) {
    right[winner] = number;
    impatience[winner] = 1;
    planLayers[winner] = 0;
  }
  return true;
}

/** Sorts agents by their path to the front; the smaller id comes first where two are as near. */
function orderFrom(cells: Cells, { crowd }: SteeringInput, front: Member, a: Member, b: Member): number {
  const { motion } = crowd;
  const costOf = ({ row }: Member) => front.costs[cellOf(cells, motion.x[row], motion.y[row])];
  return costOf(a) - costOf(b) || crowd.ids[a.row] - crowd.ids[b.row];
}

/** The agents of a conflict that still go first, and one that meets them. */
function conflictOf({ crowd }: SteeringInput, row: number, number: number): number[] | undefined {
  const { right } = crowd.steer as WalkerColumns;
  const rows = [row];
  for (let other = 0; other < crowd.count; other++) if (right[other] === number) rows.push(other);
  return byId(rows, crowd.ids);
}

/** Two agents and all that stand in columns with them; undefined where they are a crowd. */
function columnsOf(input: SteeringInput, row: number, other: number): number[] | undefined {
  const { crowd } = input;
  const { right } = crowd.steer as WalkerColumns;
  const rows = [row, other];
  const found = new Set(rows);
  // The list grows while its agents add others.
  for (let k = 0; k < rows.length; k++) {
    for (const next of perceivedBy(input, rows[k])) {
      if (found.has(next) || !isWalker(input, next) || right[next] !== 0) continue;
      if (gapOf(input, rows[k], next) > COLUMN) continue;
      if (rows.length === MOST_AGENTS) return undefined;
      found.add(next);
      rows.push(next);
    }
  }
  return byId(rows, crowd.ids);
}

const byId = (rows: number[], ids: ArrayLike<number>) => rows.sort((a, b) => ids[a] - ids[b]);

/** Sends a side to its places. */
function giveWay(
  plans: PlanBlocks,
  { crowd }: SteeringInput,
  cells: Cells,
  { exit, routes, side }: Retreat,
  number: number,
): void {
  const { impatience, planBlock, planLayers, planSince, right, stuck } = crowd.steer as WalkerColumns;
  side.forEach(({ row }, k) => {
    const block = planLayers[row] > 0 ? planBlock[row] : claimBlock(plans, crowd);
    planBlock[row] = block;
    planLayers[row] = writeRoute(plans, cells, block, routes[k], crowd.traits.radius[row]);
    planSince[row] = 0;
    right[row] = -number;
    impatience[row] = 1;
    stuck[row] = 0;
    const at = block * BLOCK + EXIT;
    [plans.x[at], plans.y[at], plans.x[at + 1], plans.y[at + 1]] = exit;
  });
}
