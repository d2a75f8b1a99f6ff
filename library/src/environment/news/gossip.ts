import { beginLists, type Crowd, type Perception, slotOf } from '../../crowd/index.ts';
import type { NeighbourIndex, Surroundings } from '../common/contract.ts';
import { beginFreshness, freshnessOf, storeFreshness } from './freshness.ts';
import {
  addEntry,
  copyEntry,
  countOf,
  dropEntry,
  type Entries,
  findEntry,
  firstOf,
  knows,
  type News,
  PARTS,
  Part,
  reserveNews,
  roomOf,
  sharingOf,
} from './news.ts';
import { placeOfElement } from './places.ts';
import type { PreparedSharing } from './sharing.ts';

/**
 * One round of news, after every agent that is due has looked around. First every agent forgets what is old and takes
 * in what it was told; then those that are due note what they perceive and listen to the others of their group.
 * Listeners read what others have seen and taken in, and write only what they will take in: so the order of the rows
 * does not matter, and news travels at most one hop in a round. docs/models/sharing.md.
 */
export function spreadNews(
  news: News,
  index: NeighbourIndex,
  surroundings: Surroundings,
  perception: Perception,
  due: Uint8Array,
  step: number,
): void {
  const { crowd } = surroundings;
  reserveNews(news, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    const sharing = sharingOf(news, crowd, row);
    if (!sharing) continue;
    beginKnowing(news, crowd, row);
    forget(news, slotOf(crowd.ids[row]), step - sharing.memorySteps);
    takeIn(news, slotOf(crowd.ids[row]), step - sharing.delaySteps);
  }
  for (let row = 0; row < crowd.count; row++) {
    const sharing = due[row] === 1 ? sharingOf(news, crowd, row) : undefined;
    if (sharing) storePerceived(news, surroundings, perception, row, sharing, step);
  }
  beginLists(news.earshot, crowd.capacity);
  for (let row = 0; row < crowd.count; row++) {
    const sharing = due[row] === 1 ? sharingOf(news, crowd, row) : undefined;
    if (!sharing) continue;
    news.earshot.length = 0;
    index.near(row, sharing.distance, news.earshot);
    listen(news, crowd, perception, row, sharing, step);
  }
  for (let row = 0; row < crowd.count; row++) {
    // Without a delay, what was heard is known at once; it is passed on in the next round.
    const sharing = sharingOf(news, crowd, row);
    if (sharing?.delaySteps === 0) takeIn(news, slotOf(crowd.ids[row]), step);
  }
}

/** Empties the slot of an agent that is new to it. */
function beginKnowing(news: News, crowd: Crowd, row: number): void {
  if (knows(news, crowd, row)) return;
  const slot = slotOf(crowd.ids[row]);
  news.knower[slot] = crowd.ids[row];
  news.looked[slot] = -1;
  for (let part = 0; part < PARTS; part++) news.counts[PARTS * slot + part] = 0;
}

/** Drops whatever was seen before the step `oldest`. */
function forget(news: News, slot: number, oldest: number): void {
  for (let part = 0; part < PARTS; part++) {
    const first = firstOf(slot, part);
    for (let entry = first + countOf(news, slot, part) - 1; entry >= first; entry--) {
      if (news.entries.seen[entry] < oldest) dropEntry(news, slot, part, entry);
    }
  }
}

/** What was heard in the step `latest` or before is known from now on, unless something fresher is. */
function takeIn(news: News, slot: number, latest: number): void {
  const { entries } = news;
  const first = firstOf(slot, Part.coming);
  for (let entry = first + countOf(news, slot, Part.coming) - 1; entry >= first; entry--) {
    if (entries.heard[entry] > latest) continue;
    learn(news, slot, entry);
    dropEntry(news, slot, Part.coming, entry);
  }
}

function learn(news: News, slot: number, entry: number): void {
  const { entries } = news;
  for (let part = Part.seen as number; part <= Part.told; part++) {
    const known = findEntry(news, slot, part, entries.subject[entry]);
    if (known < 0) continue;
    if (entries.seen[known] >= entries.seen[entry]) return;
    dropEntry(news, slot, part, known);
  }
  if (countOf(news, slot, Part.told) < roomOf(Part.told)) {
    copyEntry(entries, entry, addEntry(news, slot, Part.told));
    return;
  }
  const last = lastOfReports(news, slot, Part.told, firstOf(slot, Part.told));
  if (comesBefore(entries, entry, last)) copyEntry(entries, entry, last);
}

/**
 * The order in which reports are worth their room: the later seen, then the less often passed on, then by subject and
 * by teller. No two reports are equal in it, so what is kept does not depend on the order in which they come.
 */
