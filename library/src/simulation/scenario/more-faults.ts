import { createFindings, type Findings, inNotation, type Path, report } from './error.ts';
import { maximumCoordinate } from './limits.ts';
import { type Check, moreFaults, type Place } from './more-faults-part.ts';
import type { Scenario } from './schema.ts';

/**
 * Checks rely on the ones before them: an agent is not placed before its numbers are read. So that a file's faults are
 * still reported at once, each faulty value gives way to its default, and what results is checked again. Where there is
 * no default, what the value belongs to is left out.
 */
function addMoreFaults(value: unknown, findings: Findings, check: Check, place: Place): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const mended: Mended = {
    value: { ...(value as Tree) },
    left: new Map(),
    places: new Map(),
    words: new Set(),
    shorter: new Set(),
  };
  let { places } = findings;
  for (let round = 0; round < MOST_ROUNDS && findings.omitted === 0; round++) {
    const faulty = places.map((path) => faultyPart(mended, path));
    if (faulty.some((path) => path.length === 0)) return;
    for (const path of faulty) mend(mended, path);
    const more = createFindings(findings.source);
    const isBounded = !mended.places.has('bounds');
    const scenario = check(mended.value, more, isBounded);
    if (isBounded && more.places.length === 0) place(withoutMended(mended, scenario), scenario.seed, more);
    if (more.places.length === 0 || more.incomplete) return;
    places = more.places.map((path) => originalPath(mended, path));
    places.forEach((path, k) => {
      const message = originalNumbers(mended, more.problems[k].message);
      if (!isConsequence(mended, path, message)) report(findings, path, message);
    });
  }
}

/** The scenario without agents of groups that were mended: they may have stood elsewhere. */
function withoutMended({ left, places, value }: Mended, scenario: Scenario): Scenario {
  const numbers = left.get(value.groups);
  const mended = new Set([...places.values()].flatMap(([list, k]) => (list === 'groups' ? [k] : [])));
  const groups = scenario.groups.map((group, k) =>
    mended.has(numbers?.[k] ?? k) ? { ...group, count: 0 } : group,
  );
  return { ...scenario, groups };
}

/** Rounds of mending: there are five kinds of checks that rely on each other, and some values are mended in two rounds. */
const MOST_ROUNDS = 12;

type Tree = Record<string | number, unknown>;

/** A scenario with its faults mended. Paths are those of the file. */
type Mended = {
  value: Tree;
  /** Lists from which items were taken: the numbers in the file of those left. */
  left: Map<unknown, number[]>;
  /** What was mended, by its notation. */
  places: Map<string, Path>;
  /** Names of what was left out, and the kinds of models that are not known: messages about them prove nothing. */
  words: Set<string>;
  /** Lists from which items were taken: scripts know agents and obstacles by their numbers. */
  shorter: Set<unknown>;
};

/** The parts that all others are checked against: without them nothing can be said. */
const vital = ['dimension', 'obstacles', 'targets', 'ground', 'velocityFields', 'agents', 'groups'];
/** Lists whose items are coherent wholes. */
const wholes = ['automata', 'changes', 'teams'];
/** What is of a kind that its name says: without the name, nothing in it can be judged. */
const models = ['steering', 'planner', 'neighbours'];

/** The path of what has to change for a fault to disappear; empty if nothing can. */
function faultyPart(mended: Mended, path: Path): Path {
  let node: unknown = mended.value;
  let length = 0;
  // What is missing is missed by what it belongs to.
  while (length < path.length) {
    const item = itemOf(mended, node, path[length]);
    if (item === undefined || (length > 1 && Array.isArray(node) && typeof item !== 'object')) break;
    node = item;
    length++;
  }
  if (wholes.includes(path[0] as string)) length = Math.min(length, 2);
  if (path[length - 1] === 'name' && models.includes(path[length - 2] as string)) length--;
  // A value that was put in did not help.
  if (mended.places.has(inNotation(path.slice(0, length)))) length--;
  return length === 1 && vital.includes(path[0] as string) ? [] : path.slice(0, Math.max(0, length));
}

