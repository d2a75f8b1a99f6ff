import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planners, steeringModels } from 'wend';
import { nearestWord, registerBuiltIn } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';

/** One key of a scenario, as `wend keys` shows it. */
export type KeyRow = {
  /** As --set takes it: `groups[0].speed`. */
  path: string;
  /** Which of several alternatives has the key: `name "walker"`. */
  of?: string;
  /** 'number above 0 and at most 0.25', '"stop", "vanish" or "continue"'. */
  type: string;
  default?: unknown;
  /** Where it depends on the steering model: of each. */
  defaults?: Record<string, unknown>;
  isRequired?: boolean;
  sentence: string;
};

/** The part of JSON Schema that the schema of scenarios uses. */
type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

/** A key whose keys are listed: its path, and the objects that may stand there. */
type Place = { path: string; objects: { schema: Schema; of: string | undefined }[] };

/** Prints the keys of a scenario at a place, or all of them. */
export function keys(at: string | undefined, options: { all?: boolean; json?: boolean }): number {
  const rows = keysAt(at ?? '', options.all ?? false);
  process.stdout.write(options.json ? `${JSON.stringify(rows)}\n` : linesOf(rows));
  return ExitCode.done;
}

/** The keys at a path; with `all`, those below them as well. */
export function keysAt(at: string, all = false): KeyRow[] {
  const root = publishedSchema();
  const start: Place = { path: '', objects: objectsOf(root, root) };
  const path = at.match(/[^.[\]]+/g) ?? [];
  const rows: KeyRow[] = [];
  listKeys(root, descend(root, start, path), all, new Set(), rows);
  if (rows.length > 0) return rows;
  // A value without keys: the row that it has among those of its owner.
  const isItem = /^\d+$/.test(path.at(-1)!);
  const owner = descend(root, start, path.slice(0, isItem ? -2 : -1));
  listKeys(root, owner, false, new Set(), rows);
  const own = descend(root, start, path).path;
  return rows.filter((row) => row.path === own);
}

