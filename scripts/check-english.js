// Fails on words and phrases that a reader stumbles over: archaic ones, and pronouns for persons where an agent is meant.
// CONTRIBUTING.md has the words to use instead. Usage: node scripts/check-english.js
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checked prose: whole documents, the descriptions of the schemas, comments of sources, and texts of the packages. */
const DOCUMENTS = /\.md$|^library\/(scenario|sweep)\.schema\.json$/;
const SOURCES =
  /^(benchmarks|examples|scripts)\/.*\.js$|^(cli\/src|formats\/src|studio\/src|library\/src|library\/kernel|tests)\/.*\.tsx?$/;
/** Sources whose texts (messages, help, descriptions of parameters) are checked, too. */
const WITH_TEXTS = /^(cli|formats|studio|library)\/src\/(?!.*\.(test|fixture)\.tsx?$)/;

/** What to look for, and what to write instead. */
const rules = [
  [/\banew\b/i, 'write "again"'],
  [/\bfor ever\b/i, 'say when it ends, or "never …"'],
  [/\bwho(?:so)?ever\b/i, 'write "any agent that"'],
  [/\bwhom\b/i, 'name the agent'],
  [/\b(?:some|any|no|every)body\b/i, 'write "an agent", "no agent", "all agents"'],
  [/\bread over\b/i, 'write "ignored"'],
  [/\ball alike\b/i, 'say what is equal'],
  [/\bone another\b/i, 'write "each other"'],
  [/\bat the most\b/i, 'write "at most"'],
  [/\bgoes on\b(?! (?:top|the))/i, 'write "continues"'],
  [/\bgo(?:es|ing)? round (?!by round)/i, 'write "walk around"'],
  [/\bsets out\b/i, 'write "starts"'],
  [/\bfor good\b/i, 'write "permanently"'],
  [/\bin good order\b/i, 'write "safely"'],
  [/\bagain and again\b/i, 'write "repeatedly"'],
  [/\b(?:throng|aslant|hither|thither|whither|thereof|wherein)\b/i, 'write a common word'],
  // Followed by "that", it compares; alone it stands for a number.
  [/(?<!\bevery )\bso many (?!that\b)(?!\w+ (?:that|as)\b)\w+/i, 'write "this many"'],
  // "Who is near is listed." A question that ends with a question mark is one.
  [
    /(?<=^|[.:;!?]\s+|\n\s*\n)Who\s[^.:;!?]*(?=[.:;!]|$)/,
    'begin with the subject, such as "An agent that …"',
  ],
];

/** Every match of a rule in a text, with its line. */
export function findBadEnglish(text) {
  const problems = [];
  for (const [pattern, advice] of rules) {
    for (const match of text.matchAll(new RegExp(pattern, `g${pattern.flags}`))) {
      const line = text.slice(0, match.index).split('\n').length;
      problems.push({ line, found: match[0].split('\n')[0], advice });
    }
  }
  return problems.sort((a, b) => a.line - b.line);
}

/** The text with code blocks, code in a line and addresses of links blanked out; lines stay where they are. */
export function proseOfDocument(text) {
  return text
    .replace(/^```.*?^```$/gms, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, blank);
}

/** The comments of a JavaScript or TypeScript source; lines stay where they are, code is blanked out. */
export function commentsOf(text) {
  const tokens =
    /\/\*.*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[^/'"`]+|./gs;
  return text.replace(tokens, (token) =>
    /^\/[/*]/.test(token) ? token.replace(/^\/\*\*?|\*\/$|^\/\/|^\s*\*/gm, blank) : blank(token),
  );
}

/** The texts of a source that a reader may meet: literals of several words; lines stay where they are, the rest is blanked out. */
export function textsOf(text) {
  const tokens =
    /\/\*.*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[^/'"`]+|./gs;
  return text.replace(tokens, (token) =>
    /^['"`]/.test(token) && /\w \w+ \w/.test(token) ? ` ${token.slice(1, -1)} ` : blank(token),
  );
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n');
  let checked = 0;
  for (const file of files) {
    const isDocument = DOCUMENTS.test(file);
    if (!isDocument && !SOURCES.test(file)) continue;
    checked++;
    const text = readFileSync(`${root}/${file}`, 'utf8');
    const prose = isDocument ? [proseOfDocument(text)] : [commentsOf(text)];
    if (WITH_TEXTS.test(file)) prose.push(textsOf(text));
    for (const { line, found, advice } of prose.flatMap(findBadEnglish)) {
      process.stderr.write(`${file}:${line}: "${found}": ${advice}\n`);
      process.exitCode = 1;
    }
  }
  if (process.exitCode !== 1) process.stdout.write(`english: ${checked} files read well\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
