import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BadInput, ExitCode } from './failure.ts';
import { writeWhole } from './results.ts';

export type BenchOptions = { agents: string; all?: boolean; csv?: string; json?: boolean };

type Measurement = {
  name: string;
  version: string;
  meanSpeed: number;
  meanNeighbours: number;
  microsecondsPerAgentStep: { median: number; best: number };
};

type Benchmark = {
  machine: string;
  node: string;
  rows: {
    agents: number;
    wend: Measurement & { stages: Record<string, number> };
    together: Measurement[];
    timesFaster: Record<string, { median: number; best: number }>;
    pipelineTimesFaster: Record<string, { median: number; best: number }>;
    refusals: { name: string; why: string }[];
  }[];
  scaling: number | null;
  /** Of the adaptive pipeline beside DetourCrowd; infinite where that was not run. */
  pipeline: { limit: number; timesFaster: number };
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
  if (options.csv !== undefined) writeWhole(options.csv, toCsv(result));
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : describe(result));
  return result.pipeline.timesFaster < result.pipeline.limit ? ExitCode.criterionFailed : ExitCode.done;
}

function describe({ machine, node, pipeline, rows, scaling }: Benchmark): string {
  const lines = [`${machine}, Node ${node}; µs per agent and step, best (median) of blocks`];
  for (const { agents, wend, together, timesFaster, pipelineTimesFaster, refusals } of rows) {
    lines.push('', `${agents} agents, ${wend.meanNeighbours.toFixed(1)} neighbours`);
    lines.push(`  wend alone    ${cost(wend)}   ${shares(wend.stages)}`);
    for (const peer of together) {
      const faster = timesFaster[peer.name];
      const pipelineFaster = pipelineTimesFaster[peer.name];
      const ratio = faster ? `   wend is ${ratioOf(faster)} times faster` : '';
      const second = pipelineFaster ? `, its pipeline ${ratioOf(pipelineFaster)}` : '';
      lines.push(
        `  ${peer.name.padEnd(12)}  ${cost(peer)}   ${peer.meanNeighbours.toFixed(1)} neighbours${ratio}${second}`,
      );
    }
    for (const { name, why } of refusals) lines.push(`  ${name.padEnd(12)}  not run: ${why}`);
  }
  if (scaling !== null)
    lines.push('', `the largest crowd costs ${scaling.toFixed(2)} times the smallest, per agent`);
  const { limit, timesFaster } = pipeline;
  if (Number.isFinite(timesFaster)) {
    lines.push(
      '',
      `the adaptive pipeline is ${timesFaster.toFixed(1)} times faster than DetourCrowd at the least; limit ${limit}: ${timesFaster < limit ? 'missed' : 'held'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function ratioOf({ best, median }: { best: number; median: number }): string {
  return `${best.toFixed(1)} (${median.toFixed(1)})`;
}

function cost({ microsecondsPerAgentStep: { best, median } }: Measurement): string {
  return `${best.toFixed(2)} (${median.toFixed(2)})`;
}

function shares(stages: Record<string, number>): string {
  return Object.entries(stages)
    .filter(([, share]) => share >= 0.005)
    .map(([name, share]) => `${name} ${Math.round(100 * share)} %`)
    .join(', ');
}

function toCsv({ machine, node, rows }: Benchmark): string {
  const lines = ['machine,node,agents,library,version,median_us,best_us,neighbours,mean_speed,stages'];
  const line = (agents: number, label: string, peer: Measurement, stages = '') =>
    [
      `"${machine}"`,
      node,
      agents,
      label.includes(',') ? `"${label}"` : label,
      peer.version,
      peer.microsecondsPerAgentStep.median.toFixed(4),
      peer.microsecondsPerAgentStep.best.toFixed(4),
      peer.meanNeighbours.toFixed(2),
      peer.meanSpeed.toFixed(3),
      `"${stages}"`,
    ].join(',');
  for (const { agents, wend, together } of rows) {
    lines.push(line(agents, 'wend alone', wend, shares(wend.stages)));
    for (const peer of together) lines.push(line(agents, peer.name, peer));
  }
  return `${lines.join('\n')}\n`;
}
