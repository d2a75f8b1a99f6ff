import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registerBuiltInIndexes } from './built-in.ts';
import { neighbourIndexes } from './index.ts';

const here = new URL('.', import.meta.url).pathname;

test('the core lists the two indexes that worlds use unless a program asks for others', () => {
  expect(neighbourIndexes.definitions.map(({ name }) => name)).toEqual(['grid', 'auto']);
});

test('nothing that the registry imports, however indirectly, is in the folder of another index', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      visit(join(file, '..', path));
    }
  };
  visit(join(here, 'registry.ts'));
  visit(join(here, 'index.ts'));
  expect(seen.size).toBeGreaterThan(40);
  expect([...seen].filter((file) => /\/environment\/(brute|kinetic)\//.test(file))).toEqual([]);
});

test('each index is a folder of its name, and the guide has its sentence', () => {
  registerBuiltInIndexes();
  const guide = readFileSync(join(here, '../../../docs/guide/neighbours.md'), 'utf8');
  for (const { dimensions, name, summary, create } of neighbourIndexes.definitions) {
    expect(existsSync(join(here, name, `${name}.ts`))).toBe(true);
    expect(dimensions).toEqual([2, 3]);
    expect(guide.match(new RegExp(`^\\| \`${name}\` *\\| (.*?) *\\|$`, 'm'))?.[1]).toBe(summary);
    expect(create({ sight: false, registered: neighbourIndexes.definitions }).name).toBe(name);
  }
});

test('no source outside the folders of the indexes names one', () => {
  const names = /['"`](brute|kinetic)['"`]/;
  const root = join(here, '..');
  const named = readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path))
    .filter((path) => !/^environment\/(brute|kinetic)\//.test(path))
    .filter((path) => names.test(readFileSync(join(root, path), 'utf8')));
  expect(named).toEqual([]);
});
