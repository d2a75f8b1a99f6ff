import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioJsonSchema } from './json-schema.ts';

const file = new URL('../../../scenario.schema.json', import.meta.url);

type Schema = { [key: string]: unknown; description?: string; const?: unknown };

test('the published JSON Schema is the one that the schema gives; node scripts/write-schema.js writes it', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(scenarioJsonSchema())));
});

test('every field of the scenario says what it is, in every alternative', () => {
  const undescribed: string[] = [];
  let fields = 0;
  const visit = (schema: Schema, path: string) => {
    for (const [key, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      fields++;
      const says =
        field.description ?? field.const ?? field.$ref ?? field.oneOf ?? field.anyOf ?? field.properties;
      if (says === undefined && !saysItself(field, schema)) undescribed.push(`${path}.${key}`);
      visit(field, `${path}.${key}`);
    }
    for (const key of ['oneOf', 'anyOf'] as const) {
      for (const [k, alternative] of ((schema[key] ?? []) as Schema[]).entries())
        visit(alternative, `${path}|${k}`);
    }
    if (typeof schema.items === 'object') visit(schema.items as Schema, `${path}[]`);
    for (const [name, definition] of Object.entries((schema.$defs ?? {}) as Record<string, Schema>)) {
      visit(definition, name);
    }
  };
  visit(scenarioJsonSchema() as Schema, '');
  expect(undescribed).toEqual([]);
  expect(fields).toBeGreaterThan(200);
});

/** An alternative with a single field, such as {"point": [x, y]}, may be described as a whole; a list by its items. */
function saysItself(field: Schema, container: Schema): boolean {
  const alone = Object.keys(container.properties as object).length === 1;
  const { description } = (field.items ?? {}) as Schema;
  return (alone && container.description !== undefined) || description !== undefined;
}