/** The schema of scenarios with its sentences, which the schema inside the command does without. */
function publishedSchema(): Schema {
  const file = fileURLToPath(import.meta.resolve('wend/scenario.schema.json'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Follows a path key by key. */
function descend(root: Schema, start: Place, path: readonly string[]): Place {
  let place = start;
  for (const key of path) {
    // An item of a list has no key of its own here.
    if (/^\d+$/.test(key)) continue;
    const known = place.objects.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
    const found = place.objects.filter(({ schema }) => schema.properties?.[key] !== undefined);
    if (found.length === 0) throw new BadInput(unknown(key, place.path, [...new Set(known)]));
    const objects = found.flatMap(({ schema }) => objectsOf(root, schema.properties![key]));
    place = { path: pathBelow(root, place.path, key, found[0].schema.properties![key]), objects };
  }
  return place;
}

function unknown(key: string, path: string, known: readonly string[]): string {
  const where = path === '' ? 'a scenario' : path;
  if (known.length === 0) return `keys ${key}: ${where} is a value without keys`;
  const near = nearestWord(key, known);
  const hint = near === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`;
  return `keys ${key}: ${where} has no such key; ${hint}`;
}

function listKeys(root: Schema, place: Place, all: boolean, open: Set<Schema>, rows: KeyRow[]): void {
  const seen = new Set<string>();
  for (const { of, schema } of place.objects) {
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      const path = pathBelow(root, place.path, key, child);
      const row = rowOf(root, path, child, schema.required?.includes(key) ?? false);
      const full = place.objects.length > 1 && of !== undefined ? { ...row, of } : row;
      // Alternatives that nothing tells from each other share keys: those that are the same are listed once.
      const text = JSON.stringify(full);
      if (seen.has(text)) continue;
      seen.add(text);
      rows.push(full);
      if (!all) continue;
      const objects = objectsOf(root, child).filter((one) => !open.has(one.schema));
      if (objects.length === 0) continue;
      // Parts of the schema refer to themselves: a mode has modes.
      listKeys(root, { path, objects }, all, new Set([...open, ...objects.map((one) => one.schema)]), rows);
    }
  }
}

function rowOf(root: Schema, path: string, child: Schema, isRequired: boolean): KeyRow {
  const schema = resolve(root, child);
  const own = child.description ?? schema.description ?? schema.items?.description;
  const sentence = own ?? (schema.items ? resolve(root, schema.items).description : undefined) ?? '';
  const defaults = byModel[path]?.();
  const fixed = schema.default === undefined ? {} : { default: schema.default };
  return {
    path,
    type: typeInWords(root, schema),
    ...(defaults === undefined ? fixed : { defaults }),
    ...(isRequired ? { isRequired } : {}),
    sentence: defaults === undefined ? sentence : `${sentence} ${defaultsInWords(defaults)}`,
  };
}

/** Defaults that the steering model sets, by its name; the schema has those of models that set none. */
const byModel: Record<string, () => Record<string, unknown>> = {
  'neighbours.radius': () => eachModel(({ perception }) => perception.radius),
  'neighbours.sight': () => eachModel(({ perception }) => perception.sight),
  'planner.name': () =>
    eachModel(({ needsPath }) => {
      const where = needsPath ? 'around obstacles' : 'everywhere';
      return planners.definitions.find(({ isDefault }) => isDefault === where)?.name;
    }),
};

function eachModel(
  read: (model: ReturnType<typeof steeringModels>[number]) => unknown,
): Record<string, unknown> {
  registerBuiltIn();
  return Object.fromEntries(steeringModels().map((model) => [model.name, read(model)]));
}

/** 'Default: 10 with walker; 3 with nonlinear, critters.' */
function defaultsInWords(defaults: Record<string, unknown>): string {
  const models = new Map<unknown, string[]>();
  for (const [name, value] of Object.entries(defaults))
    models.set(value, [...(models.get(value) ?? []), name]);
  const each = [...models].map(([value, names]) => `${value} with ${names.join(', ')}`);
  return `Default: ${each.join('; ')}.`;
}

/** The path of a key; a list of objects is shown by its first item. */
function pathBelow(root: Schema, path: string, key: string, child: Schema): string {
  const isPlain = /^[\w$]+$/.test(key);
  const own = path === '' ? key : `${path}.${isPlain ? key : JSON.stringify(key)}`;
  const { items, type } = resolve(root, child);
  return type === 'array' && items && objectsOf(root, items).length > 0 ? `${own}[0]` : own;
}

function resolve(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = definitionOf(root, schema.$ref);
  const { $ref, ...own } = schema;
  return { ...resolve(root, found), ...own };
}

/** What a reference such as '#/properties/steering' points to. */
function definitionOf(root: Schema, reference: string): Schema {
  let found: unknown = root;
  for (const key of reference.split('/').slice(1)) found = (found as Record<string, unknown>)[key] ?? {};
  return found as Schema;
}

/** The objects that a value may be: itself, one of its alternatives, or an item of a list. */
function objectsOf(root: Schema, child: Schema): Place['objects'] {
  const target = child.$ref === undefined ? child : definitionOf(root, child.$ref);
  if (target.properties) return [{ schema: target, of: alternativeOf(target) }];
  const inside = target.anyOf ?? target.oneOf ?? (target.items ? [target.items] : []);
  return inside.flatMap((one) => objectsOf(root, one));
}

/** What tells an alternative from the others: a key with one value, or the key that it must have. */
function alternativeOf({ properties = {}, required = [] }: Schema): string | undefined {
  const marked = Object.entries(properties).find(([, one]) => typeof one.const === 'string');
  if (marked) return `${marked[0]} ${JSON.stringify(marked[1].const)}`;
  return required.length === 1 ? `${required[0]}` : undefined;
}

function typeInWords(root: Schema, child: Schema): string {
  const schema = resolve(root, child);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return listInWords(schema.enum.map((value) => JSON.stringify(value)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return listInWords([...new Set(alternatives.map((one) => typeInWords(root, one)))]);
  if (schema.type === 'number' || schema.type === 'integer') return numberInWords(schema);
  if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeInWords(root, one)).join(', ')}]`;
  if (schema.type === 'array') return 'list';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'boolean') return 'true or false';
  return schema.type ?? 'value';
}

/** Limits beyond these only guard against nonsense. */
const FAR = 1e6;

function numberInWords({ exclusiveMinimum, maximum, minimum, type }: Schema): string {
  const noun = type === 'integer' ? 'whole number' : 'number';
  const top = maximum !== undefined && maximum < FAR ? maximum : undefined;
  if (exclusiveMinimum !== undefined)
    return `${noun} above ${exclusiveMinimum}${top === undefined ? '' : ` up to ${top}`}`;
  if (minimum === undefined || minimum <= -FAR) return top === undefined ? noun : `${noun} up to ${top}`;
  return top === undefined ? `${noun} from ${minimum}` : `${noun} from ${minimum} to ${top}`;
}

function listInWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The widest column of types; longer ones are shortened. */
const WIDEST_TYPE = 44;

function linesOf(rows: readonly KeyRow[]): string {
  const shown = rows.map((row) => ({ ...row, type: shorten(row.type), value: defaultInWords(row) }));
  const paths = widest(shown.map(({ path }) => path));
  const types = widest(shown.map(({ type }) => type));
  const values = widest(shown.map(({ value }) => value));
  let of: string | undefined;
  const lines = shown.map((row) => {
    const title = row.of !== undefined && row.of !== of ? `\nwith ${row.of}:\n` : '';
    of = row.of;
    const start = `${row.path.padEnd(paths)}  ${row.type.padEnd(types)}  ${row.value.padEnd(values)}`;
    return `${title}${start}  ${row.sentence}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

function widest(words: readonly string[]): number {
  return words.reduce((width, { length }) => Math.max(width, length), 0);
}

function shorten(text: string): string {
  return text.length <= WIDEST_TYPE ? text : `${text.slice(0, WIDEST_TYPE - 1)}…`;
}

function defaultInWords({ default: value, defaults, isRequired }: KeyRow): string {
  if (isRequired) return 'required';
  if (defaults) return 'by the model';
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || isEmpty ? '' : `default ${shorten(JSON.stringify(value))}`;
}
