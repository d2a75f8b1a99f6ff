import { automata } from 'wend';
import { SpaceExError } from './error.ts';
import type { SpaceExFiles } from './read.ts';

type Model = automata.AutomatonModel;
type Mode = automata.ModeModel;
type Tree = automata.Tree;

/**
 * A flat automaton as SpaceEx XML, and its configuration: initial mode and values, constants. What SpaceEx has no words for
 * (submodes, parts, inputs, noise, outputs, other kinds of variables, priorities) is refused with its place. A guard with `or`
 * becomes several transitions.
 */
export function writeSpaceEx(model: Model): SpaceExFiles {
  requireFlat(model);
  const { modes = {}, name, start, transitions = [], variables = {} } = model;
  const constants = Object.entries(model.parameters ?? {}).map(([key, given]): [string, number] => [
    key,
    typeof given === 'number' ? given : given.value,
  ]);
  const ids = new Map(Object.keys(modes).map((mode, k) => [mode, k + 1]));
  const param = (key: string, dynamics: string) =>
    `    <param name="${key}" type="real" local="false" d1="1" d2="1" dynamics="${dynamics}" />`;
  const locations = Object.entries(modes).map(([mode, given]) => {
    const invariant = invariantOf(given)
      .map((tree) => conjunctionOf(tree, `modes.${mode}.invariant`))
      .join(' & ');
    const flow = Object.entries(variables).map(([variable]) => {
      const rate = given.flow?.[variable] ?? 0;
      return `${variable}' == ${textOf(automata.readExpression(rate), `modes.${mode}.flow.${variable}`)}`;
    });
    return [
      `    <location id="${ids.get(mode)}" name="${mode}">`,
      ...(invariant === '' ? [] : [`      <invariant>${escapeXml(invariant)}</invariant>`]),
      ...(flow.length === 0 ? [] : [`      <flow>${escapeXml(flow.join(' & '))}</flow>`]),
      '    </location>',
    ];
  });
  const jumps = transitions.flatMap(({ do: effect = {}, from, to, when }, k) => {
    const sources = from === '*' ? Object.keys(modes) : typeof from === 'string' ? [from] : from;
    const assignments = Object.entries(effect).map(
      ([variable, value]) =>
        `${variable} := ${textOf(automata.readExpression(value), `transitions[${k}].do.${variable}`)}`,
    );
    return sources.flatMap((source) =>
      alternativesOf(ratesIn(automata.readExpression(when), modes[source])).map((guard) => [
        `    <transition source="${ids.get(source)}" target="${ids.get(to)}">`,
        `      <guard>${escapeXml(conjunctionOf(guard, `transitions[${k}].when`))}</guard>`,
        ...(assignments.length === 0
          ? []
          : [`      <assignment>${escapeXml(assignments.join(' & '))}</assignment>`]),
        '    </transition>',
      ]),
    );
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sspaceex xmlns="http://www-verimag.imag.fr/xml-namespaces/sspaceex" version="0.2" math="SpaceEx">',
    `  <component id="${name}">`,
    ...Object.keys(variables).map((key) => param(key, 'any')),
    ...constants.map(([key]) => param(key, 'const')),
    ...locations.flat(),
    ...jumps.flat(),
    '  </component>',
    '</sspaceex>',
    '',
  ].join('\n');
  const initially = [
    `loc(${name})==${start}`,
    ...Object.entries(variables).map(([key, { start: value = 0 }]) => `${key}==${Number(value)}`),
    ...constants.map(([key, value]) => `${key}==${value}`),
  ];
  return { xml, cfg: `system = "${name}"\ninitially = "${initially.join(' & ')}"\n` };
}

function requireFlat(model: Model): void {
  const refuse = (place: string, why: string): never => {
    throw new SpaceExError(`${model.name}: ${place}: ${why}`);
  };
  if (!/^[A-Za-z_]\w*$/.test(model.name)) refuse('name', 'SpaceEx needs a name of letters, digits and _');
  for (const key of ['parts', 'inputs', 'noise', 'functions', 'definitions'] as const) {
    if (Object.keys(model[key] ?? {}).length > 0) refuse(key, 'SpaceEx has flat automata without this');
  }
  for (const [name, { kind = 'flow' }] of Object.entries(model.variables ?? {})) {
    if (kind !== 'flow' && kind !== 'real')
      refuse(`variables.${name}`, `expected a number that flows or jumps, got ${kind}`);
  }
  for (const [name, mode] of Object.entries(model.modes ?? {})) {
    for (const key of [
      'use',
      'modes',
      'algebra',
      'set',
      'distances',
      'steering',
      'planner',
      'goal',
      'entry',
      'exit',
    ] as const) {
      if (mode[key] !== undefined) refuse(`modes.${name}.${key}`, 'SpaceEx has flat automata without this');
    }
  }
  model.transitions?.forEach(({ priority = 0 }, k) => {
    if (priority !== 0) refuse(`transitions[${k}].priority`, 'SpaceEx has no priorities');
  });
}

function invariantOf({ invariant }: Mode): Tree[] {
  if (invariant === undefined) return [];
  const isList = Array.isArray(invariant) && typeof invariant[0] === 'object' && !Array.isArray(invariant[0]);
  const list = isList ? (invariant as { holds: Tree }[]).map(({ holds }) => holds) : [invariant as Tree];
  return list.map((one) => automata.readExpression(one));
}

const isList = (tree: Tree): tree is automata.Application => Array.isArray(tree);
const operandsOf = (tree: automata.Application) => tree.slice(1) as Tree[];

/** rate(x) is what flows in the mode. */
function ratesIn(tree: Tree, mode: Mode): Tree {
  if (!isList(tree)) return tree;
  if (tree[0] === 'rate') return automata.readExpression(mode.flow?.[tree[1] as string] ?? 0);
  if (tree[0] === 'in') return tree;
  return [tree[0], ...operandsOf(tree).map((operand) => ratesIn(operand, mode))];
}

const opposite: Record<string, string> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** The alternatives of a condition, each without `or` and `not`. */
function alternativesOf(tree: Tree): Tree[] {
  if (!isList(tree)) return tree === false ? [] : [tree];
  const operands = operandsOf(tree);
  if (tree[0] === 'or') return operands.flatMap(alternativesOf);
  if (tree[0] === 'not') return alternativesOf(negate(operands[0]));
  if (tree[0] !== 'and') return [tree];
  return operands
    .map(alternativesOf)
    .reduce<Tree[]>(
      (before, more) =>
        before.flatMap((one) => more.map((other): Tree => (one === true ? other : ['and', one, other]))),
      [true],
    );
}

function negate(tree: Tree): Tree {
  if (typeof tree === 'boolean') return !tree;
  if (!isList(tree)) return ['not', tree];
  const operands = operandsOf(tree);
  if (tree[0] === 'not') return operands[0];
  if (tree[0] === 'and') return ['or', ...operands.map(negate)];
  if (tree[0] === 'or') return ['and', ...operands.map(negate)];
  return [opposite[tree[0]] ?? tree[0], ...operands];
}

/** Comparisons joined by &. */
function conjunctionOf(tree: Tree, place: string): string {
  if (typeof tree === 'boolean') return String(tree);
  if (isList(tree) && tree[0] === 'and')
    return operandsOf(tree)
      .map((one) => conjunctionOf(one, place))
      .join(' & ');
  if (!isList(tree) || !Object.hasOwn(opposite, tree[0]) || tree[0] === '!=')
    throw new SpaceExError(
      `${place}: SpaceEx has comparisons joined by &, got ${automata.printExpression(tree)}`,
    );
  const [left, right] = operandsOf(tree).map((one) => textOf(one, place));
  return `${left} ${tree[0]} ${right}`;
}

const known = new Set(['+', '-', '*', '/', 'sqrt', 'exp', 'log', 'sin', 'cos']);

function textOf(tree: Tree, place: string): string {
  const check = (one: Tree): void => {
    if (typeof one === 'boolean' || (isList(one) && !known.has(one[0])))
      throw new SpaceExError(`${place}: SpaceEx has no ${isList(one) ? one[0] : 'truth values'}`);
    if (isList(one)) operandsOf(one).forEach(check);
  };
  check(tree);
  return automata.printExpression(tree);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
