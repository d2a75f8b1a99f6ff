// Fails when library code uses a function with results that may differ between engines, machines or runs.
//
//   node scripts/check-determinism.js [folder]     (default: library/src)
//
// The state of a simulation must be the same everywhere, bit by bit. ECMAScript leaves the precision of most
// Math functions to the engine, and clocks, locales, timers and random sources differ from run to run. Files
// are read as syntax trees, so comments and strings cause no errors and other spellings do not slip through.

import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Members of Math that the standard defines exactly. */
const EXACT_MATH = new Set([
  ...['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'],
  ...['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'],
]);

/** Replacements for forbidden members of Math; the others have none yet. */
const MATH_REPLACEMENTS = {
  sin: 'sin or fastSin of numerics/',
  cos: 'cos or fastCos of numerics/',
  exp: 'exp or fastExp of numerics/',
  log: 'log of numerics/',
  asin: 'asin or fastAsin of numerics/',
  atan2: 'atan2 or fastAngle of numerics/',
  tanh: 'tanh or fastTanh of numerics/',
  atan: 'atan2(x, 1) of numerics/',
  acos: 'atan2 of numerics/',
  hypot: 'Math.sqrt(x * x + y * y)',
  pow: 'multiplication, or exp and log of numerics/',
  random: 'uniform or normal of numerics/',
};

/** Globals that read a clock, a locale, a random source or the machine. */
const FORBIDDEN_GLOBALS = {
  Date: 'the step number',
  performance: 'a clock handed in by the caller',
  Intl: 'plain formatting, outside of the library',
  setTimeout: 'the step loop; waiting is the caller’s business',
  setInterval: 'the step loop; waiting is the caller’s business',
  setImmediate: 'the step loop; waiting is the caller’s business',
  queueMicrotask: 'the step loop; waiting is the caller’s business',
  requestAnimationFrame: 'the step loop; waiting is the caller’s business',
  crypto: 'uniform or hashBytes of numerics/',
  process: 'parameters handed in by the caller',
  navigator: 'parameters handed in by the caller',
};

/** Methods with a result that depends on the locale. */
const LOCALE_METHODS = new Set([
  ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'],
  ...['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase'],
]);

const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global']);

const SORTS = new Set(['sort', 'toSorted']);
const TYPED_ARRAY = /^(Float|Int|Uint|BigInt|BigUint)\d+(Clamped)?Array$/;

/** Every violation in one file of the program, as { line, message }. */
function findViolations(program, path) {
  const source = program.getSourceFile(path);
  const violations = [];

  const report = (node, what, instead) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    violations.push({ line: line + 1, message: `${what}: use ${instead}` });
  };

  const visit = (node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node)) checkIdentifier(node, report);
    if (ts.isBinaryExpression(node)) checkPower(node, report);
    if (ts.isForInStatement(node)) report(node, 'for...in', 'for...of over an array in a defined order');
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) checkMember(node, report);
    if (ts.isCallExpression(node)) checkSort(node, program.getTypeChecker(), report);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return violations;
}

/** The name of a member, written with a dot or as a literal in brackets; undefined when it is computed. */
function memberName(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

function isGlobalObject(node) {
  return ts.isIdentifier(node) && GLOBAL_OBJECTS.has(node.text);
}

/** Math and the forbidden globals, wherever they are used as values (not as a member or a key of that name). */
function checkIdentifier(node, report) {
  const parent = node.parent;
  const namesMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  if (namesMember && !isGlobalObject(parent.expression)) return;
  const namesKey =
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node;
  if (namesKey || (ts.isBindingElement(parent) && parent.propertyName === node)) return;
  if (node.text === 'Math') checkMath(node, namesMember ? parent : node, report);
  else if (Object.hasOwn(FORBIDDEN_GLOBALS, node.text)) report(node, node.text, FORBIDDEN_GLOBALS[node.text]);
}

/** Math may only occur as Math.member with an exact member; passed around, its members could not be checked. */
function checkMath(node, math, report) {
  const parent = math.parent;
  const accessed =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
    parent.expression === math;
  if (!accessed) return report(node, 'Math passed around', 'its exact members by name, as in Math.sqrt(x)');
  const name = memberName(parent);
  if (name === undefined) return report(node, 'a computed member of Math', 'its exact members by name');
  if (EXACT_MATH.has(name)) return;
  report(node, `Math.${name}`, MATH_REPLACEMENTS[name] ?? 'a function of your own in numerics/');
}

/** Members that are wrong on any object, and globals fetched from the global object by a string. */
function checkMember(node, report) {
  const name = memberName(node);
  if (name !== undefined && LOCALE_METHODS.has(name))
    report(node, `.${name}`, 'a comparison or format without locale');
  if (!isGlobalObject(node.expression)) return;
  if (ts.isElementAccessExpression(node)) report(node, 'a global fetched by a string', 'its name');
}

function checkPower(node, report) {
  const operator = node.operatorToken.kind;
  if (
    operator === ts.SyntaxKind.AsteriskAsteriskToken ||
    operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken
  )
    report(node.operatorToken, '**', 'multiplication, or a literal; its rounding is up to the engine');
}

/** Without a comparator, an array sorts its elements as texts: 10 comes before 9. Typed arrays sort numbers. */
function checkSort(node, checker, report) {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return;
  const name = memberName(callee);
  if (!SORTS.has(name) || node.arguments.length > 0) return;
  const receiver = checker.getApparentType(checker.getTypeAtLocation(callee.expression));
  const types = receiver.isUnion() ? receiver.types : [receiver];
  if (types.every((type) => TYPED_ARRAY.test(type.symbol?.name ?? ''))) return;
  report(callee, `.${name}() without a comparator`, `.${name}((a, b) => a - b), with ties broken`);
}

/** Sources in a fixed order, without tests and their fixtures, which may use anything. */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\.(test|fixture)\.[cm]?[jt]sx?$/.test(name))
    .filter((name) => !name.split(/[\\/]/).includes('node_modules'))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => join(folder, name));
}

/** Types are needed in one place only, so nothing is checked ahead; the syntax trees get their parents here. */
function createProgram(files) {
  const options = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    allowJs: true,
    noEmit: true,
    strict: true,
    types: [],
  };
  return ts.createProgram(files, options, ts.createCompilerHost(options, true));
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'library', 'src'));
const files = sourcesIn(folder);
const program = createProgram(files);
const lines = files.flatMap((path) =>
  findViolations(program, path).map(
    ({ line, message }) => `${relative(process.cwd(), path)}:${line} ${message}`,
  ),
);
if (files.length === 0) lines.push(`no sources found in ${folder}`);
for (const line of lines) console.error(line);
if (lines.length > 0) process.exitCode = 1;
else console.log(`determinism: ${files.length} files use only what every engine computes alike`);
