// Fails when an import goes against the order of the layers, a file names a model, planner or neighbour index that is not its
// own, or a file grows too long.
//
//   node scripts/check-architecture.js [root]     (default: the repository)
//
// ARCHITECTURE.md gives the order. Every import counts: types, dynamic imports, re-exports. Tests and fixtures may
// import anything in their own package and any tool, but they too import other packages only by their names.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { DEFINED, LISTS, ORDINARY, OTHER_MEANINGS, WRITERS } from './architecture-names.js';

/** Packages from the lowest to the highest; those of one row do not import each other. */
const PACKAGES = [['library'], ['formats'], ['cli'], ['studio']];

/** Folders of library/src in the same order; its entry points are above them all. */
const LIBRARY_FOLDERS = [
  ['settings', 'numerics'],
  ['geometry'],
  ['crowd'],
  ['steering', 'environment', 'planning', 'automata'],
  ['simulation'],
  ['measurement', 'recording'],
  ['draw', 'view'],
  ['worker'],
];

/** Files of library/src that are entry points: they may import every folder, and no file of the library imports them. */
const DOOR_FILES = new Set([
  'index.ts',
  'scenario.ts',
  'models.ts',
  'kinetic.ts',
  'measure.ts',
  'view.ts',
  'worker.ts',
  'three.ts',
]);

/** The third-party packages that the library may import. */
const LIBRARY_DEPENDENCIES = new Set(['robust-predicates', 'zod/mini']);

/** The entry points of each package: the only names by which other packages import it. */
const DOORS = {
  library: [
    'wend',
    ...['scenario', 'models', 'kinetic', 'measure', 'draw', 'view', 'worker', 'three'].map(
      (part) => `wend/${part}`,
    ),
    'wend/scenario.schema.json',
  ],
  formats: [
    '@wend/formats',
    ...[
      'fields',
      'files',
      'geometry',
      'gltf',
      'jupedsim',
      'movingai',
      'outputs',
      'playback',
      'shapes',
      'spaceex',
      'sqlite',
      'steersuite',
      'table',
    ].map((part) => `@wend/formats/${part}`),
  ],
  cli: ['@wend/cli'],
  studio: ['@wend/studio'],
};

/** Data that any package above the library may read. */
const DATA = /^@wend\/scenarios\/[^/]+\.json$/;

const LINES_TO_WARN = 400;
const LINES_TO_FAIL = 450;

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const errors = [];
const warnings = [];
const files = PACKAGES.flat().flatMap(sourcesOf);
const sources = files.map((file) => [file, sourceOf(file)]);
const imports = sources.flatMap(([file, source]) => importsOf(file, source));

for (const file of files) checkLength(file);
for (const entry of imports) {
  if (entry.to === undefined) checkName(entry);
  else if (packageOf(entry.to) !== packageOf(entry.from)) checkEscape(entry);
  else if (packageOf(entry.from) === 'library' && !isTest(entry.from)) checkFolders(entry);
}
checkNames();
checkCycles(imports.filter(({ from, to }) => to !== undefined && !isTest(from)));
if (files.length === 0) errors.push(`no sources found in ${root}`);

for (const line of warnings) console.error(`warning: ${line}`);
for (const line of errors) console.error(line);
if (errors.length > 0) process.exitCode = 1;
else
  console.log(`architecture: ${imports.length} imports in ${files.length} files go in the right direction`);

/** Sources of a package in a fixed order. */
function sourcesOf(name) {
  const folder = join(root, name, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => join(folder, path));
}

