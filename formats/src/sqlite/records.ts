/** A value of a row. `real` marks numbers of columns that hold real numbers. */
export type Value = number | string | null | { real: number };

const texts = new TextEncoder();

/** A row as SQLite stores it: the types of its values, then the values. */
export function recordOf(values: readonly Value[]): Uint8Array {
  const parts = values.map(partOf);
  const types = parts.flatMap(({ type }) => variable(type));
  // The size counts itself.
  let size = types.length + 1;
  if (size > 127) size++;
  return joined([Uint8Array.from([...variable(size), ...types]), ...parts.map(({ bytes }) => bytes)]);
}

type Part = { type: number; bytes: Uint8Array };

const NOTHING = new Uint8Array(0);

function partOf(value: Value): Part {
  if (value === null) return { type: 0, bytes: NOTHING };
  if (typeof value === 'string') {
    const bytes = texts.encode(value);
    return { type: 13 + 2 * bytes.length, bytes };
  }
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  if (typeof value === 'object') {
    view.setFloat64(0, value.real);
    return { type: 7, bytes };
  }
  if (value === 0 || value === 1) return { type: 8 + value, bytes: NOTHING };
  view.setBigInt64(0, BigInt(value));
  const [type, length] = WHOLE.find(([, size]) => Math.abs(value) < 2 ** (8 * size - 1)) ?? [6, 8];
  return { type, bytes: bytes.subarray(8 - length) };
}

/** Types of whole numbers with the bytes that they take. */
const WHOLE = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 6],
] as const;

/** A whole number in as many bytes as it needs, seven bits in each, the highest first; below 2⁵³. */
export function variable(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(128 + (rest % 128));
  }
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