function comesBefore({ from, hops, seen, subject }: Entries, a: number, b: number): boolean {
  if (seen[a] !== seen[b]) return seen[a] > seen[b];
  if (hops[a] !== hops[b]) return hops[a] < hops[b];
  if (subject[a] !== subject[b]) return subject[a] < subject[b];
  return from[a] < from[b];
}

/** The least of a part's reports from the entry `first` on. */
function lastOfReports(news: News, slot: number, part: number, first: number): number {
  const end = firstOf(slot, part) + countOf(news, slot, part);
  let last = first;
  for (let entry = first + 1; entry < end; entry++) {
    if (comesBefore(news.entries, last, entry)) last = entry;
  }
  return last;
}

function storePerceived(
  news: News,
  surroundings: Surroundings,
  { agents, obstacles }: Perception,
  row: number,
  sharing: PreparedSharing,
  step: number,
): void {
  const { crowd } = surroundings;
  const { motion, traits } = crowd;
  const slot = slotOf(crowd.ids[row]);
  news.looked[slot] = step;
  if (sharing.ofAgents) {
    const end = agents.starts[row] + agents.counts[row];
    for (let item = agents.starts[row]; item < end; item++) {
      const other = agents.items[item];
      place[0] = motion.x[other];
      place[1] = motion.y[other];
      place[2] = motion.z[other];
      const entry = keepSighting(news, crowd, row, crowd.ids[other], step);
      if (entry < 0) continue;
      news.entries.radius[entry] = traits.radius[other];
      news.entries.class[entry] = traits.class[other];
      news.entries.group[entry] = traits.group[other];
    }
  }
  if (sharing.ofObstacles) {
    const end = obstacles.starts[row] + obstacles.counts[row];
    for (let item = obstacles.starts[row]; item < end; item++) {
      const element = obstacles.items[item];
      placeOfElement(surroundings, element, place);
      const entry = keepSighting(news, crowd, row, -1 - element, step);
      if (entry < 0) continue;
      news.entries.radius[entry] = 0;
      news.entries.class[entry] = 0;
      news.entries.group[entry] = -1;
    }
  }
}

/** Position of the current thing: a register of this file's loops, never read across calls. */
const place = new Float64Array(3);

/** Puts what is seen at `place` into the memory, over anything older; −1 where there is no room for it. */
function keepSighting(news: News, crowd: Crowd, row: number, subject: number, step: number): number {
  const { entries } = news;
  const slot = slotOf(crowd.ids[row]);
  // The own eye is fresher than any report.
  for (let part = Part.told as number; part < PARTS; part++) {
    const report = findEntry(news, slot, part, subject);
    if (report >= 0) dropEntry(news, slot, part, report);
  }
  let entry = findEntry(news, slot, Part.seen, subject);
  if (entry < 0 && countOf(news, slot, Part.seen) < roomOf(Part.seen))
    entry = addEntry(news, slot, Part.seen);
  if (entry < 0) {
    entry = lastOfSightings(news, crowd, row);
    const rank = distanceSquared(crowd, row, place[0], place[1], place[2]);
    const last = distanceSquared(crowd, row, entries.x[entry], entries.y[entry], entries.z[entry]);
    const isBetter =
      entries.seen[entry] < step || rank < last || (rank === last && subject < entries.subject[entry]);
    if (!isBetter) return -1;
  }
  entries.subject[entry] = subject;
  entries.x[entry] = place[0];
  entries.y[entry] = place[1];
  entries.z[entry] = place[2];
  entries.seen[entry] = step;
  entries.heard[entry] = step;
  entries.from[entry] = crowd.ids[row];
  entries.hops[entry] = 0;
  return entry;
}

/** The sighting to give up first: the oldest, then the farthest, then that of the greatest subject. */
function lastOfSightings(news: News, crowd: Crowd, row: number): number {
  const { seen, subject, x, y, z } = news.entries;
  const slot = slotOf(crowd.ids[row]);
  const first = firstOf(slot, Part.seen);
  let last = first;
  let farthest = distanceSquared(crowd, row, x[first], y[first], z[first]);
  for (let entry = first + 1; entry < first + roomOf(Part.seen); entry++) {
    const distance = distanceSquared(crowd, row, x[entry], y[entry], z[entry]);
    const isWorse =
      seen[entry] !== seen[last]
        ? seen[entry] < seen[last]
        : distance !== farthest
          ? distance > farthest
          : subject[entry] > subject[last];
    if (!isWorse) continue;
    last = entry;
    farthest = distance;
  }
  return last;
}

