import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { walkerDefaults } from './parameters.ts';

test('the defaults are those of docs/models/walker.md', () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../../../docs/models/walker.md', import.meta.url)),
    'utf8',
  );
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\S+) +\|/gm)].map(([, key, value]) => [key, value]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(walkerDefaults).map(([key, value]) => [key, String(value)])),
  );
});
