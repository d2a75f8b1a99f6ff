import type * as z from 'zod/mini';
import type { Field, Fields } from '../../settings/index.ts';
import { type Chained, type Schema, union, variants } from './chained.ts';
import { choice, exactly, kindsError, list, number, pair, record, wholeNumber, yesOrNo } from './fields.ts';
import { name } from './schema-obstacles.ts';

/** The schema of an object with the given fields, which models and planners describe as plain data. */
export function shapeOf(fields: Fields): Record<string, Schema> {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, schemaOf(fields[key])]));
}

function schemaOf(field: Field): Schema {
  let schema = bareSchemaOf(field);
  if (field.default !== undefined) {
    // The defaults inside an object are filled in, too.
    const isObject = field.kind === 'record' || field.kind === 'alternatives';
    schema = isObject ? schema.prefault(field.default) : schema.default(copyOf(field.default));
  } else if (field.optional) {
    schema = schema.exactOptional();
  }
  return field.about === undefined ? schema : schema.describe(field.about);
}

function copyOf(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : value;
}

function bareSchemaOf(field: Field): Schema {
  switch (field.kind) {
    case 'number':
      return field.whole ? wholeNumber({ min: field.min!, max: field.max! }) : number(field);
    case 'flag':
      return yesOrNo();
    case 'choice':
      return choice(field.words);
    case 'pair':
      return pair(field, field.names);
    case 'name':
      return name();
    case 'exactly':
      return exactly(field.only);
    case 'record':
      return record(shapeOf(field.fields));
    case 'list':
      return list(schemaOf(field.item), field.min, field.max);
    case 'alternatives':
      return union(field.of.map(schemaOf), { error: field.expected });
    case 'variants': {
      const kinds = field.of.map(({ fields }) => (fields[field.key] as { only?: unknown }).only as string);
      const records = field.of.map(schemaOf) as [Chained<z.ZodMiniObject>, ...Chained<z.ZodMiniObject>[]];
      return variants(field.key, records, { error: kindsError(kinds) });
    }
  }
}
