import type { OutputFormat } from '../output.ts';

let writer: typeof import('./writer.ts') | undefined;

/** The format of JuPedSim: one SQLite file with the walkable area. SQLite needs WebAssembly, other formats do not. */
export const jupedsim: OutputFormat = {
  name: 'sqlite',
  about: 'JuPedSim SQLite, version 2, for PedPy and JuPedSim.',
  file: 'trajectory.sqlite',
  async load() {
    writer = await import('./writer.ts');
  },
  create(path, options) {
    if (!writer) throw new Error('the format sqlite is not loaded: call its load() before create()');
    return writer.createTrajectoryFile(path, options);
  },
};
