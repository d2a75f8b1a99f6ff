import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** An example without its first line, which tells how to run it. */
const programIn = (path: string) => read(path).replace(/^.*\n/, '');

test.each(['README.md', 'library/README.md'])('the program in %s is the first example', (path) => {
  const [, snippet] = /```js\n(.*?)```/s.exec(read(path))!;
  expect(snippet).toBe(programIn('examples/first-steps.js'));
});

test('the programs of Getting started are examples', () => {
  const guide = read('docs/guide/getting-started.md');
  const programs = [...guide.matchAll(/<!-- (examples\/\S+) -->\n```js\n(.*?)```/gs)];
  expect(programs.map(([, path]) => path)).toEqual([
    'examples/first-steps.js',
    'examples/evacuation.js',
    'examples/flock.js',
    'examples/browser-ring.js',
  ]);
  for (const [, path, program] of programs) expect(program).toBe(programIn(path));
});

describe('links between the documents lead somewhere', () => {
  const pages = [
    ...[
      'README.md',
      'ARCHITECTURE.md',
      'docs/layers.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'benchmarks/README.md',
      'benchmarks/peers/README.md',
    ],
    ...['docs/guide', 'docs/models', 'docs/decisions', 'docs/gallery'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${folder}/${file}`),
    ),
  ];
  test.each(pages)('%s', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link);
    const broken = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)),
    );
    expect(broken).toEqual([]);
  });

  /** The anchors of a page: its headings in lower case, without punctuation, spaces as hyphens. */
  const anchorsOf = (page: string) =>
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  test.each(pages)('%s, to headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]*\.md|)#([^)\s]+)\)/g)];
    const broken = links.filter(([, file, anchor]) => {
      const target = file === '' ? page : join(dirname(page), file);
      return !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

test('the moving picture of the README stays below 1.5 MB', () => {
  const [, path] = /!\[[^\]]*\]\(([^)]+\.svg)\)/.exec(read('README.md'))!;
  const picture = read(path);
  expect(picture).toContain('<animate ');
  expect(picture.length).toBeLessThan(1.5e6);
});

test('the scenario of the guide is valid, and the library reads it', async () => {
  const { createScenarioWorld, parseScenario } = await import('wend/scenario');
  const [, text] = /```json\n(.*?)```/s.exec(read('docs/guide/scenarios.md'))!;
  expect(createScenarioWorld(parseScenario(text, 'the guide')).crowd.count).toBe(40);
});
