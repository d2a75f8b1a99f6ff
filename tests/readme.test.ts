import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(['README.md', 'library/README.md'])('the program in %s is the first example', (path) => {
  const [, snippet] = /```js\n(.*?)```/s.exec(read(path))!;
  // The example begins with a line that says how to run it.
  expect(snippet).toBe(read('examples/first-steps.js').replace(/^.*\n/, ''));
});

describe('links between the documents lead somewhere', () => {
  const pages = [
    ...[
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'benchmarks/README.md',
      'benchmarks/peers/README.md',
    ],
    ...[
      'docs/guide/scenarios.md',
      'docs/guide/results.md',
      'docs/guide/neighbours.md',
      'docs/guide/fields.md',
      'docs/gallery/README.md',
    ],
    ...readdirSync(join(root, 'docs/models'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/models/${file}`),
  ];
  test.each(pages)('%s', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link);
    const broken = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)),
    );
    expect(broken).toEqual([]);
  });
});

test('the scenario of the guide is valid, and the library reads it', async () => {
  const { createWorld, parseScenario } = await import('wend');
  const [, text] = /```json\n(.*?)```/s.exec(read('docs/guide/scenarios.md'))!;
  expect(createWorld(parseScenario(text, 'the guide')).crowd.count).toBe(40);
});
