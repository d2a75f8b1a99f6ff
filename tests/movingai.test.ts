import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  MovingAIError,
  type OctileMap,
  type PathProblem,
  readOctileMap,
  readPathProblems,
  requireProblemsOfMap,
} from '@wend/formats';
import { describe, expect, test } from 'vitest';
import {
  addGoals,
  beginSearch,
  countNodes,
  createMoves,
  createSearch,
  runSearch,
  SearchState,
  writePath,
} from '../library/src/planning/paths/index.ts';

/** Maps and problems of Sturtevant 2012 and Stern et al. 2019; read in place, never copied. */
const folder = resolve(import.meta.dirname, '../../shared/data/movingai');
const isHere = existsSync(folder);
if (!isHere) console.warn(`SKIPPED: paths are not compared with published lengths; ${folder} is absent`);

const textOf = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const files = isHere ? readdirSync(join(folder, 'scen')).sort() : [];

/** Numbers of straight and diagonal steps of the shortest paths, in pairs; fails if one is no path. */
function solve(map: OctileMap, problems: readonly PathProblem[]): [straight: number, diagonal: number][] {
  const moves = createMoves(map.width, map.height, map.open);
  const search = createSearch(moves);
  const path = new Int32Array(map.width * map.height);
  return problems.map(({ goalX, goalY, startX, startY }) => {
    const goal = goalY * map.width + goalX;
    beginSearch(search, moves, startY * map.width + startX);
    addGoals(search, [goal]);
    expect(runSearch(search)).toBe(SearchState.found);
    const count = countNodes(search);
    writePath(search, path, 0);
    expect([path[0], path[count - 1]]).toEqual([search.start, goal]);
    let diagonal = 0;
    let wrong = 0;
    for (let k = 1; k < count; k++) {
      const across = (path[k] % map.width) - (path[k - 1] % map.width);
      const down = (path[k] - path[k - 1] - across) / map.width;
      if (across !== 0 && down !== 0) diagonal++;
      // A step to one of the eight cells around, past no corner.
      if (Math.max(Math.abs(across), Math.abs(down)) !== 1) wrong++;
      if ((map.open[path[k]] & map.open[path[k - 1] + across] & map.open[path[k] - across]) === 0) wrong++;
    }
    expect(wrong).toBe(0);
    return [count - 1 - diagonal, diagonal];
  });
}

/** The values that the authors seem to have used for √2: with these, all their lengths match. */
const ROOT_2012 = 14_142_135 / 1e7;
const ROOT_2019 = 1_414_213_562 / 1e9;

/**
 * A length as the authors of a file wrote it: six significant digits in 2012, eight after the point in 2019. With √2 itself
 * 3 of the former and most of the latter would differ in the last digit, by up to 7e-8.
 */
function printed([straight, diagonal]: [number, number], { digits }: PathProblem): number {
  return digits === 8
    ? Number((straight + diagonal * ROOT_2019).toFixed(8))
    : Number((straight + diagonal * ROOT_2012).toPrecision(6));
}

describe.skipIf(!isHere)('the published problems', () => {
  for (const file of files) {
    test(`${file}: every path has the published length, to the last digit`, () => {
      const mapFile = `${file.replace(/(-random-\d+|\.map)\.scen$/, '')}.map`;
      const map = readOctileMap(textOf('maps', mapFile), mapFile);
      const problems = readPathProblems(textOf('scen', file), file);
      requireProblemsOfMap(problems, map, file);
      expect(problems.length).toBeGreaterThan(300);
      expect(problems.every((problem) => problem.map.endsWith(mapFile))).toBe(true);
      const paths = solve(map, problems);
      const lengths = problems.map((problem, k) => printed(paths[k], problem));
      expect(lengths).toEqual(problems.map(({ length }) => length));
    });
  }

  test('there are 8290 of them', () => {
    const count = files.flatMap((file) => readPathProblems(textOf('scen', file), file)).length;
    expect(count).toBe(8290);
  });
});

const map = 'type octile\nheight 2\nwidth 4\nmap\n.GS.\n@OTW\n';
const scen = 'version 1\n0\ta.map\t4\t2\t0\t0\t3\t0\t3\n';

