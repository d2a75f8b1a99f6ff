import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readTextFile } from '@wend/formats/files';
import { readSpaceEx, SpaceExError, writeSpaceEx } from '@wend/formats/spaceex';
import { automata } from 'wend';
import { drawAutomaton } from 'wend/draw';
import { checkScenario, parseJson } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, writeWhole } from './files.ts';
import { loadScenario } from './scenarios.ts';

type Model = automata.AutomatonModel;
export type AutomatonOptions = {
  name?: string;
  draw?: string;
  xstate?: string;
  spaceex?: string;
  check?: boolean;
  json?: boolean;
};

/** Checks, draws or prints an automaton: one of a scenario, or a file that is a model itself. */
export function automaton(source: string, options: AutomatonOptions): number {
  if (options.draw !== undefined) requireEnding('--draw', options.draw, '.svg');
  if (options.xstate !== undefined) requireEnding('--xstate', options.xstate, '.json');
  if (options.spaceex !== undefined) requireEnding('--spaceex', options.spaceex, '.xml');
  const files = [options.draw, options.xstate, options.spaceex].filter((file) => file !== undefined);
  for (const file of files) {
    if (resolve(file) === resolve(source))
      throw new BadInput(`${file}: expected another file, this one is read`);
  }
  const model = chooseModel(source, options.name);
  for (const file of files) requireWritable(file);
  if (options.draw !== undefined) writeWhole(options.draw, drawAutomaton(model));
  if (options.xstate !== undefined)
    writeWhole(options.xstate, `${JSON.stringify(automata.toXState(model), null, 2)}\n`);
  if (options.spaceex !== undefined) saveSpaceEx(model, options.spaceex);
  const doubts = options.check ? automata.findDoubts(model) : [];
  const lines = doubts.map(({ message, path }) => `${source}: ${path.join('.')}: ${message}`);
  if (options.json) process.stdout.write(`${JSON.stringify({ model, doubts })}\n`);
  else process.stdout.write(`${[...describeModel(model), ...lines].join('\n')}\n`);
  return doubts.length > 0 ? ExitCode.criterionFailed : ExitCode.done;
}

/** Writes FILE.xml and, beside it, FILE.cfg. */
function saveSpaceEx(model: Model, file: string): void {
  const { cfg, xml } = withMessage(() => writeSpaceEx(model));
  writeWhole(file, xml);
  writeWhole(besideOf(file), cfg);
}

const besideOf = (file: string) => `${file.replace(/\.xml$/, '')}.cfg`;

/** What SpaceEx cannot say, or a file that is none, is bad input. */
function withMessage<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof SpaceExError) throw new BadInput(error.message);
    throw error;
  }
}

/** A model of SpaceEx, with the configuration beside it if there is one. */
function openSpaceEx(source: string): readonly Model[] {
  const xml = readTextFile(source);
  const cfg = existsSync(besideOf(source)) ? readTextFile(besideOf(source)) : '';
  return [withMessage(() => readSpaceEx({ xml, cfg }, source))];
}

function chooseModel(source: string, name: string | undefined): Model {
  const models = readModel(source) ?? loadScenario(source).automata;
  if (models.length === 0)
    throw new BadInput(`${source}: expected a scenario with automata, this one has none`);
  const chosen = name === undefined ? models[0] : models.find((model) => model.name === name);
  if (chosen) return chosen;
  const names = models.map((model) => JSON.stringify(model.name)).join(', ');
  throw new BadInput(`--name: expected one of ${names}, got ${JSON.stringify(name)}`);
}

/** The model of a file that has modes instead of a world; it is checked as in an empty scenario. */
function readModel(source: string): readonly Model[] | undefined {
  if (source.endsWith('.xml')) return openSpaceEx(source);
  if (!source.endsWith('.json')) return undefined;
  let value: unknown;
  try {
    value = parseJson(readTextFile(source), source);
  } catch {
    // The reader of scenarios says what is wrong.
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('modes' in value || 'parts' in value))
    return undefined;
  const empty = { version: 1, name: 'automaton', bounds: { min: [0, 0], max: [1, 1] }, duration: 1 };
  return checkScenario({ ...empty, automata: [value] }, source).automata;
}

/** The parts with their modes, indented, and the transitions. */
function describeModel(model: Model): string[] {
  const { modes, parts, start = '', transitions } = model;
  const all = Object.entries({ ...(modes && { '': { start, modes, transitions } }), ...parts });
  return [
    `${model.name}: sound`,
    ...all.flatMap(([name, part]) => [
      ...(name === '' ? [] : [`  part ${name}`]),
      ...describeModes(part.modes, part.start, '  '),
      ...describeTransitions(part.transitions, '  '),
    ]),
  ];
}

function describeModes(modes: NonNullable<Model['modes']>, start: string, indent: string): string[] {
  return Object.entries(modes).flatMap(([name, mode]) => [
    `${indent}mode ${name}${name === start ? ' (start)' : ''}${mode.use === undefined ? '' : ` uses ${mode.use}`}`,
    ...describeModes(mode.modes ?? {}, mode.start ?? '', `${indent}  `),
    ...describeTransitions(mode.transitions, `${indent}  `),
  ]);
}

function describeTransitions(transitions: Model['transitions'], indent: string): string[] {
  return (transitions ?? []).map(({ from, to, when }) => {
    const guard = automata.printExpression(automata.readExpression(when));
    return `${indent}${typeof from === 'string' ? from : from.join(', ')} → ${to} when ${guard}`;
  });
}
