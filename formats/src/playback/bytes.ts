import { HEADINGS, type Playback, type PlaybackHead, type Track } from './run.ts';

/** The columns of the head that describe the tracks. */
type TrackHeads = Pick<Track, 'id' | 'group' | 'radius' | 'desiredSpeed' | 'first'>[];
type FullHead = PlaybackHead & { version: 1; agents: TrackHeads; points: TrackHeads; lengths: number[] };

const COLUMNS = ['x', 'y', 'z', 'heading'] as const;

/**
 * A playback as bytes: the length of the head, the head as JSON, then for each column the second differences of all
 * tracks, zigzag-coded with seven bits a byte. Agents walk straight on most of the time, so that most numbers are near 0
 * and compress well.
 */
export function encodePlayback({ head, agents, points }: Playback): Uint8Array {
  const tracks = [...agents, ...points];
  const full: FullHead = {
    ...head,
    version: 1,
    agents: agents.map(headOf),
    points: points.map(headOf),
    lengths: tracks.map(({ x }) => x.length),
  };
  const json = new TextEncoder().encode(JSON.stringify(full));
  const numbers: number[] = [];
  for (const column of COLUMNS) {
    for (const track of tracks) writeDifferences(numbers, track[column], column === 'heading' ? HEADINGS : 0);
  }
  const bytes = new Uint8Array(4 + json.length + numbers.length);
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, 4);
  bytes.set(numbers, 4 + json.length);
  return bytes;
}

/** The playback that was encoded; throws an Error for other bytes. */
export function decodePlayback(bytes: Uint8Array): Playback {
  if (bytes.length < 4) throw new Error('a playback begins with the length of its head');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (4 + length > bytes.length)
    throw new Error(`the head of a playback has ${length} bytes: some are missing`);
  const full = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as FullHead;
  const { version, agents: agentHeads, points: pointHeads, lengths, ...head } = full;
  if (version !== 1) throw new Error(`expected a playback of version 1, this one has ${version}`);
  const tracks = [...agentHeads, ...pointHeads].map(
    (one): Track => ({ ...one, x: [], y: [], z: [], heading: [] }),
  );
  const input = { bytes, at: 4 + length };
  for (const column of COLUMNS) {
    if (column === 'z' && head.dimension === 2) continue;
    for (const [k, track] of tracks.entries()) {
      if (column === 'heading' && k >= agentHeads.length) break;
      track[column] = readDifferences(input, lengths[k], column === 'heading' ? HEADINGS : 0);
    }
  }
  return { head, agents: tracks.slice(0, agentHeads.length), points: tracks.slice(agentHeads.length) };
}

function headOf({ id, group, radius, desiredSpeed, first }: Track): TrackHeads[number] {
  return { id, group, radius, desiredSpeed, first };
}

/** Numbers of a circle (modulo > 0) change by first differences, places by second ones. */
function writeDifferences(numbers: number[], values: readonly number[], modulo: number): void {
  let before = 0;
  let change = 0;
  for (const value of values) {
    if (modulo > 0) {
      const turn = (value - before + modulo) % modulo;
      writeNumber(numbers, turn >= modulo / 2 ? turn - modulo : turn);
    } else {
      writeNumber(numbers, value - before - change);
      change = value - before;
    }
    before = value;
  }
}

function readDifferences(input: Input, length: number, modulo: number): number[] {
  const values = new Array<number>(length);
  let before = 0;
  let change = 0;
  for (let k = 0; k < length; k++) {
    const number = readNumber(input);
    if (modulo > 0) before = (before + number + modulo) % modulo;
    else {
      change += number;
      before += change;
    }
    values[k] = before;
  }
  return values;
}

type Input = { bytes: Uint8Array; at: number };

function writeNumber(numbers: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) numbers.push((rest % 128) + 128);
  numbers.push(rest);
}

function readNumber(input: Input): number {
  let value = 0;
  for (let weight = 1; ; weight *= 128) {
    if (input.at >= input.bytes.length) throw new Error('a playback ends in the middle of its tracks');
    const byte = input.bytes[input.at++];
    value += (byte % 128) * weight;
    if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}
