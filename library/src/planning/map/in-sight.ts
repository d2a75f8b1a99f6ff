import type { Crowd } from '../../crowd/index.ts';
import type { Aim } from '../base/contract.ts';
import type { Size } from './body-sizes.ts';
import { isWalkable } from './open-line.ts';
import type { Terrain } from './terrain.ts';

/** An agent must be able to step aside by so many cells and still see, before it trusts what it sees. */
const ASIDE = 0.5;

/**
 * Whether an agent goes straight to its aim, in place of following a field; plan.inSight keeps the answer. It begins to
 * where the lines from it and from a step to either side are open with the room that paths leave, and goes on as long as
 * its bare body fits through. Between the two lies more than the agent is pushed about by in a step, so that no agent
 * oscillates at the edge of sight; the clearance alone may be less than a cell, which is as well as terrains tell.
 */
export function goesStraight({ bare, roomy }: Size, { motion, plan }: Crowd, row: number, aim: Aim): boolean {
  const x = motion.x[row];
  const y = motion.y[row];
  const isOpen =
    plan.inSight[row] === 1 ? isWalkable(bare, x, y, aim.x, aim.y) : isWideOpen(roomy, x, y, aim.x, aim.y);
  plan.inSight[row] = isOpen ? 1 : 0;
  return isOpen;
}

function isWideOpen(roomy: Terrain, fromX: number, fromY: number, toX: number, toY: number): boolean {
  if (!isWalkable(roomy, fromX, fromY, toX, toY)) return false;
  const dx = toX - fromX;
  const dy = toY - fromY;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const aside = ASIDE * roomy.map.cell;
  // Who is as near as that is there.
  if (distance <= aside) return true;
  const acrossX = (-dy / distance) * aside;
  const acrossY = (dx / distance) * aside;
  return (
    isWalkable(roomy, fromX + acrossX, fromY + acrossY, toX, toY) &&
    isWalkable(roomy, fromX - acrossX, fromY - acrossY, toX, toY)
  );
}
