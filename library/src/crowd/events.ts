/** What happened during a step, as columns; refilled each step, in no particular order. */
export type Events = {
  count: number;
  kind: Uint8Array;
  /** The agent's id. */
  agent: Float64Array;
  /** The other agent's id, the obstacle's number (−1: the border), or the target's number (−1: an own goal). */
  other: Float64Array;
  /** Depth of a contact before it was resolved, metres; 0 for other events. */
  depth: Float64Array;
};

export const EventKind = { arrival: 1, contact: 2, obstacleContact: 3, added: 4, removed: 5 } as const;

export function createEvents(capacity = 64): Events {
  return {
    count: 0,
    kind: new Uint8Array(capacity),
    agent: new Float64Array(capacity),
    other: new Float64Array(capacity),
    depth: new Float64Array(capacity),
  };
}

export function addEvent(events: Events, kind: number, agent: number, other: number, depth: number): void {
  if (events.count === events.kind.length) {
    const longer = createEvents(2 * events.count);
    longer.kind.set(events.kind);
    longer.agent.set(events.agent);
    longer.other.set(events.other);
    longer.depth.set(events.depth);
    Object.assign(events, longer, { count: events.count });
  }
  const entry = events.count++;
  events.kind[entry] = kind;
  events.agent[entry] = agent;
  events.other[entry] = other;
  events.depth[entry] = depth;
}