function itemOf({ left }: Mended, node: unknown, key: string | number): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  const at = left.get(node)?.indexOf(key as number) ?? key;
  return Object.hasOwn(node, at) ? (node as Tree)[at] : undefined;
}

/** Puts a default in the place of a part, or leaves it out. */
function mend(mended: Mended, path: Path): void {
  const key = path.at(-1)!;
  const owner = ownerOf(mended, path);
  // It was in something that has been left out.
  if (!owner || itemOf(mended, owner, key) === undefined) return;
  mended.places.set(inNotation(path), path);
  if (models.includes(key as string)) mended.words.add(key as string);
  collectNames(itemOf(mended, owner, key), mended.words);
  if (Array.isArray(owner)) {
    const left = mended.left.get(owner) ?? [...owner.keys()];
    const at = left.indexOf(key as number);
    owner.splice(at, 1);
    mended.left.set(owner, left.toSpliced(at, 1));
    if (path.length === 2) mended.shorter.add(path[0]);
    return;
  }
  delete owner[key];
  const stead = standIns(mended.value)[path.filter((part) => typeof part === 'string').join('.')];
  if (stead !== undefined) owner[key] = stead;
  if (path[0] === 'groups' && key === 'source') owner.count ||= 1;
}

/** What can stand for values that have no default. */
function standIns({ bounds, dimension }: Tree): Tree {
  const corner = (value: number) => new Array(dimension === 3 ? 3 : 2).fill(value);
  const far = corner(maximumCoordinate);
  return {
    version: 1,
    name: 'scenario',
    duration: 1,
    bounds: { min: corner(-maximumCoordinate), max: far },
    'agents.at': far,
    'groups.count': 1,
    'groups.region': { box: bounds },
  };
}

/** What a part belongs to, all of it on the way there copied: the file's own objects stay as they are. */
function ownerOf(mended: Mended, path: Path): Tree | undefined {
  let owner = mended.value;
  for (const key of path.slice(0, -1)) {
    const item = itemOf(mended, owner, key);
    if (typeof item !== 'object' || item === null) return undefined;
    const copy = (Array.isArray(item) ? [...item] : { ...item }) as Tree;
    const left = mended.left.get(item);
    if (left) mended.left.set(copy, left);
    owner[mended.left.get(owner)?.indexOf(key as number) ?? key] = copy;
    owner = copy;
  }
  return owner;
}

/** The names and classes in what is left out: what refers to them is not wrong. */
function collectNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && (key === 'name' || key === 'class')) names.add(JSON.stringify(item));
    else collectNames(item, names);
  }
}

/** A path in the file for one in what was mended. */
function originalPath({ left, value }: Mended, path: Path): Path {
  let node: unknown = value;
  return path.map((key) => {
    const original = left.get(node)?.[key as number] ?? key;
    node = (node as Tree | undefined)?.[key];
    return original;
  });
}

/** A message that refers to items by their numbers in the file: 'the body overlaps agents[3]'. */
function originalNumbers({ left, value }: Mended, message: string): string {
  return message.replaceAll(
    /\b(obstacles|targets|agents|groups)\[(\d+)\]/g,
    (_, key: string, index: string) => `${key}[${left.get(value[key])?.[Number(index)] ?? index}]`,
  );
}

/** Whether a fault may follow from what was mended. */
function isConsequence(mended: Mended, path: Path, message: string): boolean {
  const { places, shorter, value, words } = mended;
  const text = `${inNotation(path)}: ${message}`;
  if ([...words].some((word) => text.includes(word))) return true;
  const isPart = (inner: Path, outer: Path) => outer.every((key, k) => key === inner[k]);
  for (const place of places.values()) if (isPart(path, place) || isPart(place, path)) return true;
  // The size of maps.
  if (places.has('bounds') && /\bcells\b/.test(message)) return true;
  if (path[0] !== 'script') return false;
  const ofObstacle = itemOf(mended, itemOf(mended, value.script, path[1]), 'obstacle') !== undefined;
  return (path.at(-1) === 'agent' && shorter.has('agents')) || (ofObstacle && shorter.has('obstacles'));
}

/** Lets checks report all faults of a scenario at once. */
export function registerMoreFaults(): void {
  moreFaults.registered = addMoreFaults;
}
