import { type Findings, type Path, report, shorten } from './error.ts';
import { forbiddenKeys } from './json-text.ts';
import { maximumContainers, maximumItems, maximumNesting } from './limits.ts';

/**
 * A copy of a program's value as plain data, read once: getters, proxies, cycles, holes and class instances are
 * settled here, and the checks that follow see only what JSON could have said. Keys with `undefined` are left out.
 */
export function toPlain(value: unknown, findings: Findings): unknown {
  return copyValue(value, [], { findings, copies: new Map(), left: maximumContainers });
}

type Copying = {
  findings: Findings;
  /** Finished copies of objects met before, so that shared parts are read once; `null` while in work. */
  copies: Map<object, unknown>;
  /** The number of lists and objects that may still be made: proxies can be endless. */
  left: number;
};

function copyValue(value: unknown, path: Path, copying: Copying): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { findings, copies } = copying;
  const done = copies.get(value);
  if (done) return done;
  if (done === null) return refuse(findings, path, 'refers back to an object that contains it');
  if (path.length >= maximumNesting)
    return refuse(findings, path, `nested deeper than ${maximumNesting} levels`);
  if (--copying.left < 0) return refuse(findings, path, `more than ${maximumContainers} objects and lists`);

  copies.set(value, null);
  let copy: unknown;
  try {
    copy = Array.isArray(value) ? copyList(value, path, copying) : copyObject(value, path, copying);
  } catch (error) {
    // A proxy may throw at any touch.
    copy = refuse(findings, path, `cannot be read: ${errorInWords(error)}`);
  }
  copies.set(value, copy);
  return copy;
}

function copyList(list: readonly unknown[], path: Path, copying: Copying): unknown {
  const { length } = list;
  if (length > maximumItems) {
    return refuse(copying.findings, path, `expected a list of at most ${maximumItems} items, got ${length}`);
  }
  const copy: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const item = readKey(list, index, path, copying);
    // One report for a list with holes, however many it has.
    if (item === undefined) return refuse(copying.findings, [...path, index], 'the list has a hole here');
    copy.push(item);
  }
  return copy;
}

function copyObject(object: object, path: Path, copying: Copying): unknown {
  if (!isPlain(object)) {
    return refuse(copying.findings, path, `expected a plain object or list, got ${kindInWords(object)}`);
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    if (forbiddenKeys.has(key)) {
      report(copying.findings, [...path, key], 'this key is not allowed');
      continue;
    }
    const value = readKey(object, key, path, copying);
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}

function readKey(container: object, key: string | number, path: Path, copying: Copying): unknown {
  let value: unknown;
  try {
    value = (container as Record<string | number, unknown>)[key];
  } catch (error) {
    return refuse(copying.findings, [...path, key], `cannot be read: ${errorInWords(error)}`);
  }
  // Numbers and text are most of a scenario: no path is built for them.
  return typeof value === 'object' && value !== null ? copyValue(value, [...path, key], copying) : value;
}

/** Reports a problem and returns a placeholder for the value, so that the rest is still checked. */
function refuse(findings: Findings, path: Path, message: string): object {
  report(findings, path, message);
  return {};
}

/** Object literals, also of another realm such as a frame, and objects without a prototype. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindInWords(object: object): string {
  const name: unknown = (object.constructor as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' && name !== ''
    ? `an object of class ${shorten(name)}`
    : 'an object of a class';
}

function errorInWords(error: unknown): string {
  try {
    return shorten(error instanceof Error ? error.message : String(error), 200);
  } catch {
    return 'its getter threw';
  }
}
