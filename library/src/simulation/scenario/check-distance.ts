import { cellsOf } from '../../planning/map/index.ts';
import { type Findings, report } from './error.ts';
import { maximumDistanceCells } from './limits.ts';
import type { Scenario } from './schema.ts';

/**
 * The planner distance keeps a field for each set of targets, or where the crowd counts for each target: what could not be
 * held is refused before anything is made. Bodies of several sizes take more, and are not counted.
 */
export function checkDistance(scenario: Scenario, findings: Findings): void {
  const { agents, bounds, dimension, groups, planner, targets } = scenario;
  if (dimension === 3 || planner.name !== 'distance') return;
  const { max, min } = bounds;
  const { columns, rows } = cellsOf({ minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] }, planner.cell);
  const sets = new Set(
    [...agents, ...groups].flatMap((who) => (who.targets ? [who.targets.join('\n')] : [])),
  );
  const fields = planner.rerouting ? targets.length : sets.size;
  if (columns * rows * fields <= maximumDistanceCells) return;
  report(
    findings,
    ['planner', 'cell'],
    `expected fields of at most ${maximumDistanceCells} cells in all, got ${fields} of ${columns} × ${rows}; take larger cells or fewer targets`,
  );
}
