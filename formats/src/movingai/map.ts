import { MovingAIError } from './error.ts';
import { linesOf, readHeader } from './lines.ts';

/** A grid map of the MovingAI benchmarks, of type octile. */
export type OctileMap = {
  width: number;
  height: number;
  /** 1 where a cell can be walked on; cell k is in line ⌊k / width⌋ of the map, from the top. */
  open: Uint8Array;
};

/** What a character of a map means. Swamp counts as ground; water and trees do not. */
const GROUND = '.GS';
const CLOSED = '@OTW';

/** The most cells that a map may have; the largest published maps have 1 to 2 million. */
const MAXIMUM_CELLS = 8_000_000;

/** Reads a file of the MovingAI grid benchmarks, `.map`; `path` is for messages only. */
export function readOctileMap(text: string, path: string): OctileMap {
  const lines = linesOf(text);
  readHeader(lines, path, 0, 'type octile');
  const height = readSize(lines, path, 1, 'height');
  const width = readSize(lines, path, 2, 'width');
  if (width * height > MAXIMUM_CELLS) {
    const cells = `${width} × ${height} cells`;
    throw new MovingAIError(path, 3, `expected at most ${MAXIMUM_CELLS} cells, got ${cells}`);
  }
  readHeader(lines, path, 3, 'map');
  if (lines.length !== 4 + height) {
    const number = Math.min(lines.length, 4 + height) + 1;
    const found = `${lines.length - 4}`;
    throw new MovingAIError(path, number, `expected ${height} lines of cells after “map”, got ${found}`);
  }
  const open = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const line = lines[4 + y];
    if (line.length !== width) {
      throw new MovingAIError(path, 5 + y, `expected ${width} cells, got ${line.length}`);
    }
    for (let x = 0; x < width; x++) {
      if (GROUND.includes(line[x])) open[y * width + x] = 1;
      else if (!CLOSED.includes(line[x])) {
        const place = `${JSON.stringify(line[x])} in column ${x + 1}`;
        throw new MovingAIError(path, 5 + y, `expected one of ${GROUND}${CLOSED}, got ${place}`);
      }
    }
  }
  return { width, height, open };
}

function readSize(lines: string[], path: string, index: number, name: string): number {
  const line = lines[index] ?? '';
  const match = line.match(/^(\w+)\s+([1-9]\d{0,7})$/);
  if (match?.[1] !== name) {
    const found = index < lines.length ? JSON.stringify(line.slice(0, 60)) : 'the end of the file';
    throw new MovingAIError(path, index + 1, `expected “${name}” and a whole number above 0, got ${found}`);
  }
  return Number(match[2]);
}
