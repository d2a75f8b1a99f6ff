// docs/papers/: every command runs, shortened, and every link leads to a file and a heading.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder } from './wend.fixture.ts';

const folder = temporaryFolder();
const papers = join(root, 'docs/papers');
const pages = [
  ...readdirSync(papers).map((name) => join(papers, name)),
  join(root, 'docs/gallery/sequences/README.md'),
];
const textOf = (page: string) => readFileSync(page, 'utf8');

const SHORT = '0.3';

/** A command of a page, for a moment instead of a whole run. */
function shortened(command: string): string[] {
  const words = command.split(/\s+/).slice(1);
  const given = words.indexOf('--duration');
  if (words[0] !== 'run' && words[0] !== 'portrait') return words;
  if (words[0] === 'portrait')
    return [...words.filter((_, k) => words[k - 1] !== '--time' && words[k] !== '--time'), '--time', SHORT];
  const rest = given < 0 ? words : [...words.slice(0, given), ...words.slice(given + 2)];
  return [...rest, '--duration', SHORT, '--quiet'];
}

const found = pages.flatMap((page) =>
  [...textOf(page).matchAll(/[`\n](wend [^`\n]+)[`\n]/g)].map(([, command]) => command),
);
/** Each once, if two differ only in what is shortened. */
const commands = [...new Map(found.map((command) => [shortened(command).join(' '), command])).values()];

describe('a command of the pages on the papers', () => {
  test.concurrent.each(commands)('%s', async (command) => {
    requireBuild();
    const program = join(root, 'cli/bin/wend.js');
    const { ended } = start(process.execPath, [program, ...shortened(command)], { cwd: folder });
    const { code, stderr } = await ended;
    // 1: an expectation that so short a run does not meet. 2 and more: a command that is wrong.
    expect([0, 1], `${command}: ${stderr}`).toContain(code);
  });

  test('they are many', () => {
    expect(commands.length).toBeGreaterThan(40);
  });
});

/** A heading as GitHub names it in links. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replace(/ /g, '-');

describe('the links of the pages on the papers lead to files and headings', () => {
  test.each(pages.map((page) => [page.slice(root.length), page]))('%s', (_, page) => {
    const broken: string[] = [];
    for (const [, file, anchor] of textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      if (/^[a-z]+:/.test(file)) continue;
      const place = file === '' ? page : join(dirname(page), file);
      if (!existsSync(place)) broken.push(file);
      else if (anchor !== undefined) {
        const headings = [...textOf(place).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
        if (!headings.includes(anchor)) broken.push(`${file}#${anchor}`);
      }
    }
    expect(broken).toEqual([]);
  });
});

test('every paper has a page, and the index names it', () => {
  const named = [...textOf(join(papers, 'README.md')).matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map(
    ([, file]) => file,
  );
  expect(named.sort()).toEqual(
    readdirSync(papers)
      .filter((name) => name !== 'README.md')
      .sort(),
  );
});
