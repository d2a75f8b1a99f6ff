import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';
import type { Feelers } from './reaction.ts';

/** How far ahead feelers reach from the centre, beyond the radius. */
export function reachAhead({ feeler, sideFeeler }: PipelineParameters): number {
  return feeler > sideFeeler ? feeler : sideFeeler;
}

/**
 * Finds, for each row that is due, who is in the rectangle that feelers and whiskers can reach: those of the n-th such row
 * are feelers.found[ends[n − 1]] … found[ends[n] − 1]. Returns how many rows are due.
 */
export function findInReach(frame: Frame, parameters: PipelineParameters, feelers: Feelers): number {
  const { count, due, dueReaction, headingX, headingY, radius, x, y } = frame;
  const { counts, items, starts } = frame.close;
  const { whisker } = parameters;
  const longest = reachAhead(parameters);
  if (feelers.rows.length < count) {
    feelers.rows = new Int32Array(frame.capacity);
    feelers.ends = new Int32Array(frame.capacity);
  }
  const { ends, rows } = feelers;
  let { found } = feelers;
  let end = 0;
  let runs = 0;
  for (let row = 0; row < count; row++) {
    if ((dueReaction[row] & due[row]) === 0) continue;
    const first = starts[row];
    const last = first + counts[row];
    if (found.length < end + counts[row]) found = growFound(feelers, end, counts[row]);
    const atX = x[row];
    const atY = y[row];
    const aheadX = headingX[row];
    const aheadY = headingY[row];
    const beside = radius[row] + whisker;
    const furthest = radius[row] + longest;
    for (let entry = first; entry < last; entry++) {
      const other = items[entry];
      const px = x[other] - atX;
      const py = y[other] - atY;
      const body = radius[other];
      const ahead = px * aheadX + py * aheadY;
      const left = aheadX * py - aheadY * px;
      // Comparisons used as numbers leave no branch to mispredict.
      const isAhead = (ahead >= -body) as unknown as number;
      const isNear = (ahead <= furthest + body) as unknown as number;
      const isLeft = (left <= beside + body) as unknown as number;
      const isRight = (left >= -beside - body) as unknown as number;
      found[end] = other;
      end += isAhead & isNear & isLeft & isRight;
    }
    rows[runs] = row;
    ends[runs++] = end;
  }
  return runs;
}

function growFound(feelers: Feelers, end: number, more: number): Int32Array {
  const grown = new Int32Array(2 * (end + more));
  grown.set(feelers.found.subarray(0, end));
  feelers.found = grown;
  return grown;
}
