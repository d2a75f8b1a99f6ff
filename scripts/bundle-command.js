// Bundles the command line into library/command, so that the package `wend` contains the command `wend`.
//
//   node scripts/bundle-command.js       after tsc -b; npm run build does both, and so does npm pack
//
// One file for each command and a few shared ones load several times faster than some hundred modules. Files that are
// up to date are not touched, so that a command that is running meanwhile finds every file.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { directImports } from './direct-imports.js';
import { mergeChunks } from './merge-chunks.js';
import { makePlayerPage } from './player-page.js';
import { makeStudioPages } from './studio-pages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'library/command');
/** CommonJS modules in the bundle use these. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  // A sweep simulates in threads, which begin with a file of their own.
  entryPoints: { main: 'cli/dist/main.js', 'sweep-thread': 'cli/dist/sweep/runs/sweep-thread.js' },
  external: ['bullmq', 'ioredis'],
  outdir: 'library/command',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  banner: { js: BANNER },
  plugins: [{ name: 'without-descriptions', setup: leaveOutDescriptions }, directImports(root)],
  metafile: true,
  write: false,
  logLevel: 'error',
});
const studio = await makeStudioPages();
const packages = packagesIn([...Object.keys(metafile.inputs), ...studio.inputs]);
const files = new Map([
  ...outputFiles.map(({ path, contents }) => [relative(command, path), Buffer.from(contents)]),
  ['NOTICES.md', Buffer.from(noticesOf(packages))],
  ['player.html', Buffer.from(await makePlayerPage())],
  [
    'node-sqlite3-wasm.wasm',
    readFileSync(join(root, 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm')),
  ],
  ...scenarioFiles().map((name) => [join('scenarios', name), readFileSync(join(root, 'scenarios', name))]),
  ...studio.files.map(([path, content]) => [join('studio', path), content]),
]);
// What a run loads, almost every command that simulates loads.
await mergeChunks(files, metafile, { of: 'cli/dist/run.js', without: 'cli/dist/main.js' });
for (const [name, content] of files) writeIfOther(join(command, name), content);
for (const entry of readdirSync(command, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !files.has(relative(command, path))) rmSync(path);
}
// cli/bin/wend.js checks whether the bundle is newer than the compiled files.
utimesSync(join(command, 'main.js'), new Date(), new Date());

/**
 * Descriptions are for the published JSON Schema, which the command does not print. A schema is copied for each of
 * them, which takes a tenth of the time that a run needs to start.
 */
function leaveOutDescriptions({ onLoad }) {
  onLoad({ filter: /simulation\/scenario\/chained\.js$/ }, ({ path }) => {
    const source = readFileSync(path, 'utf8');
    const contents = source.replace('return this.meta({ description });', 'return this;');
    if (contents === source) throw new Error(`${path} has no method describe(description)`);
    return { contents };
  });
}

function writeIfOther(path, content) {
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The built-in scenarios, for a project that has only the package `wend`. */
function scenarioFiles() {
  return ['', 'steerbench'].flatMap((folder) =>
    readdirSync(join(root, 'scenarios', folder))
      .filter((name) => name.endsWith('.json') && name !== 'package.json')
      .map((name) => join(folder, name)),
  );
}

/** Third-party packages that are in the bundle. */
function packagesIn(inputs) {
  const names = inputs.map((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort((a, b) => (a < b ? -1 : 1));
}

/** Their licences, which every copy must include. */
function noticesOf(packages) {
  const parts = packages.map((name) => {
    const folder = join(root, 'node_modules', name);
    const { author, license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE'].find((one) =>
      existsSync(join(folder, one)),
    );
    const text =
      file === undefined ? statementOf(name, license, author) : readFileSync(join(folder, file), 'utf8');
    return `## ${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `# What the command contains\n\nThe files in this folder contain parts of these packages.\n\n${parts.join('\n')}`;
}

function mitOf(author) {
  return `Copyright ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** A package that comes without the text of its licence. */
function statementOf(name, license, author) {
  if (license === 'MIT')
    return mitOf(typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`));
  if (license !== 'ISC') throw new Error(`${name} has no licence file: add the text of ${license} here`);
  return `Copyright ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;
}
