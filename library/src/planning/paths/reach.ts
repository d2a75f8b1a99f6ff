import { isAtTarget, type Targets } from '../../crowd/index.ts';
import { boxTarget, centreX, centreY, entryTo } from '../map/index.ts';
import type { Paths } from './paths.ts';
import type { TargetParts, Tier } from './tiers.ts';

/** Whether a target has cells on a part of the wide ground, as addTargetCells would add them. */
export function hasCellsOnPart(
  paths: Paths,
  tier: Tier,
  targets: Targets,
  target: number,
  part: number,
): boolean {
  let known = tier.reach[target];
  if (known === undefined) {
    known = { parts: [], x: 0, y: 0, revision: -1 };
    tier.reach[target] = known;
  }
  const { revision } = tier.wide;
  if (known.revision !== revision || known.x !== targets.x[target] || known.y !== targets.y[target]) {
    known.x = targets.x[target];
    known.y = targets.y[target];
    known.revision = revision;
    listParts(paths, tier, targets, target, known);
  }
  return known.parts.includes(part);
}

/**
 * The parts of the open cells whose centre is in the target; if there are none, that of the open cell nearest to it. The
 * cells count as work done, but take nothing from what searches may do: a loaded world, which has to list them again,
 * would fall behind the saved one.
 */
function listParts(
  { box, wayOut, work }: Paths,
  { wide }: Tier,
  targets: Targets,
  target: number,
  out: TargetParts,
) {
  const { map, part, partCount } = wide;
  const { parts } = out;
  parts.length = 0;
  boxTarget(map, targets, target, box);
  for (let row = box[1]; row <= box[3] && parts.length < partCount; row++) {
    for (let column = box[0]; column <= box[2]; column++) {
      work.cells++;
      const label = part[row * map.columns + column];
      if (label < 0 || parts.includes(label)) continue;
      if (!isAtTarget(targets, target, centreX(map, column), centreY(map, row))) continue;
      parts.push(label);
      if (parts.length === partCount) break;
    }
  }
  if (parts.length > 0) return;
  const cell = entryTo(wide, out.x, out.y, wayOut);
  if (cell >= 0) parts.push(part[cell]);
}
