import type { World } from 'wend';
import { chooseField, traceStreamlines } from 'wend/draw';
import { type ShownTriangulation, triangulationOf } from 'wend/kinetic';

/** The field that the first group follows, on a grid of places; or why there is none. */
export type ShownField =
  | {
      label: string;
      /** Metres between two arrows; x, y and a unit vector of each. */
      spacing: number;
      arrows: Float32Array;
      /** x and y of each point. */
      lines: Float32Array[];
      /** Metres of the path from the middle of each cell to the goal, NaN where none is known; rows from the lower edge on. */
      lengths: { cell: number; columns: number; rows: number; values: Float32Array; most: number };
    }
  | { why: string };

/** Along the longer side of the world: arrows, streamlines and cells. */
const ARROWS = 56;
const LINES = 50;
const CELLS = 160;

export function fieldOf(world: World): ShownField {
  const field = chooseField(world, true);
  if (typeof field === 'string') return { why: field };
  const { min, max } = world.scenario.bounds;
  const [wide, high] = [max[0] - min[0], max[1] - min[1]];
  const longer = Math.max(wide, high);
  const out = new Float64Array(3);
  const spacing = longer / ARROWS;
  const arrows: number[] = [];
  for (let x = min[0] + spacing / 2; x < max[0]; x += spacing) {
    for (let y = min[1] + spacing / 2; y < max[1]; y += spacing) {
      if (!field.direction(x, y, out)) continue;
      const length = Math.hypot(out[0], out[1]);
      if (length > 0) arrows.push(x, y, out[0] / length, out[1] / length);
    }
  }
  const bounds = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
  const lines = traceStreamlines((x, y, to) => field.direction(x, y, to), bounds, longer / LINES);
  const cell = longer / CELLS;
  const [columns, rows] = [Math.max(1, Math.ceil(wide / cell)), Math.max(1, Math.ceil(high / cell))];
  const values = new Float32Array(columns * rows).fill(Number.NaN);
  let most = 0;
  for (let k = 0; k < values.length; k++) {
    out[2] = Number.NaN;
    field.direction(
      min[0] + ((k % columns) + 0.5) * cell,
      min[1] + (Math.floor(k / columns) + 0.5) * cell,
      out,
    );
    if (!Number.isFinite(out[2])) continue;
    values[k] = out[2];
    most = Math.max(most, out[2]);
  }
  return {
    ...{ label: field.label, spacing, arrows: Float32Array.from(arrows) },
    lines: lines.map(({ x, y }) => Float32Array.from(x.flatMap((px, k) => [px, y[k]]))),
    lengths: { cell, columns, rows, values, most },
  };
}

/** The triangulation of agents and walls, with the circle of an agent; undefined in space. */
export function meshOf(world: World, id: number): ShownTriangulation | undefined {
  const { crowd, obstacles, solids } = world;
  if (crowd.dimension === 3) return undefined;
  const row = crowd.ids.subarray(0, crowd.count).indexOf(id);
  const agent = row < 0 ? undefined : { id, radius: crowd.traits.viewRadius[row] };
  return triangulationOf({ crowd, obstacles, solids }, agent);
}
