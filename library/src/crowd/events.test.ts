import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addContact,
  addEvent,
  addTimedEvent,
  contactsOf,
  createEvents,
  EventKind,
  type Events,
  eventColumns,
  sortEvents,
  swapEvents,
} from './index.ts';

const entryOf = (events: Events, k: number) => eventColumns.map((name) => events[name][k]);
const listOf = (events: Events) => Array.from({ length: events.count }, (_, k) => entryOf(events, k));

const small = fc.integer({ min: 0, max: 3 });

describe('the order of events', () => {
  test('is by time, kind, agent and other, whatever order they came in; the entries before stay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(small, small, small, small), { maxLength: 40 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (entries, from, capacity) => {
          const events = createEvents(capacity);
          entries.forEach(([time, kind, agent, other], k) => {
            addContact(events, kind, agent, other, k, time, k, k + 1, k + 2, k + 3, k + 4, k + 5);
          });
          const before = listOf(events);
          const start = Math.min(from, events.count);
          sortEvents(events, start);
          // Array.prototype.sort keeps equal entries in their order, and so must this.
          const expected = [
            ...before.slice(0, start),
            ...before.slice(start).sort((a, b) => a[4] - b[4] || a[0] - b[0] || a[1] - b[1] || a[2] - b[2]),
          ];
          expect(listOf(events)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is found among thousands of events', () => {
    const events = createEvents();
    for (let k = 0; k < 5000; k++) addTimedEvent(events, EventKind.enter, k, 0, ((7919 * k) % 5000) / 5000);
    sortEvents(events, 0);
    for (let k = 0; k < 5000; k++) expect(events.time[k]).toBe(k / 5000);
    expect((7919 * events.agent[1234]) % 5000).toBe(1234);
  });
});

test('an entry has nothing of the one that was there before', () => {
  const events = createEvents(1);
  addContact(events, EventKind.contact, 1, 2, 0.1, 0.2, 3, 4, 5, 0, 1, 0);
  events.count = 0;
  addEvent(events, EventKind.arrival, 7, -1, 0);
  addTimedEvent(events, EventKind.exit, 8, 9, 0.5);
  expect(listOf(events)).toEqual([
    [EventKind.arrival, 7, -1, 0, 0, 0, 0, 0, 0, 0, 0],
    [EventKind.exit, 8, 9, 0, 0.5, 0, 0, 0, 0, 0, 0],
  ]);
});

test('two lists exchange what they hold', () => {
  const [a, b] = [createEvents(1), createEvents(4)];
  addContact(a, EventKind.contact, 1, 2, 0.1, 0.2, 3, 4, 5, 0, 1, 0);
  addEvent(a, EventKind.added, 3, -1, 0);
  addTimedEvent(b, EventKind.exit, 8, 9, 0.5);
  const [first, second] = [listOf(a), listOf(b)];
  swapEvents(a, b);
  expect([listOf(a), listOf(b)]).toEqual([second, first]);
  expect([a.order.length, b.order.length]).toEqual([2 * a.kind.length, 2 * b.kind.length]);
});

test('each partner of a contact finds it, with the normal away from the other', () => {
  const events = createEvents();
  addContact(events, EventKind.contact, 1, 2, 0.1, 0.2, 3, 4, 5, 0.6, 0.8, 0);
  addContact(events, EventKind.obstacleContact, 2, 1, 0, 0.3, 1, 1, 1, 0, 0, 1);
  addTimedEvent(events, EventKind.enter, 1, 2, 0.1);
  const common = { depth: 0.1, time: 0.2, x: 3, y: 4, z: 5 };
  expect(contactsOf(events, 1)).toEqual([
    { kind: EventKind.contact, other: 2, ...common, normalX: 0.6, normalY: 0.8, normalZ: 0 },
  ]);
  expect(contactsOf(events, 2)).toEqual([
    { kind: EventKind.contact, other: 1, ...common, normalX: -0.6, normalY: -0.8, normalZ: -0 },
    {
      kind: EventKind.obstacleContact,
      other: 1,
      depth: 0,
      time: 0.3,
      x: 1,
      y: 1,
      z: 1,
      normalX: 0,
      normalY: 0,
      normalZ: 1,
    },
  ]);
  expect(contactsOf(events, 3)).toEqual([]);
});
