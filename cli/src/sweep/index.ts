import { type Command, Option } from 'commander';
import type { Names } from '../names.ts';

const SCENARIO = 'name (see wend list), JSON file, XML file of SteerSuite, or - for standard input';

const collect = (value: string, before: string[] = []) => [...before, value];

/** Changes of the scenario that hold for all runs. */
function changeable(command: Command, names: Names): Command {
  return command
    .option('--duration <seconds>', 'simulated time at the most')
    .option('--steering <name>', names.steering)
    .option('--neighbours <name>', names.neighbours)
    .option('--planner <name>', names.planner)
    .option('--allow-outside', 'let the scenario refer to files outside its folder')
    .option('--set <path=value>', 'change any value of the scenario in all runs; repeatable', collect);
}

/** Declares the commands of sweeps: each imports its own file when it is called. */
export function declareSweeps(
  program: Command,
  names: Names,
  version: string,
  end: (code: number) => void,
): void {
  changeable(program.command('sweep'), names)
    .description('simulate a scenario with many settings and seeds on all cores, and write one table')
    .argument('<scenario>', SCENARIO)
    .requiredOption('--out <folder>', 'write the table, its summary and the report there')
    .option(
      '--vary <path=values>',
      'what is varied: a,b,c or from:to:step or from:to/count or a distribution; repeatable',
      collect,
    )
    .option('--seeds <n>', 'seeds of each setting: how many, from:to, or a,b,c; 1 if absent')
    .option('--design <kind>', 'factorial, lhs, sobol, random, or a design file (JSON)')
    .option('--samples <n>', 'settings, with --design lhs, sobol and random')
    .option('--design-seed <n>', 'seed of the draws of the design; 1 if absent')
    .option('--jobs <n>', 'threads; as many as the machine has cores if absent')
    .option('--run-timeout <seconds>', 'wall time of a run at the most')
    .option('--run-memory <megabytes>', 'memory of a run at the most, with the thread that runs it')
    .addOption(
      new Option('--keep <what>', 'files of each run besides its row')
        .choices(['nothing', 'trajectories', 'recordings'])
        .default('nothing'),
    )
    .option('--queue <address>', 'let workers do the runs: redis://HOST or rediss://HOST; see wend worker')
    .option('--password-file <file>', 'with --queue, the password; else WEND_REDIS_PASSWORD, if it is set')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--figures <list>', 'figures that the report shows, such as travel.mean,lines.door.flow')
    .option(
      '--acceptance <limits>',
      'when seeds are enough: tet=1,sd=5,erd=1,epc=1,sc=1 percent for runs=10 in succession if absent',
    )
    .option('--part <i/n>', 'only this part of the runs; --resume makes one table of all parts')
    .addOption(
      new Option('--export <what>', 'print a script that does the sweep on a cluster').choices(['slurm']),
    )
    .option('--tasks <n>', 'with --export, parts of the sweep; 16 if absent')
    .option('--resume', 'go on with the sweep in the folder: runs that are done are not done again')
    .option('--force', 'replace an earlier sweep in the folder; else a new folder is made')
    .option('--yes', 'more than a million runs are meant')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (scenario, options) => {
      const { sweep } = await import('./command.ts');
      end(await sweep(scenario, options, version));
    });

  program
    .command('compare')
    .description('two sweeps or two runs: how their figures differ, and whether it matters')
    .argument('<a>', 'folder of a sweep or of a run, or a table (CSV, Parquet)')
    .argument('<b>', 'the other one')
    .option('--figures <list>', 'only these figures')
    .option('--all', 'also differences that do not matter')
    .option('--json', 'print one JSON object on stdout')
    .action(async (a, b, options) => {
      const { compare } = await import('./compare/command.ts');
      end(await compare(a, b, options));
    });

  program
    .command('worker')
    .description('do runs of sweeps that others put into a queue, until it is ended')
    .argument('<address>', 'redis://HOST[:PORT], or rediss:// for TLS')
    .option('--jobs <n>', 'threads; as many as the machine has cores if absent')
    .option('--run-memory <megabytes>', 'memory of a thread at the most')
    .option('--password-file <file>', 'the password; else WEND_REDIS_PASSWORD, if it is set')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--lock <seconds>', 'after how long the run of a dead worker goes to another one; 20 if absent')
    .option('--idle <seconds>', 'end after so long without a run')
    .option('--quiet', 'no messages')
    .action(async (address, options) => {
      const { worker } = await import('./queue/worker.ts');
      end(await worker(address, options, version));
    });

  changeable(program.command('fit'), names)
    .description('search parameters with which a scenario comes nearest to reference data')
    .argument('<scenario>', SCENARIO)
    .requiredOption('--out <folder>', 'write the fit and its report there')
    .option('--vary <path=from:to>', 'a parameter and the range that is searched; repeatable', collect)
    .option(
      '--target <figure=value>',
      'a figure that should come out, such as lines.door.flow=1.9±0.1; repeatable',
      collect,
    )
    .option('--reference <file.csv>', 'settings and figures that should come out, a row for each setting')
    .option(
      '--trajectories <file>',
      'recorded people, who are simulated from the same moments (SQLite, PeTrack, CSV)',
    )
    .option('--fps <n>', 'with --trajectories, frames per second of a file that does not say it')
    .option(
      '--horizon <seconds>',
      'with --trajectories, time that is simulated from each moment; 4.8 if absent',
    )
    .option('--seeds <n>', 'seeds of each point: how many, from:to, or a,b,c; 5 if absent')
    .option('--evaluations <n>', 'points at the most; 60 if absent')
    .option('--jobs <n>', 'threads; as many as the machine has cores if absent')
    .option('--run-timeout <seconds>', 'wall time of a run at the most')
    .option('--queue <address>', 'let workers do the runs: redis://HOST or rediss://HOST; see wend worker')
    .option('--password-file <file>', 'with --queue, the password; else WEND_REDIS_PASSWORD, if it is set')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--resume', 'go on with the fit in the folder: runs that are done are not done again')
    .option('--force', 'replace an earlier fit in the folder; else a new folder is made')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (scenario, options) => {
      const { fit } = await import('./fit/command.ts');
      end(await fit(scenario, options, version));
    });
}
