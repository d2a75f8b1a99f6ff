import { type DragEvent, useRef, useState } from 'react';
import { createStore, useStore } from '../state/store.ts';
import { countVerdicts, type Report, type ReportedTest, readReport } from './report.ts';

/** The report that is open; it stays while one looks at something else. */
const opened = createStore<{ report: Report | undefined }>({ report: undefined });

/** Bytes of the largest file that is read. */
const LARGEST = 30e6;

const SHOWN = [
  ['all', 'All'],
  ['pass', 'Passed'],
  ['fail', 'Failed'],
  ['not applicable', 'Not applicable'],
] as const;

/** A report of `wend standards`, opened from a file. */
export function StandardsPage() {
  const report = useStore(opened, (value) => value.report);
  const [fault, setFault] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > LARGEST) throw new Error(`${file.name}: expected at most 30 MB`);
      opened.set({ report: readReport(file.name, await file.text()) });
      setFault('');
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    <main className="gallery standards" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div className="gallery-head">
        <div>
          <h1>Standards and experiments</h1>
          <p>
            Verification tests of RiMEA, IMO, ISO and NIST, and measurements of crowds, beside what a model
            does.
          </p>
        </div>
        <button type="button" className="primary" onClick={() => chooser.current?.click()}>
          Open a report
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".json,.html"
          aria-label="Open a report"
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </div>
      {fault !== '' && (
        <p role="alert" className="warning">
          {fault}
        </p>
      )}
      {report ? <Tests report={report} /> : <NoReport />}
    </main>
  );
}

function NoReport() {
  return (
    <div className="no-report">
      <p>No report is open. Run the tests, and open the file here or drop it on this page:</p>
      <pre>wend standards --quick --json &gt; standards.json</pre>
      <p>
        A page with plots works, too: <code>wend standards --quick --out report.html</code>
      </p>
    </div>
  );
}

function Tests({ report: { name, plots, tests } }: { report: Report }) {
  const [shown, setShown] = useState<(typeof SHOWN)[number][0]>('all');
  const counts = countVerdicts(tests);
  const fits = (test: ReportedTest) => shown === 'all' || test.verdict === shown;
  const plain = tests.filter((test) => test.conflict === '' && fits(test));
  const apart = tests.filter((test) => test.conflict !== '' && fits(test));
  return (
    <>
      <p className="report-sum" role="status">
        <b>{name}</b>: {counts.pass} passed, {counts.fail} failed, {counts['not applicable']} not applicable
      </p>
      <fieldset className="filters">
        <legend className="unseen">Show</legend>
        {SHOWN.map(([value, text]) => (
          <button key={value} type="button" aria-pressed={shown === value} onClick={() => setShown(value)}>
            {text}
          </button>
        ))}
      </fieldset>
      <TestTable tests={plain} label="Tests" />
      {apart.length > 0 && (
        <>
          <h2>Criteria that contradict experiments</h2>
          <p>They do not count: {apart[0].conflict}.</p>
          <TestTable tests={apart} label="Criteria that contradict experiments" />
        </>
      )}
      {plots.length > 0 && (
        <>
          <h2>Plots beside the references</h2>
          <div className="plots">
            {plots.map(({ caption, svg }) => (
              <figure key={caption}>
                <img
                  src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
                  alt={`Plot of ${caption}`}
                />
                <figcaption>{caption}</figcaption>
              </figure>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function TestTable({ tests, label }: { tests: readonly ReportedTest[]; label: string }) {
  if (tests.length === 0) return <p className="empty">No such test.</p>;
  return (
    <section className="table-place" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">test</th>
            <th scope="col">what</th>
            <th scope="col">measured</th>
            <th scope="col">reference</th>
            <th scope="col">verdict</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => (
            <tr key={test.id}>
              <th scope="row">{test.id}</th>
              <td>
                {test.title}
                <small>{[test.source, test.criterion].filter((part) => part !== '').join(': ')}</small>
              </td>
              <td>
                {test.figure}
                {test.mean !== undefined && test.seeds > 1 && (
                  <small>
                    {test.mean.toFixed(3)} ± {(test.deviation ?? 0).toFixed(3)}, {test.seeds} seeds
                  </small>
                )}
              </td>
              <td>{test.reference}</td>
              <td className={`verdict ${test.verdict.replace(' ', '-')}`}>
                {test.verdict}
                {test.verdict === 'not applicable' && test.because !== '' && <small>{test.because}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
