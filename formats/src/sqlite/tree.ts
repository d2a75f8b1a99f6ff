import { joined, variable } from './records.ts';

/** Bytes of a page. */
export const PAGE = 4096;

/** Pages of a database in their order; the first is number 1. */
export type Pages = Uint8Array[];

/** A table has its rows by number, an index by the content of its entries. */
type Kind = 'table' | 'index';

/** A page below, and what separates it from the next: a cell without the number of the page. */
type Child = { page: number; separator: Uint8Array };

/**
 * A B-tree that is filled in the order of its keys: a page is written once, when it is full. The pages above a page are written
 * after it. https://www.sqlite.org/fileformat.html describes them.
 */
export type Tree = {
  pages: Pages;
  kind: Kind;
  cells: Uint8Array[];
  /** Bytes that the cells take, with their places. */
  bytes: number;
  lastRow: number;
  /** Children of the page that is being filled, from the level above the leaves up. */
  levels: Child[][];
};

export function createTree(pages: Pages, kind: Kind): Tree {
  return { pages, kind, cells: [], bytes: 0, lastRow: 0, levels: [] };
}

const LEAF_HEAD = 8;
const INNER_HEAD = 12;
/** Bytes for the place of a cell in its page. */
const PLACE = 2;

/** Adds a row or an entry; its key must come after all that are there. */
export function addRecord(tree: Tree, record: Uint8Array): void {
  const row = tree.lastRow + 1;
  const cell = cellOf(tree, record, row);
  if (tree.bytes + cell.length + PLACE > PAGE - LEAF_HEAD) {
    // In an index an entry is in one place only: the last one of a page moves up.
    const separator = tree.kind === 'index' ? tree.cells.pop()! : Uint8Array.from(variable(tree.lastRow));
    addChild(tree, 0, { page: writeLeaf(tree), separator });
    tree.cells = [];
    tree.bytes = 0;
  }
  tree.cells.push(cell);
  tree.bytes += cell.length + PLACE;
  tree.lastRow = row;
}

/** Writes what is left; returns the number of the root. */
export function finishTree(tree: Tree): number {
  let page = writeLeaf(tree);
  for (const children of tree.levels) page = writeInner(tree, children, page);
  return page;
}

function addChild(tree: Tree, level: number, child: Child): void {
  tree.levels[level] ??= [];
  const children = tree.levels[level];
  const bytes = [...children, child].reduce((sum, { separator }) => sum + 4 + separator.length + PLACE, 0);
  children.push(child);
  if (bytes <= PAGE - INNER_HEAD) return;
  // Two stay for the next page, so that it has a cell and a last child at the least.
  const rest = children.splice(-2);
  const { page, separator } = children.pop()!;
  const full = writeInner(tree, children, page);
  tree.levels[level] = rest;
  addChild(tree, level + 1, { page: full, separator });
}

function writeInner(tree: Tree, children: readonly Child[], last: number): number {
  const cells = children.map(({ page, separator }) => joined([number32(page), separator]));
  return addPage(tree.pages, pageOf(tree.kind === 'table' ? 0x05 : 0x02, cells, number32(last)));
}

function writeLeaf({ cells, kind, pages }: Tree): number {
  return addPage(pages, pageOf(kind === 'table' ? 0x0d : 0x0a, cells));
}

/** A page: its head, the places of its cells, and the cells from the end on. `from` is where it begins in the first page. */
export function pageOf(
  type: number,
  cells: readonly Uint8Array[],
  last: Uint8Array = new Uint8Array(0),
  from = 0,
): Uint8Array {
  const page = new Uint8Array(PAGE);
  const view = new DataView(page.buffer);
  const places = from + LEAF_HEAD + last.length;
  let end = PAGE;
  for (const [k, cell] of cells.entries()) {
    end -= cell.length;
    page.set(cell, end);
    view.setUint16(places + PLACE * k, end);
  }
  page[from] = type;
  view.setUint16(from + 3, cells.length);
  view.setUint16(from + 5, end);
  page.set(last, from + LEAF_HEAD);
  return page;
}

/** The cell of a leaf. What is too long for it continues in pages of its own. */
export function cellOf(
  { kind, pages }: Pick<Tree, 'kind' | 'pages'>,
  record: Uint8Array,
  row: number,
): Uint8Array {
  const head = Uint8Array.from([...variable(record.length), ...(kind === 'table' ? variable(row) : [])]);
  const most = kind === 'table' ? PAGE - 35 : Math.floor(((PAGE - 12) * 64) / 255) - 23;
  if (record.length <= most) return joined([head, record]);
  const least = Math.floor(((PAGE - 12) * 32) / 255) - 23;
  const wanted = least + ((record.length - least) % (PAGE - 4));
  const own = wanted <= most ? wanted : least;
  return joined([head, record.subarray(0, own), number32(writeOverflow(pages, record.subarray(own)))]);
}

/** Pages that each name the next; returns the number of the first. */
function writeOverflow(pages: Pages, bytes: Uint8Array): number {
  const first = pages.length + 1;
  for (let at = 0; at < bytes.length; at += PAGE - 4) {
    const part = bytes.subarray(at, at + PAGE - 4);
    const page = new Uint8Array(PAGE);
    page.set(number32(at + PAGE - 4 < bytes.length ? pages.length + 2 : 0));
    page.set(part, 4);
    pages.push(page);
  }
  return first;
}

function addPage(pages: Pages, page: Uint8Array): number {
  return pages.push(page);
}

function number32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
