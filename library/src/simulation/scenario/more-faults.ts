import { createFindings, type Findings, type Path, report } from './error.ts';

/**
 * Checks rely on the ones before them: an agent is not placed before its numbers are read. So that a file's faults are
 * still reported at once, the faulty parts are left out, and what remains is checked again.
 */
export function addMoreFaults(
  value: unknown,
  findings: Findings,
  check: (rest: unknown, findings: Findings) => void,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const rest = createRest(value as Tree);
  let { places } = findings;
  for (let round = 0; round < MOST_ROUNDS && findings.omitted === 0; round++) {
    if (!places.every((path) => leaveOut(rest, path))) return;
    const more = createFindings(findings.source);
    check(rest.value, more);
    if (more.places.length === 0 || more.incomplete) return;
    places = more.places.map((path) => originalPath(rest, path));
    addNew(rest, findings, more, places);
  }
}

/** Rounds of leaving out: there are five kinds of checks that rely on each other. */
const MOST_ROUNDS = 6;

type Tree = Record<string, unknown>;

/** A scenario without its faulty parts. */
type Rest = {
  value: Tree;
  /** Lists: which items are left, by their numbers in the file. */
  left: Map<string, number[]>;
  /** Whether an item was left out of a list. */
  isShorter: boolean;
  /** Names of what was left out: what refers to them is not wrong. */
  names: Set<string>;
};

/** Parts that other parts are checked against only by the names of their items. */
const lists = ['obstacles', 'targets', 'agents', 'groups'];
/** Parts that no other part depends on. */
const apart = new Set([
  'neighbours',
  'cadence',
  'expect',
  'measurements',
  'automata',
  'changes',
  'script',
  'teams',
]);

function createRest(value: Tree): Rest {
  const left = new Map<string, number[]>();
  for (const key of lists) if (Array.isArray(value[key])) left.set(key, [...value[key].keys()]);
  return { value: { ...value }, left, isShorter: false, names: new Set() };
}

/** Leaves the part with a fault out; false where the other parts cannot be judged without it. */
function leaveOut(rest: Rest, [key, index]: Path): boolean {
  if (apart.has(key as string)) {
    delete rest.value[key];
    return true;
  }
  const left = rest.left.get(key as string);
  if (!left || typeof index !== 'number') return false;
  const at = left.indexOf(index);
  if (at < 0) return true;
  const items = [...(rest.value[key] as unknown[])];
  const [item] = items.splice(at, 1);
  left.splice(at, 1);
  rest.isShorter = true;
  rest.value[key] = items;
  const name = (item as Tree | null)?.name;
  if (typeof name === 'string') rest.names.add(JSON.stringify(name));
  return true;
}

/** A path in the file for one in the rest. */
function originalPath({ left }: Rest, path: Path): Path {
  const [key, index, ...below] = path;
  const numbers = left.get(key as string);
  return numbers && typeof index === 'number' ? [key, numbers[index], ...below] : path;
}

/** A message that refers to items by their numbers in the file: 'the body overlaps agents[3]'. */
function originalNumbers({ left }: Rest, message: string): string {
  return message.replaceAll(
    /\b(obstacles|targets|agents|groups)\[(\d+)\]/g,
    (_, key: string, index: string) => `${key}[${left.get(key)?.[Number(index)] ?? index}]`,
  );
}

/** Adds the faults that do not follow from what was left out. */
function addNew(rest: Rest, findings: Findings, more: Findings, places: readonly Path[]): void {
  const { isShorter, names, value } = rest;
  places.forEach((path, k) => {
    const message = originalNumbers(rest, more.problems[k].message);
    const isConsequence = [...names].some((name) => message.includes(name)) || value[path[0]] === undefined;
    // Numbers of agents and obstacles in scripts and teams have shifted where something was left out.
    if (isConsequence || (isShorter && apart.has(path[0] as string))) return;
    report(findings, path, message);
  });
}
