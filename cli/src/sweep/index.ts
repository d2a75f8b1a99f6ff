import { type Command, Option } from 'commander';
import type { Names } from '../names.ts';

const SCENARIO = 'name (see wend list), JSON file, XML file of SteerSuite, or - for standard input';

const collect = (value: string, before: string[] = []) => [...before, value];

/** Changes of the scenario that hold for all runs. */
function changeable(command: Command, names: Names): Command {
  return command
    .option('--duration <seconds>', 'longest simulated time')
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
    .requiredOption('--out <folder>', 'write the table, its summary and the report to this folder')
    .option(
      '--vary <path=values>',
      'a path and its values: a,b,c or from:to:step or from:to/count or a distribution; repeatable',
      collect,
    )
    .option('--seeds <n>', 'seeds of each setting: a number, from:to, or a,b,c; if absent, 1')
    .option('--design <kind>', 'factorial, lhs, sobol, random, or a design file (JSON)')
    .option('--samples <n>', 'number of settings, with --design lhs, sobol and random')
    .option('--design-seed <n>', 'seed of the design; if absent, 1')
    .option('--jobs <n>', 'number of threads; if absent, the number of cores')
    .option('--run-timeout <seconds>', 'longest wall time of a run')
    .option('--run-memory <megabytes>', 'largest memory of a run, including its thread')
    .addOption(
      new Option('--keep <what>', 'files to keep of each run')
        .choices(['nothing', 'trajectories', 'recordings'])
        .default('nothing'),
    )
    .option('--queue <address>', 'let workers do the runs: redis://HOST or rediss://HOST; see wend worker')
    .option('--password-file <file>', 'with --queue, file with the password; if absent, WEND_REDIS_PASSWORD')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--figures <list>', 'figures in the report, such as travel.mean,lines.door.flow')
    .option(
      '--acceptance <limits>',
      'limits in percent for enough seeds; if absent, tet=1,sd=5,erd=1,epc=1,sc=1,runs=10 (runs in succession)',
    )
    .option('--part <i/n>', 'run only this part; --resume then makes one table of all parts')
    .addOption(
      new Option('--export <what>', 'print a script that runs the sweep on a cluster').choices(['slurm']),
    )
    .option('--tasks <n>', 'with --export, number of parts; if absent, 16')
    .option('--resume', 'continue the sweep in the folder; finished runs are not repeated')
    .option('--force', 'replace an earlier sweep in the folder; without it, write to a new folder')
    .option('--yes', 'allow more than a million runs')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (scenario, options) => {
      const { sweep } = await import('./command.ts');
      end(await sweep(scenario, options, version));
    });

  program
    .command('compare')
    .description('compare two sweeps or two runs: which figures differ, and whether it matters')
    .argument('<a>', 'folder of a sweep or of a run, or a table (CSV, Parquet)')
    .argument('<b>', 'the other one')
    .option('--figures <list>', 'compare only these figures')
    .option('--all', 'also print differences that do not matter')
    .option('--json', 'print one JSON object on stdout')
    .action(async (a, b, options) => {
      const { compare } = await import('./compare/command.ts');
      end(await compare(a, b, options));
    });

  program
    .command('worker')
    .description('take runs of sweeps from a queue, until Ctrl-C')
    .argument('<address>', 'redis://HOST[:PORT], or rediss:// for TLS')
    .option('--jobs <n>', 'number of threads; if absent, the number of cores')
    .option('--run-memory <megabytes>', 'largest memory of a thread')
    .option('--password-file <file>', 'file with the password; if absent, WEND_REDIS_PASSWORD')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--lock <seconds>', 'time after which another worker takes the run of a dead one; if absent, 20')
    .option('--idle <seconds>', 'exit after this time without a run')
    .option('--quiet', 'no messages')
    .action(async (address, options) => {
      const { worker } = await import('./queue/worker.ts');
      end(await worker(address, options, version));
    });

  changeable(program.command('fit'), names)
    .description('search for the parameters that match reference data best')
    .argument('<scenario>', SCENARIO)
    .requiredOption('--out <folder>', 'write the fit and its report to this folder')
    .option('--vary <path=from:to>', 'a parameter and its range; repeatable', collect)
    .option(
      '--target <figure=value>',
      'a reference figure, such as lines.door.flow=1.9±0.1; repeatable',
      collect,
    )
    .option('--reference <file.csv>', 'table of settings and reference figures, a row for each setting')
    .option('--trajectories <file>', 'recorded people as the reference (SQLite, PeTrack, CSV)')
    .option('--fps <n>', 'with --trajectories, frames per second, if the file does not contain them')
    .option('--horizon <seconds>', 'with --trajectories, simulated time of each window; if absent, 4.8')
    .option('--seeds <n>', 'seeds of each point: a number, from:to, or a,b,c; if absent, 5')
    .option('--evaluations <n>', 'largest number of points; if absent, 60')
    .option('--jobs <n>', 'number of threads; if absent, the number of cores')
    .option('--run-timeout <seconds>', 'longest wall time of a run')
    .option('--queue <address>', 'let workers do the runs: redis://HOST or rediss://HOST; see wend worker')
    .option('--password-file <file>', 'with --queue, file with the password; if absent, WEND_REDIS_PASSWORD')
    .option('--tls-ca <file>', 'with rediss://, the certificate of the authority')
    .option('--resume', 'continue the fit in the folder; finished runs are not repeated')
    .option('--force', 'replace an earlier fit in the folder; without it, write to a new folder')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (scenario, options) => {
      const { fit } = await import('./fit/command.ts');
      end(await fit(scenario, options, version));
    });
}
