import { Fault, quote, type Reading } from './error.ts';
import { type Element, failAt, pathOf, warnAt } from './xml.ts';

/** A place or direction on the ground: SteerSuite's x and z. */
export type Point = readonly [x: number, y: number];
export type PointOrRandom = Point | 'random';
/** A box on the ground. */
export type Box = { min: Point; max: Point };

/**
 * The children of an element by name. A name that is not in the list is an error, and so is a repeated name where one
 * is expected; those in `skipped` are ignored.
 */
export function childrenOf<const Name extends string>(
  element: Element,
  names: readonly Name[],
  skipped: readonly string[] = [],
): { [name in Name]?: Element } {
  const found: Record<string, Element> = Object.create(null);
  for (const child of element.children) {
    if (skipped.includes(child.name)) continue;
    if (!(names as readonly string[]).includes(child.name)) {
      failAt(child, `expected ${inWords(names)} in <${element.name}>, got <${child.name}>`);
    }
    if (found[child.name]) failAt(child, `expected one <${child.name}> in <${element.name}>, got another`);
    found[child.name] = child;
  }
  return found as { [name in Name]?: Element };
}

/** '<a>', '<a> or <b>', '<a>, <b> or <c>'. */
export function inWords(names: readonly string[]): string {
  const tags = names.map((name) => `<${name}>`);
  return tags.length < 2 ? tags.join('') : `${tags.slice(0, -1).join(', ')} or ${tags.at(-1)}`;
}

export function require(element: Element | undefined, parent: Element, name: string): Element {
  return element ?? failAt(parent, `expected <${name}>, got none`);
}

export function textOf(element: Element): string {
  if (element.children.length > 0) {
    failAt(element, `expected text in <${element.name}>, got <${element.children[0].name}>`);
  }
  return element.text.trim();
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A finite number from `min` on. */
export function numberOf(element: Element, min = Number.NEGATIVE_INFINITY): number {
  const text = textOf(element);
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && value >= min) return value + 0;
  const from = min === Number.NEGATIVE_INFINITY ? '' : ` of at least ${min}`;
  return failAt(element, `expected a number${from}, got ${text === '' ? 'nothing' : quote(text)}`);
}

export function aboveZero(element: Element): number {
  const value = numberOf(element);
  return value > 0 ? value : failAt(element, `expected a number above 0, got ${value}`);
}

/** A whole number from 0 to `most`, checked before anything of that size is allocated. */
export function countOf(element: Element, most: number): number {
  const text = textOf(element);
  const value = /^\+?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  return failAt(
    element,
    `expected a whole number from 0 to ${most}, got ${text === '' ? 'nothing' : quote(text)}`,
  );
}

export function isTrue(element: Element | undefined): boolean {
  if (!element) return false;
  const text = textOf(element);
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return failAt(element, `expected true or false, got ${text === '' ? 'nothing' : quote(text)}`);
}

/** The x and z of a tuple, or that it is random. The height must be a number and does not matter. */
export function tupleOf(element: Element): PointOrRandom {
  const { random, x, y, z } = childrenOf(element, ['x', 'y', 'z', 'random']);
  if (isTrue(random)) {
    if (x ?? y ?? z) failAt(element, 'expected numbers or <random>, got both');
    return 'random';
  }
  numberOf(require(y, element, 'y'));
  return [numberOf(require(x, element, 'x')), numberOf(require(z, element, 'z'))];
}

/** A tuple that must not be random. */
export function fixedTupleOf(element: Element): Point {
  const tuple = tupleOf(element);
  return tuple === 'random' ? failAt(element, `expected numbers: <${element.name}> cannot be random`) : tuple;
}

const limits = ['xmin', 'xmax', 'ymin', 'ymax', 'zmin', 'zmax'] as const;

/** Bounds; ends in the wrong order are exchanged. With `isSolid` they must have an area on the ground. */
export function boundsOf(element: Element, isSolid = true): Box {
  const found = childrenOf(element, limits);
  const value = (name: (typeof limits)[number]) => numberOf(require(found[name], element, name));
  const along = (axis: 'x' | 'y' | 'z'): Point => {
    const [min, max] = [value(`${axis}min`), value(`${axis}max`)];
    if (isSolid && axis !== 'y' && min === max)
      failAt(element, `expected <${axis}min> less than <${axis}max>, got ${min} and ${max}`);
    if (min <= max) return [min, max];
    warnAt(element, `<${axis}min> ${min} and <${axis}max> ${max} are exchanged`);
    return [max, min];
  };
  const [x, , z] = [along('x'), along('y'), along('z')];
  return { min: [x[0], z[0]], max: [x[1], z[1]] };
}

/** The position of an element in the file, for errors that are found later. */
export type Origin = { reading: Reading; line: number; path: string };

export function originOf(element: Element): Origin {
  return { reading: element.reading, line: element.line, path: pathOf(element) };
}

export function failFrom({ line, path }: Origin, message: string): never {
  throw new Fault({ line, path, message });
}

export function warnFrom({ line, path, reading }: Origin, message: string): void {
  reading.warnings.push({ line, path, message });
}
