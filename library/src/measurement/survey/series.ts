/** Rows of numbers that only grow: columns of equal length, doubled when they are full. */
export type Series<Name extends string> = {
  readonly names: readonly Name[];
  columns: Record<Name, Float64Array>;
  count: number;
  capacity: number;
};

export function createSeries<Name extends string>(names: readonly Name[]): Series<Name> {
  const capacity = 64;
  const columns = Object.fromEntries(names.map((name) => [name, new Float64Array(capacity)]));
  return { names, columns: columns as Record<Name, Float64Array>, count: 0, capacity };
}

/** Makes room for one more row and returns its number. */
export function addRow<Name extends string>(series: Series<Name>): number {
  if (series.count === series.capacity) {
    series.capacity *= 2;
    for (const name of series.names) {
      const longer = new Float64Array(series.capacity);
      longer.set(series.columns[name]);
      series.columns[name] = longer;
    }
  }
  return series.count++;
}

/** A sorted copy of a column. */
export function sortedOf<Name extends string>({ columns, count }: Series<Name>, name: Name): Float64Array {
  return columns[name].slice(0, count).sort();
}

/** The mean of the values that are numbers; null where there is none. */
export function meanOf(values: Iterable<number>): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : null;
}

/** The value below which a share of the sorted values lies, with straight lines between them; null where there is none. */
export function quantileOf(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
}
