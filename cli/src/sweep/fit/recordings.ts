import { readTextFile } from '@wend/formats/files';
import { BadInput } from '../../failure.ts';
import { cannotLoad } from '../../load-format.ts';
import { parseCsv } from '../table/csv.ts';

/** Where a person was, in the order of time; seconds and metres. */
export type Track = { times: number[]; x: number[]; y: number[] };

type Row = { id: number; time: number; x: number; y: number };

const FORMS =
  'expected a trajectory: SQLite of JuPedSim or wend, text of PeTrack (id frame x y z), CSV with time or frame, id, x and y, or rows of frame id x z y vx vz vy';

/** Reads the trajectories of people. `fps` are the frames per second of a file that does not say them itself. */
export async function readTracks(file: string, fps: number | undefined): Promise<Track[]> {
  const rows = /\.(sqlite3?|db)$/i.test(file)
    ? await readSqlite(file)
    : readText(file, readTextFile(file), fps);
  const tracks = new Map<number, Row[]>();
  for (const row of rows) {
    const own = tracks.get(row.id);
    if (own) own.push(row);
    else tracks.set(row.id, [row]);
  }
  return [...tracks]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => {
      own.sort((a, b) => a.time - b.time);
      return { times: own.map(({ time }) => time), x: own.map(({ x }) => x), y: own.map(({ y }) => y) };
    });
}

async function readSqlite(file: string): Promise<Row[]> {
  const { readTrajectoryFile } = await import('@wend/formats/jupedsim').catch((error: Error) => {
    throw cannotLoad(`${file}: SQLite`, 'a trajectory in CSV', error);
  });
  const reader = readTrajectoryFile(file);
  try {
    const rows: Row[] = [];
    for (const { count, frame, ids, x, y } of reader.frames()) {
      const time = frame / reader.framesPerSecond;
      for (let k = 0; k < count; k++) rows.push({ id: ids[k], time, x: x[k], y: y[k] });
    }
    return rows;
  } finally {
    reader.close();
  }
}

function readText(file: string, text: string, fps: number | undefined): Row[] {
  const first = text.trimStart().split('\n', 1)[0];
  if (/[a-z].*,/i.test(first) && !first.startsWith('#')) return readTable(file, text, fps);
  return readLines(file, text, fps);
}

/** Comma-separated values with names in the first line. */
function readTable(file: string, text: string, fps: number | undefined): Row[] {
  const [header = [], ...lines] = [...parseCsv(text)];
  const names = header.map((name) => name?.trim().toLowerCase());
  const [time, frame, id, x, y] = ['time', 'frame', 'id', 'x', 'y'].map((name) => names.indexOf(name));
  if ((time < 0 && frame < 0) || Math.min(id, x, y) < 0) throw new BadInput(`${file}: ${FORMS}`);
  return lines.map((cells, k) => {
    const number = (at: number) => (cells[at] === null ? Number.NaN : Number(cells[at]));
    const seconds = time >= 0 ? number(time) : number(frame) / rateOf(file, fps);
    return checked(file, k + 2, { id: number(id), time: seconds, x: number(x), y: number(y) });
  });
}

/** Numbers with blanks: those of PeTrack, with a head of comments, or of the recordings of ETH and UCY, with eight columns. */
function readLines(file: string, text: string, fps: number | undefined): Row[] {
  const comments = text.split('\n').filter((line) => line.trimStart().startsWith('#'));
  const head = comments.join('\n');
  const said = /framerate:?\s*([\d.]+)/i.exec(head)?.[1];
  const scale = /\bx\s*[/[(]\s*cm|\bin cm\b/i.test(head) ? 0.01 : 1;
  return text.split('\n').flatMap((line, k): Row[] => {
    const words = line.trim();
    if (words === '' || words.startsWith('#')) return [];
    const numbers = words.split(/[\s;]+/).map(Number);
    const rate = () => rateOf(file, fps ?? (said === undefined ? undefined : Number(said)));
    if (numbers.length === 8 && comments.length === 0) {
      const [frame, id, x, , y] = numbers;
      return [checked(file, k + 1, { id, time: frame / rate(), x, y })];
    }
    const [id, frame, x = Number.NaN, y = Number.NaN] = numbers;
    return [checked(file, k + 1, { id, time: frame / rate(), x: scale * x, y: scale * y })];
  });
}

function checked(file: string, line: number, row: Row): Row {
  if (Object.values(row).every(Number.isFinite)) return row;
  throw new BadInput(`${file}: line ${line}: ${FORMS}`);
}

function rateOf(file: string, fps: number | undefined): number {
  if (fps !== undefined && fps > 0) return fps;
  throw new BadInput(`${file}: expected its frames per second: a line "# framerate: 25" in it, or --fps`);
}
