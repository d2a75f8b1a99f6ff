import { Argument, Command, CommanderError, Option } from 'commander';
import { BadInput, describeFailure, ExitCode, Unavailable } from './failure.ts';
import type { Names } from './names.ts';
import { declareSweeps } from './sweep/index.ts';

const ALLOW_OUTSIDE = ['--allow-outside', 'let the scenario refer to files outside its folder'] as const;

const SCENARIO = [
  '<scenario>',
  'name (see wend list), JSON file, XML file of SteerSuite, or - for standard input',
] as const;

const viewOption = () =>
  new Option('--view <view>', 'direction of view, for worlds with three dimensions')
    .choices(['axonometric', 'top', 'side'])
    .default('axonometric');

const collect = (value: string, before: string[] = []) => [...before, value];

/**
 * Reads the command line, runs the command, and sets the exit code. Each command imports its own file when it is
 * called: a short command must not wait for the whole library.
 */
export async function main(argv: string[], version: string): Promise<void> {
  guardStreams();
  let code: number = ExitCode.done;
  const names = await namesFor(argv);
  const program = new Command('wend')
    .description('Simulate crowds: the same result, to the bit, on every machine.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(wend --help lists the commands)');

  const changeable = (command: Command) =>
    command
      .option('--seed <n>', 'seed of all random numbers')
      .option('--duration <seconds>', 'longest simulated time')
      .option('--steering <name>', names.steering)
      .option('--neighbours <name>', names.neighbours)
      .option('--planner <name>', names.planner)
      .option(...ALLOW_OUTSIDE)
      .option(
        '--set <path=value>',
        'change any value of the scenario, such as neighbours.radius=5; repeatable',
        collect,
      );

  changeable(program.command('run'))
    .description('simulate a scenario: a built-in name or a file')
    .argument(...SCENARIO)
    .option('--out <folder>', 'write the trajectory, metrics.json and recording.jsonl to this folder')
    .option('--format <names>', names.format)
    .option('--force', 'with --out, replace the results of an earlier run; without it, write to a new folder')
    .option('--fps <n>', 'frames per second of the trajectory', '10')
    .option('--picture <file.svg>', 'draw walls, targets, and agents at the end with their trails')
    .option(
      '--snapshots <n>',
      'draw n moments of the run with trails, or the moments 2,5.5,9; to the file of --picture, or to NAME-snapshots.svg',
    )
    .option('--player <file.html>', 'write a page that plays the run; any browser opens it from the disk')
    .addOption(
      new Option('--colour <by>', 'colour of the picture').choices(['group', 'speed']).default('group'),
    )
    .addOption(viewOption())
    .option(
      '--field [name]',
      'with --picture, draw a field below the trails: a velocity field by name, or the field of the planner',
    )
    .option(
      '--plots [folder]',
      'draw plots of the measurements, into this folder or beside the results: N–t, flow, density map, speed over density',
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (scenario, options) => {
      const { run } = await import('./run.ts');
      code = await run(scenario, options);
    });

  declareSweeps(program, names, version, (ended) => {
    code = ended;
  });

  program
    .command('list')
    .description('list the built-in scenarios')
    .option('--json', 'print a JSON list')
    .action(async (options) => {
      const { list } = await import('./list.ts');
      code = list(options);
    });

  program
    .command('init')
    .description('write a first scenario with comments')
    .argument('[file]', 'file to write', 'scenario.json')
    .option('--force', 'replace the file if it exists')
    .action(async (file, options) => {
      const { init } = await import('./init.ts');
      code = init(file, options);
    });

  changeable(program.command('show'))
    .description('draw a scenario without running it, and summarize it')
    .argument(...SCENARIO)
    .option('--svg <file.svg>', 'file to write; if absent, it is named after the scenario')
    .option('--force', 'replace the file if it exists')
    .addOption(viewOption())
    .option('--json', 'print one JSON object on stdout')
    .action(async (scenario, options) => {
      const { show } = await import('./show.ts');
      code = show(scenario, options);
    });

  program
    .command('keys')
    .description('list the keys of scenarios, for files and for --set')
    .argument('[path]', 'a part, such as steering or groups; if absent, the scenario itself')
    .option('--all', 'also list the keys below them')
    .option('--json', 'print a JSON list')
    .action(async (path, options) => {
      const { keys } = await import('./keys.ts');
      code = keys(path, options);
    });

  program
    .command('completion')
    .description('print a script that makes a shell complete commands, options, scenarios and keys')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => {
      const { completion } = await import('./completion.ts');
      code = completion(shell, program);
    });

  program
    .command('validate')
    .description('check scenario files')
    .argument('<files...>', 'JSON files, or XML files of SteerSuite; - is standard input')
    .option(...ALLOW_OUTSIDE)
    .action(async (files, options) => {
      const { validate } = await import('./validate.ts');
      code = await validate(files, options);
    });

  changeable(program.command('portrait'))
    .description(
      'print the heading dynamics of an agent, whose model must have them, at a time, as JSON and as a picture',
    )
    .argument(...SCENARIO)
    .option('--agent <id>', 'the agent', '0')
    .option('--time <seconds>', 'simulated time', '0')
    .option('--svg <file.svg>', 'draw the portrait')
    .action(async (scenario, options) => {
      const { portrait } = await import('./portrait.ts');
      code = portrait(scenario, options);
    });

  changeable(program.command('explain'))
    .description(
      'explain why an agent moves as it does: what it wants, what constrains it, and what it chooses',
    )
    .argument(
      '<scenario>',
      'name (see wend list), JSON file, XML file of SteerSuite, or - for standard input',
    )
    .option('--agent <id>', 'the agent', '0')
    .option('--time <seconds>', 'simulated time', '0')
    .option('--svg <file.svg>', 'draw the explanation over the scene')
    .option('--json', 'print one JSON object on stdout')
    .action(async (scenario, options) => {
      const { explain } = await import('./explain.ts');
      code = explain(scenario, options);
    });

  program
    .command('stability')
    .description('find the fixed points of a competition, and which of them are stable')
    .requiredOption('--alpha <list>', 'advantage of each class, such as 0.4,0.2')
    .option(
      '--gamma <list>',
      'how much each class loses to each other class: row by row without the diagonal, or rows separated by ";"',
    )
    .option('--svg <file.svg>', 'draw the phase plane of two classes')
    .option('--json', 'print one JSON object on stdout')
    .action(async (options) => {
      const { stability } = await import('./stability.ts');
      code = stability(options);
    });

  program
    .command('automaton')
    .description('check, draw or print a hybrid automaton')
    .argument('<file>', 'scenario with automata (a file, or a name of wend list), or JSON file of a model')
    .option('--name <automaton>', 'an automaton of the scenario; if absent, the first')
    .option('--draw <file.svg>', 'draw modes, equations and transitions')
    .option('--xstate <file.json>', 'write modes and transitions as an XState machine')
    .option('--spaceex <file.xml>', 'write a flat automaton for SpaceEx, and its configuration beside it')
    .option('--check', 'exit with 1 if a guard can never hold or a mode can never be entered')
    .option('--json', 'print one JSON object on stdout')
    .action(async (file, options) => {
      const { automaton } = await import('./automaton.ts');
      code = automaton(file, options);
    });

  program
    .command('replay')
    .description('simulate a recording again')
    .argument('<results>', 'folder of results, or a recording')
    .option('--check', 'exit with 1 unless every state is the same and the recording is complete')
    .option('--partial', 'with --check: accept a recording whose end is missing')
    .option('--json', 'print one JSON object on stdout')
    .action(async (results, options) => {
      const { replay } = await import('./replay.ts');
      code = replay(results, options);
    });

  changeable(program.command('export'))
    .description('write a run in the formats of other programs: Blender, three.js, spreadsheets, PedPy')
    .argument(
      '<run>',
      'folder of results, recording, or scenario as for wend run: a recording is simulated again and checked',
    )
    .option('--gltf <file.glb>', 'an animated scene, for Blender, three.js and other programs that read glTF')
    .option('--csv <file.csv>', 'the trajectory as comma-separated values')
    .option('--sqlite <file.sqlite>', 'the trajectory for JuPedSim and PedPy')
    .option('--player <file.html>', 'a page that plays the run')
    .option('--fps <n>', 'frames per second', '10')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no summary')
    .action(async (source, options) => {
      const { exportRun } = await import('./export.ts');
      code = await exportRun(source, options);
    });

  program
    .command('steerbench')
    .description('run the cases of SteerBench from perturbed starts: completion, collisions and scores')
    .argument('[cases...]', 'cases (see wend list), or scenario files; if absent, all small cases')
    .option('--steering <name>', names.steering)
    .option(
      '--seeds <n>',
      'perturbed starts of each case; if absent, 20 (large cases: 1); 0: the original starts',
    )
    .option('--large', 'also run the large cases, if no case is named')
    .option('--duration <seconds>', 'longest simulated time')
    .option('--neighbours <name>', names.neighbours)
    .option('--planner <name>', names.planner)
    .option(...ALLOW_OUTSIDE)
    .option(
      '--set <path=value>',
      'change any value of the scenarios, such as cadence=adaptive; repeatable',
      collect,
    )
    .option('--out <report.html>', 'write a report with pictures')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress line and no table')
    .action(async (cases, options) => {
      const { steerbench } = await import('./steerbench.ts');
      code = await steerbench(cases, options);
    });

  program
    .command('standards')
    .description('run the tests of RiMEA, IMO, ISO 20414 and NIST, and comparisons with experiments')
    .argument('[tests...]', 'tests such as imo/8, or families such as opening; if absent, all')
    .option('--steering <name>', names.steering)
    .option('--seeds <n>', 'runs of each test; if absent, 5 or the number that the test needs')
    .option('--first <k>', 'the first seed; if absent, 1')
    .option('--quick', 'one seed')
    .option('--keep <folder>', 'write the random rooms that are not solved to this folder, as scenarios')
    .option('--recordings <folder>', 'recordings of pedestrians: eth.txt, zara01.txt')
    .option('--out <report.html>', 'write a report with plots')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'no progress and no table')
    .action(async (tests, options) => {
      const { standards } = await import('./standards.ts');
      code = await standards(tests, options, version);
    });

  program
    .command('studio')
    .description('open a page that runs, edits and explains scenarios; served to this machine only')
    .argument('[scenario]', 'scenario to open: name (see wend list), JSON file, or XML file of SteerSuite')
    .option('--port <n>', 'port of the server; if absent, 4870, or a free port if that is taken')
    .option('--no-open', 'do not open a browser')
    .option(...ALLOW_OUTSIDE)
    .action(async (scenario, options) => {
      const { studio } = await import('./studio.ts');
      code = await studio(scenario, options);
    });

  program
    .command('bench')
    .description(
      'measure the processor time of each steering model, and of other libraries that are installed',
    )
    .option('--agents <list>', 'sizes of the crowd', '1000,4000')
    .option('--all', 'also run libraries that take minutes at this size')
    .option('--csv <file>', 'write the table to this file')
    .option('--json', 'print one JSON object on stdout')
    .action(async (options) => {
      const { bench } = await import('./bench.ts');
      code = await bench(options);
    });

  try {
    await program.parseAsync(argv);
  } catch (error) {
    code = await report(error);
  }
  process.exitCode = code;
}

