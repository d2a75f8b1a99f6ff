import { readJson } from '../json.ts';
import {
  addLine,
  addPolygon,
  createDraft,
  type Draft,
  finishShapes,
  lineName,
  maximumCollectionDepth,
  ringName,
  ShapeError,
  type ShapePoint,
  type Shapes,
  takePoint,
} from './shapes.ts';

const kinds =
  'Polygon, MultiPolygon, LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection';

/**
 * GeoJSON (RFC 7946), as text or as the object → polygons and lines. Its numbers are taken as metres in the plane, not as
 * degrees. Heights are dropped if all are equal and refused otherwise; properties are ignored.
 */
export function readGeoJson(given: string | object, source = 'GeoJSON'): Shapes {
  const draft = createDraft(source);
  readObject(draft, typeof given === 'string' ? parse(given, source) : given, '', 0);
  return finishShapes(draft);
}

function parse(text: string, source: string): unknown {
  return readJson(text, (expected, found) => {
    throw new ShapeError(source, expected, found);
  });
}

function readObject(draft: Draft, value: unknown, path: string, depth: number): void {
  const { source } = draft;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ShapeError(source, `${place(path)}expected an object of GeoJSON`);
  }
  if (depth > maximumCollectionDepth) {
    throw new ShapeError(source, `expected collections at most ${maximumCollectionDepth} deep`);
  }
  const { type, coordinates, features, geometries, geometry } = value as Record<string, unknown>;
  const inner = (key: string) => (path === '' ? key : `${path}.${key}`);
  switch (type) {
    case 'Polygon':
      readPolygon(draft, coordinates, inner('coordinates'));
      break;
    case 'MultiPolygon':
      for (const polygon of listOf(draft, coordinates, inner('coordinates'))) {
        readPolygon(draft, polygon, inner('coordinates'));
      }
      break;
    case 'LineString':
      readLine(draft, coordinates);
      break;
    case 'MultiLineString':
      for (const line of listOf(draft, coordinates, inner('coordinates'))) readLine(draft, line);
      break;
    case 'Feature':
      // A feature without a geometry has null.
      if (geometry !== null) readObject(draft, geometry, inner('geometry'), depth + 1);
      break;
    case 'GeometryCollection':
      listOf(draft, geometries, inner('geometries')).forEach((one, k) => {
        readObject(draft, one, inner(`geometries[${k}]`), depth + 1);
      });
      break;
    case 'FeatureCollection':
      listOf(draft, features, inner('features')).forEach((one, k) => {
        readObject(draft, one, inner(`features[${k}]`), depth + 1);
      });
      break;
    default: {
      const got = type === undefined ? 'nothing' : (JSON.stringify(type)?.slice(0, 60) ?? 'no text');
      throw new ShapeError(source, `${place(inner('type'))}expected ${kinds}`, `, got ${got}`);
    }
  }
}

const place = (path: string) => (path === '' ? '' : `${path}: `);

function readPolygon(draft: Draft, coordinates: unknown, path: string): void {
  const rings: ShapePoint[][] = [];
  for (const ring of listOf(draft, coordinates, path)) {
    rings.push(readPoints(draft, ring, ringName(draft, rings.length)));
  }
  addPolygon(draft, rings);
}

function readLine(draft: Draft, coordinates: unknown): void {
  const name = lineName(draft);
  addLine(draft, readPoints(draft, coordinates, name));
}

function readPoints(draft: Draft, coordinates: unknown, name: string): ShapePoint[] {
  return listOf(draft, coordinates, name).map((position, k) => {
    const at = `${name}, point ${k + 1}`;
    const numbers = listOf(draft, position, at);
    if (numbers.length < 2 || !numbers.every((value): value is number => typeof value === 'number')) {
      throw new ShapeError(draft.source, `${at}: expected [x, y] in numbers`);
    }
    return takePoint(draft, at, numbers[0], numbers[1], numbers.slice(2, 3));
  });
}

function listOf({ source }: Draft, value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ShapeError(source, `${what}: expected a list`);
}
