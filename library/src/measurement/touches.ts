import { EventKind, hasAgent, rowOf } from '../crowd/index.ts';
import type { World } from '../simulation/index.ts';
import { PARTED } from './collisions.ts';

/**
 * Contacts of bodies, by the ids of both: the engine keeps bodies or their hard cores apart, so that overlaps alone would not
 * show all of them, and contacts of cores not those of the outer parts.
 */
export type TouchLog = { lasting: Map<string, { agent: number; other: number; lastSeen: number }> };

export function createTouchLog(): TouchLog {
  return { lasting: new Map() };
}

/** Two bodies overlap since the last step; says whether they were apart before. */
export function recordOverlap({ lasting }: TouchLog, { step }: World, agent: number, other: number): boolean {
  const key = `${agent} ${other}`;
  if (lasting.has(key)) return false;
  lasting.set(key, { agent, other, lastSeen: step });
  return true;
}

/** Observes the contacts of a step. Calls `onTouch` for each pair of ids once from touch to parting. */
export function observeTouches(
  { lasting }: TouchLog,
  world: World,
  onTouch: (agent: number, other: number) => void,
): void {
  const { events, step } = world;
  for (let event = 0; event < events.count; event++) {
    if (events.kind[event] !== EventKind.contact) continue;
    const agent = events.agent[event];
    const other = events.other[event];
    const key = `${agent} ${other}`;
    const touch = lasting.get(key);
    if (touch) touch.lastSeen = step;
    else {
      lasting.set(key, { agent, other, lastSeen: step });
      onTouch(agent, other);
    }
  }
  for (const [key, { agent, other, lastSeen }] of lasting) {
    if (lastSeen !== step && gapOf(world, agent, other) > PARTED) lasting.delete(key);
  }
}

/** Metres between two bodies; infinite when one of them has left. */
function gapOf({ crowd }: World, agent: number, other: number): number {
  if (!hasAgent(crowd, agent) || !hasAgent(crowd, other)) return Number.POSITIVE_INFINITY;
  const a = rowOf(crowd, agent);
  const b = rowOf(crowd, other);
  const { x, y, z } = crowd.motion;
  const dx = x[a] - x[b];
  const dy = y[a] - y[b];
  const dz = z[a] - z[b];
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - crowd.traits.radius[a] - crowd.traits.radius[b];
}
