import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaFromGeoJson,
  areaFromWkt,
  readGeoJson,
  readWkt,
  ShapeError,
  type Shapes,
  writeWkt,
} from './index.ts';
import type { ShapePoint, ShapePolygon } from './shapes.ts';

/** A star about (x, y), radii between near and far. */
function star(x: number, y: number, shares: readonly number[], near: number, far: number): ShapePoint[] {
  const points = shares.map((share, k): ShapePoint => {
    const angle = (2 * Math.PI * k) / shares.length;
    const radius = near + share * (far - near);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...points, points[0]];
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 });

/** Radii of 8 to 10 around up to three holes of at most 1: whatever the shares, they keep clear. */
const polygon = (column: number) =>
  fc.tuple(fc.array(shares, { maxLength: 3 }), shares).map(
    ([holes, outer]): ShapePolygon => ({
      // With three corners the edge may come as near as 4 to the middle.
      outer: star(30 * column, 0, outer, 8, 10),
      holes: holes.map((hole, k) => star(30 * column + 1.2 * (k - 1) * 2, 0, hole, 0.1, 1).reverse()),
    }),
  );

const shapes: fc.Arbitrary<Shapes> = fc.record({
  polygons: fc
    .tuple(polygon(0), polygon(1), polygon(2), fc.nat(3))
    .map(([a, b, c, n]) => [a, b, c].slice(0, n)),
  lines: fc.array(
    fc
      .array(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.double({ min: -9, max: 9, noNaN: true })), {
        minLength: 2,
        maxLength: 6,
      })
      .map((points) => points.map(([x, y], k): ShapePoint => [x + 0.5 * k + 1e-3 * k, y + 0])),
    { maxLength: 3 },
  ),
});

function geoJsonOf({ polygons, lines }: Shapes): object {
  const rings = ({ outer, holes }: ShapePolygon) => [outer, ...holes];
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { use: 'hall' },
        geometry: { type: 'MultiPolygon', coordinates: polygons.map(rings) },
      },
      { type: 'Feature', properties: null, geometry: null },
      {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'GeometryCollection',
          geometries: lines.map((coordinates) => ({ type: 'LineString', coordinates })),
        },
      },
    ],
  };
}

