import direct from 'ml-direct';

/** A point of the search and how far it is from the reference. */
export type Evaluation = { values: readonly number[]; misfit: number };

/**
 * Searches a box for the smallest misfit by DIRECT, which divides the box into ever smaller ones and needs no
 * derivatives. The optimiser wants its values at once, and simulations take their time. But the points of one of its
 * iterations do not depend on each other, so it is asked for one iteration more with values that are missing left open, and
 * all missing points are evaluated together: they fill all threads and workers. It is deterministic: called again, it comes back to
 * the same points.
 */
export async function search(
  low: readonly number[],
  high: readonly number[],
  most: number,
  evaluate: (points: readonly (readonly number[])[]) => Promise<readonly number[]>,
): Promise<Evaluation[]> {
  const known = new Map<string, Evaluation>();
  for (let iterations = 0; known.size < most && iterations <= most; ) {
    const missing: number[][] = [];
    const look = (values: ArrayLike<number>) => {
      const found = known.get(Array.from(values).join());
      if (!found) missing.push(Array.from(values));
      return found?.misfit ?? Number.POSITIVE_INFINITY;
    };
    direct(look, [...low], [...high], { iterations });
    if (missing.length === 0) {
      iterations++;
      continue;
    }
    const points = missing.slice(0, most - known.size);
    const misfits = await evaluate(points);
    for (const [k, values] of points.entries()) known.set(values.join(), { values, misfit: misfits[k] });
  }
  return [...known.values()];
}
