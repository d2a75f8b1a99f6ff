// What must agree before a release: versions, the changelog and the metadata of the packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireBuild, root, start, wend } from './wend.fixture.ts';

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

/** Parts of tools for other machines: docs/decisions/0004-dependencies.md says why they have no hash. */
const FOR_OTHER_MACHINES = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding|@rolldown\/binding)-/;

test('the lock file has a hash for every package but optional parts for other machines, and no address', () => {
  type Locked = { integrity?: string; link?: boolean; optional?: boolean; resolved?: string };
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const entries = Object.entries(locked).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  expect(entries.length).toBeGreaterThan(100);
  const without = entries.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  const unexplained = without.filter(([path, { optional }]) => !optional || !FOR_OTHER_MACHINES.test(path));
  expect(unexplained.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
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

  test('its tarball has the licence, and no source map without its source', async () => {
    if (description.private) return;
    requireBuild();
    const { code, stdout, stderr } = await start('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: join(root, folder),
    }).ended;
    expect(code, stderr).toBe(0);
    const files: { path: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[')))[0].files;
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('LICENSE');
    expect(paths.filter((path) => path.endsWith('.map'))).toEqual([]);
    // A clone may have compiled files whose sources are gone.
    const isPresent = (path: string) =>
      existsSync(join(root, folder, path.replace(/^dist(.*)\.js$/, 'src$1.ts')));
    for (const path of paths.filter((one) => one.endsWith('.js') && isPresent(one))) {
      expect(read(`${folder}/${path}`).includes('sourceMappingURL'), path).toBe(false);
    }
  });

  test('agrees with the lock file', () => {
    const locked = JSON.parse(read('package-lock.json')).packages[folder];
    expect(locked.version).toBe(version);
    expect(locked.dependencies ?? {}).toEqual(description.dependencies ?? {});
  });
});
