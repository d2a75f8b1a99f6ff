/** Polygons and lines as other programs write them. */
export { areaFromGeoJson, areaFromWkt, type ShapeArea } from './area.ts';
export { readGeoJson } from './geojson.ts';
export { ShapeError, type ShapePoint, type ShapePolygon, type Shapes } from './shapes.ts';
export { readWkt, writeWkt } from './wkt.ts';
