import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wendDefaults } from './parameters.ts';

test('the defaults are those of docs/models/wend.md', () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../../../docs/models/wend.md', import.meta.url)),
    'utf8',
  );
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\S+) +\|/gm)].map(([, key, value]) => [key, value]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(wendDefaults).map(([key, value]) => [key, String(value)])),
  );
});
