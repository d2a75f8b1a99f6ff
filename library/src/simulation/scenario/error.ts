/** What is wrong with a scenario, and where: `path` in the notation of JavaScript, such as `groups[1].count`. */
export type Problem = { path: string; message: string };

export type Path = readonly (string | number)[];

/** As many problems as an error lists; the others are only counted. */
const maximumProblems = 20;

/** Thrown when a scenario cannot be used. */
export class ScenarioError extends Error {
  /** The file, or what stands for it in messages. */
  readonly source: string;
  readonly problems: readonly Problem[];
  /** Problems that were found and are not listed. */
  readonly omitted: number;

  constructor(source: string, problems: readonly Problem[], omitted = 0, incomplete = false) {
    const lines = problems.map(({ path, message }) =>
      [source, path, message].filter((part) => part).join(': '),
    );
    if (omitted > 0) lines.push(`${source}: and ${incomplete ? 'at least ' : ''}${omitted} more`);
    super(lines.join('\n'));
    this.name = 'ScenarioError';
    this.source = source;
    this.problems = problems;
    this.omitted = omitted;
  }
}

/** Problems found so far; `incomplete` when the search was given up before the end. */
export type Findings = {
  source: string;
  problems: Problem[];
  /** The path of each problem. */
  places: Path[];
  omitted: number;
  incomplete: boolean;
};

export function createFindings(source: string): Findings {
  return { source, problems: [], places: [], omitted: 0, incomplete: false };
}

export function report(findings: Findings, path: Path, message: string): void {
  if (findings.problems.length >= maximumProblems) {
    findings.omitted++;
    return;
  }
  findings.problems.push({ path: inNotation(path), message });
  findings.places.push([...path]);
}

/** Beyond this many problems nothing more is looked at: a million wrong agents need not be explained each. */
const enoughProblems = 1000;

/** Whether to give up the search; notes it. */
export function hasEnough(findings: Findings): boolean {
  if (findings.problems.length + findings.omitted < enoughProblems) return false;
  findings.incomplete = true;
  return true;
}

export function throwIfAny({ source, problems, omitted, incomplete }: Findings): void {
  if (problems.length > 0) throw new ScenarioError(source, problems, omitted, incomplete);
}

/** What messages call a scenario that has been checked: only the scenario itself is there when a world is made of it. */
export function sourceOf(scenario: object): string | undefined {
  return sources.get(scenario);
}

export function storeSource(scenario: object, source: string): void {
  sources.set(scenario, source);
}

const sources = new WeakMap<object, string>();

/** ['groups', 1, 'count'] → groups[1].count; keys that are no identifiers in brackets and quotes. */
export function inNotation(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) text += `[${JSON.stringify(shorten(part))}]`;
    else text += text === '' ? shorten(part) : `.${shorten(part)}`;
  }
  return text;
}

/** Messages stay readable whatever stands in the file. */
export function shorten(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
