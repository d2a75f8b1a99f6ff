import type { AgentId, Crowd } from './crowd.ts';

/**
 * Personal distances: the gap that an agent wants to keep from another agent or an obstacle, metres. Each steering model says
 * what it does with them. A distance is set for a *subject*, such as all agents, a group or one obstacle; the most special
 * subject that has one counts. Distances between two agents by id are in a sparse table and come first.
 */
export type Distances = {
  /** Whether any was ever set. */
  inUse: boolean;
  /** One column for each subject, in the order of `subjects`; −1: not set. */
  columns: Record<string, Float64Array>;
  subjects: Subject[];
  /** The columns by subject; undefined where no agent has one. */
  everything: Float64Array | undefined;
  agents: Float64Array | undefined;
  obstacles: Float64Array | undefined;
  ownGroup: Float64Array | undefined;
  ownTeam: Float64Array | undefined;
  leader: Float64Array | undefined;
  /** By the number of the group, class or obstacle. */
  group: (Float64Array | undefined)[];
  class: (Float64Array | undefined)[];
  obstacle: (Float64Array | undefined)[];
  /** Agents of the scenario that are subjects: ids and columns. */
  agentIds: AgentId[];
  agent: Float64Array[];
  pairs: Pairs;
  /** The number of the team of each member by its id, and the ids of those who lead. */
  teams: { of: Map<AgentId, number>; leads: Set<AgentId> };
};

/** What a distance is kept from. */
export type Subject =
  | { to: 'everything' | 'agents' | 'obstacles' | 'own-group' | 'own-team' | 'leader' }
  | { to: 'group' | 'class' | 'obstacle' | 'agent'; number: number };

/** Open addressing over (agent, other); an agent of −1 is a free place. */
type Pairs = { count: number; agent: Float64Array; other: Float64Array; distance: Float64Array };

const UNSET = -1;

export function createDistances(): Distances {
  return {
    inUse: false,
    columns: {},
    subjects: [],
    everything: undefined,
    agents: undefined,
    obstacles: undefined,
    ownGroup: undefined,
    ownTeam: undefined,
    leader: undefined,
    group: [],
    class: [],
    obstacle: [],
    agentIds: [],
    agent: [],
    pairs: createPairs(16),
    teams: { of: new Map(), leads: new Set() },
  };
}

/** The column of a subject, which is added if it is not there. */
export function distanceColumn(crowd: Crowd, subject: Subject): Float64Array {
  const { distances } = crowd;
  const name = subjectName(subject);
  if (!distances.columns[name]) {
    distances.inUse = true;
    distances.subjects.push(subject);
    distances.columns[name] = new Float64Array(crowd.capacity).fill(UNSET);
    linkColumn(distances, subject);
  }
  return distances.columns[name];
}

/** The name of a subject's column. */
export function subjectName(subject: Subject): string {
  return 'number' in subject ? `${subject.to} ${subject.number}` : subject.to;
}

/** Looks the columns up again, after they have grown. */
export function linkDistances(distances: Distances): void {
  distances.agentIds.length = 0;
  distances.agent.length = 0;
  for (const subject of distances.subjects) linkColumn(distances, subject);
}

/** Looks the column of one subject up: a world may have many. */
function linkColumn(distances: Distances, subject: Subject): void {
  const { columns } = distances;
  const column = columns[subjectName(subject)];
  if (!('number' in subject)) {
    distances.everything = columns.everything;
    distances.agents = columns.agents;
    distances.obstacles = columns.obstacles;
    distances.ownGroup = columns['own-group'];
    distances.ownTeam = columns['own-team'];
    distances.leader = columns.leader;
  } else if (subject.to !== 'agent') distances[subject.to][subject.number] = column;
  else {
    distances.agentIds.push(subject.number);
    distances.agent.push(column);
  }
}

/** Forgets all distances that an agent keeps. */
export function clearDistances(crowd: Crowd, row: number): void {
  const { distances, ids } = crowd;
  beginDistances(crowd, row);
  const { agent, count, distance } = distances.pairs;
  if (count === 0) return;
  for (let at = 0; at < agent.length; at++) if (agent[at] === ids[row]) distance[at] = UNSET;
}

/** A new agent keeps none; there are no pairs with its id. */
export function beginDistances({ distances }: Crowd, row: number): void {
  for (const name of Object.keys(distances.columns)) distances.columns[name][row] = UNSET;
}

/** Sets the distance that an agent keeps from one other agent. */
export function setPairDistance(crowd: Crowd, id: AgentId, other: AgentId, metres: number): void {
  const { distances } = crowd;
  distances.inUse = true;
  let { pairs } = distances;
  if (2 * (pairs.count + 1) > pairs.agent.length) {
    pairs = createPairs(2 * pairs.agent.length);
    forEachPair(crowd, (one, another, distance) => putPair(pairs, one, another, distance));
    distances.pairs = pairs;
  }
  putPair(pairs, id, other, metres);
}

