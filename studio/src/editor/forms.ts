import { isTree, type Json, type Path, parsePath, valueAt } from './tree.ts';

/** The part of JSON Schema that the schema of scenarios uses. */
export type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  const?: Json;
  enum?: Json[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: Json;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

/** A field of a form. */
export type Field = {
  /** The key in its object. */
  key: string;
  /** The key in words. */
  label: string;
  /** One sentence, as the schema has it. */
  sentence: string;
  /** `m`, `s`, `m/s`, … where the sentence ends with one. */
  unit: string;
  isRequired: boolean;
  default: Json | undefined;
  content: Content;
};

/** What a field holds. */
export type Content =
  | { kind: 'number'; isWhole: boolean; least: number; most: number; isAbove: boolean }
  | { kind: 'text'; longest: number }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly Json[] }
  | { kind: 'fixed'; value: Json }
  | { kind: 'point'; coordinates: number }
  | { kind: 'names' }
  | { kind: 'object'; schema: Schema }
  | { kind: 'list'; item: Schema }
  | { kind: 'variants'; variants: readonly Variant[] }
  | { kind: 'json' };

/** One of several contents that a field may have. */
export type Variant = { title: string; schema: Schema };

/** The fields of an object's schema, in its order. */
export function fieldsOf(schema: Schema, root: Schema): Field[] {
  const { properties = {}, required = [] } = resolve(schema, root);
  return Object.entries(properties).map(([key, property]) => {
    const resolved = resolve(property, root);
    const sentence = property.description ?? resolved.description ?? '';
    return {
      key,
      label: inWords(key),
      sentence,
      unit: unitIn(sentence),
      isRequired: required.includes(key),
      default: property.default ?? resolved.default,
      content: contentOf(property, root),
    };
  });
}

/** Follows references; what stands beside one counts more. */
export function resolve(schema: Schema, root: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const keys = schema.$ref.split('/').slice(1);
  const found = valueAt(root as unknown as Json, keys) as unknown as Schema | undefined;
  if (!found) throw new RangeError(`the schema has no ${schema.$ref}`);
  const { $ref: _, ...beside } = schema;
  return { ...resolve(found, root), ...beside };
}

/** How a value with a schema is edited. Everything has a form; what has no better one is edited as JSON. */
export function contentOf(schema: Schema, root: Schema): Content {
  const resolved = resolve(schema, root);
  const { enum: options, items, maximum, minimum, exclusiveMinimum, prefixItems, type } = resolved;
  const variants = resolved.anyOf ?? resolved.oneOf;
  if (variants) {
    return {
      kind: 'variants',
      variants: variants.map((one) => ({ title: titleOf(one, root), schema: one })),
    };
  }
  if (resolved.const !== undefined) return { kind: 'fixed', value: resolved.const };
  if (options) return { kind: 'choice', options };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'string') return { kind: 'text', longest: resolved.maxLength ?? 10_000 };
  if (type === 'number' || type === 'integer') {
    const least = exclusiveMinimum ?? minimum ?? Number.NEGATIVE_INFINITY;
    const most = maximum ?? Number.POSITIVE_INFINITY;
    return {
      kind: 'number',
      isWhole: type === 'integer',
      least,
      most,
      isAbove: exclusiveMinimum !== undefined,
    };
  }
  if (type === 'object') return resolved.properties ? { kind: 'object', schema: resolved } : { kind: 'json' };
  if (type === 'array' && prefixItems?.every((one) => one.type === 'number')) {
    return { kind: 'point', coordinates: prefixItems.length };
  }
  if (type === 'array' && isTree(items)) {
    const item = resolve(items as Schema, root);
    return item.type === 'string' ? { kind: 'names' } : { kind: 'list', item: items as Schema };
  }
  return { kind: 'json' };
}

/** What a variant is called: its name, its only key, its type. */
function titleOf(schema: Schema, root: Schema): string {
  const {
    properties = {},
    required = [],
    type,
    const: fixed,
    description,
    enum: options,
  } = resolve(schema, root);
  for (const key of ['name', 'kind', 'shape', 'distribution']) {
    const name = properties[key]?.const;
    if (typeof name === 'string') return name;
  }
  if (fixed !== undefined) return String(fixed);
  if (options) return options.join(' or ');
  if (required.length === 1 && Object.keys(properties).length === 1) return required[0];
  const named = required.find((key) => properties[key]?.const !== undefined);
  if (named) return String(properties[named].const);
  const TYPES: Record<string, string> = {
    array: 'list',
    string: 'text',
    object: 'fields',
    integer: 'number',
  };
  return TYPES[type ?? ''] ?? type ?? description ?? 'value';
}

