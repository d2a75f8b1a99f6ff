import { readGeoJson } from './geojson.ts';
import type { ShapePoint, Shapes } from './shapes.ts';
import { readWkt } from './wkt.ts';

/** The walkable area of a scenario: its key `area`. */
export type ShapeArea = { polygons: ShapePoint[][][]; walls: ShapePoint[][] };

/** The area from WKT: polygons are walkable, lines are walls. */
export function areaFromWkt(text: string, source?: string): ShapeArea {
  return areaOf(readWkt(text, source));
}

/** The same from GeoJSON, as text or as the object. */
export function areaFromGeoJson(given: string | object, source?: string): ShapeArea {
  return areaOf(readGeoJson(given, source));
}

/** Rings without the repeated last point, as in a scenario. */
function areaOf({ polygons, lines }: Shapes): ShapeArea {
  return {
    polygons: polygons.map(({ outer, holes }) => [outer, ...holes].map((ring) => ring.slice(0, -1))),
    walls: lines,
  };
}
