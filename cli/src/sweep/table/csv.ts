import type { Cell, Column, TableRow } from './columns.ts';

/** The names of the columns as the first line of a file. */
export function csvHeader(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => quoted(name)).join()}\n`;
}

/** A row as a line: numbers are written so that they are read back to the bit, and an empty cell is no value. */
export function csvLine(columns: readonly Column[], row: TableRow): string {
  return `${columns.map(({ of }) => textOf(of(row))).join()}\n`;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? quoted(cell) : String(cell);
}

/** RFC 4180: quotes where a reader needs them. */
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of a file as `csvLine` writes it, line by line; null is an empty cell. */
export function* parseCsv(text: string): Generator<(string | null)[]> {
  const plain = /[^,\r\n]*/y;
  let cells: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      let cell = '';
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
      cells.push(cell);
    } else {
      plain.lastIndex = at;
      const [cell] = plain.exec(text)!;
      at += cell.length;
      cells.push(cell === '' ? null : cell);
    }
    if (text[at] === ',') {
      at++;
      if (at === text.length || /[\r\n]/.test(text[at])) cells.push(null);
    }
    if (text[at] === '\r') at++;
    if (at >= text.length || text[at] === '\n') {
      at++;
      yield cells;
      cells = [];
    }
  }
}
