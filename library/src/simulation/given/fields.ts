import { openRing, type ShapeField, shapeDefinitions } from '../../geometry/index.ts';
import type { Field, Fields } from '../../settings/index.ts';
import { createFindings, report } from '../scenario/error.ts';
import { maximumCoordinate, maximumObstacleVertices } from '../scenario/limits.ts';
import { valueInWords } from '../scenario/words.ts';
import {
  type Entry,
  flag,
  isObject,
  list,
  number,
  numbers,
  oneOf,
  type Reader,
  record,
  text,
  variants,
  vector,
  wholeNumber,
} from './readers.ts';

const coordinates = { min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' };

/** A place in the world, m. */
export const place = vector(coordinates, '[x, y]', '[x, y, z]');
export const placeInPlane = numbers(coordinates, 2, 2, 'expected two numbers, [x, y]');

/** The entries of a record that models, planners and indexes describe as fields. */
export function entriesOf(fields: Fields): Record<string, Entry> {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, entryOf(fields[key])]));
}

function entryOf(field: Field): Entry {
  const read = readerOf(field);
  if (field.default !== undefined) return { read, default: field.default };
  return field.optional ? { read, optional: true } : { read };
}

function readerOf(field: Field): Reader {
  switch (field.kind) {
    case 'number':
      return number(field, field.whole);
    case 'flag':
      return flag;
    case 'choice':
      return oneOf(() => field.words);
    case 'pair':
      return numbers(field, 2, 2, `expected two numbers, ${field.names}`);
    case 'name':
      return text(1, 100);
    case 'exactly':
      return oneOf(() => [field.only]);
    case 'record':
      return record(entriesOf(field.fields));
    case 'list':
      return list(readerOf(field.item), field.min, field.max);
    case 'alternatives':
      return alternatives(field.of.map(readerOf), field.expected);
    case 'variants':
      return variants(field.key, () =>
        Object.fromEntries(
          field.of.map((one) => [(one.fields[field.key] as { only?: unknown }).only, readerOf(one)]),
        ),
      );
  }
}

/** The first of several readers that accepts a value. */
function alternatives(readers: readonly Reader[], expected: string): Reader {
  return (value, path, findings) => {
    for (const read of readers) {
      const tried = createFindings('');
      const result = read(value, path, tried);
      if (tried.problems.length === 0) return result;
    }
    report(findings, path, `${expected}, got ${valueInWords(value)}`);
    return undefined;
  };
}

/** {"box": …}, {"circle": …}: a shape that can be a region. */
export function regionOf(anyPlace: Reader): Reader {
  return (value, at, findings) => {
    const shapes = shapeDefinitions().filter(({ plane, region }) => region !== undefined && plane);
    const keys = isObject(value) ? Object.keys(value) : [];
    const shape = shapes.find((one) => one.name === keys[0]);
    const names = shapes.map((one) => one.name).sort((a, b) => (a < b ? -1 : 1));
    if (!shape || keys.length > 1) return oneOf(() => names)(value, at, findings);
    return record({ [shape.name]: record(shapeEntries(shape.fields, anyPlace)) })(value, at, findings);
  };
}

/** The readers of the fields of a shape. */
export function shapeEntries(
  fields: Readonly<Record<string, ShapeField>>,
  anyPlace = place,
): Record<string, Reader> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, shapeReader(field, anyPlace)]),
  );
}

function shapeReader(field: ShapeField, anyPlace: Reader): Reader {
  switch (field.kind) {
    case 'number':
      return number(field.range);
    case 'place':
      return anyPlace;
    case 'placeInPlane':
      return placeInPlane;
    case 'places':
      return list(anyPlace, field.least, maximumObstacleVertices);
    case 'ring': {
      const read = list(placeInPlane, field.least, maximumObstacleVertices);
      return (value, path, findings) => {
        const points = read(value, path, findings) as [number, number][] | undefined;
        return points?.every((point) => point !== undefined) ? openRing(points) : points;
      };
    }
    case 'direction':
      return vector({ min: -1e6, max: 1e6 }, '[x, y]', '[x, y, z]');
    case 'faces': {
      const point = wholeNumber({ min: 0, max: maximumObstacleVertices - 1 });
      return list(list(point, 3, 3), 1, maximumObstacleVertices);
    }
  }
}
