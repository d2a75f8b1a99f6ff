import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { TrajectoryError } from '../jupedsim/error.ts';
import type { Heights, OutputFile, OutputFormat } from '../output.ts';
import { trajectoryHeader, trajectoryLines } from '../table/index.ts';

/** Comma-separated values: a line for each agent and frame, in the order of frames and ids. */
export const csv: OutputFormat = {
  name: 'csv',
  about: 'Comma-separated values, for spreadsheets and data frames.',
  file: 'trajectory.csv',
  create(path, { bounds, framesPerSecond }) {
    const inSpace = bounds.minZ !== undefined;
    return beginFile(resolve(path), trajectoryHeader(inSpace), framesPerSecond);
  },
};

function beginFile(path: string, header: string, framesPerSecond: number): OutputFile {
  const draft = `${path}.new`;
  let file: number;
  try {
    rmSync(draft, { force: true });
    file = openSync(draft, 'wx');
    writeSync(file, header);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const cause = (error as Error).message;
    throw new TrajectoryError('cannotCreate', path, `cannot begin the trajectory file: ${cause}`, error);
  }
  let frame = 0;
  let saved = Buffer.byteLength(header);
  const append = (text: string): void => {
    const bytes = Buffer.from(text, 'latin1');
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      saved += bytes.length;
    } catch (error) {
      // A part of a frame would look like damage.
      ftruncateSync(file, saved);
      const cause = (error as Error).message;
      throw new TrajectoryError('cannotWrite', path, `cannot write frame ${frame}: ${cause}`, error);
    }
  };
  return {
    writeFrame(count, ids, x, y, headingX, headingY, heights?: Heights) {
      append(trajectoryLines(frame / framesPerSecond, count, ids, { x, y, headingX, headingY }, heights));
      frame++;
    },
    close: () => closeSync(file),
  };
}