function distanceSquared({ motion }: Crowd, row: number, x: number, y: number, z: number): number {
  const dx = x - motion.x[row];
  const dy = y - motion.y[row];
  const dz = z - motion.z[row];
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Lets an agent hear the agents of its channel within earshot. It takes in one report of a thing at a time, and none
 * while it has no room: a fresher report never displaces one in transit, or nothing would ever arrive.
 */
function listen(
  news: News,
  crowd: Crowd,
  perception: Perception,
  row: number,
  sharing: PreparedSharing,
  step: number,
): void {
  const { counts, items, starts } = news.earshot;
  const { entries, freshness } = news;
  const slot = slotOf(crowd.ids[row]);
  const pending = countOf(news, slot, Part.coming);
  if (counts[row] === 0 || pending === roomOf(Part.coming)) return;
  storeKnown(news, crowd, perception, row);
  news.least = -1;
  news.oldest = step - sharing.memorySteps;
  const end = starts[row] + counts[row];
  for (let item = starts[row]; item < end; item++) {
    const teller = items[item];
    if (sharingOf(news, crowd, teller)?.channel !== sharing.channel) continue;
    const tellerSlot = slotOf(crowd.ids[teller]);
    for (let part = Part.seen as number; part <= Part.told; part++) {
      const first = firstOf(tellerSlot, part);
      const last = first + countOf(news, tellerSlot, part);
      for (let entry = first; entry < last; entry++) {
        if (entries.seen[entry] < news.oldest) continue;
        if (!(entries.subject[entry] < 0 ? sharing.ofObstacles : sharing.ofAgents)) continue;
        if (entries.seen[entry] <= freshnessOf(freshness, entries.subject[entry])) continue;
        hear(news, slot, pending, entry, crowd.ids[teller], step);
      }
    }
  }
}

/** What a listener needs no news of: what is as fresh as it knows, what it is being told, what it sees, and itself. */
function storeKnown(news: News, crowd: Crowd, { agents, obstacles }: Perception, row: number): void {
  const { entries, freshness } = news;
  const slot = slotOf(crowd.ids[row]);
  let known = 1 + agents.counts[row] + obstacles.counts[row];
  for (let part = 0; part < PARTS; part++) known += countOf(news, slot, part);
  beginFreshness(freshness, known);
  const always = Number.POSITIVE_INFINITY;
  storeFreshness(freshness, crowd.ids[row], always);
  for (let item = agents.starts[row]; item < agents.starts[row] + agents.counts[row]; item++) {
    storeFreshness(freshness, crowd.ids[agents.items[item]], always);
  }
  for (let item = obstacles.starts[row]; item < obstacles.starts[row] + obstacles.counts[row]; item++) {
    storeFreshness(freshness, -1 - obstacles.items[item], always);
  }
  for (let part = 0; part < PARTS; part++) {
    const first = firstOf(slot, part);
    const end = first + countOf(news, slot, part);
    for (let entry = first; entry < end; entry++) {
      storeFreshness(freshness, entries.subject[entry], part === Part.coming ? always : entries.seen[entry]);
    }
  }
}

/** Puts a teller's entry among what the listener will take in, if it is the best of its subject or there is room. */
function hear(news: News, slot: number, pending: number, entry: number, teller: number, step: number): void {
  const { entries } = news;
  const first = firstOf(slot, Part.coming);
  const begin = first + pending;
  const end = first + countOf(news, slot, Part.coming);
  const isFull = end === first + roomOf(Part.coming);
  // What is worth less than the least of a full part is worth less than any report of its own subject there.
  if (isFull) {
    if (news.least < 0) news.least = lastOfReports(news, slot, Part.coming, begin);
    news.oldest = entries.seen[news.least];
    if (!reportComesBefore(entries, entry, teller, news.least)) return;
  }
  let rival = -1;
  for (let other = begin; other < end; other++) {
    if (entries.subject[other] === entries.subject[entry]) rival = other;
  }
  if (rival < 0 && isFull) rival = news.least;
  if (rival >= 0 && !reportComesBefore(entries, entry, teller, rival)) return;
  news.least = -1;
  const heard = rival >= 0 ? rival : addEntry(news, slot, Part.coming);
  copyEntry(entries, entry, heard);
  entries.heard[heard] = step;
  entries.from[heard] = teller;
  entries.hops[heard] = entries.hops[entry] + 1;
}

/** comesBefore, of an entry as it would be once this teller has passed it on. */
function reportComesBefore(
  { from, hops, seen, subject }: Entries,
  entry: number,
  teller: number,
  rival: number,
): boolean {
  if (seen[entry] !== seen[rival]) return seen[entry] > seen[rival];
  if (hops[entry] + 1 !== hops[rival]) return hops[entry] + 1 < hops[rival];
  if (subject[entry] !== subject[rival]) return subject[entry] < subject[rival];
  return teller < from[rival];
}
