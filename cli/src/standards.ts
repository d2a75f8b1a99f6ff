import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { steeringModels } from 'wend';
import { checkScenario, registerBuiltIn, type ScenarioInput } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { isFolder, makeFolder, requireEnding, requireWritable, writeWhole } from './files.ts';
import { watchInterruption } from './interruption.ts';
import { type Context, isSuccess, judge, type Outcome, type StandardTest } from './standards/contract.ts';
import { standardTests, testsNamed } from './standards/index.ts';
import { corridorPlan } from './standards/plans.ts';
import { tableIn } from './standards/table.ts';
import { steeringNamed } from './switch-model.ts';

export type StandardsOptions = {
  steering?: string;
  seeds?: string;
  /** The first seed. */
  first?: string;
  /** One seed. */
  quick?: boolean;
  recordings?: string;
  /** A folder for the scenarios of rooms that were not solved. */
  keep?: string;
  out?: string;
  json?: boolean;
  quiet?: boolean;
};

const SEEDS = 5;

/** Ends a run safely: the tests that are done are reported. */
class Interrupted extends Error {}

/** Runs the tests of standards and the comparisons with experiments; resolves to the exit code. */
export async function standards(
  names: string[],
  options: StandardsOptions,
  version: string,
): Promise<number> {
  registerBuiltIn();
  const count = seedsIn(options);
  const first = firstIn(options);
  if (options.steering !== undefined && !steeringNamed(options.steering)) {
    const known = steeringModels()
      .map(({ name }) => name)
      .join(', ');
    throw new BadInput(`--steering ${options.steering}: expected ${known}`);
  }
  if (options.out !== undefined) {
    requireEnding('--out', options.out, '.html', '.htm');
    requireWritable(options.out);
  }
  const { keep, recordings } = options;
  if (keep !== undefined) makeFolder(keep);
  if (recordings !== undefined && !isFolder(recordings))
    throw new BadInput(`--recordings ${recordings}: expected a folder with recordings`);
  const tests = chosen(names);
  const interruption = watchInterruption();
  const shared = new Map<string, Promise<unknown>>();
  const outcomes: Outcome[] = [];
  for (const test of tests) {
    const context = contextOf(test, count, first, options, shared, () => {
      if (interruption.requested) throw new Interrupted();
    });
    try {
      outcomes.push(await judge(test, context));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      break;
    }
    if (!options.quiet && !options.json) showProgress(outcomes.length, tests.length, outcomes.at(-1)!);
  }
  if (options.out !== undefined) {
    const { reportIn } = await import('./standards/report.ts');
    const subject = {
      steering: options.steering ?? defaultSteering(),
      isDefault: options.steering === undefined,
      version,
      date: new Date().toISOString().slice(0, 10),
      command: ['wend', ...process.argv.slice(2)].join(' '),
      firstSeed: first,
    };
    writeWhole(options.out, reportIn(outcomes, subject));
  }
  if (options.json) {
    const plain = outcomes.map(({ plot: _, ...outcome }) => outcome);
    process.stdout.write(`${JSON.stringify({ tests: plain })}\n`);
  } else if (!options.quiet) process.stdout.write(tableIn(outcomes));
  if (interruption.requested) return ExitCode.interrupted;
  return isSuccess(outcomes) ? ExitCode.done : ExitCode.criterionFailed;
}

/** The steering model of a scenario that names none. */
function defaultSteering(): string {
  return checkScenario(corridorPlan(1), 'the default model').steering.name;
}

function seedsIn({ quick, seeds }: StandardsOptions): number | undefined {
  if (seeds === undefined) return quick ? 1 : undefined;
  if (quick) throw new BadInput('--quick: expected without --seeds, it means one seed');
  if (/^[1-9]\d{0,3}$/.test(seeds)) return Number(seeds);
  throw new BadInput(`--seeds ${seeds}: expected a whole number from 1 to 9999`);
}

function firstIn({ first = '1' }: StandardsOptions): number {
  if (/^[1-9]\d{0,5}$/.test(first)) return Number(first);
  throw new BadInput(`--first ${first}: expected a whole number from 1 to 999999`);
}

function chosen(names: readonly string[]): StandardTest[] {
  if (names.length === 0) return [...standardTests];
  return [
    ...new Set(
      names.flatMap((name) => {
        const tests = testsNamed(name);
        if (tests) return tests;
        const families = [...new Set(standardTests.map(({ id }) => id.split('/')[0]))];
        throw new BadInput(
          `${name}: no such test; the tests are ${standardTests.map(({ id }) => id).join(', ')}, or whole families: ${families.join(', ')}`,
        );
      }),
    ),
  ];
}

function contextOf(
  test: StandardTest,
  count: number | undefined,
  first: number,
  { keep, quiet, recordings, steering }: StandardsOptions,
  shared: Map<string, Promise<unknown>>,
  check: () => void,
): Context {
  const seeds = test.single ? 1 : (count ?? test.seeds ?? SEEDS);
  return {
    seeds: Array.from({ length: seeds }, (_, k) => first + k),
    ...(steering !== undefined && { steering }),
    ...(recordings !== undefined && { recordings }),
    once<Value>(key: string, compute: () => Promise<Value>): Promise<Value> {
      if (!shared.has(key)) shared.set(key, compute());
      return shared.get(key) as Promise<Value>;
    },
    async pause(what) {
      if (!quiet && process.stderr.isTTY) process.stderr.write(`\r${test.id} · ${what}\u001b[K`);
      await setImmediate();
      check();
    },
    ...(keep !== undefined && { keep: (input: ScenarioInput) => keepIn(keep, input) }),
    prepare: (input: ScenarioInput) =>
      steering === undefined ? input : ({ ...input, steering: { name: steering } } as ScenarioInput),
  };
}

/** Writes a scenario into a folder, under its name. */
function keepIn(folder: string, input: ScenarioInput): void {
  writeWhole(
    join(folder, `${input.name.replaceAll(' ', '-')}.json`),
    `${JSON.stringify(input, undefined, 2)}\n`,
  );
}

/** A line for each test on stderr: a log of a long run shows what is known. */
function showProgress(done: number, all: number, { because, figure, id, verdict }: Outcome): void {
  const clear = process.stderr.isTTY ? '\r\u001b[K' : '';
  process.stderr.write(
    `${clear}${done} of ${all} · ${id} · ${verdict}: ${[figure, because].filter(Boolean).join('; because ')}\n`,
  );
}