describe('a map file', () => {
  test('grass and swamp are ground; rock, trees and water are not; lines may have either ending', () => {
    const expected = { width: 4, height: 2, open: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0) };
    expect(readOctileMap(map, 'a.map')).toEqual(expected);
    expect(readOctileMap(map.replaceAll('\n', '\r\n'), 'a.map')).toEqual(expected);
    expect(readOctileMap(map.slice(0, -1), 'a.map')).toEqual(expected);
  });

  test.each([
    ['', 'a.map, line 1: expected “type octile”, got the end of the file'],
    [map.replace('octile', 'tile'), 'a.map, line 1: expected “type octile”, got "type tile"'],
    [
      map.replace('height 2', 'height -2'),
      'line 2: expected “height” and a whole number above 0, got "height -2"',
    ],
    [
      map.replace('height 2', 'width 2'),
      'line 2: expected “height” and a whole number above 0, got "width 2"',
    ],
    [
      map.replace('width 4', 'width 4.5'),
      'line 3: expected “width” and a whole number above 0, got "width 4.5"',
    ],
    ['type octile\nheight 2', 'line 3: expected “width” and a whole number above 0, got the end of the file'],
    [
      map.replace('width 4', 'width 9999999'),
      'line 3: expected at most 8000000 cells, got 9999999 × 2 cells',
    ],
    [map.replace('\nmap', '\nmaps'), 'line 4: expected “map”, got "maps"'],
    [map.replace('height 2', 'height 3'), 'line 7: expected 3 lines of cells after “map”, got 2'],
    [`${map}....\n`, 'line 7: expected 2 lines of cells after “map”, got 3'],
    [map.replace('.GS.', '.GS'), 'line 5: expected 4 cells, got 3'],
    [map.replace('@OTW', '@O W'), 'line 6: expected one of .GS@OTW, got " " in column 3'],
  ])('%j is refused', (text, message) => {
    expect(() => readOctileMap(text, 'a.map')).toThrow(MovingAIError);
    expect(() => readOctileMap(text, 'a.map')).toThrow(message);
  });
});

describe('a file of problems', () => {
  test('fields are parted by tabs, or by spaces; the digits of a length are counted', () => {
    const problem = {
      bucket: 0,
      map: 'a.map',
      width: 4,
      height: 2,
      startX: 0,
      startY: 0,
      goalX: 3,
      goalY: 0,
      length: 3,
      digits: 0,
    };
    expect(readPathProblems(scen, 'a.scen')).toEqual([problem]);
    expect(readPathProblems(scen.replaceAll('\t', ' '), 'a.scen')).toEqual([problem]);
    expect(readPathProblems(scen.replace('\t3\n', '\t3.1400\n'), 'a.scen')).toEqual([
      { ...problem, length: 3.14, digits: 4 },
    ]);
    expect(readPathProblems('version 1.0\n', 'a.scen')).toEqual([]);
  });

  test.each([
    ['', 'a.scen, line 1: expected “version 1”, got the end of the file'],
    [scen.replace('version 1', 'version 2'), 'a.scen, line 1: expected “version 1”, got "version 2"'],
    [scen.replace('\t3\n', '\n'), 'line 2: expected 9 fields'],
    [
      scen.replace('\t3\t0\t3', '\t4\t0\t3'),
      'line 2: expected the goal’s x as a whole number below 4, got "4"',
    ],
    [
      scen.replace('\t0\t0\t3', '\t0\t-1\t3'),
      'line 2: expected the start’s y as a whole number below 2, got "-1"',
    ],
    [scen.replace('\t3\n', '\tNaN\n'), 'line 2: expected a length in cells, got "NaN"'],
    [scen.replace('a.map', ' '), 'line 2: expected the name of a map, got none'],
    [scen.replace('0\ta', 'x\ta'), 'line 2: expected a bucket as a whole number below'],
  ])('%j is refused', (text, message) => {
    expect(() => readPathProblems(text, 'a.scen')).toThrow(MovingAIError);
    expect(() => readPathProblems(text, 'a.scen')).toThrow(message);
  });

  test('problems of another map are refused', () => {
    const ground = readOctileMap(map, 'a.map');
    const check = (text: string) => requireProblemsOfMap(readPathProblems(text, 'a.scen'), ground, 'a.scen');
    check(scen);
    expect(() => check(scen.replace('\t4\t2', '\t5\t2'))).toThrow(
      'a.scen, line 2: expected the map’s size, 4 × 2, got 5 × 2',
    );
    expect(() => check(scen.replace('\t3\t0\t3', '\t3\t1\t3'))).toThrow(
      'a.scen, line 2: expected a goal on open ground, got (3, 1), which is closed',
    );
  });
});