function sourceOf(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Only the folder of a definition and the registries contain its name or import from it. */
function checkNames() {
  const definitions = sources.flatMap(([file, source]) => (isTest(file) ? [] : definitionsIn(file, source)));
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  for (const [file, source] of sources) {
    if (isTest(file) || DOOR_FILES.has(layerOf(file)) || WRITERS.has(pathOf(file))) continue;
    forEachNode(source, (node) => {
      const found = wordsIn(node, pathOf(file))
        .map((word) => byName.get(word))
        .find(
          (one) => one !== undefined && !file.startsWith(one.folder) && !one.lists.includes(pathOf(file)),
        );
      if (found === undefined || hasOtherMeaning(node)) return;
      const message = `names the ${found.what} "${found.name}": only its folder may, others ask the registry`;
      fail({ from: file, line: lineOf(source, node) }, message);
    });
  }
  for (const entry of imports) {
    const { from, to } = entry;
    if (to === undefined || DOOR_FILES.has(layerOf(from)) || isTest(from)) continue;
    const found = definitions.find(({ folder }) => to.startsWith(folder));
    if (found === undefined || isBeside(from, found) || found.lists.includes(pathOf(from))) continue;
    fail(entry, `imports from the folder of the ${found.what} "${found.name}": ask the registry`);
  }
}

/** The definitions in a file: objects with a name that are of a definition's type or passed to what makes one. */
function definitionsIn(file, source) {
  const known = DEFINED.find(({ folder }) => pathOf(file).startsWith(`${folder}/`));
  if (known === undefined) return [];
  const found = [];
  forEachNode(source, (node) => {
    const name = node.properties?.find?.((property) => property.name?.getText() === 'name')?.initializer;
    if (!name || !ts.isStringLiteralLike(name)) return;
    const parent = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
    const makes = ts.isCallExpression(parent) ? parent.expression : parent.type;
    if (!makes?.getText().startsWith(known.type)) return;
    found.push({ ...known, name: name.text, folder: dirname(file) + sep });
  });
  return found;
}

/** The text of a literal or an identifier; undefined for another node and in imports. */
function wordOf(node) {
  if (ts.isImportSpecifier(node.parent ?? node)) return undefined;
  return ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? node.text : undefined;
}

/** A literal that is one word, and the words of an identifier, a pattern or a text that are not ordinary in that file. */
function wordsIn(node, path) {
  const word = wordOf(node);
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken?.(node);
  if (isText && word !== undefined && !/\s/.test(word)) return [word];
  const text = isText || node.kind === ts.SyntaxKind.RegularExpressionLiteral ? node.text : word;
  return (text?.split(/(?:\\.|\W)+/) ?? []).filter((each) => !isOrdinary(each, path));
}

function isOrdinary(word, path) {
  return Object.hasOwn(ORDINARY, word) && path.startsWith(ORDINARY[word]);
}

/** Whether a word is the value of something that holds no names of definitions, or is compared with it. */
function hasOtherMeaning(node) {
  const holders = OTHER_MEANINGS[wordOf(node)] ?? [];
  for (let at = node.parent; at !== undefined && !ts.isBlock(at); at = at.parent) {
    const holder =
      at.initializer || ts.isPropertySignature(at)
        ? at.name
        : ts.isSwitchStatement(at)
          ? at.expression
          : at.left;
    if (holder && holders.includes(holder.getText().split('.').at(-1))) return true;
  }
  return false;
}

/** Whether a file lies in the same layer as a definition: models may share what they are made of. */
function isBeside(file, { folder }) {
  return file.startsWith(dirname(folder) + sep);
}

function forEachNode(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
}

/** Every import of a file: its line, the name as written, and for a relative import the file. */
function importsOf(from, source) {
  const found = [];
  forEachNode(source, (node) => {
    const name = nameImported(node);
    if (name === undefined) return;
    const to = /^(\.{1,2}(\/|$)|\/)/.test(name) ? resolve(dirname(from), name) : undefined;
    found.push({ from, line: lineOf(source, node), name, to });
  });
  return found;
}

function nameImported(node) {
  let name;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) name = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node)) name = node.argument.literal;
  else if (ts.isExternalModuleReference(node)) name = node.expression;
  else if (ts.isCallExpression(node) && isImportCall(node.expression)) name = node.arguments[0];
  return name && ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** import(…), import.meta.resolve(…) and require(…). */
function isImportCall(callee) {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isMetaProperty(callee.expression) &&
    callee.name.text === 'resolve'
  );
}

/** Checks an import of a package by its name: only lower packages, and only their entry points. */
function checkName(entry) {
  const { from, name } = entry;
  const self = packageOf(from);
  const other = Object.keys(DOORS).find(
    (known) => name === DOORS[known][0] || name.startsWith(`${DOORS[known][0]}/`),
  );
  if (other !== undefined) {
    if (other === self) return fail(entry, `${self} imports itself by name: use a relative path`);
    if (!DOORS[other].includes(name)) {
      return fail(entry, `${name} is inside a package: import ${doorsOf(other)}`);
    }
    if (rankOf(other, PACKAGES) >= rankOf(self, PACKAGES)) {
      fail(entry, `${self} must not import ${name}: ${inWords(PACKAGES)}`);
    }
    return;
  }
  if (self !== 'library' || isTest(from) || LIBRARY_DEPENDENCIES.has(name)) return;
  const allowed = [...LIBRARY_DEPENDENCIES].join(', ');
  fail(entry, DATA.test(name) ? 'the library reads no scenarios' : `the library may import only ${allowed}`);
}

