import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario } from 'wend/scenario';
import {
  type Draft,
  deleteSelection,
  draftOf,
  duplicateSelection,
  emptyScenario,
  movePlace,
  moveSelection,
  type Placed,
  place,
  select,
  setValue,
  turnSelection,
} from './document.ts';
import { change, createHistory, type History, redo, settle, undo } from './history.ts';
import { middleOf, type Point, thingAt, thingsIn } from './things.ts';
import { type Json, listAt, parsePath, type Tree, valueAt, withValue } from './tree.ts';

const folder = new URL('../../../scenarios/', import.meta.url);
const scenarios = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tree] as const);

const json = fc.jsonValue() as fc.Arbitrary<Json>;
const path = fc.array(fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', 'constructor'), fc.nat(3)), {
  minLength: 1,
  maxLength: 4,
});

describe('a tree', () => {
  test('with a value at a path has it there, shares everything else, and the old one does not change', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        fc.array(fc.string(), { minLength: 1 }),
        json,
        (tree, at, value) => {
          const before = structuredClone(tree);
          const changed = withValue(tree, at, value);
          expect(valueAt(changed, at)).toEqual(value);
          expect(tree).toEqual(before);
          for (const key of Object.keys(tree)) {
            if (key !== at[0]) expect(valueAt(changed, [key])).toBe(valueAt(tree, [key]));
          }
        },
      ),
    );
  });

  test('without a value at a path has none there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.array(fc.string(), { minLength: 1 }), (tree, at) => {
        expect(valueAt(withValue(tree, at, undefined), at)).toBeUndefined();
      }),
    );
  });

  test('reads nothing from prototypes', () => {
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt({}, ['__proto__', 'toString'])).toBeUndefined();
    withValue({}, ['__proto__', 'polluted'], true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('keeps the order of the keys of a file', () => {
    expect(Object.keys(withValue({ a: 1, b: 2, c: 3 }, ['b'], 5) as Tree)).toEqual(['a', 'b', 'c']);
  });

  test('has the paths of messages', () => {
    expect(parsePath('groups[1].count')).toEqual(['groups', 1, 'count']);
    expect(parsePath('automata["a b"].modes[0]')).toEqual(['automata', 'a b', 'modes', 0]);
    expect(parsePath('')).toEqual([]);
  });
});

describe('a history', () => {
  type Command = 'undo' | 'redo' | number;
  const command: fc.Arbitrary<Command> = fc.oneof(
    fc.constantFrom('undo' as const, 'redo' as const),
    fc.nat(9),
  );

  test('goes back and forth as a plain list of states would, however long it is', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
        let history = createHistory<{ value: number }>({ value: -1 });
        const states = [history.present];
        let at = 0;
        for (const one of commands) {
          if (one === 'undo') {
            history = undo(history);
            at = Math.max(0, at - 1);
          } else if (one === 'redo') {
            history = redo(history);
            at = Math.min(states.length - 1, at + 1);
          } else {
            const state = { value: one };
            history = change(history, state);
            states.splice(++at, states.length, state);
          }
          expect(history.present).toBe(states[at]);
        }
      }),
    );
  });

  test('of a hundred thousand changes undoes them all', () => {
    let history: History<number> = createHistory(0);
    for (let k = 1; k <= 100_000; k++) history = change(history, k);
    for (let k = 0; k < 100_000; k++) history = undo(history);
    expect(history.present).toBe(0);
    expect(history.past).toBeUndefined();
  });

  test('counts the changes of one drag as one step, and those of two drags as two', () => {
    let history: History<number> = createHistory(0);
    for (const k of [1, 2, 3]) history = change(history, k, 'drag');
    history = settle(history);
    for (const k of [4, 5]) history = change(history, k, 'drag');
    history = undo(history);
    expect(history.present).toBe(3);
    expect(undo(history).present).toBe(0);
  });
});

const coordinate = fc.integer({ min: -80, max: 80 }).map((k) => k / 10);
const point: fc.Arbitrary<Point> = fc.tuple(coordinate, coordinate);
const span = fc
  .tuple(point, fc.integer({ min: 5, max: 15 }), fc.integer({ min: 5, max: 15 }))
  .map(([[x, y], wide, high]): { from: Point; to: Point } => ({
    from: [x, y],
    to: [x + wide / 10, y + high / 10],
  }));
const placed: fc.Arbitrary<Placed> = fc.oneof(
  fc.record({ kind: fc.constantFrom('target' as const, 'source' as const), at: point }),
  span.chain((ends) =>
    fc
      .constantFrom(
        ...(['region', 'area', 'box', 'segment', 'line'] as const),
        ...(['door', 'gate', 'rough', 'stairs', 'belt', 'smoke'] as const),
      )
      .map((kind): Placed => ({ kind, ...ends })),
  ),
  fc.record({ kind: fc.constant('circle' as const), center: point, radius: fc.constantFrom(0.5, 1) }),
  span.map(({ from, to }): Placed => ({ kind: 'polygon', points: [from, [to[0], from[1]], to] })),
  span.map(({ from, to }): Placed => ({ kind: 'stroke', points: [from, to] })),
);

