import { expect, test } from 'vitest';
import { createRegistry, definitionOf, hasDefinition, register } from './registry.ts';

test('a registry keeps definitions in the order of their registration and finds each by its name', () => {
  const [oak, elm] = [{ name: 'oak' }, { name: 'elm' }];
  const trees = createRegistry('tree', [oak]);
  register(trees, elm);
  expect(trees.definitions).toEqual([oak, elm]);
  expect(definitionOf(trees, 'elm')).toBe(elm);
  expect(hasDefinition(trees, 'oak')).toBe(true);
  expect(hasDefinition(trees, 'ash')).toBe(false);
});

test('the same definition may be registered again, another of the same name may not', () => {
  const oak = { name: 'oak' };
  const trees = createRegistry('tree', [oak]);
  register(trees, oak);
  expect(trees.definitions).toEqual([oak]);
  expect(() => register(trees, { name: 'oak' })).toThrow('there is a tree "oak" already');
});

test('names that no scenario file could hold are refused, and names that are not registered', () => {
  const trees = createRegistry('tree', [{ name: 'oak' }, { name: 'elm' }]);
  for (const name of ['', 'Oak', '2-oak', 'oak tree', 'o'.repeat(41), undefined, 7]) {
    expect(() => register(trees, { name: name as string }), String(name)).toThrow('the name of a tree is');
  }
  expect(() => definitionOf(trees, 'ash')).toThrow('no tree "ash": expected oak, elm');
  expect(() => definitionOf(trees, 'toString')).toThrow(RangeError);
});
