import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats';
import { outputFormatNamed } from '@wend/formats/outputs';
import { afterAll, describe, expect, test } from 'vitest';
import { createScenarioWorld } from 'wend/scenario';
import { messageOf } from './messages.ts';
import { Results } from './results.ts';
import { loadScenario } from './scenarios.ts';

await outputFormatNamed('sqlite')!.load?.();

const folder = mkdtempSync(join(tmpdir(), 'wend-area-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const wkt =
  'GEOMETRYCOLLECTION (POLYGON ((-1 0, 9 0, 9 6, -1 6, -1 0), (3 2, 5 2, 5 4, 3 2)), LINESTRING (7 0, 7 3))';
const geojson = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-1, 0],
            [9, 0],
            [9, 6],
            [-1, 6],
            [-1, 0],
          ],
          [
            [3, 2],
            [5, 2],
            [5, 4],
            [3, 2],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [7, 0],
          [7, 3],
        ],
      },
    },
  ],
};
const area = {
  polygons: [
    [
      [
        [-1, 0],
        [9, 0],
        [9, 6],
        [-1, 6],
      ],
      [
        [3, 2],
        [5, 2],
        [5, 4],
      ],
    ],
  ],
  walls: [
    [
      [7, 0],
      [7, 3],
    ],
  ],
};
write('plan.wkt', wkt);
write('plan.geojson', geojson);
const scene = (given: unknown, more: object = {}) => ({
  version: 1,
  name: 'hall',
  duration: 5,
  steering: { name: 'nonlinear' },
  area: given,
  agents: [{ at: [1, 1], goal: [8, 5] }],
  ...more,
});

/** The message that a user gets for a file; '' if none. */
function complaintOf(content: unknown): string {
  const file = write('bad.json', content);
  try {
    loadScenario(file);
  } catch (error) {
    return messageOf(error)?.replaceAll(folder, '') ?? `our own fault: ${error}`;
  }
  return '';
}

describe('an area in a scenario file', () => {
  test.each([
    ['rings and walls', area],
    ['WKT', { wkt }],
    ['GeoJSON', { geojson }],
    ['a file of WKT beside it', { file: 'plan.wkt' }],
    ['a file of GeoJSON beside it', { file: 'plan.geojson' }],
  ])('given as %s is the same, and the world reaches as far', (_, given) => {
    const file = write('hall.json', scene(given));
    for (const changes of [{}, { seed: '7', set: ['duration=3'] }]) {
      const scenario = loadScenario(file, changes);
      expect(scenario.area).toEqual(area);
      expect(scenario.bounds).toEqual({ min: [-1, 0], max: [9, 6], walls: false });
    }
  });

  test('bounds that are given stay, and --set may give another area', () => {
    const bounds = { min: [-5, -5], max: [20, 20] };
    const file = write('wide.json', scene({ wkt }, { bounds }));
    expect(loadScenario(file).bounds).toMatchObject(bounds);
    const other = { set: ['area={"wkt":"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))"}'] };
    expect(loadScenario(file, other).area).toEqual({
      polygons: [
        [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 9],
          ],
        ],
      ],
      walls: [],
    });
  });

  test('a trajectory file has it as its walkable area', () => {
    const results = join(folder, 'results');
    const world = createScenarioWorld(loadScenario(write('hall.json', scene({ wkt }))));
    new Results(results, world, 10).close();
    const reader = readTrajectoryFile(join(results, 'trajectory.sqlite'));
    expect(reader.wkt).toMatch(/^POLYGON \(\(/);
    // 60 m² minus a triangle of 2 m² and a wall of 3 m, which is a strip of 1 cm.
    expect(areaOf(reader.wkt)).toBeCloseTo(60 - 2 - 0.03, 3);
    reader.close();
  });

  test.each([
    [
      { wkt: 'POLYGON ((0 0, 9 0, 9 9))' },
      '/bad.json: area.wkt: polygon 1, outer ring: expected at least four points, got 3',
    ],
    [{ wkt: 7 }, '/bad.json: area.wkt: expected text'],
    [{ geojson: 'x' }, '/bad.json: area.geojson: expected an object of GeoJSON'],
    [
      { wkt, file: 'plan.wkt' },
      '/bad.json: area: expected one of "wkt", "geojson" and "file", or "polygons" and "walls", got wkt, file',
    ],
    [{ file: 'none.wkt' }, /^\/bad\.json: area\.file: \/none\.wkt: cannot be read: ENOENT/],
    [
      { file: 'plan.dxf' },
      '/bad.json: area.file: plan.dxf: expected a file that ends with .wkt, .geojson or .json',
    ],
    [
      { polygons: [[[[0, 0]]]] },
      /^\/bad\.json: area\.polygons\[0\]\[0\]: expected a list of 3 to 200000 items, got a list of 1 item/,
    ],
    [
      {
        walls: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      /^\/bad\.json: bounds: expected/,
    ],
    [7, /^\/bad\.json: (area|bounds): expected/],
  ])('refused: %j', (given, message) => {
    const complaint = complaintOf(scene(given));
    if (typeof message === 'string') expect(complaint).toBe(message);
    else expect(complaint).toMatch(message);
  });

  test('the examples of the guide are scenarios', () => {
    const guide = readFileSync(new URL('../../docs/guide/shapes.md', import.meta.url), 'utf8');
    const blocks = Array.from(
      guide.matchAll(/```json\n(.*?)```/gs),
      ([, text]) => JSON.parse(text) as object,
    );
    expect(blocks.length).toBe(4);
    mkdirSync(join(folder, 'guide'));
    write('guide/plan.wkt', 'POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))');
    for (const block of blocks) {
      const scenario = loadScenario(write('guide/example.json', { ...blocks[0], ...block }));
      expect(scenario.area?.polygons.length).toBe(1);
    }
  });

  test('an agent outside is named', () => {
    expect(
      complaintOf(scene({ wkt }, { agents: [{ at: [4.5, 3] }], bounds: { min: [-5, -5], max: [20, 20] } })),
    ).toBe('/bad.json: agents[0].at: expected a place inside the walkable area, got [4.5, 3]');
  });
});

/** By the shoelace formula, minus the holes. */
function areaOf(text: string): number {
  const rings = [...text.matchAll(/\(([^()]+)\)/g)].map(([, ring]) =>
    ring.split(',').map((point) => point.trim().split(' ').map(Number)),
  );
  const areas = rings.map((ring) =>
    Math.abs(
      ring.reduce(
        (sum, [x, y], k) => sum + x * ring[(k + 1) % ring.length][1] - y * ring[(k + 1) % ring.length][0],
        0,
      ) / 2,
    ),
  );
  return areas.slice(1).reduce((rest, hole) => rest - hole, areas[0]);
}
