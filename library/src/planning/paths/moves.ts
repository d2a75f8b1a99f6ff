import { besideOf, type Costs } from '../map/index.ts';

/** The eight moves from a cell to the next: straight ones are even, diagonal ones odd, counter-clockwise from +x. */
export const MOVE_X = Int8Array.of(1, 1, 0, -1, -1, -1, 0, 1);
export const MOVE_Y = Int8Array.of(0, 1, 1, 1, 0, -1, -1, -1);

/** Where a path begins, nothing is behind: every legal move may follow. */
export const FROM_START = 8;

/** The ground as paths see it. Cell k is in row ⌊k / columns⌋. */
export type Moves = {
  columns: number;
  rows: number;
  /** 1 where a path may go. */
  open: Uint8Array;
  /** For each cell which of the eight around it are open, a bit for each move; beyond the border nothing is. */
  around: Uint8Array;
  /** What moves cost where the ground is not plain. */
  costs?: Costs | undefined;
};

export function createMoves(columns: number, rows: number, open: Uint8Array): Moves {
  const moves: Moves = { columns, rows, open, around: new Uint8Array(columns * rows) };
  updateMoves(moves);
  return moves;
}

/** Looks at the ground again, or at a part of it. */
export function updateMoves(
  { around, columns, open, rows }: Moves,
  part = { column: 0, row: 0, lastColumn: columns - 1, lastRow: rows - 1 },
): void {
  const firstColumn = Math.max(0, part.column - 1);
  const lastColumn = Math.min(columns - 1, part.lastColumn + 1);
  const lastRow = Math.min(rows - 1, part.lastRow + 1);
  for (let row = Math.max(0, part.row - 1); row <= lastRow; row++) {
    // Three cells of each of three rows slide along: each is read once for every row.
    const here = row * columns;
    const below = row > 0 ? here - columns : -1;
    const above = row < rows - 1 ? here + columns : -1;
    let left = firstColumn > 0 ? columnOf(open, below, here, above, firstColumn - 1) : 0;
    let middle = columnOf(open, below, here, above, firstColumn);
    for (let column = firstColumn; column <= lastColumn; column++) {
      const right = column < columns - 1 ? columnOf(open, below, here, above, column + 1) : 0;
      // Bits of a column: 1 below, 2 here, 4 above.
      around[here + column] =
        ((right >> 1) & 1) |
        ((right >> 1) & 2) |
        (middle & 4) |
        ((left << 1) & 8) |
        ((left << 3) & 16) |
        ((left << 5) & 32) |
        ((middle << 6) & 64) |
        ((right << 7) & 128);
      left = middle;
      middle = right;
    }
  }
}

function columnOf(open: Uint8Array, below: number, here: number, above: number, column: number): number {
  return (
    (below >= 0 ? open[below + column] : 0) |
    (open[here + column] << 1) |
    (above >= 0 ? open[above + column] << 2 : 0)
  );
}

/**
 * Takes away the moves that narrow places do not allow: across a side that is barred, and diagonal ones past a cell that is
 * passed off its centre or a barred side. Then a diagonal bit says that all moves between the four cells are allowed, and
 * what `followers` leaves out can be reached otherwise.
 */
export function barMoves(moves: Moves, { barred, cells }: Barriers): void {
  const { around, columns } = moves;
  // Barred sides are those of cells with places, or beside them.
  for (const place of cells) {
    for (let side = 0; side < 5; side++) {
      const cell = side < 4 ? besideOf(place, place % columns, side, columns, barred.length) : place;
      if (cell < 0 || (side < 4 && barred[cell] === 0)) continue;
      for (let bar = 0; bar < 4; bar++) {
        if (((barred[cell] >> bar) & 1) === 1) around[cell] &= ~(1 << MOVE_OF_SIDE[bar]);
        // The four squares of four cells that it is a corner of.
        barSquare(moves, (cell % columns) - (bar & 1), Math.floor(cell / columns) - (bar >> 1));
      }
    }
  }
}

type Barriers = { cells: readonly number[]; barred: Uint8Array };

/** The moves to the left, right, below, above. */
const MOVE_OF_SIDE = Int8Array.of(4, 0, 6, 2);

/** Takes away both diagonals of the square whose lower left cell is in a column and a row. */
function barSquare({ around, columns, rows }: Moves, column: number, row: number): void {
  if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) return;
  const cell = row * columns + column;
  around[cell] &= ~(1 << 1);
  around[cell + 1] &= ~(1 << 3);
  around[cell + columns] &= ~(1 << 7);
  around[cell + columns + 1] &= ~(1 << 5);
}

/**
 * For each move by which a cell was come to (or FROM_START) and each byte of open cells around it: which moves may
 * follow, as bits. A diagonal move needs both cells beside it. docs/models/paths.md tells why the others are not needed.
 */
export const followers = tabulate();

function tabulate(): Uint8Array {
  const table = new Uint8Array(9 * 256);
  for (let around = 0; around < 256; around++) {
    const isOpen = (move: number) => ((around >> (move & 7)) & 1) === 1;
    let legal = 0;
    for (let move = 0; move < 8; move++) {
      const passes = move % 2 === 0 || (isOpen(move - 1) && isOpen(move + 1));
      if (isOpen(move) && passes) legal |= 1 << move;
    }
    for (let from = 0; from < 8; from++) {
      let kept = bit(from);
      if (from % 2 === 1) kept |= bit(from - 1) | bit(from + 1);
      else {
        // What is beside the cell that was left: had it been open, the side would have been reached from there.
        if (!isOpen(from + 3)) kept |= bit(from + 1) | bit(from + 2);
        if (!isOpen(from - 3)) kept |= bit(from - 1) | bit(from - 2);
      }
      table[from * 256 + around] = legal & kept;
    }
    table[FROM_START * 256 + around] = legal;
  }
  return table;
}

function bit(move: number): number {
  return 1 << (move & 7);
}
