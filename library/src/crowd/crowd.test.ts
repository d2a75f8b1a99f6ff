import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shuffledOrder } from './crowd.fixture.ts';
import {
  type AgentId,
  type Crowd,
  createCrowd,
  dropAgent,
  enterAgent,
  hasAgent,
  MAXIMUM_AGENTS,
  reorderRows,
  reserveAgent,
  reserveRows,
  rowOf,
  tablesOf,
} from './index.ts';

/** Fills every column of a row with values that only this mark gives. */
function markRow(crowd: Crowd, row: number, mark: number): void {
  for (const [t, table] of tablesOf(crowd).entries()) {
    for (const [c, name] of Object.keys(table).entries()) {
      (table as Record<string, Float64Array>)[name][row] = markOf(t, c, mark);
    }
  }
}

/** Fits into eight bits, so that every kind of column can hold it. */
function markOf(table: number, column: number, mark: number): number {
  return (mark * 37 + table * 11 + column * 3) % 251;
}

/** Whether every column of the agent's row holds what markRow wrote. */
function isMarked(crowd: Crowd, row: number, mark: number): boolean {
  return tablesOf(crowd).every((table, t) =>
    Object.values(table).every((column, c) => column[row] === markOf(t, c, mark)),
  );
}

function addMarked(crowd: Crowd, mark: number): AgentId {
  const id = reserveAgent(crowd);
  markRow(crowd, enterAgent(crowd, id), mark);
  return id;
}

describe('ids', () => {
  test('an id that was removed stays stale: rowOf and dropAgent throw, hasAgent is false', () => {
    const crowd = createCrowd(2);
    const [first, second] = [addMarked(crowd, 1), addMarked(crowd, 2)];
    dropAgent(crowd, first);
    expect(hasAgent(crowd, first)).toBe(false);
    expect(() => rowOf(crowd, first)).toThrow(/no agent 0 /);
    expect(() => dropAgent(crowd, first)).toThrow(RangeError);
    const third = addMarked(crowd, 3);
    expect(third).not.toBe(first);
    expect(hasAgent(crowd, first)).toBe(false);
    expect(isMarked(crowd, rowOf(crowd, second), 2)).toBe(true);
  });

  test('a slot that is used again gives a new id each time: 1000 lives of one slot, no id twice', () => {
    const crowd = createCrowd(1);
    const seen = new Set<number>();
    for (let life = 0; life < 1000; life++) {
      const id = addMarked(crowd, life);
      seen.add(id);
      dropAgent(crowd, id);
    }
    expect(seen.size).toBe(1000);
    expect(crowd.slotCount).toBe(1);
    for (const id of seen) expect(hasAgent(crowd, id)).toBe(false);
  });

  test('what is no id is not in the crowd', () => {
    const crowd = createCrowd(2);
    addMarked(crowd, 1);
    for (const id of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1, 2 ** 20, 2 ** 53]) {
      expect(hasAgent(crowd, id), String(id)).toBe(false);
      expect(() => rowOf(crowd, id)).toThrow(RangeError);
    }
  });

  test('a reserved id has no row until the agent enters', () => {
    const crowd = createCrowd(2);
    const id = reserveAgent(crowd);
    expect(hasAgent(crowd, id)).toBe(false);
    expect(crowd.count).toBe(0);
    enterAgent(crowd, id);
    expect(rowOf(crowd, id)).toBe(0);
  });
});

describe('rows', () => {
  test('random adds, removes and reorders keep every agent’s columns: a Map of ids is the model', () => {
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.constant({ kind: 'add' as const }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorder' as const), seed: fc.nat(1000) }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
        const crowd = createCrowd(1);
        const model = new Map<AgentId, number>();
        const gone = new Set<AgentId>();
        for (const [mark, step] of actions.entries()) {
          if (step.kind === 'add') {
            const id = addMarked(crowd, mark);
            expect(model.has(id) || gone.has(id)).toBe(false);
            model.set(id, mark);
          } else if (step.kind === 'remove' && model.size > 0) {
            const id = [...model.keys()][step.which % model.size];
            dropAgent(crowd, id);
            model.delete(id);
            gone.add(id);
          } else if (step.kind === 'reorder') {
            reorderRows(crowd, shuffledOrder(crowd.count, step.seed));
          }
          expect(crowd.count).toBe(model.size);
          const rows = new Set<number>();
          for (const [id, markBefore] of model) {
            const row = rowOf(crowd, id);
            rows.add(row);
            expect(crowd.ids[row]).toBe(id);
            expect(isMarked(crowd, row, markBefore)).toBe(true);
          }
          // Dense: the rows are exactly 0 … count − 1.
          expect([...rows].sort((a, b) => a - b)).toEqual([...rows.keys()].map((_, k) => k));
          for (const id of gone) expect(hasAgent(crowd, id)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a recycled row remembers nothing of the agent that had it', () => {
    const crowd = createCrowd(2);
    dropAgent(crowd, addMarked(crowd, 9));
    const row = enterAgent(crowd, reserveAgent(crowd));
    // No agent enters on a journey, in a team or stranded.
    const start: Record<string, number> = {
      stage: -1,
      quarry: -1,
      field: -1,
      assigned: -1,
      paceShare: 1,
      strandedAt: -1,
    };
    for (const table of tablesOf(crowd))
      for (const [name, column] of Object.entries(table)) expect(column[row]).toBe(start[name] ?? 0);
  });

  test('growth from 1 to 5000 rows keeps every column of every agent', () => {
    const crowd = createCrowd(1);
    const ids = Array.from({ length: 5000 }, (_, mark) => addMarked(crowd, mark));
    expect(crowd.capacity).toBeGreaterThanOrEqual(5000);
    expect(ids.every((id, mark) => isMarked(crowd, rowOf(crowd, id), mark))).toBe(true);
  });

  test('a reorder changes the revision, for code that keeps rows', () => {
    const crowd = createCrowd(4);
    addMarked(crowd, 1);
    addMarked(crowd, 2);
    const before = crowd.revision;
    reorderRows(crowd, Int32Array.of(1, 0));
    expect(crowd.revision).not.toBe(before);
  });

  test('more than a million agents are refused before anything is allocated', () => {
    const crowd = createCrowd(1);
    expect(() => reserveRows(crowd, MAXIMUM_AGENTS + 1)).toThrow(/at most 1000000 agents/);
    expect(crowd.capacity).toBe(1);
  });
});
