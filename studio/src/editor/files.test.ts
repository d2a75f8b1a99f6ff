import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario } from 'wend/scenario';
import { createAutosave, type Saving } from './autosave.ts';
import { kindOfFile, readScenarioFile, scenarioOfMap } from './import.ts';
import { packScenario, unpackScenario } from './share.ts';
import { listAt, valueAt } from './tree.ts';

const STEERSUITE = `<?xml version="1.0"?>
<SteerBenchTestCase xmlns="http://www.magix.ucla.edu/steerbench">
  <header><name>two</name><worldBounds><xmin>-9</xmin><xmax>9</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-9</zmin><zmax>9</zmax></worldBounds></header>
  <agent><initialConditions><radius>0.5</radius><position><x>-5</x><y>0</y><z>0</z></position><direction><random>true</random></direction><speed>0</speed></initialConditions>
  <goalSequence><seekStaticTarget><targetLocation><x>5</x><y>0</y><z>0</z></targetLocation><desiredSpeed>1.3</desiredSpeed><timeDuration>1000</timeDuration></seekStaticTarget></goalSequence></agent>
</SteerBenchTestCase>`;
const ROOM = 'POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0), (4 2, 5 2, 5 3, 4 3, 4 2))';
const GEOJSON = JSON.stringify({
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [8, 0],
        [8, 4],
        [0, 4],
        [0, 0],
      ],
    ],
  },
});

describe('a dropped file', () => {
  test('is recognised by its name or its beginning, and becomes a scenario that the checks accept', () => {
    const files: [name: string, text: string, kind: string][] = [
      ['two.xml', STEERSUITE, 'steersuite'],
      ['room.wkt', ROOM, 'wkt'],
      ['room.txt', ROOM, 'wkt'],
      ['room.json', GEOJSON, 'geojson'],
      ['room.geojson', GEOJSON, 'geojson'],
      ['cells.map', 'type octile\nheight 2\nwidth 3\nmap\n.@@\n...\n', 'movingai'],
    ];
    for (const [name, text, kind] of files) {
      expect(kindOfFile(name, text), name).toBe(kind);
      expect(() => checkScenario(readScenarioFile(name, text)), name).not.toThrow();
    }
    expect(valueAt(readScenarioFile('room.wkt', ROOM), ['bounds'])).toEqual({ min: [0, 0], max: [10, 6] });
  });

  test('that is a scenario comes back as it is written, with comments left out', () => {
    const text =
      '{ // a note\n "version": 1, "name": "x", "bounds": {"min": [0, 0], "max": [1, 1]}, "duration": 1 }';
    expect(kindOfFile('x.json', text)).toBe('scenario');
    expect(readScenarioFile('x.json', text)).toEqual({
      version: 1,
      name: 'x',
      bounds: { min: [0, 0], max: [1, 1] },
      duration: 1,
    });
  });

  test('that is something else is refused with its name', () => {
    expect(() => readScenarioFile('a.doc', 'Dear reader')).toThrow('a.doc: expected a scenario (JSON)');
    expect(() => readScenarioFile('a.json', '{"version": ')).toThrow('a.json');
    expect(() => readScenarioFile('a.json', '[1]')).toThrow('a.json: expected an object');
    expect(() => readScenarioFile('a.wkt', 'POLYGON ((0 0))')).toThrow('a.wkt');
  });
});

test('the boxes of a map cover its closed cells and no other', () => {
  const cells = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
    .chain(([width, height]) =>
      fc
        .array(fc.constantFrom(0, 1), { minLength: width * height, maxLength: width * height })
        .map((open) => ({
          width,
          height,
          open: Uint8Array.from(open),
        })),
    );
  fc.assert(
    fc.property(cells, (map) => {
      const boxes = listAt(scenarioOfMap(map, 'map'), ['obstacles']) as { min: number[]; max: number[] }[];
      for (let line = 0; line < map.height; line++) {
        for (let column = 0; column < map.width; column++) {
          const [x, y] = [column + 0.5, map.height - line - 0.5];
          const covering = boxes.filter(
            ({ max, min }) => min[0] < x && x < max[0] && min[1] < y && y < max[1],
          );
          expect(covering).toHaveLength(map.open[line * map.width + column] === 1 ? 0 : 1);
        }
      }
    }),
  );
});

describe('a link', () => {
  test('carries any scenario, in letters that addresses keep', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (scenario) => {
        const packed = await packScenario(scenario);
        expect(packed).toMatch(/^[\w-]*$/);
        expect(await unpackScenario(packed)).toEqual(JSON.parse(JSON.stringify(scenario)));
      }),
      { numRuns: 50 },
    );
  });

  test('of half of the scenarios of wend has less than 2,000 letters', async () => {
    const folder = new URL('../../../scenarios/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'package.json');
    const lengths: number[] = [];
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const packed = await packScenario(JSON.parse(text));
      lengths.push(packed.length);
    }
    lengths.sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(2000);
  });

  test('that is cut or changed is refused in words', async () => {
    const packed = await packScenario({ name: 'a scenario with some length', bounds: [1, 2, 3, 4, 5] });
    await expect(unpackScenario(packed.slice(0, -8))).rejects.toThrow('the link is damaged');
    await expect(unpackScenario('***')).rejects.toThrow('the link is damaged');
    await expect(unpackScenario('')).rejects.toThrow('the link is damaged');
  });

  test('that would unpack to more than the editor opens is refused before it has filled the memory', async () => {
    const packed = await packScenario({ name: 'a'.repeat(21_000_000) });
    expect(packed.length).toBeLessThan(100_000);
    await expect(unpackScenario(packed)).rejects.toThrow('more than the editor opens');
  });
});

describe('autosave', () => {
  test('has written the last text when all is settled, whatever the order of writes and failures', async () => {
    const wait = fc.constantFrom<'now' | 'later' | 'fail'>('now', 'later', 'fail');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), wait), { minLength: 1 }), async (changes) => {
        let kept: string | undefined;
        const states: Saving[] = [];
        const saver = createAutosave(
          {
            async write(text) {
              const [, how] = changes.findLast(([one]) => one === text)!;
              if (how !== 'now') await new Promise((done) => setImmediate(done));
              if (how === 'fail') throw new Error('no room');
              kept = text;
            },
            read: async () => kept,
          },
          (saving) => states.push(saving),
        );
        for (const [text, how] of changes) {
          saver.save(text);
          if (how === 'later') await Promise.resolve();
        }
        await saver.settled();
        const [last] = changes.at(-1)!;
        const [, how] = changes.findLast(([one]) => one === last)!;
        if (how === 'fail') expect(states.at(-1)).toEqual({ state: 'failed', message: 'no room' });
        else {
          expect(kept).toBe(last);
          expect(states.at(-1)!.state).toBe('saved');
        }
      }),
      { numRuns: 60 },
    );
  });
});
