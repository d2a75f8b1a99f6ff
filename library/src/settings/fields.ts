/**
 * Fields describe the settings of a model, a planner or an index as plain data: kind, range, unit, default and one
 * sentence. The scenario schema, the checks, `--help` and the tables in the documentation are generated from them.
 */

export type Range = {
  readonly min?: number;
  readonly max?: number;
  /** The value must be larger than this. */
  readonly above?: number;
  readonly unit?: string;
  /** The reason for the range, if it is not obvious. */
  readonly why?: string;
};

type Kind =
  | ({ readonly kind: 'number'; readonly whole: boolean } & Range)
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly words: readonly [string, ...string[]] }
  | ({ readonly kind: 'pair'; readonly names: string } & Range)
  /** A short text that names something. */
  | { readonly kind: 'name' }
  | { readonly kind: 'exactly'; readonly only: string | number | boolean }
  | { readonly kind: 'record'; readonly fields: Fields }
  | { readonly kind: 'list'; readonly item: Field; readonly min: number; readonly max: number }
  /** One of several records with different keys; `expected` names them in an error. */
  | { readonly kind: 'alternatives'; readonly of: readonly Field[]; readonly expected: string }
  /** One of several records, distinguished by the value of one key. */
  | { readonly kind: 'variants'; readonly key: string; readonly of: readonly RecordField[] };

/** Whether a value must be given, is filled in by a default, or may be absent. */
type Presence = 'required' | 'filled' | 'optional';

/** One setting: its checked value, whether it must be given, and its value as given. The compiler infers the types. */
export type Field<Value = unknown, Given extends Presence = Presence, Input = unknown> = Kind & {
  /** One sentence, with the unit. */
  readonly about?: string;
  readonly default?: unknown;
  readonly optional?: boolean;
  readonly typeOnly?: { value: Value; presence: Given; input: Input };
};

type RecordField = Extract<Field, { kind: 'record' }>;

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<One> = One extends { readonly typeOnly?: { value: infer Value } } ? Value : never;
type InputOf<One> = One extends { readonly typeOnly?: { input: infer Input } } ? Input : never;
type PresenceOf<One> = One extends { readonly typeOnly?: { presence: infer Given } } ? Given : never;
type KeysOf<Many extends Fields, Given extends Presence> = {
  [Key in keyof Many]: PresenceOf<Many[Key]> extends Given ? Key : never;
}[keyof Many];
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** The settings that fields describe, with every default filled in. */
export type SettingsOf<Many extends Fields> = Flat<
  { [Key in KeysOf<Many, 'required' | 'filled'>]: ValueOf<Many[Key]> } & {
    [Key in KeysOf<Many, 'optional'>]?: ValueOf<Many[Key]>;
  }
>;

/** The same as a file or a program may give them: settings with defaults may be left out. */
export type GivenSettings<Many extends Fields> = Flat<
  { [Key in KeysOf<Many, 'required'>]: InputOf<Many[Key]> } & {
    [Key in KeysOf<Many, 'filled' | 'optional'>]?: InputOf<Many[Key]>;
  }
>;

type Options<Value> = { readonly about?: string; readonly default?: Value; readonly optional?: true };
type PresenceIn<Given> = Given extends { readonly default: unknown }
  ? 'filled'
  : Given extends { readonly optional: true }
    ? 'optional'
    : 'required';

/** A finite number in a range. */
export function number<const Given extends Range & Options<number>>(options: Given) {
  return { kind: 'number', whole: false, ...options } as Field<number, PresenceIn<Given>, number>;
}

/** A whole number in a range. */
export function wholeNumber<const Given extends { min: number; max: number } & Options<number>>(
  options: Given,
) {
  return { kind: 'number', whole: true, ...options } as Field<number, PresenceIn<Given>, number>;
}

/** True or false. */
export function flag<const Given extends Options<boolean>>(options: Given) {
  return { kind: 'flag', ...options } as Field<boolean, PresenceIn<Given>, boolean>;
}

/** One of a few words. */
export function choice<const Word extends string, const Given extends Options<NoInfer<Word>>>(
  words: readonly [Word, ...Word[]],
  options: Given,
) {
  return { kind: 'choice', words, ...options } as Field<Word, PresenceIn<Given>, Word>;
}

/** Two numbers in one range; `names` names them, as '[shortest, longest]'. */
export function pair<const Given extends Range & { names: string } & Options<readonly [number, number]>>(
  options: Given,
) {
  return { kind: 'pair', ...options } as Field<
    readonly [number, number],
    PresenceIn<Given>,
    readonly [number, number]
  >;
}

/** A short text that names something. */
export function named<const Given extends Options<string>>(options: Given) {
  return { kind: 'name', ...options } as Field<string, PresenceIn<Given>, string>;
}

/** The only value allowed. */
export function exactly<
  const Only extends string | number | boolean,
  const Given extends Options<NoInfer<Only>>,
>(only: Only, options: Given) {
  return { kind: 'exactly', only, ...options } as Field<Only, PresenceIn<Given>, Only>;
}

/** An object with these keys and no others. */
export function record<const Many extends Fields, const Given extends Options<GivenSettings<NoInfer<Many>>>>(
  fields: Many,
  options: Given,
) {
  return { kind: 'record', fields, ...options } as Extract<
    Field<SettingsOf<Many>, PresenceIn<Given>, GivenSettings<Many>>,
    { kind: 'record' }
  >;
}

/** A list of `min` to `max` items. */
export function list<
  const Item extends Field,
  const Given extends { min: number; max: number } & Options<unknown>,
>(item: Item, options: Given) {
  return { kind: 'list', item, ...options } as Field<
    readonly ValueOf<Item>[],
    PresenceIn<Given>,
    readonly InputOf<Item>[]
  >;
}

/** One of several records with different keys. */
export function alternatives<
  const Many extends readonly Field[],
  const Given extends { expected: string } & Options<unknown>,
>(of: Many, options: Given) {
  return { kind: 'alternatives', of, ...options } as Field<
    ValueOf<Many[number]>,
    PresenceIn<Given>,
    InputOf<Many[number]>
  >;
}

/** One of several records, distinguished by the value of one key. */
export function variants<const Many extends readonly RecordField[], const Given extends Options<unknown>>(
  key: string,
  of: Many,
  options: Given,
) {
  return { kind: 'variants', key, of, ...options } as Field<
    ValueOf<Many[number]>,
    PresenceIn<Given>,
    InputOf<Many[number]>
  >;
}

/** The settings of a model if nothing is given. Every field has a default or is optional. */
export function defaultsOf<Many extends Fields>(fields: Many): SettingsOf<Many> {
  const settings: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (field.kind === 'record' && field.default !== undefined) {
      settings[key] = { ...defaultsOf(field.fields), ...(field.default as object) };
    } else if (field.default !== undefined) {
      settings[key] = Array.isArray(field.default) ? [...field.default] : field.default;
    }
  }
  return settings as SettingsOf<Many>;
}
