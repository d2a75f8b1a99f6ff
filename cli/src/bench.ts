import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BadInput, ExitCode } from './failure.ts';
import { writeWhole } from './files.ts';

export type BenchOptions = { agents: string; all?: boolean; csv?: string; json?: boolean };

type Cost = { median: number; best: number };

type Row = {
  name: string;
  version: string;
  isPeer: boolean;
  meanSpeed: number;
  meanNeighbours: number;
  microsecondsPerAgentStep: Cost;
  /** In units of the first row, the default model. */
  timesDefault: Cost;
  /** Shares of the step by stage; null if the library does not report them. */
  stages: Record<string, number> | null;
};

export type Benchmark = {
  machine: string;
  date: string;
  node: string;
  crowds: { agents: number; rows: Row[]; refusals: { name: string; why: string }[] }[];
  /** How many times cheaper than the peer a row must be, and the smallest ratio measured. */
  limits: { row: string; peer: string; timesFaster: number; measured: number }[];
  /** How much dearer an agent of the default model may be in the large crowd, and is; null unless both sizes ran. */
  growth: { small: number; large: number; timesDearer: number; measured: number } | null;
};

/** Measures the whole step; the peers are development dependencies of the repository. */
export async function bench(options: BenchOptions): Promise<number> {
  const sizes = options.agents.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 10 && size <= 1_000_000)) {
    throw new BadInput(
      `--agents ${options.agents}: expected whole numbers from 10 to 1000000, such as 1000,4000`,
    );
  }
  const file = new URL('../../benchmarks/bench.js', import.meta.url);
  if (!existsSync(fileURLToPath(file)))
    throw new BadInput('the benchmarks come with the source repository only');
  const { runBenchmark } = await import(file.href);
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const result: Benchmark = await runBenchmark(sizes, { all: options.all, say });
  if (options.csv !== undefined) writeWhole(options.csv, benchmarkCsv(result));
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : benchmarkTable(result));
  return limitsOf(result).every(({ isHeld }) => isHeld) ? ExitCode.done : ExitCode.criterionFailed;
}

/** Each limit in words, and whether it holds. */
function limitsOf({ growth, limits }: Benchmark): { isHeld: boolean; text: string }[] {
  const judged = limits.map(({ measured, peer, row, timesFaster }) => ({
    isHeld: measured >= timesFaster,
    text: `${row} is at least ${measured.toFixed(2)} times faster than ${peer}; limit ${timesFaster}`,
  }));
  if (growth === null) return judged;
  const { large, measured, small, timesDearer } = growth;
  const text = `an agent of ${large} costs ${measured.toFixed(2)} times one of ${small}; limit ${timesDearer}`;
  return [...judged, { isHeld: measured <= timesDearer, text }];
}

/** The report as text for a person. */
export function benchmarkTable(result: Benchmark): string {
  const { machine, date, node, crowds } = result;
  const lines = [
    `${machine}, Node ${node}, ${date}`,
    'µs of processor time per agent and step, best and (median) of blocks; then the cost in units of the default model',
  ];
  const names = crowds.flatMap(({ rows, refusals }) => [...rows, ...refusals].map(({ name }) => name));
  const width = Math.max(...names.map((name) => name.length));
  for (const { agents, rows, refusals } of crowds) {
    lines.push('', `${agents} agents`);
    for (const { name, microsecondsPerAgentStep, timesDefault, meanNeighbours, stages } of rows) {
      const cost = `${format(microsecondsPerAgentStep).padEnd(15)} ${format(timesDefault).padEnd(13)}`;
      const more = [`${meanNeighbours.toFixed(1)} neighbours`, ...(stages ? [describeStages(stages)] : [])];
      lines.push(`  ${name.padEnd(width)}  ${cost} ${more.join('; ')}`);
    }
    for (const { name, why } of refusals) lines.push(`  ${name.padEnd(width)}  not run: ${why}`);
  }
  const judged = limitsOf(result);
  if (judged.length > 0) lines.push('');
  for (const { isHeld, text } of judged) lines.push(`${text}: ${isHeld ? 'held' : 'missed'}`);
  return `${lines.join('\n')}\n`;
}

function format({ best, median }: Cost): string {
  return `${best.toFixed(2)} (${median.toFixed(2)})`;
}

function describeStages(stages: Record<string, number>): string {
  return Object.entries(stages)
    .filter(([, share]) => share >= 0.005)
    .map(([name, share]) => `${name} ${Math.round(100 * share)} %`)
    .join(', ');
}

/** The report as CSV for benchmarks/results. */
export function benchmarkCsv({ machine, date, node, crowds }: Benchmark): string {
  const lines = [
    'machine,date,node,agents,name,kind,version,median_us,best_us,median_times_default,best_times_default,neighbours,mean_speed,stages',
  ];
  for (const { agents, rows, refusals } of crowds) {
    for (const row of rows) {
      const { median, best } = row.microsecondsPerAgentStep;
      lines.push(
        [
          quote(machine),
          date,
          node,
          agents,
          quote(row.name),
          row.isPeer ? 'peer' : 'wend',
          row.version,
          median.toFixed(4),
          best.toFixed(4),
          row.timesDefault.median.toFixed(3),
          row.timesDefault.best.toFixed(3),
          row.meanNeighbours.toFixed(2),
          row.meanSpeed.toFixed(3),
          quote(row.stages ? describeStages(row.stages) : ''),
        ].join(','),
      );
    }
    for (const { name, why } of refusals) {
      lines.push(
        [quote(machine), date, node, agents, quote(name), 'not run', ...Array(7).fill(''), quote(why)].join(
          ',',
        ),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
