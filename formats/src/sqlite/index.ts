/** Trajectories as the bytes of a SQLite file, for pages: a database that is written once, from its first row to its last. */
import { hasHeights, heightSchema, heightTable, metadataRows, schema } from '../jupedsim/schema.ts';
import type { Heights, TrajectoryOptions } from '../output.ts';
import { joined, recordOf, type Value } from './records.ts';
import { addRecord, cellOf, createTree, finishTree, PAGE, type Pages, pageOf, type Tree } from './tree.ts';

export type { TrajectoryOptions } from '../output.ts';

/** A trajectory file in memory, as `createTrajectoryFile` writes it on a disk. */
export type TrajectoryBytes = {
  /** Appends the next frame: the first `count` entries of every column. `heights` in worlds of three dimensions. */
  writeFrame(
    count: number,
    ids: ArrayLike<number>,
    x: Float64Array,
    y: Float64Array,
    headingX: Float64Array,
    headingY: Float64Array,
    heights?: Heights,
  ): void;
  /** The bytes of the file. Nothing can be written afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
};

/** The one geometry of a file: the hash is only a key inside the file. */
const GEOMETRY = 1;

export function createTrajectoryBytes(options: TrajectoryOptions): TrajectoryBytes {
  // The first page is written last: it says where the roots are.
  const pages: Pages = [new Uint8Array(PAGE)];
  const inSpace = hasHeights(options.bounds);
  const rows = createTree(pages, 'table');
  const order = createTree(pages, 'index');
  const frames = createTree(pages, 'table');
  const heightRows = createTree(pages, 'index');
  let frame = 0;
  return {
    writeFrame(count, ids, x, y, headingX, headingY, heights) {
      if ((heights === undefined) === inSpace) {
        throw new TypeError(
          inSpace ? 'no heights in a file that has them' : 'heights in a file without them',
        );
      }
      const byId = Array.from({ length: count }, (_, row) => row).sort((a, b) => ids[a] - ids[b]);
      for (const row of byId) {
        const place = [x[row], y[row], headingX[row], headingY[row]].map((real) => ({ real }));
        addRecord(rows, recordOf([frame, ids[row], ...place]));
        addRecord(order, recordOf([frame, ids[row], rows.lastRow]));
        if (!heights) continue;
        const height = [{ real: heights.z[row] }, { real: heights.orientationZ[row] }];
        addRecord(heightRows, recordOf([frame, ids[row], ...height]));
      }
      addRecord(frames, recordOf([frame, GEOMETRY]));
      frame++;
    },
    finish() {
      const metadata = metadataRows(options);
      const keys = metadata.map(([key], k): Value[] => [key, k + 1]).sort(([a], [b]) => (a! < b! ? -1 : 1));
      const roots: Record<string, number> = {
        trajectory_data: finishTree(rows),
        frame_id_idx: finishTree(order),
        frame_data: finishTree(frames),
        metadata: finishTree(treeOf(pages, 'table', metadata)),
        sqlite_autoindex_metadata_1: finishTree(treeOf(pages, 'index', keys)),
        geometry: finishTree(treeOf(pages, 'table', [[GEOMETRY, options.wkt]])),
        geometry_hash: finishTree(treeOf(pages, 'index', [[GEOMETRY, 1]])),
        ...(inSpace ? { [heightTable]: finishTree(heightRows) } : {}),
      };
      pages[0] = firstPage(pages, roots, inSpace ? `${schema}${heightSchema}` : schema);
      return joined(pages);
    },
  };
}

function treeOf(pages: Pages, kind: Tree['kind'], rows: readonly (readonly Value[])[]): Tree {
  const tree = createTree(pages, kind);
  for (const row of rows) addRecord(tree, recordOf(row));
  return tree;
}

/** The head of the file, and the table of tables. */
function firstPage(pages: Pages, roots: Readonly<Record<string, number>>, statements: string): Uint8Array {
  const entries = statements
    .split(';\n')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .flatMap((statement) => entriesOf(statement, roots));
  const cells = entries.map((entry, k) => cellOf({ kind: 'table', pages }, recordOf(entry), k + 1));
  const page = pageOf(0x0d, cells, undefined, HEAD);
  page.set(new TextEncoder().encode('SQLite format 3\0'));
  const view = new DataView(page.buffer);
  view.setUint16(16, PAGE);
  // A plain journal; the shares of a page that payload may take are fixed.
  page.set([1, 1, 0, 64, 32, 32], 18);
  const [changes, pagesAt, cookie, format, encoding, validFor, version] = [24, 28, 40, 44, 56, 92, 96];
  view.setUint32(changes, 1);
  view.setUint32(pagesAt, pages.length);
  view.setUint32(cookie, entries.length);
  view.setUint32(format, 4);
  view.setUint32(encoding, 1);
  view.setUint32(validFor, 1);
  view.setUint32(version, 3_046_000);
  return page;
}

/** Bytes before the first page's own head. */
const HEAD = 100;

/** The rows of a CREATE statement in the table of tables: type, name, table, root, text. */
function entriesOf(statement: string, roots: Readonly<Record<string, number>>): Value[][] {
  const [, type, name, table = name] =
    /^CREATE (?:UNIQUE )?(TABLE|INDEX) (\w+)(?: ON (\w+))?/i.exec(statement) ?? [];
  const own: Value[] = [type.toLowerCase(), name, table, roots[name], statement];
  const automatic = `sqlite_autoindex_${name}_1`;
  return automatic in roots ? [own, ['index', automatic, name, roots[automatic], null]] : [own];
}
