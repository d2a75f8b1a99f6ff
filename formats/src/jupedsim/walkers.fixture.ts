import type { TrajectoryFile } from './writer.ts';

/** What agent `id` does in frame `frame`: a closed form, so that a file can be checked without the run. */
export const walkerX = (frame: number, id: number) => frame * 0.25 + id * 0.001;
export const walkerY = (frame: number, id: number) => Math.sin(frame + id);
export const walkerZ = (frame: number, id: number) => 0.125 * frame - id;

export const walkerOptions = {
  framesPerSecond: 10,
  bounds: { minX: -5, minY: -2.5, maxX: 95, maxY: 2.5 },
  wkt: 'POLYGON ((-5 -2.5, 95 -2.5, 95 2.5, -5 2.5, -5 -2.5))',
};

/** The same for walkers with heights. */
export const flyerOptions = {
  ...walkerOptions,
  bounds: { ...walkerOptions.bounds, minZ: -10, maxZ: 40.5 },
};

/** Writes frames of `count` walkers, given in descending order of id; with `heights` in three dimensions. */
export function walkerFrames(count: number, heights?: { z: Float64Array; orientationZ: Float64Array }) {
  const ids = Float64Array.from({ length: count }, (_, row) => 3 * (count - row));
  const columns = [0, 1, 2, 3].map(() => new Float64Array(count));
  const [x, y, orientationX, orientationY] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  orientationX.fill(0.6);
  orientationY.fill(-0.8);
  return (file: TrajectoryFile) => {
    const frame = file.writtenFrames;
    for (let row = 0; row < count; row++) {
      x[row] = walkerX(frame, ids[row]);
      y[row] = walkerY(frame, ids[row]);
      if (heights) heights.z[row] = walkerZ(frame, ids[row]);
    }
    file.writeFrame(count, ids, x, y, orientationX, orientationY, heights);
  };
}

/** A writer of frames with heights. */
export function flyerFrames(count: number) {
  const orientationZ = Float64Array.from({ length: count }, (_, row) => -row / count);
  return walkerFrames(count, { z: new Float64Array(count), orientationZ });
}
