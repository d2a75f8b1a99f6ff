import { timeOf, type World } from '../simulation/index.ts';

/**
 * What a page needs to draw a moment of a world, in one buffer that can be transferred to another thread or kept. The
 * columns lie in that buffer; rows are those of the world at that moment, so use `ids` to tell agents apart.
 */
export type Snapshot = {
  buffer: ArrayBuffer | SharedArrayBuffer;
  step: number;
  /** Seconds. */
  time: number;
  count: number;
  /** Agents that have reached a goal so far. */
  arrived: number;
  ids: Float64Array;
  /** Metres. */
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /** Unit vectors: the directions that agents face. */
  headingX: Float32Array;
  headingY: Float32Array;
  headingZ: Float32Array;
  /** Metres. */
  radius: Float32Array;
  /** The number of the agent's group in the scenario, or −1. */
  group: Int32Array;
};

/** Numbers in the head of a buffer: step, time, count, arrived, and the rows that it has room for. */
const HEAD = 5;
const FLOATS = ['x', 'y', 'z', 'headingX', 'headingY', 'headingZ', 'radius'] as const;
const BYTES_PER_ROW = 8 + 4 * (FLOATS.length + 1);

/** The bytes of a snapshot with room for some agents. */
export function snapshotBytes(capacity: number): number {
  return 8 * HEAD + BYTES_PER_ROW * capacity;
}

/** Takes a snapshot of the present state: into `buffer` where it is large enough, else into a new one. */
export function takeSnapshot(world: World, buffer?: ArrayBuffer | SharedArrayBuffer): Snapshot {
  const { crowd } = world;
  const { motion, traits, count } = crowd;
  // Some room to grow: a crowd that grows by one agent a second does not need a new buffer for each.
  const room = buffer && buffer.byteLength >= snapshotBytes(count) ? buffer : undefined;
  const used = room ?? new ArrayBuffer(snapshotBytes(count + (count >> 2)));
  const capacity = Math.floor((used.byteLength - 8 * HEAD) / BYTES_PER_ROW);
  new Float64Array(used, 0, HEAD).set([world.step, timeOf(world), count, world.arrived, capacity]);
  const snapshot = openSnapshot(used);
  for (let row = 0; row < count; row++) {
    snapshot.ids[row] = crowd.ids[row];
    snapshot.x[row] = motion.x[row];
    snapshot.y[row] = motion.y[row];
    snapshot.z[row] = motion.z[row];
    snapshot.headingX[row] = motion.headingX[row];
    snapshot.headingY[row] = motion.headingY[row];
    snapshot.headingZ[row] = motion.headingZ[row];
    snapshot.radius[row] = traits.radius[row];
    snapshot.group[row] = traits.group[row];
  }
  return snapshot;
}

/** The snapshot in a buffer that was transferred or shared. */
export function openSnapshot(buffer: ArrayBuffer | SharedArrayBuffer): Snapshot {
  const [step, time, count, arrived, capacity] = new Float64Array(buffer, 0, HEAD);
  const floats = (column: number) => new Float32Array(buffer, 8 * HEAD + (8 + 4 * column) * capacity, count);
  return {
    ...{ buffer, step, time, count, arrived },
    ids: new Float64Array(buffer, 8 * HEAD, count),
    x: floats(0),
    y: floats(1),
    z: floats(2),
    headingX: floats(3),
    headingY: floats(4),
    headingZ: floats(5),
    radius: floats(6),
    group: new Int32Array(buffer, 8 * HEAD + (8 + 4 * FLOATS.length) * capacity, count),
  };
}
