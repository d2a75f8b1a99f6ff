import { orient } from './orient.ts';
import type { Point } from './polygon.ts';

/**
 * The edges that a sweep line meets, from bottom to top: a treap for the search, a list for the neighbours. Edge k
 * runs from corner k to the next of its outline; `left` is its corner that the line meets first. −1 means none.
 */
export type SweepOrder = {
  points: readonly Point[];
  /** The corner that follows each in its outline. */
  next: Int32Array;
  left: Int32Array;
  right: Int32Array;
  below: Int32Array;
  above: Int32Array;
  parent: Int32Array;
  lesser: Int32Array;
  greater: Int32Array;
  root: number;
};

export function createSweepOrder(points: readonly Point[], next: Int32Array): SweepOrder {
  const count = points.length;
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) {
    const [ax, ay] = points[edge];
    const [bx, by] = points[next[edge]];
    const forwards = ax < bx || (ax === bx && ay < by);
    left[edge] = forwards ? edge : next[edge];
    right[edge] = forwards ? next[edge] : edge;
  }
  const none = () => new Int32Array(count).fill(-1);
  return {
    points,
    next,
    left,
    right,
    below: none(),
    above: none(),
    parent: none(),
    lesser: none(),
    greater: none(),
    root: -1,
  };
}

/** Inserts an edge whose left corner the line has just reached; returns an edge it touches there, or −1. */
export function insertEdge(order: SweepOrder, edge: number): number {
  let parent = -1;
  let side = 0;
  for (let node = order.root; node >= 0; ) {
    side = sideOfEdge(order, edge, node);
    if (side === 0) return node;
    parent = node;
    node = side > 0 ? order.greater[node] : order.lesser[node];
  }
  order.parent[edge] = parent;
  if (parent < 0) order.root = edge;
  else if (side > 0) {
    order.greater[parent] = edge;
    link(order, edge, order.above[parent]);
    link(order, parent, edge);
  } else {
    order.lesser[parent] = edge;
    link(order, order.below[parent], edge);
    link(order, edge, parent);
  }
  while (order.parent[edge] >= 0 && priority(edge) > priority(order.parent[edge])) rotateUp(order, edge);
  return -1;
}

export function removeEdge(order: SweepOrder, edge: number): void {
  for (;;) {
    const lesser = order.lesser[edge];
    const greater = order.greater[edge];
    if (lesser < 0 && greater < 0) break;
    if (greater < 0 || (lesser >= 0 && priority(lesser) > priority(greater))) rotateUp(order, lesser);
    else rotateUp(order, greater);
  }
  replaceChild(order, order.parent[edge], edge, -1);
  link(order, order.below[edge], order.above[edge]);
  order.parent[edge] = order.below[edge] = order.above[edge] = -1;
}

/** 1 where the edge's left corner is above the node, −1 below; 0 where they touch and may not. */
function sideOfEdge({ points, left, right }: SweepOrder, edge: number, node: number): -1 | 0 | 1 {
  const corner = left[edge];
  const [px, py] = points[corner];
  const [ax, ay] = points[left[node]];
  const [bx, by] = points[right[node]];
  const side = orient(ax, ay, bx, by, px, py);
  if (side !== 0) return side;
  // The node ends where its follower begins: it leaves at once, and either side will do.
  if (right[node] === corner) return 1;
  // Both begin at one corner: the steeper is above; 0 when one lies on the other.
  if (left[node] === corner) {
    const [qx, qy] = points[right[edge]];
    return orient(ax, ay, bx, by, qx, qy);
  }
  return 0;
}

function link(order: SweepOrder, below: number, above: number): void {
  if (below >= 0) order.above[below] = above;
  if (above >= 0) order.below[above] = below;
}

function replaceChild(order: SweepOrder, parent: number, child: number, replacement: number): void {
  if (parent < 0) order.root = replacement;
  else if (order.lesser[parent] === child) order.lesser[parent] = replacement;
  else order.greater[parent] = replacement;
}

function rotateUp(order: SweepOrder, node: number): void {
  const { parent, lesser, greater } = order;
  const old = parent[node];
  const [mine, others] = lesser[old] === node ? [greater, lesser] : [lesser, greater];
  const moved = mine[node];
  others[old] = moved;
  if (moved >= 0) parent[moved] = old;
  replaceChild(order, parent[old], old, node);
  parent[node] = parent[old];
  mine[node] = old;
  parent[old] = node;
}

/** A fixed shuffle of the edges' numbers keeps the treap shallow. */
function priority(edge: number): number {
  let bits = Math.imul(edge ^ (edge >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
