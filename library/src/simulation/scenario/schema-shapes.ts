import * as z from 'zod/mini';
import { openRing, type ShapeField, type ShapeFields, shapeDefinitions } from '../../geometry/index.ts';
import { chained, type Schema, union } from './chained.ts';
import { list, number, place, placeInPlane, record, vector } from './fields.ts';
import { maximumObstacleVertices } from './limits.ts';
import { inWords } from './words.ts';

/** Schemas of shapes, made from their definitions in geometry/shapes/. */

/** A value that a program may change: what a scenario is made of. */
export type Mutable<Value> = Value extends readonly unknown[] | { shape: string } | Record<string, object>
  ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
  : Value;

type SchemasOf<Fields extends ShapeFields> = {
  [Key in keyof Fields]: Fields[Key] extends ShapeField<infer Value>
    ? Schema<Mutable<Value>, Mutable<Value>>
    : never;
};

/** Schemas of the fields of a shape; `inPlane`: places have two coordinates. */
export function schemasOf<Fields extends ShapeFields>(fields: Fields, inPlane = false): SchemasOf<Fields> {
  const schemas: Record<string, Schema> = {};
  for (const [key, field] of Object.entries(fields)) {
    schemas[key] = schemaOf(field, inPlane).describe(field.sentence);
  }
  return schemas as SchemasOf<Fields>;
}

function schemaOf(field: ShapeField, inPlane: boolean): Schema {
  const anyPlace = inPlane ? placeInPlane : place;
  switch (field.kind) {
    case 'number':
      return number(field.range);
    case 'placeInPlane':
      return placeInPlane();
    case 'place':
      return anyPlace();
    case 'ring':
      return list(placeInPlane(), field.least, maximumObstacleVertices).check(
        z.overwrite((points) => [...openRing(points)]),
      );
    case 'places':
      return list(anyPlace(), field.least, maximumObstacleVertices);
    case 'direction':
      return vector({ min: -1e6, max: 1e6 }, '[x, y]', '[x, y, z]');
    case 'faces':
      return list(face(), 1, maximumObstacleVertices);
  }
}

function face(): Schema {
  const point = number({ min: 0, max: maximumObstacleVertices - 1 })
    .check(z.int({ error: 'expected the number of a point, a whole one from 0' }))
    .describe('Number of a point, from 0.');
  return chained(z.tuple([point, point, point], { error: 'expected the numbers of three points' }));
}

/** One of the shapes that can be a region: {"box": …}, {"circle": …}; after `others`. */
export function regionUnion(inPlane: boolean, others: Record<string, Schema> = {}): Schema {
  const regions = shapeDefinitions()
    .filter(({ region, plane }) => region !== undefined && plane)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, region = '', fields }) => ({
      name,
      schema: record({ [name]: record(schemasOf(fields, inPlane)) }).describe(region),
    }));
  const names = [...Object.keys(others), ...regions.map(({ name }) => name)];
  const error = `expected ${inWords(names.map((name) => `{"${name}"}`))}`;
  return chained(union([...Object.values(others), ...regions.map(({ schema }) => schema)], { error }));
}

/** A schema that knows the shapes that a program has registered, whenever it did. */
export function followRegistry(make: () => Schema, meta: z.core.GlobalMeta): Schema {
  let shapes = 0;
  let schema: Schema;
  const current = () => {
    const count = shapeDefinitions().length;
    if (count !== shapes) schema = make();
    shapes = count;
    return schema;
  };
  const lazy = chained(z.lazy(current)).meta(meta);
  // zod keeps the first answer of a lazy schema.
  Object.defineProperty(lazy._zod, 'innerType', { get: current });
  return lazy;
}
