import { createFindings, type Findings, report, ScenarioError, shorten, throwIfAny } from './error.ts';
import { maximumItems, maximumNesting, maximumScenarioBytes } from './limits.ts';

/**
 * JSON text → value, refusing before anything big is allocated: one linear pass checks the syntax (engines word
 * their own errors differently, and some give no position), the depth, the length of lists and the keys. Comments as
 * in JavaScript are ignored.
 */
export function parseJson(text: string, source: string, maximumDepth = maximumNesting): unknown {
  if (text.length > maximumScenarioBytes) {
    throw new ScenarioError(source, [
      { path: '', message: `longer than ${maximumScenarioBytes} bytes (${text.length} characters)` },
    ]);
  }
  const scan: Scan = {
    text,
    at: 0,
    path: [],
    keys: [],
    comments: [],
    maximumDepth,
    findings: createFindings(source),
  };
  // Editors on Windows put a byte order mark first.
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  scan.at = start;
  skipSpace(scan);
  scanValue(scan, 0);
  if (scan.at < text.length) fail(scan, 'expected the end of the file');
  throwIfAny(scan.findings);
  return JSON.parse(withoutComments(scan, start));
}

/** The text from a place on, without its comments. */
function withoutComments({ comments, text }: Scan, start: number): string {
  let rest = '';
  let from = start;
  for (const [first, end] of comments) {
    rest += text.slice(from, first);
    from = end;
  }
  return rest + text.slice(from);
}

/** Keys that reach into the prototypes of objects; no scenario needs them. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Scan = {
  text: string;
  at: number;
  path: (string | number)[];
  /** Keys seen in the open object at each depth. */
  keys: Set<string>[];
  /** Where each comment begins and ends. */
  comments: [first: number, end: number][];
  maximumDepth: number;
  findings: Findings;
};

const quote = 34;
const comma = 44;
const minus = 45;
const dot = 46;
const slash = 47;
const colon = 58;
const openList = 91;
const backslash = 92;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

/** Reads one value and the space behind it. */
function scanValue(scan: Scan, depth: number): void {
  const code = scan.text.charCodeAt(scan.at);
  if (code === quote) scanString(scan);
  else if (code === openObject) scanObject(scan, depth + 1);
  else if (code === openList) scanList(scan, depth + 1);
  else if (code === minus || isDigit(code)) scanNumber(scan);
  else scanWord(scan);
  skipSpace(scan);
}

function scanObject(scan: Scan, depth: number): void {
  enter(scan, depth);
  scan.keys[depth] ??= new Set();
  const keys = scan.keys[depth];
  keys.clear();
  if (take(scan, closeObject)) return;
  do {
    if (scan.text.charCodeAt(scan.at) !== quote) fail(scan, 'expected a key in double quotes');
    const start = scan.at;
    const key = scanString(scan);
    scan.path.push(key);
    if (forbiddenKeys.has(key)) report(scan.findings, scan.path, 'this key is not allowed');
    if (keys.has(key)) reportTwice(scan, start);
    keys.add(key);
    skipSpace(scan);
    if (!take(scan, colon)) fail(scan, 'expected ":"');
    scanValue(scan, depth);
    scan.path.pop();
  } while (take(scan, comma));
  if (!take(scan, closeObject, false)) fail(scan, 'expected "," or "}"');
}

/** To find the line takes a pass through the text, so problems that are only counted have none. */
function reportTwice({ findings, path, text }: Scan, at: number): void {
  const where = findings.omitted > 0 ? '' : `, again in ${placeInText(text, at)}`;
  report(findings, path, `this key is given twice in one object${where}`);
}

function scanList(scan: Scan, depth: number): void {
  enter(scan, depth);
  if (take(scan, closeList)) return;
  const place = scan.path.push(0) - 1;
  for (let index = 0; ; index++) {
    if (index >= maximumItems) {
      scan.path.pop();
      report(scan.findings, scan.path, `expected a list of at most ${maximumItems} items`);
      throwIfAny(scan.findings);
    }
    scan.path[place] = index;
    scanValue(scan, depth);
    if (!take(scan, comma)) break;
  }
  scan.path.pop();
  if (!take(scan, closeList, false)) fail(scan, 'expected "," or "]"');
}

/** Steps over the opening bracket. */
function enter(scan: Scan, depth: number): void {
  if (depth > scan.maximumDepth) fail(scan, `nested deeper than ${scan.maximumDepth} levels`, false);
  scan.at++;
  skipSpace(scan);
}

