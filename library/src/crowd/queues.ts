import { createTable, growTable, type Table } from './columns.ts';
import type { Patch } from './patches.ts';

/**
 * What a member of a queue does: it comes to the end of the line, waits in it, goes to a server that has called it, or is
 * served.
 */
export const QueuePhase = { coming: 0, waiting: 1, called: 2, served: 3 } as const;

const memberLayout = {
  id: 'float64',
  /** One of QueuePhase. */
  phase: 'uint8',
  /** Metres from the front of the line to the point that the member walks to now. */
  along: 'float64',
  /** Number of the server that has called it. */
  server: 'int32',
  /** The steps in which it joined the line, and in which its service ends. */
  since: 'float64',
  until: 'float64',
} as const;

/** Agents in the order in which they are served; docs/guide/queues.md. */
export type Queue = {
  readonly name: string;
  /** Corners of the line from its front to its end, and metres from the front to each. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly at: Float64Array;
  /** Metres from one place to the next, and from the front to the first place. */
  readonly spacing: number;
  readonly first: number;
  readonly serverX: Float64Array;
  readonly serverY: Float64Array;
  readonly open: boolean;
  readonly service: number | object;
  /** Seconds that a service takes on average; NaN until it is asked for. */
  meanService: number;
  /** The first `joined` rows are in the line or with a server, in the order of joining; the others are coming. */
  members: Table<typeof memberLayout>;
  count: number;
  joined: number;
  /** Scratch: 1 for each server that has called an agent. */
  readonly busy: Uint8Array;
};

type QueuePatch = Patch & { kind: 'queue' };

/** The queues of the ground; those that were there before keep their members. */
export function createQueues(list: readonly Patch[], before: readonly Queue[] = []): Queue[] {
  return list
    .filter((patch) => patch.kind === 'queue')
    .map((patch) =>
      createQueue(
        patch,
        before.find(({ name }) => name === patch.name),
      ),
    );
}

function createQueue(patch: QueuePatch, before: Queue | undefined): Queue {
  const { line, name, open, service, spacing } = patch;
  const at = new Float64Array(line.length);
  for (let k = 1; k < line.length; k++) {
    const dx = line[k][0] - line[k - 1][0];
    const dy = line[k][1] - line[k - 1][1];
    at[k] = at[k - 1] + Math.sqrt(dx * dx + dy * dy);
  }
  // Without places of its own a server is at the front.
  const servers = patch.servers ?? [line[0]];
  const queue: Queue = {
    name,
    x: Float64Array.from(line, ([x]) => x),
    y: Float64Array.from(line, ([, y]) => y),
    at,
    spacing,
    first: patch.servers ? 0 : spacing,
    serverX: Float64Array.from(servers, ([x]) => x),
    serverY: Float64Array.from(servers, ([, y]) => y),
    open,
    service,
    meanService: Number.NaN,
    members: before?.members ?? createTable(memberLayout, 16),
    count: before?.count ?? 0,
    joined: before?.joined ?? 0,
    busy: new Uint8Array(servers.length),
  };
  // What had a server that is gone waits for another one.
  for (let k = 0; k < queue.joined; k++) {
    const { along, phase, server } = queue.members;
    along[k] = Math.min(along[k], lengthOf(queue));
    if (server[k] >= servers.length && phase[k] > QueuePhase.waiting) phase[k] = QueuePhase.waiting;
  }
  return queue;
}

/** Length of the line, metres. */
export function lengthOf({ at }: Queue): number {
  return at[at.length - 1];
}

/** Writes the point of the line that is this many metres from its front. */
export function pointOfLine({ at, x, y }: Queue, along: number, out: Float64Array): void {
  let k = 1;
  while (k < at.length - 1 && at[k] < along) k++;
  const share = (along - at[k - 1]) / (at[k] - at[k - 1]);
  out[0] = x[k - 1] + share * (x[k] - x[k - 1]);
  out[1] = y[k - 1] + share * (y[k] - y[k - 1]);
}

/** Adds an agent that comes. */
export function addComing(queue: Queue, id: number): void {
  if (queue.count === queue.members.id.length) growTable(queue.members, 2 * queue.count);
  setMember(queue, queue.count++, id, QueuePhase.coming, 0, 0);
}

/** Puts a coming member at the end of the line. */
export function joinLine(queue: Queue, member: number, along: number, step: number): void {
  const { id } = queue.members;
  const joining = id[member];
  // The one whose row it takes is coming, too, and these have no order.
  id[member] = id[queue.joined];
  setMember(queue, queue.joined++, joining, QueuePhase.waiting, along, step);
}

function setMember(
  { members }: Queue,
  member: number,
  id: number,
  phase: number,
  along: number,
  since: number,
): void {
  members.id[member] = id;
  members.phase[member] = phase;
  members.along[member] = along;
  members.server[member] = 0;
  members.since[member] = since;
  members.until[member] = 0;
}

/** Takes a member out; those behind it keep their order. */
export function dropMember(queue: Queue, member: number): void {
  for (const column of Object.values(queue.members)) column.copyWithin(member, member + 1, queue.count);
  queue.count--;
  if (member < queue.joined) queue.joined--;
}

/** Takes an agent out of all queues. */
export function leaveQueues(queues: readonly Queue[], id: number): void {
  for (const queue of queues) {
    const member = queue.members.id.subarray(0, queue.count).indexOf(id);
    if (member >= 0) dropMember(queue, member);
  }
}

/** The state of a queue as plain numbers, and back. */
export type SavedQueue = { joined: number; members: number[][] };

export function saveQueue({ count, joined, members }: Queue): SavedQueue {
  const columns = Object.values(members);
  return {
    joined,
    members: Array.from({ length: count }, (_, member) => columns.map((column) => column[member])),
  };
}

export function loadQueue(queue: Queue, { joined, members }: SavedQueue): void {
  growTable(queue.members, Math.max(16, members.length));
  queue.count = members.length;
  queue.joined = Math.min(joined, members.length);
  const columns = Object.values(queue.members);
  members.forEach((values, member) => {
    columns.forEach((column, k) => {
      column[member] = values[k];
    });
  });
}
