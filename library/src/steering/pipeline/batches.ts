/**
 * Rows sorted by what is to be done with them, so that each thing is done in a loop of its own: the engine keeps columns
 * at hand in a loop, but looks them up again in each call, and a branch that differs from row to row costs more than the
 * work behind it.
 */
export type Batches = {
  /** Rows that there is room for in a batch. */
  room: number;
  /** Batch b has the rows from b × room up to ends[b], in ascending order. */
  rows: Int32Array;
  ends: Int32Array;
};

export function createBatches(count: number): Batches {
  return { room: 0, rows: new Int32Array(0), ends: new Int32Array(count) };
}

/** Empties the batches; each has room for so many rows then. */
export function clearBatches(batches: Batches, capacity: number): void {
  const { ends } = batches;
  if (batches.room < capacity) {
    batches.room = capacity;
    batches.rows = new Int32Array(ends.length * capacity);
  }
  for (let batch = 0; batch < ends.length; batch++) ends[batch] = batch * batches.room;
}