/** Steps over one character, and the space behind it unless the caller does that. */
function take(scan: Scan, code: number, space = true): boolean {
  if (scan.text.charCodeAt(scan.at) !== code) return false;
  scan.at++;
  if (space && code !== closeObject && code !== closeList) skipSpace(scan);
  return true;
}

function scanString(scan: Scan): string {
  const { text } = scan;
  const start = scan.at;
  let escaped = false;
  for (scan.at++; ; scan.at++) {
    const code = text.charCodeAt(scan.at);
    if (code === quote) break;
    if (scan.at >= text.length) fail(scan, 'expected a closing quote');
    if (code < 32) fail(scan, 'expected \\n, \\t or \\u instead of a control character in text', false);
    if (code === backslash) {
      escaped = true;
      scanEscape(scan);
    }
  }
  scan.at++;
  return escaped ? (JSON.parse(text.slice(start, scan.at)) as string) : text.slice(start + 1, scan.at - 1);
}

function scanEscape(scan: Scan): void {
  const { text } = scan;
  scan.at++;
  const kind = text.charAt(scan.at);
  if (kind === 'u') {
    for (let k = 1; k <= 4; k++) {
      if (!/^[0-9a-fA-F]$/.test(text.charAt(scan.at + k)))
        fail(scan, 'expected four hexadecimal digits after \\u', false);
    }
    scan.at += 4;
  } else if (kind === '' || !'"\\/bfnrt'.includes(kind)) {
    fail(scan, 'expected one of " \\ / b f n r t u after \\');
  }
}

function scanNumber(scan: Scan): void {
  const { text } = scan;
  if (text.charCodeAt(scan.at) === minus) scan.at++;
  const leading = scan.at;
  scanDigits(scan);
  if (text.charAt(leading) === '0' && scan.at > leading + 1) {
    scan.at = leading;
    fail(scan, 'expected a number without a leading zero', false);
  }
  if (text.charCodeAt(scan.at) === dot) {
    scan.at++;
    scanDigits(scan);
  }
  if (text.charAt(scan.at) === 'e' || text.charAt(scan.at) === 'E') {
    scan.at++;
    if (text.charAt(scan.at) === '+' || text.charAt(scan.at) === '-') scan.at++;
    scanDigits(scan);
  }
}

function scanDigits(scan: Scan): void {
  if (!isDigit(scan.text.charCodeAt(scan.at))) fail(scan, 'expected a digit');
  while (isDigit(scan.text.charCodeAt(scan.at))) scan.at++;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function scanWord(scan: Scan): void {
  for (const word of ['true', 'false', 'null']) {
    if (scan.text.startsWith(word, scan.at)) {
      scan.at += word.length;
      return;
    }
  }
  fail(scan, 'expected a value');
}

function skipSpace(scan: Scan): void {
  for (;;) {
    const code = scan.text.charCodeAt(scan.at);
    if (code === slash) skipComment(scan);
    else if (code === 32 || code === 10 || code === 13 || code === 9) scan.at++;
    else return;
  }
}

/** Steps over a comment: from // to the end of the line, or between /* and its end. */
function skipComment(scan: Scan): void {
  const { at, text } = scan;
  const isLine = text.startsWith('//', at);
  if (!isLine && !text.startsWith('/*', at)) fail(scan, 'expected // or /* of a comment', false);
  const end = isLine ? text.slice(at).search(/[\r\n]|$/) + at : text.indexOf('*/', at + 2) + 2;
  if (end <= at + 1) fail(scan, 'expected */ at the end of the comment', false);
  scan.comments.push([at, end]);
  scan.at = end;
}

/** Refuses the text at the present place. */
function fail(scan: Scan, message: string, showFound = true): never {
  const { text, at, findings } = scan;
  const word = /^[\p{L}\p{N}_+\-.]+|^./su.exec(text.slice(at, at + 100))?.[0];
  const found = word === undefined ? 'the end of the file' : JSON.stringify(shorten(word, 20));
  throw new ScenarioError(findings.source, [
    { path: '', message: `${placeInText(text, at)}: ${message}${showFound ? `, got ${found}` : ''}` },
  ]);
}

function placeInText(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let k = 0; k < at; k++) {
    const code = text.charCodeAt(k);
    if (code === 10 || (code === 13 && text.charCodeAt(k + 1) !== 10)) {
      line++;
      lineStart = k + 1;
    }
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}
