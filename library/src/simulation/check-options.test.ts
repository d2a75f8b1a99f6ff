import { describe, expect, test } from 'vitest';
import { checkOptions } from './check-options.ts';
import type { WorldOptions } from './index.ts';

const none = () => {};
const neighbours = {
  name: 'mine',
  update: none,
  near: none,
  visible: none,
  nearest: none,
  list: none,
  insert: none,
  remove: none,
  events: none,
};
const automaton = { name: 'mine', update: none };

describe('layers of one’s own', () => {
  test('are accepted with what they must have, and with what they may have', () => {
    expect(() => checkOptions({})).not.toThrow();
    expect(() =>
      checkOptions({
        seed: 3,
        clock: () => 0,
        steering: { name: 'mine', computeControls: none, begin: none },
        neighbours,
        planner: { name: 'mine', updatePlans: none },
        automaton: {
          ...automaton,
          memory: { a: 'float64', b: 'int32', c: 'uint8' },
          begin: none,
          restore: none,
          sense: none,
        },
      }),
    ).not.toThrow();
    class Model {
      name = 'of a class';
      computeControls() {}
    }
    expect(() => checkOptions({ steering: new Model() })).not.toThrow();
  });

  test.each<[string, unknown]>([
    ['steering: expected an object, got "shyness"', { steering: 'shyness' }],
    ['steering: expected an object, got null', { steering: null }],
    ['steering: expected an object, got a function', { steering: none }],
    ['steering.name: expected a string, got nothing', { steering: { computeControls: none } }],
    ['steering.computeControls: expected a function, got nothing', { steering: { name: 'mine' } }],
    [
      'steering.begin: expected a function, got true',
      { steering: { name: 'mine', computeControls: none, begin: true } },
    ],
    ['neighbours.update: expected a function, got nothing', { neighbours: { name: 'mine' } }],
    ['neighbours.list: expected a function, got 1', { neighbours: { ...neighbours, list: 1 } }],
    ['planner.updatePlans: expected a function, got 3', { planner: { name: 'mine', updatePlans: 3 } }],
    ['automaton.update: expected a function, got nothing', { automaton: { name: 'mine' } }],
    ['automaton.sense: expected a function, got null', { automaton: { ...automaton, sense: null } }],
    ['automaton.memory: expected an object, got "int32"', { automaton: { ...automaton, memory: 'int32' } }],
    [
      'automaton.memory.count: expected "float64", "int32" or "uint8", got "float32"',
      { automaton: { ...automaton, memory: { way: 'float64', count: 'float32' } } },
    ],
    [
      'automaton.memory.count: expected "float64", "int32" or "uint8", got a function',
      { automaton: { ...automaton, memory: { count: Int32Array } } },
    ],
    ['clock: expected a function, got 12', { clock: 12 }],
  ])('options.%s', (message, options) => {
    expect(() => checkOptions(options as WorldOptions)).toThrow(new TypeError(`options.${message}`));
  });
});
