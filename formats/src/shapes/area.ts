import { readGeoJson } from './geojson.ts';
import type { ShapePoint, Shapes } from './shapes.ts';
import { readWkt } from './wkt.ts';

/** The walkable area of a scenario: its key `area`. */
export type ShapeArea = { polygons: ShapePoint[][][]; walls: ShapePoint[][] };

/** Polygons are where one can walk, lines are walls. */
export function areaFromWkt(text: string, source?: string): ShapeArea {
  return areaOf(readWkt(text, source));
}

/** The same from GeoJSON, as text or as the object. */
export function areaFromGeoJson(given: string | object, source?: string): ShapeArea {
  return areaOf(readGeoJson(given, source));
}

/** Rings without their last point, as a scenario has them. */
function areaOf({ polygons, lines }: Shapes): ShapeArea {
  return {
    polygons: polygons.map(({ outer, holes }) => [outer, ...holes].map((ring) => ring.slice(0, -1))),
    walls: lines,
  };
}