/** Calls `act` for each pair that has a distance and of which neither has left; some may not have come yet. */
export function forEachPair(
  { distances, slotCount, slots }: Crowd,
  act: (id: AgentId, other: AgentId, metres: number) => void,
): void {
  const { agent, distance, other } = distances.pairs;
  const hasLeft = (id: AgentId) =>
    slotOfId(id) < slotCount && slots.generation[slotOfId(id)] > Math.floor(id / SLOTS);
  for (let at = 0; at < agent.length; at++) {
    if (agent[at] < 0 || distance[at] === UNSET) continue;
    if (!hasLeft(agent[at]) && !hasLeft(other[at])) act(agent[at], other[at], distance[at]);
  }
}

function createPairs(room: number): Pairs {
  return {
    count: 0,
    agent: new Float64Array(room).fill(-1),
    other: new Float64Array(room),
    distance: new Float64Array(room),
  };
}

function putPair(pairs: Pairs, id: AgentId, other: AgentId, metres: number): void {
  const at = placeOf(pairs, id, other);
  if (pairs.agent[at] < 0) pairs.count++;
  pairs.agent[at] = id;
  pairs.other[at] = other;
  pairs.distance[at] = metres;
}

/** Where a pair is, or the free place where it would be. */
function placeOf({ agent, other }: Pairs, id: AgentId, otherId: AgentId): number {
  const mask = agent.length - 1;
  let at = (Math.imul(slotOfId(id), 0x9e3779b1) ^ Math.imul(slotOfId(otherId), 0x85ebca6b)) >>> 8;
  for (at &= mask; agent[at] >= 0; at = (at + 1) & mask) {
    if (agent[at] === id && other[at] === otherId) break;
  }
  return at;
}

/** Ids as in crowd.ts. */
const SLOTS = 1 << 20;
const slotOfId = (id: AgentId): number => id % SLOTS;

/** The gap that the agent of a row wants to keep from another agent, metres; `usual` where none is set. */
export function distanceToAgent(crowd: Crowd, row: number, other: number, usual: number): number {
  const { distances, ids, traits } = crowd;
  if (!distances.inUse) return usual;
  const { agent, agentIds, pairs } = distances;
  if (pairs.count > 0) {
    const at = placeOf(pairs, ids[row], ids[other]);
    if (pairs.agent[at] >= 0 && pairs.distance[at] >= 0) return pairs.distance[at];
  }
  for (let k = 0; k < agent.length; k++) {
    if (agentIds[k] === ids[other] && agent[k][row] >= 0) return agent[k][row];
  }
  const { leader, ownGroup, ownTeam } = distances;
  if (leader && isLeaderOf(distances, ids[row], ids[other]) && leader[row] >= 0) return leader[row];
  const group = traits.group[other];
  const toGroup = group < 0 ? undefined : distances.group[group];
  if (toGroup && toGroup[row] >= 0) return toGroup[row];
  if (ownTeam && isSameTeam(distances, ids[row], ids[other]) && ownTeam[row] >= 0) return ownTeam[row];
  if (ownGroup && group >= 0 && group === traits.group[row] && ownGroup[row] >= 0) return ownGroup[row];
  const toClass = distances.class[traits.class[other]];
  if (toClass && toClass[row] >= 0) return toClass[row];
  return general(distances.agents, distances.everything, row, usual);
}

/** The same from an obstacle, by its number (−1: the border of the world) and class. */
export function distanceToObstacle(
  { distances }: Crowd,
  row: number,
  obstacle: number,
  classNumber: number,
  usual: number,
): number {
  if (!distances.inUse) return usual;
  const own = obstacle < 0 ? undefined : distances.obstacle[obstacle];
  if (own && own[row] >= 0) return own[row];
  const toClass = distances.class[classNumber];
  if (toClass && toClass[row] >= 0) return toClass[row];
  return general(distances.obstacles, distances.everything, row, usual);
}

function general(
  kind: Float64Array | undefined,
  everything: Float64Array | undefined,
  row: number,
  usual: number,
): number {
  if (kind && kind[row] >= 0) return kind[row];
  return everything && everything[row] >= 0 ? everything[row] : usual;
}

function isSameTeam({ teams }: Distances, id: AgentId, other: AgentId): boolean {
  const team = teams.of.get(id);
  return team !== undefined && team === teams.of.get(other);
}

function isLeaderOf(distances: Distances, id: AgentId, other: AgentId): boolean {
  return isSameTeam(distances, id, other) && distances.teams.leads.has(other);
}
