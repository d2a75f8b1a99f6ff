/** How the members of a group share what they know; docs/models/sharing.md. */
export type Sharing = {
  /** Groups of one channel share with each other; a group without one keeps to itself. */
  channel?: string | undefined;
  /** How far away its members hear each other, metres. */
  distance: number;
  /** Seconds from hearing something to acting on it and passing it on. */
  delay: number;
  /** Seconds after which what was seen is forgotten. */
  memory: number;
  subjects: 'obstacles' | 'agents' | 'all';
  /** How far away a thing that is known of still matters, metres; three view radii where it is absent. */
  attention?: number | undefined;
};

/** The same, counted in steps. */
export type PreparedSharing = {
  /** The number of the first group that shares with this one: equal for all that do. */
  channel: number;
  distance: number;
  delaySteps: number;
  memorySteps: number;
  ofObstacles: boolean;
  ofAgents: boolean;
  attention: number | undefined;
};

/** View radii within which news matters where a group does not say otherwise. */
export const ATTENTION = 3;

/** Rounding of a time divided by dt must not cost or win a step. */
const HAIR = 1e-9;

export function prepareSharing(
  groups: readonly (Sharing | undefined)[],
  dt: number,
): (PreparedSharing | undefined)[] {
  return groups.map((sharing, number) => {
    if (!sharing) return undefined;
    const { channel } = sharing;
    const first = channel === undefined ? number : groups.findIndex((other) => other?.channel === channel);
    return prepare(sharing, first, dt);
  });
}

function prepare(sharing: Sharing, channel: number, dt: number): PreparedSharing {
  const { attention, delay, distance, memory, subjects } = sharing;
  return {
    channel,
    distance,
    delaySteps: Math.ceil((delay / dt) * (1 - HAIR)),
    memorySteps: Math.floor((memory / dt) * (1 + HAIR)),
    ofObstacles: subjects !== 'agents',
    ofAgents: subjects !== 'obstacles',
    attention,
  };
}
