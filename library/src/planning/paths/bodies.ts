import { slotOf } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { createGround, mapUpdates, placeBodies, updateGround } from '../map/index.ts';
import type { Paths } from './paths.ts';
import { claimRoute } from './routes.ts';

/** An agent that wants to stay and has not moved by STIRS metres for PATIENCE seconds is in the way. */
const STIRS = 0.1;
const PATIENCE = 2;
/** Maps with more cells than this do not show bodies: they would have to be drawn again too often. */
const MOST_CELLS = 1_000_000;

/**
 * Agents that stay where they are become part of the map of the others: those that have arrived and stopped, wait or are
 * stranded. Agents in a queue are not, nor those that wait for their path: they want to continue. Looked at once a second.
 */
export function updateBodies(paths: Paths, input: PlanningInput): void {
  const { dt, step } = input;
  const second = Math.floor(step * dt);
  if (paths.bodyGround) updateGround(paths.bodyGround, input);
  const bodies = second === paths.second ? paths.bodies : listBodies(paths, input);
  paths.second = second;
  if (isSame(bodies, paths.bodies)) {
    // A loaded world knows the bodies, and has no map of them yet.
    if (!paths.bodyGround && bodies.length > 0) showBodies(paths, input);
    return;
  }
  paths.bodies = bodies;
  paths.routes.ignoresBodies.fill(0);
  showBodies(paths, input);
}

function listBodies({ ground, routes }: Paths, { crowd, dt, step }: PlanningInput): number[] {
  const { ids, motion, plan, traits } = crowd;
  const bodies: number[] = [];
  const isTooLarge = ground!.map.clearance.length > MOST_CELLS;
  for (let row = 0; row < crowd.count && !isTooLarge; row++) {
    const slot = slotOf(ids[row]);
    claimRoute(routes, slot, ids[row]);
    routes.isBody[slot] = 0;
    const dx = motion.x[row] - routes.stillX[slot];
    const dy = motion.y[row] - routes.stillY[slot];
    const goesOn = plan.pace[row] > 0 || routes.since[slot] >= 0;
    if (goesOn || routes.stillSince[slot] < 0 || dx * dx + dy * dy > STIRS * STIRS) {
      routes.stillX[slot] = motion.x[row];
      routes.stillY[slot] = motion.y[row];
      routes.stillSince[slot] = step;
    } else if ((step - routes.stillSince[slot]) * dt >= PATIENCE) {
      routes.isBody[slot] = 1;
      bodies.push(routes.stillX[slot], routes.stillY[slot], traits.radius[row]);
    }
  }
  return bodies;
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((value, k) => value === others[k]);
}

function showBodies(paths: Paths, input: PlanningInput): void {
  if (!paths.bodyGround) {
    const copy = mapUpdates.registered?.copyGround(paths.ground!, paths.tiers);
    paths.bodyGround = copy?.ground ?? createGround(input, paths.options.cell);
    paths.bodyTiers = copy?.kept ?? [];
  }
  placeBodies(paths.bodyGround.map, input.bounds, input.obstacles, paths.bodies);
}

/** Whether the agent of a slot plans around bodies. */
export function seesBodies({ bodies, routes }: Paths, slot: number): boolean {
  return bodies.length > 0 && routes.isBody[slot] === 0 && routes.ignoresBodies[slot] === 0;
}
