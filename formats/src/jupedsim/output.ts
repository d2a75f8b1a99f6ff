import type { OutputFormat } from '../output.ts';
import { createTrajectoryFile } from './writer.ts';

/** The format of JuPedSim: one SQLite file with the walkable area. */
export const jupedsim: OutputFormat = {
  name: 'sqlite',
  about: 'JuPedSim SQLite, version 2, for PedPy and JuPedSim.',
  file: 'trajectory.sqlite',
  create: createTrajectoryFile,
};
