/** Work in pieces, which continues later where it stopped: it yields the rows of the budget that the piece took. */
export type Work<Result = void> = Generator<number, Result, void>;

/** Rows of a piece, about. */
export const PIECE = 1024;

/** Rows of the budget for a number of a column that is filled or copied as a whole: memory that is new takes time. */
export const FILLED = 0.125;

/** Visits the numbers below a count in pieces; each number counts as this many rows of the budget. */
export function* inPieces(count: number, cost: number, visit: (from: number, to: number) => void): Work {
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(count, from + PIECE);
    visit(from, to);
    yield cost * (to - from);
  }
}

/** Does all of it at once. */
export function finishWork<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
