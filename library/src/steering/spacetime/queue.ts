import { longer, longerIntegers, type Nodes } from './nodes.ts';

/** The open nodes as a binary heap: the cheapest first; of equals the deepest, then the earliest made. */
export type Queue = { count: number; node: Int32Array; cost: Float64Array };

export function createQueue(): Queue {
  return { count: 0, node: new Int32Array(1024), cost: new Float64Array(1024) };
}

export function pushNode(queue: Queue, nodes: Nodes, node: number): void {
  if (queue.count === queue.node.length) {
    queue.node = longerIntegers(queue.node);
    queue.cost = longer(queue.cost);
  }
  const heap = queue.node;
  const costs = queue.cost;
  const cost = nodes.cost[node];
  let at = queue.count++;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (cost > costs[above] || (cost === costs[above] && !comesFirst(nodes, node, heap[above]))) break;
    heap[at] = heap[above];
    costs[at] = costs[above];
    at = above;
  }
  heap[at] = node;
  costs[at] = cost;
}

/** Removes and returns the first node; the queue must not be empty. */
export function popNode(queue: Queue, nodes: Nodes): number {
  const heap = queue.node;
  const costs = queue.cost;
  const first = heap[0];
  const count = --queue.count;
  const node = heap[count];
  const cost = costs[count];
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= count) break;
    const right = below + 1;
    if (right < count && isBefore(queue, nodes, right, below)) below = right;
    if (costs[below] > cost || (costs[below] === cost && !comesFirst(nodes, heap[below], node))) break;
    heap[at] = heap[below];
    costs[at] = costs[below];
    at = below;
  }
  heap[at] = node;
  costs[at] = cost;
  return first;
}

function isBefore(queue: Queue, nodes: Nodes, a: number, b: number): boolean {
  const difference = queue.cost[a] - queue.cost[b];
  return difference !== 0 ? difference < 0 : comesFirst(nodes, queue.node[a], queue.node[b]);
}

/** The order of two nodes of equal cost. */
function comesFirst(nodes: Nodes, a: number, b: number): boolean {
  const depth = nodes.layer[a] - nodes.layer[b];
  return depth !== 0 ? depth > 0 : a < b;
}
