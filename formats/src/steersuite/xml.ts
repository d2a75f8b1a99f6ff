import { SaxesParser } from 'saxes';
import { Fault, quote, type Reading } from './error.ts';

/** An element with its content; comments and processing instructions are not kept. */
export type Element = {
  reading: Reading;
  name: string;
  /** Where it begins, from 1. */
  line: number;
  /** For a child of the root: its number among those of the same name, from 1; other elements look at their siblings. */
  number: number;
  parent: Element | undefined;
  children: Element[];
  text: string;
};

const NAMESPACE = 'http://www.magix.ucla.edu/steerbench';
/** The deepest nesting of elements; the format needs seven. */
const MAXIMUM_DEPTH = 32;
/** The most elements in one child of the root: a polygon of 250,000 vertices. */
const MAXIMUM_ELEMENTS = 1_000_000;

/** 'agent[2]/goalSequence/idle', without the root. */
export function pathOf(element: Element): string {
  const { name, number, parent } = element;
  if (!parent) return '';
  // Children of the root are not kept; except for the header, there may be several of a name.
  if (!parent.parent) return name === 'header' ? name : `${name}[${number}]`;
  const alike = parent.children.filter((one) => one.name === name);
  const own = alike.length < 2 ? name : `${name}[${alike.indexOf(element) + 1}]`;
  return `${pathOf(parent)}/${own}`;
}

export function failAt(element: Element, message: string): never {
  throw new Fault({ line: element.line, path: pathOf(element), message });
}

/** Says what was done about an element that is not as it should be. */
export function warnAt(element: Element, message: string): void {
  element.reading.warnings.push({ line: element.line, path: pathOf(element), message });
}

/**
 * Reads XML, hands over each child of the root once it is complete, and then forgets it: however long a file is, only one
 * child is in memory. Entities that a file declares are refused, so nothing expands and nothing is fetched.
 */
export function readElements(
  text: string,
  reading: Reading,
  roots: readonly string[],
  take: (element: Element) => void,
): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  const numbers = new Map<string, number>();
  let elements = 0;
  let line = 1;
  const fail = (message: string): never => {
    throw new Fault({ line: parser.line, path: '', message });
  };
  parser.on('error', ({ message }) => {
    // Published files have a comment before the declaration.
    if (message.includes('XML declaration must be at the start')) return;
    fail(`expected XML: ${message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('doctype', () => fail('expected no DOCTYPE: entities are not read'));
  parser.on('opentagstart', () => {
    line = parser.line;
  });
  parser.on('opentag', ({ local, uri }) => {
    const parent = open.at(-1);
    if (uri !== '' && uri !== NAMESPACE) {
      fail(`expected elements of the namespace ${quote(NAMESPACE)}, got <${local}> of ${quote(uri)}`);
    }
    if (!parent && !roots.includes(local)) fail(`expected <${roots.join('> or <')}>, got <${local}>`);
    if (open.length >= MAXIMUM_DEPTH) fail(`expected elements at most ${MAXIMUM_DEPTH} deep`);
    if (++elements > MAXIMUM_ELEMENTS) fail(`expected at most ${MAXIMUM_ELEMENTS} elements in one`);
    const number = open.length === 1 ? (numbers.get(local) ?? 0) + 1 : 1;
    if (open.length === 1) numbers.set(local, number);
    open.push({ reading, name: local, line, number, parent, children: [], text: '' });
  });
  parser.on('closetag', () => {
    const element = open.pop()!;
    if (element.children.length > 0 && element.text.trim() !== '') {
      failAt(element, `expected elements in <${element.name}>, got the text ${quote(element.text.trim())}`);
    }
    if (open.length !== 1) element.parent?.children.push(element);
    else {
      elements = 0;
      take(element);
    }
  });
  const addText = (part: string) => {
    // White space between the children of the root is dropped; it would only accumulate.
    if (open.length > 1) open[open.length - 1].text += part;
    else if (open.length === 1 && part.trim() !== '') {
      fail(`expected elements in <${open[0].name}>, got the text ${quote(part.trim())}`);
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
}
