import { longer } from '../../../crowd/index.ts';

/**
 * Times of numbered things, the earliest first and of equal times the lowest number: a binary heap that knows where
 * each number is, so that its time can be changed or removed.
 */
export type EventQueue = {
  length: number;
  /** The numbers, as a heap. */
  heap: Int32Array;
  /** For each number its place in the heap, −1 for none, and its time. */
  places: Int32Array;
  times: Float64Array;
};

export function createEventQueue(): EventQueue {
  return {
    length: 0,
    heap: new Int32Array(64),
    places: new Int32Array(64).fill(-1),
    times: new Float64Array(64),
  };
}

/** Forgets all times. */
export function clearQueue(queue: EventQueue): void {
  for (let k = 0; k < queue.length; k++) queue.places[queue.heap[k]] = -1;
  queue.length = 0;
}

/** Gives a number a time, whether it had one or not. */
export function schedule(queue: EventQueue, number: number, time: number): void {
  if (number >= queue.places.length) growQueue(queue, number + 1);
  queue.times[number] = time;
  let place = queue.places[number];
  if (place < 0) place = queue.length++;
  settle(queue, number, place);
}

/** Takes a number's time away, if it has one. */
export function cancel(queue: EventQueue, number: number): void {
  if (number >= queue.places.length || queue.places[number] < 0) return;
  const place = queue.places[number];
  queue.places[number] = -1;
  const last = queue.heap[--queue.length];
  if (place < queue.length) settle(queue, last, place);
}

/** The number that is due first, −1 if the queue is empty. */
export function firstOf(queue: EventQueue): number {
  return queue.length > 0 ? queue.heap[0] : -1;
}

/** Puts a number at a free place of the heap, or where it belongs from there. */
function settle(queue: EventQueue, number: number, start: number): void {
  const { heap, places, length } = queue;
  let place = start;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isEarlier(queue, number, heap[parent])) break;
    heap[place] = heap[parent];
    places[heap[place]] = place;
    place = parent;
  }
  for (;;) {
    let child = 2 * place + 1;
    if (child >= length) break;
    if (child + 1 < length && isEarlier(queue, heap[child + 1], heap[child])) child++;
    if (!isEarlier(queue, heap[child], number)) break;
    heap[place] = heap[child];
    places[heap[place]] = place;
    place = child;
  }
  heap[place] = number;
  places[number] = place;
}

function isEarlier({ times }: EventQueue, a: number, b: number): boolean {
  return times[a] < times[b] || (times[a] === times[b] && a < b);
}

function growQueue(queue: EventQueue, needed: number): void {
  const length = Math.max(needed, 2 * queue.places.length);
  const places = new Int32Array(length).fill(-1);
  places.set(queue.places);
  queue.places = places;
  queue.heap = longer(queue.heap, length);
  queue.times = longer(queue.times, length);
}