/** The variant that a value has: the one whose fixed values and types it fits best. */
export function variantOf(variants: readonly Variant[], value: Json | undefined, root: Schema): number {
  const fits = variants.map(({ schema }) => fitOf(resolve(schema, root), value, root));
  const best = Math.max(...fits);
  return best < 0 ? 0 : fits.indexOf(best);
}

/** −1: it cannot be; else the more, the more is said about it. */
function fitOf(schema: Schema, value: Json | undefined, root: Schema): number {
  const { const: fixed, enum: options, properties, required = [], type } = schema;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return Math.max(...variants.map((one) => fitOf(resolve(one, root), value, root)));
  if (fixed !== undefined) return fixed === value ? 2 : -1;
  if (options) return options.includes(value ?? null) ? 1 : -1;
  if (value === undefined) return 0;
  if (!hasType(value, type)) return -1;
  if (!isTree(value) || !properties) return 0;
  let fit = 0;
  for (const [key, property] of Object.entries(properties)) {
    const inside = Object.hasOwn(value, key) ? value[key] : undefined;
    // A missing key that has a default counts as the default.
    const wanted = resolve(property, root).const;
    if (wanted !== undefined) {
      const given = inside ?? property.default;
      if (given !== wanted) return -1;
      fit += 2;
    } else if (inside !== undefined) fit += 1;
  }
  const missing = required.filter((key) => !Object.hasOwn(value, key)).length;
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key)).length;
  return Math.max(0, 100 + fit - 10 * (missing + unknown));
}

function hasType(value: Json, type: string | undefined): boolean {
  if (type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isTree(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** A value to begin with where there is none: the default, or the least that the schema asks for. */
export function initialValue(schema: Schema, root: Schema): Json {
  const resolved = resolve(schema, root);
  if (resolved.default !== undefined) return resolved.default;
  const content = contentOf(resolved, root);
  switch (content.kind) {
    case 'number': {
      const { isAbove, isWhole, least, most } = content;
      if (least > 0 || (least === 0 && !isAbove)) return least;
      return isAbove ? Math.min(isWhole ? least + 1 : Math.max(1, least), most) : Math.min(0, most);
    }
    case 'text':
      return 'name';
    case 'switch':
      return false;
    case 'choice':
      return content.options[0];
    case 'fixed':
      return content.value;
    case 'point':
      return new Array<number>(content.coordinates).fill(0);
    case 'names':
      return [];
    case 'list': {
      const count = Math.min(resolved.minItems ?? 0, 4);
      return Array.from({ length: count }, (_, k) => separate(initialValue(content.item, root), k));
    }
    case 'variants':
      return initialValue(content.variants[0].schema, root);
    case 'object': {
      const needed = fieldsOf(resolved, root).filter(({ isRequired }) => isRequired);
      const { properties = {} } = resolved;
      return Object.fromEntries(needed.map(({ key }) => [key, initialValue(properties[key], root)]));
    }
    default:
      return {};
  }
}

/** Points of a new list lie on a small circle: equal ones would make no polygon. */
function separate(value: Json, k: number): Json {
  const isPoint = Array.isArray(value) && value.length >= 2 && value.every((one) => typeof one === 'number');
  if (!isPoint) return value;
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  return [...corners[k % 4], ...value.slice(2)];
}

/** A key in words: `personalDistance` is “personal distance”. */
export function inWords(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}

/** The unit at the end of a sentence such as “Speed along the path, m/s.” or before a semicolon. */
function unitIn(sentence: string): string {
  const unit = /, (1\/s|m\/s²?|m|s|kg|rad|radians|W|J)(?=[.;]|$)/.exec(sentence)?.[1] ?? '';
  return unit === 'radians' ? 'rad' : unit;
}

/** A message of the checks, with its place as a path. */
export type Complaint = { path: Path; message: string };

/** The messages of a ScenarioError with their paths. */
export function complaintsOf(problems: readonly { path: string; message: string }[]): Complaint[] {
  return problems.map(({ path, message }) => ({ path: parsePath(path), message }));
}

/** The messages for a field: those at its path, and those below it that no field of the form shows. */
export function messagesAt(complaints: readonly Complaint[], path: Path, isLeaf: boolean): string[] {
  return complaints
    .filter(({ path: at }) => {
      const isHere = path.every((key, k) => key === at[k]);
      return isHere && (isLeaf || at.length === path.length);
    })
    .map(({ message }) => message);
}
