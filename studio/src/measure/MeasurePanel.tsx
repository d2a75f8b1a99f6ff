import { useState } from 'react';
import type { Session } from '../engine/session.ts';
import { Choice } from '../parts/buttons.tsx';
import { dark, light } from '../stage/theme.ts';
import { closeBeside, openBeside, useStudio } from '../state/studio.ts';
import { useStatus } from '../state/use-status.ts';
import { Chart } from './Chart.tsx';
import { charts } from './curves.ts';
import { Scores, signed } from './Scores.tsx';

/** Charts that follow the run, and a second run beside it. */
export function MeasurePanel({ session }: { session: Session }) {
  const { step } = useStatus(session);
  const beside = useStudio((value) => value.beside);
  const theme = useStudio(({ look }) => (look.isDark ? dark : light));
  const { dt, steps } = session.head;
  const runs = beside ? [session, beside] : [session];
  return (
    <>
      {charts.map(({ title, unit, curve }) => (
        <Chart
          key={title}
          title={title}
          unit={unit}
          theme={theme}
          duration={steps * dt}
          curves={runs.map((run) =>
            curve(run.series, run.head.dt, Math.min(step, run.series.present.length - 1)),
          )}
        />
      ))}
      <Scores runs={runs} step={step} />
      <section aria-label="Compare">
        <h2>Compare</h2>
        {beside ? <Differences session={session} beside={beside} /> : <Beside session={session} />}
      </section>
    </>
  );
}

/** What the second run differs in. */
function Beside({ session }: { session: Session }) {
  const [seed, setSeed] = useState(session.head.seed + 1);
  const [model, setModel] = useState('');
  const [setting, setSetting] = useState('');
  const [fault, setFault] = useState('');
  const models = [['', 'the same model'], ...session.head.models.map((name) => [name, name])] as [
    string,
    string,
  ][];
  const run = () =>
    openBeside(seed, model, setting).then(
      () => setFault(''),
      (error: Error) => setFault(error.message),
    );
  return (
    <>
      <p className="hint">Run the scenario a second time beside this one, in step with it.</p>
      <label className="field">
        <span>Seed</span>
        <input
          type="number"
          min={0}
          step={1}
          value={seed}
          onChange={(event) => setSeed(Math.max(0, Math.round(Number(event.target.value))))}
        />
      </label>
      <Choice<string> label="Steering" value={model} options={models} onChoose={setModel} />
      <label className="field">
        <span>Setting</span>
        <input
          type="text"
          placeholder="groups.0.speed = 1.6"
          title="A key of the scenario and its value in the second run, as wend run --set takes it"
          value={setting}
          onChange={(event) => setSetting(event.target.value)}
        />
      </label>
      {fault !== '' && (
        <p role="alert" className="warning">
          {fault}
        </p>
      )}
      <button type="button" className="primary wide" onClick={run}>
        Run side by side
      </button>
    </>
  );
}

/** Figures of both runs at the shown step. */
function Differences({ session, beside }: { session: Session; beside: Session }) {
  const { step } = useStatus(session);
  useStatus(beside);
  const figures = [session, beside].map(({ series, step: own }) => {
    const at = Math.min(step, own);
    const contacts = series.contacts.slice(0, at + 1).reduce((sum, count) => sum + count, 0);
    return [series.present[at] ?? 0, series.arrived[at] ?? 0, series.meanSpeed[at] ?? 0, contacts];
  });
  const digits = [0, 0, 2, 0];
  return (
    <>
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">figure</span>
            </th>
            <th scope="col">left</th>
            <th scope="col">right</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {['present', 'arrived', 'm/s on average', 'contacts'].map((label, k) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{figures[0][k].toFixed(digits[k])}</td>
              <td>{figures[1][k].toFixed(digits[k])}</td>
              <td>{signed(figures[1][k] - figures[0][k], digits[k])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        Right: seed {beside.head.seed}, {beside.head.steering}
        {beside.difference !== '' && `, ${beside.difference}`}.
      </p>
      <button type="button" className="wide" onClick={closeBeside}>
        End the comparison
      </button>
    </>
  );
}
