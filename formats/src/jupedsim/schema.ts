import type { Bounds, TrajectoryOptions } from '../output.ts';

/** The JuPedSim trajectory format that is written and read here. */
export const formatVersion = '2';

/** The statements are the same text that JuPedSim writes, so that schemas compare equal as text. */
export const schema = `
CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash on geometry(hash);
CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data(frame,id);
`;

/**
 * The format is two-dimensional. For a world of three dimensions, a table of our own holds the third coordinate, and
 * other readers ignore it: docs/decisions/0009-heights.md. The key keeps the rows together and in order, so that the
 * table needs no separate index.
 */
export const heightTable = 'wend_height';
export const heightSchema = `
CREATE TABLE ${heightTable} (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_z REAL NOT NULL, ori_z REAL NOT NULL, PRIMARY KEY (frame, id)) WITHOUT ROWID;
`;

/** Tables and columns that a reader needs; other programs may add more. */
export const requiredColumns = {
  metadata: ['key', 'value'],
  trajectory_data: ['frame', 'id', 'pos_x', 'pos_y', 'ori_x', 'ori_y'],
  geometry: ['hash', 'wkt'],
  frame_data: ['frame', 'geometry_hash'],
} as const;

/** Columns of the table of heights, if the file has one. */
export const heightColumns = ['frame', 'id', 'pos_z', 'ori_z'] as const;

export type TrajectoryMetadata = Omit<TrajectoryOptions, 'wkt'>;

/** The format keeps every metadata value as text. */
export function metadataRows({
  framesPerSecond,
  bounds,
}: TrajectoryMetadata): [key: string, value: string][] {
  return [
    ['version', formatVersion],
    // JuPedSim is written in Python, which prints the float 10 as "10.0".
    ['fps', Number.isInteger(framesPerSecond) ? framesPerSecond.toFixed(1) : String(framesPerSecond)],
    ['xmin', String(bounds.minX)],
    ['xmax', String(bounds.maxX)],
    ['ymin', String(bounds.minY)],
    ['ymax', String(bounds.maxY)],
    ...(hasHeights(bounds)
      ? ([
          ['zmin', String(bounds.minZ)],
          ['zmax', String(bounds.maxZ)],
        ] as [string, string][])
      : []),
  ];
}

export function hasHeights({ minZ, maxZ }: Bounds): boolean {
  return minZ !== undefined && maxZ !== undefined;
}

/** Keys that version 2 requires beside `version`. */
export const requiredKeys = ['fps', 'xmin', 'xmax', 'ymin', 'ymax'] as const;
