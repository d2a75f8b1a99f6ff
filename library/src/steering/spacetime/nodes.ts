/**
 * The points in space-time that a search has made, and the best of each cell. Cells are squares around the start, one grid
 * for each layer.
 */
export type Nodes = {
  count: number;
  x: Float64Array;
  y: Float64Array;
  layer: Int32Array;
  /** The node before it; −1 for the start. */
  parent: Int32Array;
  /** Metres walked from the start. */
  walked: Float64Array;
  /** The least cost of a plan through the node; see `costOf`. */
  cost: Float64Array;
  column: Int32Array;
  row: Int32Array;
  /** Open addressing: the best node of a cell, or −1. Only the first `mask` + 1 entries are in use. */
  table: Int32Array;
  mask: number;
  used: number;
};

const FIRST_NODES = 1024;
const FIRST_TABLE = 1024;

export function createNodes(): Nodes {
  return {
    count: 0,
    x: new Float64Array(FIRST_NODES),
    y: new Float64Array(FIRST_NODES),
    layer: new Int32Array(FIRST_NODES),
    parent: new Int32Array(FIRST_NODES),
    walked: new Float64Array(FIRST_NODES),
    cost: new Float64Array(FIRST_NODES),
    column: new Int32Array(FIRST_NODES),
    row: new Int32Array(FIRST_NODES),
    table: new Int32Array(FIRST_TABLE),
    mask: FIRST_TABLE - 1,
    used: 0,
  };
}

export function clearNodes(nodes: Nodes): void {
  nodes.count = 0;
  nodes.used = 0;
  nodes.mask = FIRST_TABLE - 1;
  nodes.table.fill(-1, 0, FIRST_TABLE);
}

/** The index in the table of the best node of a cell, or of the free entry for it. */
export function findCell(nodes: Nodes, column: number, row: number, layer: number): number {
  const { table, mask } = nodes;
  let at = hashCell(column, row, layer) & mask;
  for (;;) {
    const node = table[at];
    if (node < 0) return at;
    if (nodes.column[node] === column && nodes.row[node] === row && nodes.layer[node] === layer) return at;
    at = (at + 1) & mask;
  }
}

/** Adds a node as the best of its cell, at `place` in the table; the caller writes the other columns. */
export function addNode(nodes: Nodes, place: number, column: number, row: number, layer: number): number {
  if (nodes.count === nodes.x.length) growNodes(nodes);
  const node = nodes.count++;
  nodes.column[node] = column;
  nodes.row[node] = row;
  nodes.layer[node] = layer;
  if (nodes.table[place] < 0) nodes.used++;
  nodes.table[place] = node;
  if (2 * nodes.used > nodes.mask) widenTable(nodes);
  return node;
}

/** Whether no better node of the same cell has been added since. */
export function isBestOfCell(nodes: Nodes, node: number): boolean {
  return nodes.table[findCell(nodes, nodes.column[node], nodes.row[node], nodes.layer[node])] === node;
}

function hashCell(column: number, row: number, layer: number): number {
  let hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b) ^ Math.imul(layer, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Doubles the table and inserts the best nodes again: later nodes of a cell replace earlier ones, as before. */
function widenTable(nodes: Nodes): void {
  const size = 2 * (nodes.mask + 1);
  if (nodes.table.length < size) nodes.table = new Int32Array(size);
  nodes.mask = size - 1;
  nodes.table.fill(-1, 0, size);
  for (let node = 0; node < nodes.count; node++) {
    nodes.table[findCell(nodes, nodes.column[node], nodes.row[node], nodes.layer[node])] = node;
  }
}

function growNodes(nodes: Nodes): void {
  nodes.x = longer(nodes.x);
  nodes.y = longer(nodes.y);
  nodes.walked = longer(nodes.walked);
  nodes.cost = longer(nodes.cost);
  nodes.layer = longerIntegers(nodes.layer);
  nodes.parent = longerIntegers(nodes.parent);
  nodes.column = longerIntegers(nodes.column);
  nodes.row = longerIntegers(nodes.row);
}

export function longer(values: Float64Array): Float64Array {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}

export function longerIntegers(values: Int32Array): Int32Array {
  const larger = new Int32Array(2 * values.length);
  larger.set(values);
  return larger;
}
