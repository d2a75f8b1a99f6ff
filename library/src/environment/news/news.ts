import { createHearsay } from '../../crowd/hearsay.ts';
import {
  type Crowd,
  createNearLists,
  createTable,
  growTable,
  type Hearsay,
  type NearLists,
  slotOf,
  type Table,
} from '../../crowd/index.ts';
import { createFreshness, type Freshness } from './freshness.ts';
import { type PreparedSharing, prepareSharing, type Sharing } from './sharing.ts';

/** What an agent knows of one thing. */
const entryLayout = {
  /** An agent's id, or −1 − the number of an obstacle's element. */
  subject: 'float64',
  /** Where it was seen: the centre of a body, the middle of a wall or a face. */
  x: 'float64',
  y: 'float64',
  z: 'float64',
  /** Of an agent. */
  radius: 'float64',
  /** The step in which it was seen, and the one in which the knower learnt of it. */
  seen: 'float64',
  heard: 'float64',
  /** The agent that told it; the knower itself where it has seen the thing. */
  from: 'float64',
  /** How often it was passed on: 0 for what the knower has seen itself. */
  hops: 'int32',
  /** Of an agent: the class and group it was seen to have. */
  class: 'int32',
  group: 'int32',
} as const;

export type Entries = Table<typeof entryLayout>;

/**
 * An agent's knowledge has three parts, each of a fixed room: what it has seen itself, what it was told and knows by now,
 * and what it was told just now and has not taken in yet. No thing stands in both of the first two.
 */
export const Part = { seen: 0, told: 1, coming: 2 } as const;
export const PARTS = 3;

/** Things that an agent remembers of those it saw, of those it was told of, and of those it is being told of. */
const rooms = [16, 32, 16] as const;
const offsets = [0, rooms[0], rooms[0] + rooms[1]] as const;
const ROOM = rooms[0] + rooms[1] + rooms[2];

/** What the agents of the groups that share know. State: saved with the world, and part of its hash. */
export type News = {
  /** By the number of the group. */
  sharing: readonly (PreparedSharing | undefined)[];
  /**
   * Rows of the tables are slots of ids, so that knowledge stays with its agent however the crowd's rows are ordered.
   * Entries of a slot begin at ROOM × slot.
   */
  slots: number;
  entries: Entries;
  /** Entries of each part in use, PARTS × slot + part. */
  counts: Int32Array;
  /** The agent that knows it, by id: an agent that gets the slot later knows nothing of it. */
  knower: Float64Array;
  /** The step in which the agent last looked around. */
  looked: Float64Array;
  /** What steering is shown; follows from the state. */
  hearsay: Hearsay;
  /** Scratch: the agents within earshot, and how fresh a listener's knowledge is. */
  earshot: NearLists;
  freshness: Freshness;
  /** Scratch: the entry of the least report that the listener has heard in this round, or −1 while it is not known. */
  least: number;
  /** Scratch: reports of what was seen before this step are not worth a look. */
  oldest: number;
};

/** Nothing where no group shares, so that no agent pays for it. */
export function createNews(groups: readonly (Sharing | undefined)[], dt: number): News | undefined {
  if (!groups.some((sharing) => sharing !== undefined)) return undefined;
  return {
    sharing: prepareSharing(groups, dt),
    slots: 0,
    entries: createTable(entryLayout, 0),
    counts: new Int32Array(0),
    knower: new Float64Array(0),
    looked: new Float64Array(0),
    hearsay: createHearsay(),
    earshot: createNearLists(),
    freshness: createFreshness(),
    least: -1,
    oldest: 0,
  };
}

/** Makes room for every slot that the crowd may use. */
export function reserveNews(news: News, slots: number): void {
  if (slots <= news.slots) return;
  growTable(news.entries, ROOM * slots);
  const table = { counts: news.counts };
  growTable(table, PARTS * slots);
  news.counts = table.counts;
  const perSlot = { knower: news.knower, looked: news.looked };
  growTable(perSlot, slots);
  news.knower = perSlot.knower.fill(-1, news.slots);
  news.looked = perSlot.looked;
  news.slots = slots;
}

/** How the agent in a row shares; nothing where its group does not. */
export function sharingOf(news: News, crowd: Crowd, row: number): PreparedSharing | undefined {
  const group = crowd.traits.group[row];
  return group < 0 ? undefined : news.sharing[group];
}

export function firstOf(slot: number, part: number): number {
  return ROOM * slot + offsets[part];
}

export function countOf(news: News, slot: number, part: number): number {
  return news.counts[PARTS * slot + part];
}

export function roomOf(part: number): number {
  return rooms[part];
}

/** Whether the slot's knowledge is that of the agent in the row. */
export function knows(news: News, crowd: Crowd, row: number): boolean {
  const slot = slotOf(crowd.ids[row]);
  return slot < news.slots && news.knower[slot] === crowd.ids[row];
}

/** The entry of a subject in a part, or −1. */
export function findEntry(news: News, slot: number, part: number, subject: number): number {
  const first = firstOf(slot, part);
  const end = first + countOf(news, slot, part);
  for (let entry = first; entry < end; entry++) if (news.entries.subject[entry] === subject) return entry;
  return -1;
}

/** Takes an entry out; the last of its part moves into the gap. */
export function dropEntry(news: News, slot: number, part: number, entry: number): void {
  const last = firstOf(slot, part) + --news.counts[PARTS * slot + part];
  if (entry !== last) copyEntry(news.entries, last, entry);
}

/** Elements of obstacles have got other numbers; −1: the element is gone, and so is what agents know of it. */
export function renumberNews(news: News, numbers: Int32Array): void {
  const { subject } = news.entries;
  for (let slot = 0; slot < news.slots; slot++) {
    for (let part = 0; part < PARTS; part++) {
      const first = firstOf(slot, part);
      for (let entry = first + countOf(news, slot, part) - 1; entry >= first; entry--) {
        if (subject[entry] >= 0) continue;
        const number = numbers[-1 - subject[entry]];
        if (number < 0) dropEntry(news, slot, part, entry);
        else subject[entry] = -1 - number;
      }
    }
  }
}

/** A new entry at the end of a part, which must have room. */
export function addEntry(news: News, slot: number, part: number): number {
  return firstOf(slot, part) + news.counts[PARTS * slot + part]++;
}

export function copyEntry(entries: Entries, from: number, to: number): void {
  entries.subject[to] = entries.subject[from];
  entries.x[to] = entries.x[from];
  entries.y[to] = entries.y[from];
  entries.z[to] = entries.z[from];
  entries.radius[to] = entries.radius[from];
  entries.seen[to] = entries.seen[from];
  entries.heard[to] = entries.heard[from];
  entries.from[to] = entries.from[from];
  entries.hops[to] = entries.hops[from];
  entries.class[to] = entries.class[from];
  entries.group[to] = entries.group[from];
}

/** The tables that a saved world holds, each with the rows that it has for a slot. */
export function tablesOfNews(news: News): [Table<Record<string, 'float64' | 'int32'>>, number][] {
  const { counts, entries, knower, looked } = news;
  return [
    [{ knower, looked }, 1],
    [{ counts }, PARTS],
    [entries, ROOM],
  ];
}
