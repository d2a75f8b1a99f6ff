import type sqlite from 'node-sqlite3-wasm';

type Database = InstanceType<typeof sqlite.Database>;

/** Rows per INSERT, tried from the largest; more than 512 measured no faster. */
const insertSizes = [512, 32, 1];

/** Rows of one table, buffered in memory until a transaction writes them. */
export type WaitingRows = {
  readonly columns: number;
  count: number;
  /** Row after row. The first `count` rows are complete; those after them are being filled. */
  values: Float64Array;
  readonly inserts: {
    rows: number;
    statement: InstanceType<typeof sqlite.Statement>;
    values: number[];
  }[];
};

export function createWaitingRows(database: Database, table: string, columns: number): WaitingRows {
  const row = `(${new Array(columns).fill('?').join()})`;
  return {
    columns,
    count: 0,
    values: new Float64Array(columns * 1024),
    inserts: insertSizes.map((rows) => ({
      rows,
      statement: database.prepare(`INSERT INTO ${table} VALUES ${new Array(rows).fill(row).join()}`),
      values: new Array<number>(rows * columns).fill(0.5),
    })),
  };
}

/** Makes room for `more` rows after the complete ones. */
export function reserveWaitingRows(rows: WaitingRows, more: number): Float64Array {
  const needed = (rows.count + more) * rows.columns;
  if (rows.values.length < needed) {
    const larger = new Float64Array(Math.max(needed, rows.values.length * 2));
    larger.set(rows.values.subarray(0, rows.count * rows.columns));
    rows.values = larger;
  }
  return rows.values;
}

/** Inserts the buffered rows. They stay in the buffer until the caller has committed and sets `count` to 0. */
export function insertWaitingRows({ columns, count, inserts, values: waiting }: WaitingRows): void {
  let row = 0;
  for (const { rows, statement, values } of inserts) {
    for (; row + rows <= count; row += rows) {
      const start = row * columns;
      for (let k = 0; k < values.length; k++) values[k] = waiting[start + k];
      statement.run(values);
    }
  }
}

export function releaseWaitingRows({ inserts }: WaitingRows): void {
  for (const { statement } of inserts) {
    try {
      statement.finalize();
    } catch {
      // finalize repeats the statement's last error, which was reported when it happened.
    }
  }
}
