/**
 * Rows sorted by the work that they need, so that each kind of work has its own loop. The engine keeps columns in registers in a
 * loop but looks them up again in each call, and a branch that differs from row to row costs more than the work behind it.
 */
export type Batches = {
  /** The capacity of a batch, in rows. */
  room: number;
  /** Batch b has the rows from b × room up to ends[b], in ascending order. */
  rows: Int32Array;
  ends: Int32Array;
};

export function createBatches(count: number): Batches {
  return { room: 0, rows: new Int32Array(0), ends: new Int32Array(count) };
}

/** Empties the batches and gives each room for `capacity` rows. */
export function clearBatches(batches: Batches, capacity: number): void {
  const { ends } = batches;
  if (batches.room < capacity) {
    batches.room = capacity;
    batches.rows = new Int32Array(ends.length * capacity);
  }
  for (let batch = 0; batch < ends.length; batch++) ends[batch] = batch * batches.room;
}
