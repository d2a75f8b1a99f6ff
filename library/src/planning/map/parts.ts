import type { Terrain } from './terrain.ts';

/** Labels the parts of the open ground by runs of cells along the rows; parts are numbered in the order of their first cells. */
export function labelParts(terrain: Terrain): void {
  const { map, open, part, queue, threads } = terrain;
  const { columns, rows } = map;
  const barred = threads?.barred;
  // The run of each cell is in `part` at first; `queue` has the parent of each run: a run of the same part, with a lower number.
  const parent = queue;
  let runs = 0;
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    for (let k = start; k < start + columns; k++) {
      if (open[k] === 0) {
        part[k] = -1;
        continue;
      }
      const goesOn = k > start && part[k - 1] >= 0 && !(barred && (barred[k] & 1) === 1);
      if (goesOn) part[k] = part[k - 1];
      else {
        part[k] = runs;
        parent[runs] = runs;
        runs++;
      }
      if (row === 0 || part[k - columns] < 0 || (barred && (barred[k] & 4) === 4)) continue;
      // Once for each pair of runs: the next cells of both say nothing new.
      if (goesOn && part[k - columns] === part[k - columns - 1] && !barred) continue;
      join(parent, part[k], part[k - columns]);
    }
  }
  // Roots have the least number of their part, and runs are numbered in the order of their first cells.
  let count = 0;
  for (let run = 0; run < runs; run++) parent[run] = parent[run] === run ? -1 - count++ : rootOf(parent, run);
  for (let k = 0; k < part.length; k++) {
    if (part[k] < 0) continue;
    const label = parent[part[k]];
    part[k] = label < 0 ? -1 - label : -1 - parent[label];
  }
  terrain.partCount = count;
}

/** Follows parents up to a run that is its own, or that has its label already. */
function rootOf(parent: Int32Array, run: number): number {
  let root = run;
  while (parent[root] >= 0 && parent[root] !== root) root = parent[root];
  return root;
}

function join(parent: Int32Array, first: number, second: number): void {
  const [a, b] = [rootOf(parent, first), rootOf(parent, second)];
  if (a === b) return;
  const root = Math.min(a, b);
  parent[a] = root;
  parent[b] = root;
  // Shorter paths for the next.
  parent[first] = root;
  parent[second] = root;
}
