import { extname } from 'node:path';
import { areaFromGeoJson, areaFromWkt, ShapeError } from '@wend/formats/shapes';
import { BadInput } from './failure.ts';
import { type References, readReference } from './references.ts';
import type { Tree } from './switch-model.ts';

/** How a scenario file may give its area besides rings and walls. */
const forms = ['wkt', 'geojson', 'file'] as const;

/**
 * Converts the area of a scenario file: WKT, GeoJSON or a file beside the scenario becomes rings and walls. Without
 * bounds, the world is the bounding box of the area. Malformed input is left unchanged, so that the later checks
 * report it.
 */
export function prepareArea(value: unknown, references: References): void {
  if (!isTree(value) || !isTree(value.area)) return;
  const { area } = value;
  const given = forms.filter((form) => area[form] !== undefined);
  if (given.length > 0) value.area = readArea(area, given, references);
  if (given.includes('file'))
    references.filled.push('area', ...(value.bounds === undefined ? ['bounds'] : []));
  if (value.bounds === undefined) {
    const bounds = extentOf(value.area);
    if (bounds) value.bounds = bounds;
  }
}

function readArea(area: Tree, given: readonly (typeof forms)[number][], references: References): object {
  const keys = Object.keys(area);
  const [form] = given;
  if (keys.length > 1) {
    throw new BadInput(
      `${references.source}: area: expected one of "wkt", "geojson" and "file", or "polygons" and "walls", got ${keys.join(', ')}`,
    );
  }
  const source = `${references.source}: area.${form}`;
  const shape = area[form];
  if (form === 'geojson') {
    if (!isTree(shape)) throw new BadInput(`${source}: expected an object of GeoJSON`);
    return areaFromGeoJson(shape, source);
  }
  if (typeof shape !== 'string') throw new BadInput(`${source}: expected text`);
  if (form === 'wkt') return areaFromWkt(shape, source);
  return readFile(references, shape);
}

/** WKT or GeoJSON, chosen by the file's extension. */
function readFile(references: References, file: string): object {
  const read = readers[extname(file).toLowerCase()];
  if (!read) {
    throw new BadInput(
      `${references.source}: area.file: ${file}: expected a file that ends with .wkt, .geojson or .json`,
    );
  }
  const { path, text } = readReference(references, 'area.file', file);
  try {
    return read(text, path);
  } catch (error) {
    if (error instanceof ShapeError) throw new BadInput(error.withoutContent);
    throw error;
  }
}

const readers: Record<string, typeof areaFromWkt> = {
  '.wkt': areaFromWkt,
  '.geojson': areaFromGeoJson,
  '.json': areaFromGeoJson,
};

/** The smallest box around the polygons; undefined if there are none, or if they are not lists of points. */
function extentOf(area: unknown): { min: number[]; max: number[] } | undefined {
  const points = isTree(area) && Array.isArray(area.polygons) ? area.polygons.flat(2) : [];
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    if (!Array.isArray(point)) return undefined;
    for (const axis of [0, 1]) {
      min[axis] = Math.min(min[axis], Number(point[axis]));
      max[axis] = Math.max(max[axis], Number(point[axis]));
    }
  }
  return [...min, ...max].every(Number.isFinite) ? { min, max } : undefined;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
