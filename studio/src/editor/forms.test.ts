import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ScenarioError } from 'wend';
import { checkScenario, scenarioJsonSchema } from 'wend/scenario';
import {
  complaintsOf,
  contentOf,
  type Field,
  fieldsOf,
  initialValue,
  inWords,
  messagesAt,
  resolve,
  type Schema,
  variantOf,
} from './forms.ts';
import { isTree, type Json, type Tree } from './tree.ts';

const root = scenarioJsonSchema() as Schema;
const top = fieldsOf(root, root);
const field = (fields: readonly Field[], key: string) => fields.find((one) => one.key === key)!;

test('every field of the schema has a form with its sentence', () => {
  const seen = new Set<Schema | string>();
  let count = 0;
  const visit = (schema: Schema) => {
    const resolved = resolve(schema, root);
    const key = schema.$ref ?? schema;
    if (seen.has(key)) return;
    seen.add(key);
    const content = contentOf(resolved, root);
    if (content.kind === 'object') {
      const fields = fieldsOf(resolved, root);
      expect(fields.map((one) => one.key)).toEqual(Object.keys(resolved.properties!));
      for (const one of fields) {
        count++;
        visit(resolved.properties![one.key]);
      }
    }
    if (content.kind === 'list') visit(content.item);
    if (content.kind === 'variants') for (const variant of content.variants) visit(variant.schema);
  };
  visit(root);
  expect(count).toBeGreaterThan(300);
});

test('a field has its type, range, default, unit and sentence from the schema', () => {
  expect(field(top, 'dt')).toMatchObject({
    label: 'dt',
    unit: 's',
    content: { kind: 'number', isAbove: true },
  });
  const targets = field(top, 'targets').content;
  const target = targets.kind === 'list' ? fieldsOf(targets.item, root) : [];
  expect(field(target, 'radius')).toMatchObject({
    default: 0.5,
    unit: 'm',
    isRequired: false,
    content: { kind: 'number', isWhole: false, least: 0, isAbove: true, most: 1e6 },
  });
  expect(field(target, 'at').content).toEqual({ kind: 'point', coordinates: 2 });
  expect(field(target, 'open').content).toEqual({ kind: 'switch' });
  expect(field(target, 'name')).toMatchObject({ isRequired: true, content: { kind: 'text', longest: 100 } });
  expect(inWords('personalDistance')).toBe('personal distance');
});

describe('variants', () => {
  const { content } = field(top, 'steering');
  const variants = content.kind === 'variants' ? content.variants : [];

  test('of a steering are its models by name, and a value finds its own', () => {
    expect(variants.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['walker', 'nonlinear', 'pipeline']),
    );
    for (const [k, { title }] of variants.entries()) {
      const names = variants.filter((one) => one.title === title);
      if (names.length === 1) expect(variantOf(variants, { name: title }, root), title).toBe(k);
    }
    expect(variants[variantOf(variants, {}, root)].title).toBe('walker');
  });

  test('of obstacles are their shapes, and every obstacle of our scenarios finds its own', () => {
    const list = field(top, 'obstacles').content;
    const item = list.kind === 'list' ? contentOf(list.item, root) : undefined;
    const shapes = item?.kind === 'variants' ? item.variants : [];
    const folder = new URL('../../../scenarios/', import.meta.url);
    let checked = 0;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const scenario = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tree;
      const obstacles = scenario.obstacles as Tree[] | undefined;
      for (const obstacle of (obstacles ?? []).slice(0, 20)) {
        expect(shapes[variantOf(shapes, obstacle, root)].title).toBe(obstacle.shape);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(20);
  });

  test('of a region are named by their key', () => {
    const targets = field(top, 'targets').content;
    const target = targets.kind === 'list' ? fieldsOf(targets.item, root) : [];
    const region = field(target, 'region').content;
    const regions = region.kind === 'variants' ? region.variants : [];
    expect(regions.map(({ title }) => title)).toEqual(['box', 'circle', 'polygon']);
    expect(variantOf(regions, { circle: { center: [0, 0], radius: 2 } }, root)).toBe(1);
  });
});

test('a value to begin with fits its schema: the checks accept each new obstacle and target', () => {
  for (const key of ['obstacles', 'targets']) {
    const list = field(top, key).content;
    const item = list.kind === 'list' ? list.item : {};
    const content = contentOf(item, root);
    const schemas = content.kind === 'variants' ? content.variants.map(({ schema }) => schema) : [item];
    for (const schema of schemas) {
      const value = initialValue(schema, root) as Tree;
      const whole: Json = {
        version: 1,
        name: 'x',
        bounds: { min: [-9, -9], max: [9, 9] },
        duration: 1,
        [key]: [value],
      };
      const problems = problemsOf(whole).filter(({ path }) => path.startsWith(`${key}[0].`));
      const kinds = problems.filter(({ message }) =>
        /unknown key|missing|expected an? (number|text|list)/.test(message),
      );
      expect(kinds, JSON.stringify(value)).toEqual([]);
    }
  }
});

function problemsOf(scenario: Json): readonly { path: string; message: string }[] {
  try {
    checkScenario(scenario);
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems;
    throw error;
  }
}

test('the messages of the checks are at their fields', () => {
  const scenario = {
    version: 1,
    name: 'x',
    bounds: { min: [0, 0], max: [9, 9] },
    duration: -1,
    targets: [{ name: 'a', at: [1, 1], radius: 'wide' }],
  };
  const complaints = complaintsOf(problemsOf(scenario));
  expect(messagesAt(complaints, ['duration'], true)).toHaveLength(1);
  expect(messagesAt(complaints, ['targets', 0, 'radius'], true)).toHaveLength(1);
  expect(messagesAt(complaints, ['targets', 0, 'name'], true)).toEqual([]);
  expect(messagesAt(complaints, ['targets'], false)).toEqual([]);
  expect(messagesAt(complaints, ['targets'], true)).toHaveLength(1);
  expect(isTree(scenario)).toBe(true);
});
