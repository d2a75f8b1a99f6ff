import { useEffect, useRef, useState } from 'react';
import type { Session } from '../engine/session.ts';
import { writeRun } from '../take/order.ts';

/** The part of the metrics that the table shows. */
type Metrics = {
  contacts: number;
  collisions: { unique: number; serious: number };
  minimumClearance: number | null;
  meanSpeed: number | null;
  score: Record<'steerbench' | 'overlaps' | 'time' | 'energy' | 'acceleration', number>;
  walking: { energy: number; distance: number; stuck: number; detour: number | null };
};

const ROWS: readonly (readonly [label: string, digits: number, read: (metrics: Metrics) => number | null])[] =
  [
    ['SteerBench score', 1, ({ score }) => score.steerbench],
    ['overlaps', 0, ({ score }) => score.overlaps],
    ['time, s', 1, ({ score }) => score.time],
    ['energy, SteerBench', 1, ({ score }) => score.energy],
    ['acceleration', 1, ({ score }) => score.acceleration],
    ['contacts', 0, ({ contacts }) => contacts],
    ['collisions', 0, ({ collisions }) => collisions.unique],
    ['least clearance, m', 2, ({ minimumClearance }) => minimumClearance],
    ['share of wanted speed', 2, ({ meanSpeed }) => meanSpeed],
    ['energy, J/kg', 0, ({ walking }) => walking.energy],
    ['distance walked, m', 1, ({ walking }) => walking.distance],
    ['detour', 2, ({ walking }) => walking.detour],
  ];

type Found = { runs: readonly Session[]; metrics: Metrics[]; step: number };

/** Scores of the runs up to the shown step. The steps are made again in other threads, with the same state. */
export function Scores({ runs, step }: { runs: readonly Session[]; step: number }) {
  const [latest, setFound] = useState<Found>();
  const [progress, setProgress] = useState<number>();
  const [fault, setFault] = useState('');
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const compute = async () => {
    const stop = new AbortController();
    ending.current = stop;
    setProgress(0);
    try {
      const metrics = await Promise.all(
        runs.map(async ({ commands, head, scenario }) => {
          const order = {
            kind: 'metrics',
            scenario,
            seed: head.seed,
            steps: step,
            commands,
            framesPerSecond: 10,
          } as const;
          const { content } = await writeRun(order, setProgress, stop.signal);
          return JSON.parse(String(content)) as Metrics;
        }),
      );
      setFound({ runs, metrics, step });
      setFault('');
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setFault((error as Error).message);
    }
    setProgress(undefined);
  };
  // Scores of other runs are no scores of these.
  const isOfThese = latest?.runs.length === runs.length && latest.runs.every((run, k) => run === runs[k]);
  const found = isOfThese ? latest : undefined;
  const isOld = found !== undefined && found.step !== step;
  return (
    <section aria-label="Scores">
      <h2>Scores</h2>
      {found && <ScoreTable metrics={found.metrics} />}
      {found && (
        <p className="hint">{`Means over agents, up to ${(found.step * runs[0].head.dt).toFixed(1)} s.`}</p>
      )}
      {fault !== '' && (
        <p role="alert" className="warning">
          {fault}
        </p>
      )}
      {(!found || isOld) && (
        <button
          type="button"
          className="wide"
          disabled={progress !== undefined || step === 0}
          onClick={() => void compute()}
        >
          {progress === undefined
            ? `Compute scores up to now`
            : `Computing … ${Math.round(100 * progress)} %`}
        </button>
      )}
    </section>
  );
}

function ScoreTable({ metrics }: { metrics: readonly Metrics[] }) {
  const isPair = metrics.length > 1;
  const shown = (value: number | null, digits: number) => (value === null ? '–' : value.toFixed(digits));
  return (
    <table className="differences scores">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">figure</span>
          </th>
          <th scope="col">{isPair ? 'left' : 'value'}</th>
          {isPair && <th scope="col">right</th>}
          {isPair && <th scope="col">difference</th>}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([label, digits, read]) => {
          const values = metrics.map(read);
          const [left, right] = values;
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the left run and the right one
                <td key={k}>{shown(value, digits)}</td>
              ))}
              {isPair && <td>{left === null || right === null ? '–' : signed(right - left, digits)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value > 0 ? '+' : '−'}${text}`;
}
