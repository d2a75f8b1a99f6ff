import { SaxesParser } from 'saxes';
import { automata } from 'wend';
import { SpaceExError } from './error.ts';

/** A model file, and the configuration beside it. */
export type SpaceExFiles = { xml: string; cfg: string };

type Element = {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
  line: number;
};

const MOST_ELEMENTS = 100_000;
const DEEPEST = 32;

/**
 * A flat automaton of a SpaceEx file: variables, constants, locations with invariants and flows, transitions. The file has one
 * component with locations. The configuration gives the initial location and values, and those of constants; without it the
 * first location and 0. `source` is how messages name the file.
 */
export function readSpaceEx(
  { cfg = '', xml }: { xml: string; cfg?: string },
  source = 'SpaceEx model',
): automata.AutomatonModel {
  const fail = (line: number, message: string): never => {
    throw new SpaceExError(`${source}:${line}: ${message}`);
  };
  const root = parse(xml, source);
  if (root.name !== 'sspaceex') fail(root.line, `expected <sspaceex>, got <${root.name}>`);
  const components = root.children.filter(
    ({ children, name }) => name === 'component' && children.some((one) => one.name === 'location'),
  );
  if (components.length !== 1)
    fail(root.line, `expected one component with locations, got ${components.length}`);
  const [component] = components;
  const all = (name: string) => component.children.filter((child) => child.name === name);
  const text = (element: Element, name: string) =>
    element.children.find((child) => child.name === name)?.text.trim() ?? '';
  const { location: initial, values } = readConfiguration(cfg, source);

  const variables: Record<string, automata.Variable> = {};
  const parameters: Record<string, number> = {};
  for (const { attributes, line } of all('param')) {
    const { d1 = '1', dynamics = 'any', name = '', type = 'real' } = attributes;
    if (type === 'label') continue;
    if (type !== 'real' || d1 !== '1') fail(line, `param ${name}: expected a single real number`);
    if (dynamics !== 'const') variables[name] = { start: values.get(name) ?? 0 };
    else if (values.has(name)) parameters[name] = values.get(name)!;
    else fail(line, `param ${name}: expected its value in the configuration: initially = "${name}==…"`);
  }

  const names = new Map<string, string>();
  const modes: Record<string, automata.ModeModel> = {};
  for (const location of all('location')) {
    const { id = '', name = `location_${id}` } = location.attributes;
    const own = name.replace(/\W/g, '_');
    if (names.has(id) || Object.hasOwn(modes, own))
      fail(location.line, `location ${name}: its id or name occurs twice`);
    names.set(id, own);
    const flow = Object.fromEntries(
      conjunctsOf(text(location, 'flow')).map((equation): [string, string] => {
        const [, variable, rate] = /^(\w+)\s*'\s*==?\s*(.+)$/s.exec(equation) ?? [];
        if (variable === undefined || !Object.hasOwn(variables, variable))
          return fail(
            location.line,
            `location ${name}: flow: expected x' == …, got ${JSON.stringify(equation)}`,
          );
        return [variable, expression(rate, location.line, fail)];
      }),
    );
    const invariant = condition(text(location, 'invariant'), location.line, fail);
    modes[own] = {
      ...(Object.keys(flow).length > 0 && { flow }),
      ...(invariant !== 'true' && { invariant }),
    };
  }

  const transitions = all('transition').map((transition): automata.TransitionModel => {
    const { source: from = '', target: to = '' } = transition.attributes;
    for (const end of [from, to])
      if (!names.has(end)) fail(transition.line, `transition: no location has the id ${JSON.stringify(end)}`);
    const effect = Object.fromEntries(
      conjunctsOf(text(transition, 'assignment')).map((assignment): [string, string] => {
        const [, variable, value] = /^(\w+)\s*(?::=|'\s*==)\s*(.+)$/s.exec(assignment) ?? [];
        if (variable === undefined)
          return fail(transition.line, `assignment: expected x := …, got ${JSON.stringify(assignment)}`);
        return [variable, expression(value, transition.line, fail)];
      }),
    );
    return {
      from: names.get(from)!,
      to: names.get(to)!,
      when: condition(text(transition, 'guard'), transition.line, fail),
      ...(Object.keys(effect).length > 0 && { do: effect }),
    };
  });
  const first = initial === undefined ? Object.keys(modes)[0] : initial.replace(/\W/g, '_');
  const model: automata.AutomatonModel = {
    name: component.attributes.id?.replace(/\W/g, '_') || 'automaton',
    // In SpaceEx a transition may be taken, and an invariant forces it.
    policy: 'lazy',
    ...(Object.keys(parameters).length > 0 && { parameters }),
    variables,
    start: first,
    modes,
    transitions,
  };
  const [problem] = automata.findProblems(model);
  if (problem) throw new SpaceExError(`${source}: ${problem.path.join('.')}: ${problem.message}`);
  return model;
}

type Fail = (line: number, message: string) => never;

/** The parts of a text that & joins. */
function conjunctsOf(text: string): string[] {
  return text
    .split(/&&?/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'true');
}

/** Comparisons joined by `and`; 0 <= x <= 1 is two of them. */
function condition(text: string, line: number, fail: Fail): string {
  const comparisons = conjunctsOf(text).flatMap((conjunct) => {
    const pieces = conjunct.split(/(<=|>=|==|<|>)/).map((piece) => piece.trim());
    if (pieces.length < 3)
      return fail(line, `expected comparisons joined by &, got ${JSON.stringify(conjunct)}`);
    const found: string[] = [];
    for (let k = 0; k + 2 < pieces.length; k += 2) {
      found.push(
        `${expression(pieces[k], line, fail)} ${pieces[k + 1]} ${expression(pieces[k + 2], line, fail)}`,
      );
    }
    return found;
  });
  return comparisons.length === 0 ? 'true' : comparisons.join(' and ');
}

function expression(text: string, line: number, fail: Fail): string {
  const plain = text.replace(/(\w+)\s*\^\s*2\b/g, '($1 * $1)').trim();
  try {
    return automata.printExpression(automata.readExpression(plain));
  } catch (error) {
    return fail(line, `${(error as Error).message}, in ${JSON.stringify(text)}`);
  }
}

/** The initial location and values of `initially`. */
function readConfiguration(
  cfg: string,
  source: string,
): { location: string | undefined; values: Map<string, number> } {
  const [, initially = ''] = /^\s*initially\s*=\s*"([^"]*)"/m.exec(cfg) ?? [];
  const values = new Map<string, number>();
  let location: string | undefined;
  for (const part of conjunctsOf(initially)) {
    const [, place] = /^loc\(\w*\)\s*==\s*(\w+)$/.exec(part) ?? [];
    const [, name, value] = /^(\w+)\s*==\s*(\S+)$/.exec(part) ?? [];
    if (place !== undefined) location = place;
    else if (name !== undefined && Number.isFinite(Number(value))) values.set(name, Number(value));
    else throw new SpaceExError(`${source}: initially: expected name==number, got ${JSON.stringify(part)}`);
  }
  return { location, values };
}

/** The elements of an XML text. Entities that a file declares are not expanded. */
function parse(xml: string, source: string): Element {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  const fail = (message: string): never => {
    throw new SpaceExError(`${source}:${parser.line}: ${message}`);
  };
  parser.on('error', ({ message }) => fail(`expected XML: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => fail('expected no document type'));
  parser.on('opentag', ({ attributes, name }) => {
    if (++count > MOST_ELEMENTS || open.length > DEEPEST) fail('expected a smaller file');
    const element: Element = {
      name,
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
      line: parser.line,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (text) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return root ?? fail('expected <sspaceex>');
}
