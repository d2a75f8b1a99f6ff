/**
 * What happened during a step, as columns; refilled each step, in canonical order once the step is done (sortEvents).
 * A contact of two agents is one event, whose agent has the lower id.
 */
export type Events = {
  count: number;
  kind: Uint8Array;
  /** The agent's id. */
  agent: Float64Array;
  /** The other agent's id, the obstacle's number (−1: the border), or the target's number (−1: an own goal). */
  other: Float64Array;
  /** Depth of a contact before it was resolved, metres; 0 for other events. */
  depth: Float64Array;
  /** Seconds from the beginning of the step. */
  time: Float64Array;
  /** Where a contact was at that time, metres; 0 for other events. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** Unit vector from the other towards the agent at the place of a contact; 0 for other events. */
  normalX: Float64Array;
  normalY: Float64Array;
  normalZ: Float64Array;
  /** Scratch of sortEvents: two numbers for each entry. */
  order: Int32Array;
};

/**
 * Values of events.kind. enter, exit: `other` came within the agent's view radius, or left it. unreachable: no path
 * leads to the goal any more; `other` is its target or −1. jump: an automaton took a transition; `other` is its number.
 * visible, hidden: `other` came into the agent's sight, within its view radius and with nothing between them, or is so no
 * more.
 */
export const EventKind = {
  arrival: 1,
  contact: 2,
  obstacleContact: 3,
  added: 4,
  removed: 5,
  enter: 6,
  exit: 7,
  unreachable: 8,
  jump: 9,
  visible: 10,
  hidden: 11,
} as const;

/** An empty list of events. */
export function createEvents(capacity = 64): Events {
  return {
    count: 0,
    kind: new Uint8Array(capacity),
    agent: new Float64Array(capacity),
    other: new Float64Array(capacity),
    depth: new Float64Array(capacity),
    time: new Float64Array(capacity),
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    z: new Float64Array(capacity),
    normalX: new Float64Array(capacity),
    normalY: new Float64Array(capacity),
    normalZ: new Float64Array(capacity),
    order: new Int32Array(2 * capacity),
  };
}

/** An event at the beginning of the step. */
export function addEvent(events: Events, kind: number, agent: number, other: number, depth: number): void {
  addContact(events, kind, agent, other, depth, 0, 0, 0, 0, 0, 0, 0);
}

/** An event at a time within the step, in seconds from its beginning. */
export function addTimedEvent(
  events: Events,
  kind: number,
  agent: number,
  other: number,
  time: number,
): void {
  addContact(events, kind, agent, other, 0, time, 0, 0, 0, 0, 0, 0);
}

/** A contact: when, where, and the direction away from the other. */
export function addContact(
  events: Events,
  kind: number,
  agent: number,
  other: number,
  depth: number,
  time: number,
  x: number,
  y: number,
  z: number,
  normalX: number,
  normalY: number,
  normalZ: number,
): void {
  const entry = events.count;
  if (entry === events.kind.length) reserveEvents(events, entry + 1);
  events.kind[entry] = kind;
  events.agent[entry] = agent;
  events.other[entry] = other;
  events.depth[entry] = depth;
  events.time[entry] = time;
  events.x[entry] = x;
  events.y[entry] = y;
  events.z[entry] = z;
  events.normalX[entry] = normalX;
  events.normalY[entry] = normalY;
  events.normalZ[entry] = normalZ;
  events.count = entry + 1;
}

/** The columns of events, without the scratch. */
export const eventColumns = [
  'kind',
  'agent',
  'other',
  'depth',
  'time',
  'x',
  'y',
  'z',
  'normalX',
  'normalY',
  'normalZ',
] as const;

/** Makes room for `count` events in all. */
export function reserveEvents(events: Events, count: number): void {
  const capacity = events.kind.length;
  if (count <= capacity) return;
  const longer = createEvents(Math.max(count, 2 * capacity));
  for (const name of eventColumns) longer[name].set(events[name]);
  longer.order.set(events.order);
  Object.assign(events, longer, { count: events.count });
}

/** Exchanges the contents of two lists of events, so that references to both stay valid. */
export function swapEvents(a: Events, b: Events): void {
  const { count, kind, order } = a;
  a.count = b.count;
  b.count = count;
  a.kind = b.kind;
  b.kind = kind;
  a.order = b.order;
  b.order = order;
  for (let k = 1; k < eventColumns.length; k++) {
    const name = eventColumns[k] as Exclude<(typeof eventColumns)[number], 'kind'>;
    const column = a[name];
    a[name] = b[name];
    b[name] = column;
  }
}

