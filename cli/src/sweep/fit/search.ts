import direct from 'ml-direct';

/** A point of the search and how far it is from the reference. */
export type Evaluation = { values: readonly number[]; misfit: number };

/** Thrown inside the optimiser at the first point that is not known yet. */
class Unknown extends Error {
  readonly values: readonly number[];
  constructor(values: readonly number[]) {
    super('not known yet');
    this.values = values;
  }
}

/**
 * Searches a box for the smallest misfit by DIRECT, which divides the box into ever smaller ones and needs no
 * derivatives. The optimiser wants its values at once, and a simulation takes its time: where a value is missing, the search
 * is broken off and begins again with all values known so far. It is deterministic, so it comes back to the same point.
 */
export async function search(
  low: readonly number[],
  high: readonly number[],
  most: number,
  evaluate: (values: readonly number[]) => Promise<number>,
): Promise<Evaluation[]> {
  const known = new Map<string, Evaluation>();
  const look = (values: readonly number[]) => {
    const found = known.get(values.join());
    if (!found) throw new Unknown([...values]);
    return found.misfit;
  };
  while (known.size < most) {
    try {
      direct(look, [...low], [...high], { iterations: most });
      break;
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      const { values } = error;
      known.set(values.join(), { values, misfit: await evaluate(values) });
    }
  }
  return [...known.values()];
}
