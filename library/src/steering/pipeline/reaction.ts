import { Feel, Touch } from './columns.ts';
import { feelWalls } from './feel-walls.ts';
import { feelOthers } from './feelers.ts';
import type { Frame } from './frame.ts';
import { collectPairs, type Pairs, Width } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';

/** As in pairs.ts: constants of the module, for the loop. */
const { marks: MARKS, numbers: NUMBERS } = Width;

/** Uses the feelers of the rows that are due to react. docs/models/pipeline.md, "Reaction". Returns the number of rows. */
export function feelAround(frame: Frame, parameters: PipelineParameters, pairs: Pairs): number {
  const runs = collectPairs(pairs, frame, frame.dueReaction, frame.close);
  feelOthers(pairs, runs, parameters);
  feelWalls(frame, parameters, pairs, runs);
  storeFeelings(frame, parameters, pairs, runs);
  return runs;
}

/** Stores what feelers and whiskers touch; gaps are measured from the front of the body. */
function storeFeelings(frame: Frame, parameters: PipelineParameters, pairs: Pairs, runs: number): void {
  const { hits, radius } = frame;
  const { feelLeft, feelCentre, feelRight, nearLeft, nearCentre, nearRight } = frame.own;
  const { felt, touched, whiskers } = frame.own;
  const { marks, numbers, rows } = pairs;
  const { wallReach } = parameters;
  for (let run = 0, mark = 0, number = 0; run < runs; run++, mark += MARKS, number += NUMBERS) {
    const row = rows[run];
    const body = radius[row];
    const left = marks[mark];
    const centre = marks[mark + 1];
    const right = marks[mark + 2];
    const gapLeft = numbers[number] - body;
    const gapCentre = numbers[number + 1] - body;
    const gapRight = numbers[number + 2] - body;
    feelLeft[row] = left;
    feelCentre[row] = centre;
    feelRight[row] = right;
    nearLeft[row] = gapLeft > 0 ? gapLeft : 0;
    nearCentre[row] = gapCentre > 0 ? gapCentre : 0;
    nearRight[row] = gapRight > 0 ? gapRight : 0;
    whiskers[row] = marks[mark + 3];
    felt[row] = numbers[number + 6];
    // A comparison used as a number leaves no branch to mispredict.
    const isHit = Number(left + centre + right > 0);
    hits[row] = isHit;
    touched[row] = Touch.agent * isHit;
    if (left !== Feel.wall && centre !== Feel.wall && right !== Feel.wall) continue;
    const isWallNear =
      (left === Feel.wall && gapLeft < wallReach) ||
      (centre === Feel.wall && gapCentre < wallReach) ||
      (right === Feel.wall && gapRight < wallReach);
    if (felt[row] < 0) touched[row] = isWallNear ? Touch.wall : Touch.nothing;
  }
}