/**
 * Puts the events from the entry `from` on in the order of time, kind, agent and other: the same whatever found them
 * first. Merges runs of ever greater length; what is in order already is left as it is.
 */
export function sortEvents(events: Events, from: number): void {
  const count = events.count - from;
  let sorted = true;
  for (let entry = from + 1; entry < events.count && sorted; entry++)
    sorted = !isBefore(events, entry, entry - 1);
  if (sorted) return;
  const { order } = events;
  let read = 0;
  let write = count;
  for (let k = 0; k < count; k++) order[k] = from + k;
  for (let length = 1; length < count; length *= 2) {
    for (let begin = 0; begin < count; begin += 2 * length) {
      mergeRuns(
        events,
        read + begin,
        read + Math.min(begin + length, count),
        read + Math.min(begin + 2 * length, count),
        write + begin,
      );
    }
    read = write;
    write = count - write;
  }
  // order[read + k] is the entry that belongs at from + k.
  reserveEvents(events, events.count + 1);
  arrange(events, events.order, from, read, count);
}

/** Follows each cycle of the order; the first free entry stores one event meanwhile. */
function arrange(events: Events, order: Int32Array, from: number, read: number, count: number): void {
  const spare = events.count;
  for (let k = 0; k < count; k++) {
    if (order[read + k] === from + k) continue;
    copyEvent(events, from + k, spare);
    let place = from + k;
    for (;;) {
      const source = order[read + place - from];
      order[read + place - from] = place;
      if (source === from + k) break;
      copyEvent(events, source, place);
      place = source;
    }
    copyEvent(events, spare, place);
  }
}

function copyEvent(events: Events, source: number, place: number): void {
  events.kind[place] = events.kind[source];
  events.agent[place] = events.agent[source];
  events.other[place] = events.other[source];
  events.depth[place] = events.depth[source];
  events.time[place] = events.time[source];
  events.x[place] = events.x[source];
  events.y[place] = events.y[source];
  events.z[place] = events.z[source];
  events.normalX[place] = events.normalX[source];
  events.normalY[place] = events.normalY[source];
  events.normalZ[place] = events.normalZ[source];
}

function mergeRuns(events: Events, begin: number, middle: number, end: number, into: number): void {
  const { order } = events;
  let a = begin;
  let b = middle;
  for (let place = into; a < middle || b < end; place++) {
    const takeLater = a === middle || (b < end && isBefore(events, order[b], order[a]));
    order[place] = takeLater ? order[b++] : order[a++];
  }
}

function isBefore({ time, kind, agent, other }: Events, a: number, b: number): boolean {
  if (time[a] !== time[b]) return time[a] < time[b];
  if (kind[a] !== kind[b]) return kind[a] < kind[b];
  if (agent[a] !== agent[b]) return agent[a] < agent[b];
  return other[a] < other[b];
}

/** A contact as one of its partners felt it. */
export type ContactOf = {
  kind: number;
  /** The other agent's id, or the obstacle's number (−1: the border). */
  other: number;
  depth: number;
  time: number;
  x: number;
  y: number;
  z: number;
  /** Away from the other. */
  normalX: number;
  normalY: number;
  normalZ: number;
};

/** The contacts of one agent, for programs that look at a few agents; loops read the columns. */
export function contactsOf(events: Events, id: number): ContactOf[] {
  const contacts: ContactOf[] = [];
  for (let k = 0; k < events.count; k++) {
    const kind = events.kind[k];
    if (kind !== EventKind.contact && kind !== EventKind.obstacleContact) continue;
    const own = events.agent[k] === id;
    if (!own && (kind === EventKind.obstacleContact || events.other[k] !== id)) continue;
    const side = own ? 1 : -1;
    contacts.push({
      kind,
      other: own ? events.other[k] : events.agent[k],
      depth: events.depth[k],
      time: events.time[k],
      x: events.x[k],
      y: events.y[k],
      z: events.z[k],
      normalX: side * events.normalX[k],
      normalY: side * events.normalY[k],
      normalZ: side * events.normalZ[k],
    });
  }
  return contacts;
}