describe('things on the stage', () => {
  test.each(scenarios)(
    'of %s are all found, and moving them there and back changes nothing',
    (_, scenario) => {
      const things = thingsIn(scenario);
      const lists = ['agents', 'groups', 'targets', 'obstacles', 'ground'].flatMap((key) =>
        listAt(scenario, [key]),
      );
      const inSpace = scenario.dimension === 3;
      // Planes and bodies of triangles have no outline from above.
      if (!inSpace) expect(things.length).toBeGreaterThanOrEqual(lists.length);
      const draft: Draft = { scenario, selection: things.map((thing) => thing.path) };
      const there = moveSelection(draft, 3, -2);
      for (const { path, outline } of things) {
        const [x, y] = middleOf(thingAt(there.scenario, path)!.outline);
        const [fromX, fromY] = middleOf(outline);
        expect(x).toBeCloseTo(fromX + 3, 3);
        expect(y).toBeCloseTo(fromY - 2, 3);
      }
      const back = thingsIn(moveSelection(there, -3, 2).scenario);
      for (const [k, { outline }] of back.entries()) {
        for (const [n, [x, y]] of outline.points.entries()) {
          expect(Math.abs(x - things[k].outline.points[n][0])).toBeLessThan(2e-4);
          expect(Math.abs(y - things[k].outline.points[n][1])).toBeLessThan(2e-4);
        }
      }
    },
  );

  test('that tools place make a scenario that the checks accept, unless bodies or walls overlap', () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 8 }), (list) => {
        let draft = draftOf(emptyScenario());
        for (const one of list) {
          const count = thingsIn(draft.scenario).length;
          draft = place(draft, one);
          expect(thingsIn(draft.scenario)).toHaveLength(count + 1);
          expect(thingAt(draft.scenario, draft.selection[0])).toBeDefined();
        }
        try {
          checkScenario(draft.scenario);
        } catch (error) {
          const { problems } = error as { problems: { path: string; message: string }[] };
          // Where things stand is the user's choice: what they are must be right.
          const others = problems.filter(
            ({ message }) => !/obstacle|wall|inside|outside|reach|room|goal|leave|target/i.test(message),
          );
          expect(others).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('that are placed and deleted leave the scenario as it was', () => {
    fc.assert(
      fc.property(placed, (one) => {
        const before = emptyScenario();
        const { scenario } = deleteSelection(place(draftOf(before), one));
        const things = thingsIn(scenario);
        expect(things).toEqual([]);
        for (const key of ['obstacles', 'targets', 'groups']) expect(scenario[key]).toEqual(before[key]);
      }),
    );
  });

  test('turn by a full circle to where they were, and by a right angle about their middle', () => {
    const draft = place(draftOf(emptyScenario()), { kind: 'segment', from: [0, 0], to: [4, 2] });
    const turned = turnSelection(draft, Math.PI / 2);
    expect(valueAt(turned.scenario, ['obstacles', 0])).toEqual({
      shape: 'segment',
      from: [3, -1],
      to: [1, 3],
    });
    const [before, after] = [draft, turnSelection(draft, 2 * Math.PI)].map(({ scenario }) => scenario);
    expect(after).toEqual(before);
    const agent = place(draftOf(emptyScenario()), { kind: 'agent', at: [1, 2] });
    expect(valueAt(turnSelection(agent, 0.5).scenario, ['agents', 0])).toEqual({ at: [1, 2], heading: 0.5 });
  });

  test('have corners that move one by one', () => {
    const draft = place(draftOf(emptyScenario()), {
      kind: 'polygon',
      points: [
        [0, 0],
        [2, 0],
        [1, 2],
      ],
    });
    const moved = movePlace(draft, ['obstacles', 0, 'points', 2], [1.5, 3]);
    expect(valueAt(moved.scenario, ['obstacles', 0, 'points'])).toEqual([
      [0, 0],
      [2, 0],
      [1.5, 3],
    ]);
    expect(moved.scenario.groups).toBe(draft.scenario.groups);
  });

  test('several at once are deleted together, and the names of deleted targets with them', () => {
    let draft = draftOf(emptyScenario());
    for (const x of [1, 2, 3]) draft = place(draft, { kind: 'target', at: [x, 0] });
    draft = place(draft, { kind: 'agent', at: [-5, 0] });
    draft = setValue(draft, ['agents', 0, 'targets'], ['target 1', 'target 3']);
    draft = select(select(draft, ['targets', 0]), ['targets', 1], true);
    const { scenario } = deleteSelection(draft);
    expect(listAt(scenario, ['targets']).map((one) => valueAt(one, ['name']))).toEqual(['target 3']);
    expect(valueAt(scenario, ['agents', 0, 'targets'])).toEqual(['target 3']);
  });

  test('a renamed target keeps those that go to it', () => {
    let draft = place(draftOf(emptyScenario()), { kind: 'target', at: [3, 0] });
    draft = place(draft, { kind: 'group', from: [-3, -3], to: [0, 3] });
    draft = setValue(draft, ['targets', 0, 'name'], 'exit');
    expect(valueAt(draft.scenario, ['groups', 0, 'targets'])).toEqual(['exit']);
  });

  test('are duplicated with names of their own', () => {
    let draft = place(draftOf(emptyScenario()), { kind: 'target', at: [3, 0] });
    draft = duplicateSelection(draft);
    expect(listAt(draft.scenario, ['targets'])).toEqual([
      { name: 'target 1', at: [3, 0] },
      { name: 'target 2', at: [4, -1] },
    ]);
    expect(draft.selection).toEqual([['targets', 1]]);
  });
});

test('any path that is set can be read again, also with odd keys', () => {
  fc.assert(
    fc.property(path, json, (at, value) => {
      expect(valueAt(withValue({}, at, value), at)).toEqual(value);
    }),
  );
});
