type Column = Uint8Array | Int32Array | Float64Array;

const LINE_END = 10;

/** A header and columns as bytes: a line of JSON, and the columns as they lie in memory. */
export function writeColumns(header: object, columns: readonly Column[]): Uint8Array {
  const text = JSON.stringify(header);
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, text.length + 1));
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  bytes[text.length] = LINE_END;
  let offset = text.length + 1;
  for (const { buffer, byteLength, byteOffset } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return bytes;
}

/** What writeColumns wrote: the header, and the columns one after the other. */
export type ColumnReader<Header> = {
  header: Header;
  /** Fills the next column. */
  fill(column: Column): void;
  /** To be called when all columns have been filled. */
  end(): void;
};

export function readColumns<Header>(bytes: Uint8Array): ColumnReader<Header> {
  const lineEnd = bytes.indexOf(LINE_END);
  let text = '';
  for (let k = 0; k < lineEnd; k++) text += String.fromCharCode(bytes[k]);
  let offset = lineEnd + 1;
  return {
    header: JSON.parse(text) as Header,
    fill: ({ buffer, byteLength, byteOffset }) => {
      if (offset + byteLength > bytes.length) throw new Error('the saved fields are shorter than they say');
      new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(offset, offset + byteLength));
      offset += byteLength;
    },
    end: () => {
      if (offset !== bytes.length) throw new Error('the saved fields are longer than they say');
    },
  };
}

/** Two strings of bytes as one: the length of the first, and both. */
export function joinBytes(first: Uint8Array, second: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = new Uint8Array(8 + first.length + second.length);
  new DataView(bytes.buffer).setFloat64(0, first.length, true);
  bytes.set(first, 8);
  bytes.set(second, 8 + first.length);
  return bytes;
}

export function splitBytes(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  return [bytes.slice(8, 8 + length), bytes.slice(8 + length)];
}
