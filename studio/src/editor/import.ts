import { type OctileMap, readOctileMap } from '@wend/formats/movingai';
import { areaFromGeoJson, areaFromWkt, type ShapeArea } from '@wend/formats/shapes';
import { readSteerSuite } from '@wend/formats/steersuite';
import { parseJson } from 'wend/scenario';
import { isTree, type Json, type Tree } from './tree.ts';

/** What a file may be. */
export type FileKind = 'scenario' | 'steersuite' | 'wkt' | 'geojson' | 'movingai';

const GEOJSON = /^(?:FeatureCollection|Feature|GeometryCollection|(?:Multi)?(?:Polygon|LineString))$/;
const WKT = /^\s*(?:MULTI)?(?:POLYGON|LINESTRING)|^\s*GEOMETRYCOLLECTION/i;

/** What a file is, by its name and its beginning; undefined if it is nothing that the editor reads. */
export function kindOfFile(name: string, text: string): FileKind | undefined {
  if (/\.xml$/i.test(name) || /^\s*<\?xml/.test(text)) return 'steersuite';
  if (/\.map$/i.test(name) || /^type octile/.test(text)) return 'movingai';
  if (/\.wkt$/i.test(name) || WKT.test(text)) return 'wkt';
  if (/\.geojson$/i.test(name)) return 'geojson';
  if (!/\.jsonc?$/i.test(name) && !/^\s*[{/]/.test(text)) return undefined;
  // A type at the beginning is enough: a scenario has none.
  const type = /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(text)?.[1];
  return type !== undefined && GEOJSON.test(type) ? 'geojson' : 'scenario';
}

/** The scenario in a file. Throws an Error whose message names the file and what was expected. */
export function readScenarioFile(name: string, text: string): Tree {
  const kind = kindOfFile(name, text);
  if (!kind) {
    throw new Error(`${name}: expected a scenario (JSON), SteerSuite XML, WKT, GeoJSON or a MovingAI map`);
  }
  const title = name.replace(/\.\w+$/, '').slice(0, 100) || 'untitled';
  if (kind === 'steersuite') return plain(readSteerSuite(text, name));
  if (kind === 'movingai') return scenarioOfMap(readOctileMap(text, name), title);
  if (kind === 'wkt') return scenarioOfArea(areaFromWkt(text, name), title, name);
  if (kind === 'geojson') return scenarioOfArea(areaFromGeoJson(text, name), title, name);
  const value = parseJson(text, name);
  if (!isTree(value)) throw new Error(`${name}: expected an object`);
  if (GEOJSON.test(String(value.type))) return scenarioOfArea(areaFromGeoJson(value, name), title, name);
  return value;
}

/** As JSON writes it: without keys that have no value. */
function plain(value: unknown): Tree {
  return JSON.parse(JSON.stringify(value)) as Tree;
}

/** A world as large as the area, without agents. */
function scenarioOfArea(area: ShapeArea, name: string, source: string): Tree {
  const points = [...area.polygons.flat(2), ...area.walls.flat()];
  if (points.length === 0) throw new Error(`${source}: expected at least one polygon or line`);
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    for (const [axis, value] of [x, y].entries()) {
      min[axis] = Math.min(min[axis], value);
      max[axis] = Math.max(max[axis], value);
    }
  }
  // Lines alone have no inside: the walls stand in a world with a margin.
  const margin = area.polygons.length === 0 ? 1 : 0;
  const bounds = { min: min.map((value) => value - margin), max: max.map((value) => value + margin) };
  return plain({ version: 1, name, bounds, duration: 60, area });
}

/** A world with a metre for each cell; closed cells are boxes, as few as rows of equal stretches make. */
export function scenarioOfMap(map: OctileMap, name: string): Tree {
  const { height, width } = map;
  const obstacles: Json = closedBoxes(map).map(({ left, right, top, bottom }) => ({
    shape: 'box',
    min: [left, height - bottom],
    max: [right, height - top],
  }));
  const bounds = { min: [0, 0], max: [width, height], walls: true };
  return { version: 1, name, bounds, duration: 60, obstacles };
}

type Box = { left: number; right: number; top: number; bottom: number };

/** Stretches of closed cells in each line, joined with equal ones in the line above. Lines count from the top. */
function closedBoxes({ height, open, width }: OctileMap): Box[] {
  const boxes: Box[] = [];
  let above = new Map<string, Box>();
  for (let line = 0; line < height; line++) {
    const here = new Map<string, Box>();
    for (let x = 0; x < width; x++) {
      if (open[line * width + x] === 1) continue;
      const left = x;
      while (x < width && open[line * width + x] === 0) x++;
      const key = `${left} ${x}`;
      const box = above.get(key) ?? { left, right: x, top: line, bottom: line };
      if (box.top === line) boxes.push(box);
      box.bottom = line + 1;
      here.set(key, box);
    }
    above = here;
  }
  return boxes;
}
