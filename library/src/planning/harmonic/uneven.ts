import { exp } from '../../numerics/index.ts';
import type { MoveCosts, Terrain } from '../map/index.ts';
import { rowBeside, type Unknowns } from './start.ts';
import { inPieces, type Work } from './work.ts';

/** −ln μ grows by no more than this from a cell to the next for what the ground costs: a belt against which no agent gets on is like this. */
const MOST_RISE = 16;
/** Rows of the budget for a cell. */
const LOSS = 6;
/** The move of Costs by the signs of its parts: (y + 1) · 3 + x + 1. */
const MOVE_OF_SIGNS = Int32Array.of(5, 6, 7, 4, -1, 0, 3, 2, 1);

/**
 * On slow ground a walk at random also ends by itself, at a rate for which −ln μ grows by as much more along a passage as a
 * metre takes longer: c = 2 cosh(s κ) − 2 cosh κ beside the four neighbours, where κ is that of plain ground of the same width
 * and s the time of a metre. The direction of walking is that of the shortest path from side to side.
 */
export function* addLosses(
  terrain: Terrain,
  unknowns: Unknowns,
  costs: MoveCosts,
  widths: Int32Array,
  rates: Float64Array,
): Work {
  const { cells } = unknowns;
  const { kind, slowness } = costs;
  const { columns } = terrain.map;
  const count = cells.length;
  const depth = new Int32Array(count + 1);
  const diagonal = new Float64Array(count);
  const rise = new Float64Array(count);
  const signs = new Int32Array(4);
  // No walk ends on the quickest ground: plain ground, or a belt.
  const unit = slowness.reduce((least, slow) => Math.min(least, slow));
  yield* inPieces(count, LOSS, (from, to) => {
    for (let row = from; row < to; row++) {
      const cell = cells[row];
      let lowest = count;
      for (let side = 0; side < 4; side++) {
        const other = rowBeside(terrain, unknowns, cell, cell % columns, side);
        const isKnown = other >= 0 && (other === count || other < row);
        signs[side] = isKnown ? depth[other] : count;
        lowest = Math.min(lowest, signs[side]);
      }
      depth[row] = lowest + 1;
      const move = moveTo(signs, lowest);
      const rate = rates[widths[cell]];
      rise[row] = Math.max(rate, Math.min(MOST_RISE, (rate * slowness[8 * kind[cell] + move]) / unit));
      diagonal[row] = 4 + 2 * (cosh(rise[row]) - cosh(rate));
    }
  });
  unknowns.diagonal = diagonal;
  unknowns.rise = rise;
}

/** The move towards the neighbours of the least depth; of two that are opposite the one to the right or above. */
function moveTo([left, right, below, above]: Int32Array, lowest: number): number {
  const x = right === lowest ? 1 : left === lowest ? -1 : 0;
  const y = above === lowest ? 1 : below === lowest ? -1 : 0;
  return MOVE_OF_SIGNS[(y + 1) * 3 + x + 1];
}

function cosh(value: number): number {
  const power = exp(value);
  return (power + 1 / power) / 2;
}
