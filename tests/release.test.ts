// What must agree before a release: versions, the changelog and the metadata of the packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireBuild, root, wend } from './wend.fixture.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packages: string[] = JSON.parse(read('package.json')).workspaces;
const { version }: { version: string } = JSON.parse(read('library/package.json'));

test('the changelog begins with this release, and every heading is a version', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe(version);
  expect(headings.filter((heading) => !/^\d+\.\d+\.\d+$/.test(heading))).toEqual([]);
  expect(new Set(headings).size).toBe(headings.length);
});

test('the command line says its version', async () => {
  requireBuild();
  expect(await wend('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
});

describe.each(packages)('%s', (folder) => {
  const description = JSON.parse(read(`${folder}/package.json`));

  test('has the common version, and asks for its sister packages in exactly that version', () => {
    expect(description.version).toBe(version);
    const sisters = packages.map((other) => JSON.parse(read(`${other}/package.json`)).name);
    const dependencies: [string, string][] = Object.entries({
      ...description.dependencies,
      ...description.peerDependencies,
      ...description.optionalDependencies,
    });
    const differing = dependencies.filter(([name, range]) => sisters.includes(name) && range !== version);
    expect(differing).toEqual([]);
  });

  test('can be found and used: description, keywords, author, licence and its text', () => {
    expect(description.description.length).toBeGreaterThan(30);
    expect(description.keywords).toContain('crowd-simulation');
    expect(description).toMatchObject({ author: 'the wend authors', license: 'MIT' });
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'));
  });

  test('agrees with the lock file', () => {
    const locked = JSON.parse(read('package-lock.json')).packages[folder];
    expect(locked.version).toBe(version);
    expect(locked.dependencies ?? {}).toEqual(description.dependencies ?? {});
  });
});
