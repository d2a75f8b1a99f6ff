/**
 * The agents that wait for a path, as a binary heap: the one that has waited longest comes first, of those that began to wait in the same step
 * the lower id. So it does not matter in which order they came in.
 */
export type Queue = {
  count: number;
  slots: Int32Array;
  /** For each slot where it is in the heap; −1: it does not wait. */
  place: Int32Array;
  /** For each slot the step since which it has waited, and the agent's id. */
  since: Float64Array;
  id: Float64Array;
};

export function createQueue(): Queue {
  return {
    count: 0,
    slots: new Int32Array(0),
    place: new Int32Array(0),
    since: new Float64Array(0),
    id: new Float64Array(0),
  };
}

export function reserveQueue(queue: Queue, capacity: number): void {
  if (capacity <= queue.slots.length) return;
  const { id, place, since, slots } = queue;
  queue.slots = new Int32Array(capacity);
  queue.place = new Int32Array(capacity).fill(-1);
  queue.since = new Float64Array(capacity);
  queue.id = new Float64Array(capacity);
  queue.slots.set(slots);
  queue.place.set(place);
  queue.since.set(since);
  queue.id.set(id);
}

export function enqueue(queue: Queue, slot: number, since: number, id: number): void {
  queue.since[slot] = since;
  queue.id[slot] = id;
  rise(queue, queue.count++, slot);
}

/** Takes out the first; −1: none waits. */
export function dequeue(queue: Queue): number {
  if (queue.count === 0) return -1;
  const first = queue.slots[0];
  leaveQueue(queue, first);
  return first;
}

/** Takes a slot out, wherever it is. */
export function leaveQueue(queue: Queue, slot: number): void {
  const { place, slots } = queue;
  const at = place[slot];
  if (at < 0) return;
  place[slot] = -1;
  const last = slots[--queue.count];
  if (last === slot) return;
  if (at > 0 && precedes(queue, last, slots[(at - 1) >> 1])) rise(queue, at, last);
  else sink(queue, at, last);
}

function rise(queue: Queue, from: number, slot: number): void {
  const { place, slots } = queue;
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!precedes(queue, slot, slots[parent])) break;
    slots[at] = slots[parent];
    place[slots[at]] = at;
    at = parent;
  }
  slots[at] = slot;
  place[slot] = at;
}

function sink(queue: Queue, from: number, slot: number): void {
  const { count, place, slots } = queue;
  let at = from;
  while (2 * at + 1 < count) {
    let child = 2 * at + 1;
    if (child + 1 < count && precedes(queue, slots[child + 1], slots[child])) child++;
    if (!precedes(queue, slots[child], slot)) break;
    slots[at] = slots[child];
    place[slots[at]] = at;
    at = child;
  }
  slots[at] = slot;
  place[slot] = at;
}

function precedes({ id, since }: Queue, a: number, b: number): boolean {
  return since[a] !== since[b] ? since[a] < since[b] : id[a] < id[b];
}
