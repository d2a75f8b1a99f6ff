import { expect, test } from 'vitest';
import { type ActorScene, composeActor } from './actor.ts';
import type { AutomatonModel } from './model.ts';
import { toXState, type XStateNode } from './xstate.ts';

const model: AutomatonModel = {
  name: 'doors',
  variables: { c: {}, n: { kind: 'integer' } },
  start: 'open',
  modes: {
    open: { flow: { c: '1 - c' }, exit: { n: 'n + 1' } },
    shut: {
      start: 'loose',
      history: true,
      modes: { loose: {}, tight: { invariant: 'c < 9' } },
      transitions: [{ from: 'loose', to: 'tight', when: 'c > 2' }],
    },
  },
  transitions: [
    { from: 'open', to: 'shut', when: 'c > 5', do: { c: 0 } },
    { from: '*', to: 'open', when: 'c > 8', priority: 2 },
    { from: 'shut', to: 'open', when: 'c < 0' },
  ],
};

test('the skeleton has modes, guards in the order of priority, assignments, entries and histories', () => {
  expect(toXState(model)).toEqual({
    id: 'doors',
    initial: 'open',
    states: {
      open: {
        exit: ['n := n + 1'],
        always: [
          { target: '#doors.open', guard: 'c > 8' },
          { target: '#doors.shut.history', guard: 'c > 5', actions: ['c := 0'] },
        ],
        meta: { flow: { c: '1 - c' } },
      },
      shut: {
        initial: 'loose',
        states: {
          loose: { always: [{ target: '#doors.shut.tight', guard: 'c > 2' }] },
          tight: { meta: { invariants: ['c < 9'] } },
          history: { type: 'history', history: 'deep', target: 'loose' },
        },
        always: [
          { target: '#doors.open', guard: 'c > 8' },
          { target: '#doors.open', guard: 'c < 0' },
        ],
      },
    },
  });
});

test('parts become parallel states, and every target is the id of a state', () => {
  const scene: ActorScene = {
    start: { x: 0, y: 0, heading: 0, comfort: 0 },
    radius: 0.1,
    targets: [{ x: 1, y: 1 }],
    obstacles: [],
  };
  const root = toXState(composeActor('actor', scene));
  expect(root.type).toBe('parallel');
  expect(Object.keys(root.states!)).toEqual(['Position', 'Velocity', 'Angle', 'Sensor', 'Objective']);
  const ids = new Set<string>();
  const targets: string[] = [];
  const visit = (node: XStateNode, id: string) => {
    ids.add(`#${id}`);
    for (const { target } of node.always ?? []) targets.push(target);
    for (const [name, child] of Object.entries(node.states ?? {})) visit(child, `${id}.${name}`);
  };
  visit(root, root.id!);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target);
  expect(JSON.parse(JSON.stringify(root))).toEqual(root);
});
