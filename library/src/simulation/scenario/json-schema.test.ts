import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioJsonSchema } from './json-schema.ts';

const file = new URL('../../../scenario.schema.json', import.meta.url);

test('the published JSON Schema is the one that the schema gives; node scripts/write-schema.js writes it', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(scenarioJsonSchema())));
});

test('every field of the scenario says what it is', () => {
  const undescribed: string[] = [];
  const visit = (schema: Record<string, unknown>, path: string) => {
    for (const [key, field] of Object.entries(
      (schema.properties ?? {}) as Record<string, Record<string, unknown>>,
    )) {
      const says =
        field.description ?? field.const ?? field.oneOf ?? field.anyOf ?? field.properties ?? field.items;
      if (says === undefined) undescribed.push(`${path}.${key}`);
      visit(field, `${path}.${key}`);
    }
  };
  visit(scenarioJsonSchema() as Record<string, unknown>, '');
  expect(undescribed).toEqual([]);
});
