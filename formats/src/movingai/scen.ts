import { MovingAIError } from './error.ts';
import { linesOf } from './lines.ts';
import type { OctileMap } from './map.ts';

/** One problem: find a path on a map from one cell to another; x to the right, y down, from 0. */
export type PathProblem = {
  bucket: number;
  /** The map's file, as the scenario names it. */
  map: string;
  width: number;
  height: number;
  startX: number;
  startY: number;
  goalX: number;
  goalY: number;
  /** The published length of the shortest path; a diagonal step counts √2. */
  length: number;
  /** Digits after the decimal point in the file. */
  digits: number;
};

/** The most problems that a file may have. */
const MAXIMUM_PROBLEMS = 1_000_000;

/** Reads a file of problems of the MovingAI grid benchmarks, `.scen`; `path` is for messages only. */
export function readPathProblems(text: string, path: string): PathProblem[] {
  const lines = linesOf(text);
  if (!/^version\s+1(\.0)?\s*$/.test(lines[0] ?? '')) {
    const found = lines.length > 0 ? JSON.stringify(lines[0].slice(0, 60)) : 'the end of the file';
    throw new MovingAIError(path, 1, `expected “version 1”, got ${found}`);
  }
  if (lines.length - 1 > MAXIMUM_PROBLEMS) {
    const found = `${lines.length - 1}`;
    throw new MovingAIError(path, 2, `expected at most ${MAXIMUM_PROBLEMS} problems, got ${found}`);
  }
  return lines.slice(1).map((line, index) => readProblem(line, path, index + 2));
}

function readProblem(line: string, path: string, number: number): PathProblem {
  const fail = (expected: string, found: string): never => {
    throw new MovingAIError(path, number, `expected ${expected}, got ${found}`);
  };
  // Names of maps may hold spaces: fields are separated by tabs, or by spaces in files that have no tab.
  const fields = line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/);
  if (fields.length !== 9) {
    fail('9 fields: bucket, map, width, height, start x, y, goal x, y, length', `${fields.length} fields`);
  }
  const whole = (index: number, name: string, end = 100_000_000) => {
    const text = fields[index].trim();
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value < end ? value : fail(`${name} as a whole number below ${end}`, JSON.stringify(text));
  };
  const width = whole(2, 'the width of the map');
  const height = whole(3, 'the height of the map');
  const length = fields[8].trim();
  if (!/^\d{1,9}(\.\d{1,15})?$/.test(length)) fail('a length in cells', JSON.stringify(length));
  return {
    bucket: whole(0, 'a bucket'),
    map: fields[1].trim() || fail('the name of a map', 'none'),
    width,
    height,
    startX: whole(4, 'the start’s x', width),
    startY: whole(5, 'the start’s y', height),
    goalX: whole(6, 'the goal’s x', width),
    goalY: whole(7, 'the goal’s y', height),
    length: Number(length),
    digits: length.includes('.') ? length.length - length.indexOf('.') - 1 : 0,
  };
}

/** Throws if a problem does not fit the map: another size, or an end that is not on open ground. */
export function requireProblemsOfMap(problems: readonly PathProblem[], map: OctileMap, path: string): void {
  problems.forEach((problem, index) => {
    const fail = (message: string) => {
      throw new MovingAIError(path, index + 2, message);
    };
    if (problem.width !== map.width || problem.height !== map.height) {
      const found = `${problem.width} × ${problem.height}`;
      fail(`expected the map’s size, ${map.width} × ${map.height}, got ${found}`);
    }
    for (const [name, x, y] of [
      ['start', problem.startX, problem.startY],
      ['goal', problem.goalX, problem.goalY],
    ] as const) {
      if (map.open[y * map.width + x] === 0) {
        fail(`expected a ${name} on open ground, got (${x}, ${y}), which is closed`);
      }
    }
  });
}