/** Whether no two edges cross properly, by looking at each pair; stars have no three points on a line. */
function isSimple(ring: readonly ShapePoint[]): boolean {
  const side = (a: ShapePoint, b: ShapePoint, c: ShapePoint) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const edges = ring.map((from, k) => [from, ring[(k + 1) % ring.length]] as const);
  return !edges.some(([a, b]) =>
    edges.some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}

/** Consecutive equal points are read as one. */
const plain = ({ polygons, lines }: Shapes): Shapes => ({
  polygons,
  lines: lines.filter((line) => line.some(([x, y]) => x !== line[0][0] || y !== line[0][1])),
});

describe('shapes', () => {
  test('any polygons with holes and lines are the same after WKT and after GeoJSON', () => {
    fc.assert(
      fc.property(shapes, (given) => {
        const expected = plain(given);
        expect(readWkt(writeWkt(expected))).toEqual(expected);
        expect(readGeoJson(JSON.stringify(geoJsonOf(expected)))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('whatever letters are changed, taken out or doubled, the answer is shapes or a ShapeError', () => {
    const damage = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', '(', ')', ',', ' ', '9', '-', 'e', 'Z', '\u0000', 'EMPTY')),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    let refused = 0;
    fc.assert(
      fc.property(shapes, damage, fc.boolean(), (given, changes, asWkt) => {
        let text = asWkt ? writeWkt(given) : JSON.stringify(geoJsonOf(given));
        for (const [where, letters] of changes) {
          const at = where % text.length;
          text = text.slice(0, at) + letters + text.slice(at + 1);
        }
        const read = () => (asWkt ? readWkt(text) : readGeoJson(text));
        try {
          // Accepted shapes are valid: they are accepted again.
          const accepted = read();
          expect(readWkt(writeWkt(accepted))).toEqual(accepted);
        } catch (error) {
          expect(error).toBeInstanceOf(ShapeError);
          refused++;
        }
      }),
      { numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  test('a ring that crosses itself once two of its points have changed places is refused by its name', () => {
    let crossed = 0;
    fc.assert(
      fc.property(polygon(0), fc.nat(), fc.nat(), fc.nat(3), ({ outer, holes }, i, j, which) => {
        const rings = [outer, ...holes].map((ring) => ring.slice(0, -1));
        const number = which % rings.length;
        const ring = rings[number];
        const [a, b] = [i % ring.length, j % ring.length];
        [ring[a], ring[b]] = [ring[b], ring[a]];
        const closed = rings.map((points) => [...points, points[0]]);
        const read = (coordinates: unknown) => () => readGeoJson({ type: 'Polygon', coordinates });
        if (isSimple(ring)) return;
        const name = number === 0 ? 'outer ring' : `hole ${number}`;
        expect(read(closed)).toThrow(`polygon 1, ${name}: crosses or touches itself between points`);
        crossed++;
      }),
    );
    expect(crossed).toBeGreaterThan(20);
  });
});

describe('well-known text', () => {
  test.each([
    [
      'SRID=25832; polygon((0 0, 4 0, 4 4, 0 0))',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
    [
      'POLYGON Z ((0 0 7, 4 0 7, 4 4 7, 0 0 7))',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
    [
      'PolygonZM ((0 0 7 1, 4 0 7 2, 4 4 7 3, 0 0 7 4))',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
    [
      'POLYGON M ((0 0 1, 4 0 2, 4 4 3, 0 0 4))',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
    ['POLYGON EMPTY', []],
    [
      'MULTIPOLYGON (EMPTY, ((.5 -1e-1,4 0,\n4 4,.5 -.1)))',
      [
        [
          [0.5, -0.1],
          [4, 0],
          [4, 4],
          [0.5, -0.1],
        ],
      ],
    ],
    [
      'GEOMETRYCOLLECTION (GEOMETRYCOLLECTION EMPTY, POLYGON ((0 0, 4 0, 4 0, 4 4, 0 0)))',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 0],
        ],
      ],
    ],
  ])('%s', (text, rings) => {
    expect(readWkt(text).polygons.map(({ outer }) => outer)).toEqual(rings);
  });

  test('lines become walls, polygons the area', () => {
    expect(
      areaFromWkt(
        'GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1)), LINESTRING (3 3, 5 5, 7 3))',
      ),
    ).toEqual({
      polygons: [
        [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 9],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
          ],
        ],
      ],
      walls: [
        [
          [3, 3],
          [5, 5],
          [7, 3],
        ],
      ],
    });
  });

  test.each([
    [
      '',
      'character 1: expected POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING or GEOMETRYCOLLECTION, got the end of the text',
    ],
    [
      'POINT (1 2)',
      'character 1: expected POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING or GEOMETRYCOLLECTION, got "POINT (1 2)"',
    ],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0)', 'character 30: expected "," or ")", got the end of the text'],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0)) x', 'character 32: expected the end of the text, got "x"'],
    ['POLYGON ((0 0, 1 0, 1 b, 0 0))', 'character 23: expected a number, got "b, 0 0))"'],
    [
      'POLYGON ((0 0, 1 0, 1 1e999, 0 0))',
      'polygon 1, outer ring, point 3: expected finite numbers, got 1 and Infinity',
    ],
    ['POLYGON ((0 0, 1 0, 1 1))', 'polygon 1, outer ring: expected at least four points, got 3'],
    [
      'POLYGON ((0 0, 1 0, 1 1, 0 1))',
      'polygon 1, outer ring: expected a closed ring: it begins at (0, 0) and ends at (0, 1)',
    ],
    [
      'POLYGON ((0 0, 1 0, 1 0, 0 0))',
      'polygon 1, outer ring: expected at least three different points, got 2',
    ],
    ['LINESTRING (1 2, 1 2)', 'line 1: expected two different points'],
    [
      'POLYGON Z ((0 0 0, 1 0 3, 1 1 3, 0 0 0))',
      'polygon 1, outer ring, point 2: expected one height for all points, got 0 and 3',
    ],
    [
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 0, 40 0, 40 20, 20 20, 20 0), (25 5, 35 5, 25 15, 35 15, 25 5)))',
      'polygon 2, hole 1: crosses or touches itself between points 2–3 and 4–1',
    ],
    [
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (20 1, 21 1, 21 2, 20 1))',
      'polygon 1, hole 1: lies outside the outer ring',
    ],
    [
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 8 1, 8 8, 1 8, 1 1), (2 2, 3 2, 3 3, 2 2))',
      'polygon 1, hole 2: lies inside hole 1',
    ],
    [
      'POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 3 1, 3 3, 1 3, 1 1), (2 2, 5 2, 5 5, 2 5, 2 2))',
      'polygon 1, hole 2: crosses or touches polygon 1, hole 1: its points 4–1 and points 3–4 there',
    ],
    [
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((1 1, 3 1, 3 3, 1 1)))',
      'polygon 2, outer ring: lies inside polygon 1, outer ring; polygons must not overlap',
    ],
  ])('refused: %s', (text, message) => {
    expect(() => readWkt(text, 'plan.wkt')).toThrow(
      expect.objectContaining({ name: 'ShapeError', message: `plan.wkt: ${message}` }),
    );
  });

  test('an island in a hole is a polygon of its own', () => {
    const text =
      'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 8 1, 8 8, 1 8, 1 1)), ((3 3, 5 3, 5 5, 3 3)))';
    expect(writeWkt(readWkt(text))).toBe(text);
  });

  test('collections too deep and points too many are refused before they fill the memory', () => {
    const deep = `${'GEOMETRYCOLLECTION ('.repeat(100_000)}POLYGON EMPTY${')'.repeat(100_000)}`;
    expect(() => readWkt(deep)).toThrow('expected collections at most 32 deep');
    const many = `LINESTRING (${'1 2,3 4,'.repeat(600_000)}5 6)`;
    expect(() => readWkt(many)).toThrow('expected at most 1000000 points');
  });
});

describe('GeoJSON', () => {
  const square = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
    [0, 0],
  ];

  test('an area of a feature, heights dropped', () => {
    const coordinates = [square.map(([x, y]) => [x, y, 12])];
    expect(
      areaFromGeoJson({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }),
    ).toEqual({
      polygons: [[square.slice(0, -1)]],
      walls: [],
    });
  });

  test.each([
    ['[1', /^plan\.json: line 1, column 3: expected JSON: /],
    [
      '{"type": "Polygon",\n  "type": "Point"}',
      'plan.json: expected JSON: this key is given twice in one object, again in line 2, column 3 (type)',
    ],
    ['7', 'plan.json: expected an object of GeoJSON'],
    [
      '{"type":"Point","coordinates":[1,2]}',
      'plan.json: type: expected Polygon, MultiPolygon, LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection, got "Point"',
    ],
    [
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Sphere"}}]}',
      'plan.json: features[0].geometry.type: expected',
    ],
    ['{"type":"FeatureCollection"}', 'plan.json: features: expected a list'],
    [
      '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,"1"],[0,0]]]}',
      'plan.json: polygon 1, outer ring, point 3: expected [x, y] in numbers',
    ],
    [
      '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}',
      'plan.json: polygon 1, outer ring: expected at least four points, got 3',
    ],
    [
      '{"type":"MultiPolygon","coordinates":[[[[0,0],[2,0],[0,2],[2,2],[0,0]]]]}',
      'plan.json: polygon 1, outer ring: crosses or touches itself between points 2–3 and 4–1',
    ],
  ])('refused: %s', (text, message) => {
    expect(() => readGeoJson(text, 'plan.json')).toThrow(message);
  });

  test('of a key that is given twice, the message without content has the place', () => {
    const read = () => readGeoJson('{"secret": 1, "secret": 2}', 'plan.json');
    expect(read).toThrow(
      expect.objectContaining({
        withoutContent:
          'plan.json: expected JSON: this key is given twice in one object, again in line 1, column 15',
      }),
    );
  });

  test('nested ten thousand deep it is refused, and nothing overflows', () => {
    const deep = `${'{"type":"Feature","geometry":'.repeat(10_000)}null${'}'.repeat(10_000)}`;
    expect(() => readGeoJson(deep)).toThrow(ShapeError);
    expect(() =>
      readGeoJson({ type: 'Polygon', coordinates: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) }),
    ).toThrow(ShapeError);
  });
});