/** Checks a relative path that leaves the package. Tests may use the data and scripts of the repository. */
function checkEscape(entry) {
  const { from, name, to } = entry;
  const other = packageOf(to);
  if (isTest(from) && !PACKAGES.flat().includes(other)) return;
  const doors = DOORS[other];
  fail(entry, `${name} leaves the package${doors === undefined ? '' : `: import ${doorsOf(other)}`}`);
}

/** The entry points of a package in words: the first of many stands for all. */
function doorsOf(name) {
  const doors = DOORS[name];
  return doors.length > 4 ? `${doors[0]} or one of its parts` : doors.join(' or ');
}

/** Checks an import inside the library: only folders below. */
function checkFolders(entry) {
  const self = layerOf(entry.from);
  const other = layerOf(entry.to);
  if (self === other || (DOOR_FILES.has(self) && !DOOR_FILES.has(other))) return;
  for (const folder of [self, other]) {
    if (rankOf(folder, LIBRARY_FOLDERS) >= 0 || DOOR_FILES.has(folder)) continue;
    return fail(
      entry,
      `library/src/${folder} has no place in the order: add it to scripts/check-architecture.js`,
    );
  }
  if (DOOR_FILES.has(other)) return fail(entry, 'the public door is for others: import the folder itself');
  const rank = rankOf(other, LIBRARY_FOLDERS);
  if (rank < rankOf(self, LIBRARY_FOLDERS)) return;
  const why =
    rank === rankOf(self, LIBRARY_FOLDERS) ? 'they are side by side and meet in the crowd' : 'it is above';
  fail(entry, `${self} must not import ${other}, ${why}: ${inWords(LIBRARY_FOLDERS)}`);
}

/** Folders that import each other, at any depth. A folder's index.ts lists its subfolders and does not count. */
function checkCycles(relatives) {
  const edges = new Map();
  for (const entry of relatives) {
    const from = dirname(entry.from);
    const to = dirname(entry.to);
    const lists = isList(pathOf(entry.from)) && to.startsWith(from + sep);
    if (from === to || lists) continue;
    if (!edges.has(from)) edges.set(from, new Map());
    if (!edges.get(from).has(to)) edges.get(from).set(to, entry);
  }
  for (const [from, targets] of edges) {
    for (const [to, entry] of targets) {
      const chain = chainBetween(edges, to, from);
      if (chain === undefined) continue;
      const names = [from, ...chain].map((folder) => relative(root, folder).replaceAll(sep, '/'));
      fail(entry, `closes a circle of folders: ${names.join(' → ')}`);
    }
  }
}

function isList(path) {
  return LISTS.test(path) || DEFINED.some(({ lists }) => lists.includes(path));
}

/** The folders on a shortest chain of imports, or undefined. */
function chainBetween(edges, start, goal) {
  const before = new Map([[start, undefined]]);
  for (const folder of before.keys()) {
    if (folder === goal) {
      const chain = [];
      for (let at = goal; at !== undefined; at = before.get(at)) chain.unshift(at);
      return chain;
    }
    for (const next of edges.get(folder)?.keys() ?? []) if (!before.has(next)) before.set(next, folder);
  }
  return undefined;
}

function checkLength(file) {
  const lines = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length;
  if (lines <= LINES_TO_WARN) return;
  const message = `${place(file, lines)} the file has ${lines} lines: keep it under ${LINES_TO_WARN}`;
  (lines > LINES_TO_FAIL ? errors : warnings).push(message);
}

function fail({ from, line }, message) {
  errors.push(`${place(from, line)} ${message}`);
}

function place(file, line) {
  return `${relative(process.cwd(), file).replaceAll(sep, '/')}:${line}`;
}

/** A file's path from the root, with slashes. */
function pathOf(file) {
  return relative(root, file).replaceAll(sep, '/');
}

function isTest(file) {
  return /\.(test|fixture)\.[cm]?[jt]sx?$/.test(file);
}

/** `library` for a file in library/src, and the path from the root for one that is in no package's sources. */
function packageOf(file) {
  const [name, src] = relative(root, file).split(sep);
  return src === 'src' ? name : relative(root, file);
}

/** The folder of library/src that a file is in, or its own name if it is in none. */
function layerOf(file) {
  return relative(join(root, 'library', 'src'), file).split(sep)[0];
}

function rankOf(name, order) {
  return order.findIndex((row) => row.includes(name));
}

function inWords(order) {
  return `the order is ${order.map((row) => (row.length > 1 ? `{${row.join(' | ')}}` : row[0])).join(' → ')}`;
}
