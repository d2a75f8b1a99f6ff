import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, CellKind, Column, TableRow } from './columns.ts';
import type { Output } from './output.ts';

/** Rows of a group: readers take a group at a time, and so does the memory of the writer. */
const GROUP = 10_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Element = Schema[number];

/** Writes rows as Parquet, a group at a time, into a file. */
export class ParquetFile {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #output: Output;
  #cells: Cell[][];

  constructor(output: Output, columns: readonly Column[], about: Readonly<Record<string, string>>) {
    this.#output = output;
    this.#columns = columns;
    this.#cells = columns.map(() => []);
    const kvMetadata = Object.entries(about).map(([key, value]) => ({ key, value }));
    const schema: Schema = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ kind, name }): Element => ({ name, repetition_type: 'OPTIONAL', ...typeOf(kind) })),
    ];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, codec: 'SNAPPY', kvMetadata });
  }

  write(row: TableRow): void {
    this.#columns.forEach(({ of }, k) => {
      this.#cells[k].push(of(row));
    });
    if (this.#cells[0].length === GROUP) this.#writeGroup();
  }

  #writeGroup(): void {
    const columnData = this.#columns.map(({ name }, k) => ({ name, data: this.#cells[k] }));
    if (this.#cells[0].length > 0) void this.#writer.write({ columnData, rowGroupSize: GROUP });
    this.#cells = this.#columns.map(() => []);
    this.#flush();
  }

  /** Hands the bytes on; places in the file are counted by the writer's own offset. */
  #flush(): void {
    this.#output.write(new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index).slice());
    this.#bytes.index = 0;
  }

  finish(): void {
    this.#writeGroup();
    void this.#writer.finish();
    this.#flush();
  }
}

function typeOf(kind: CellKind): Partial<Element> {
  if (kind === 'integer') return { type: 'INT32' };
  if (kind === 'number') return { type: 'DOUBLE' };
  return kind === 'boolean' ? { type: 'BOOLEAN' } : { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
}