/** The values that options accept. The help lists the names that the library knows; no other output loads it for them. */
async function namesFor(argv: readonly string[]): Promise<Names> {
  const wantsHelp = argv.length <= 2 || argv.some((argument) => ['--help', '-h', 'help'].includes(argument));
  if (wantsHelp) return (await import('./names.ts')).names;
  return {
    steering: 'steering model',
    neighbours: 'neighbour index',
    planner: 'planner',
    format: 'formats of the trajectory',
  };
}

/**
 * In `wend list | head -1` the reader closes the pipe first. That is no failure, and a run continues. Where the output
 * is lost, as on a full disk, the command has failed. A progress line or a message that cannot be shown ends nothing.
 */
function guardStreams(): void {
  const fail = (error: unknown) => {
    process.stderr.write(describeFailure(error));
    process.exit(ExitCode.ownFailure);
  };
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(new Unavailable(`standard output cannot be written: ${error.message}`));
  });
  process.on('uncaughtException', fail);
}

/** Prints what went wrong and returns the exit code: 2 for what the user can correct, 3 for what is not their fault. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.done : ExitCode.badInput;
  const message =
    error instanceof BadInput ? error.message : (await import('./messages.ts')).messageOf(error);
  process.stderr.write(message === undefined ? describeFailure(error) : `${message}\n`);
  return message === undefined ? ExitCode.ownFailure : ExitCode.badInput;
}
