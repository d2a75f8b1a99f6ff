/** A test of a report, as `wend standards --json` writes it. */
export type ReportedTest = {
  id: string;
  title: string;
  source: string;
  criterion: string;
  verdict: 'pass' | 'fail' | 'not applicable';
  because: string;
  figure: string;
  reference: string;
  seeds: number;
  mean: number | undefined;
  deviation: number | undefined;
  /** Why it cannot hold together with experiments: such tests do not count. */
  conflict: string;
};

/** A report of standards: its tests, and the plots of a page, as SVG texts with their captions. */
export type Report = { name: string; tests: ReportedTest[]; plots: { svg: string; caption: string }[] };

/** More than any report has; a file with more is something else. */
const MOST_TESTS = 1000;
const VERDICTS = ['pass', 'fail', 'not applicable'] as const;

/** Reads what `wend standards` has written: `--json`, or the page of `--out`. Throws an Error that says what was expected. */
export function readReport(name: string, text: string): Report {
  const found = /^\s*</.test(text) ? readPage(text) : readJson(name, text);
  if (found.tests.length === 0)
    throw new Error(`${name}: expected a report of wend standards, and it has no tests`);
  if (found.tests.length > MOST_TESTS) {
    throw new Error(`${name}: expected at most ${MOST_TESTS} tests, and it has ${found.tests.length}`);
  }
  return { name, ...found };
}

function readJson(name: string, text: string): Omit<Report, 'name'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name}: expected JSON of wend standards --json: ${(error as Error).message}`);
  }
  const tests = (value as { tests?: unknown } | null)?.tests;
  if (!Array.isArray(tests)) throw new Error(`${name}: expected { "tests": [ … ] } of wend standards --json`);
  return { tests: tests.map((test, k) => readTest(`${name}: tests.${k}`, test)), plots: [] };
}

function readTest(place: string, given: unknown): ReportedTest {
  const test = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const verdict = VERDICTS.find((one) => one === test.verdict);
  if (typeof test.id !== 'string') throw new Error(`${place}.id: expected a text`);
  if (!verdict) throw new Error(`${place}.verdict: expected one of ${VERDICTS.join(', ')}`);
  const text = (key: string) => (typeof test[key] === 'string' ? (test[key] as string).slice(0, 2000) : '');
  const number = (key: string) => (typeof test[key] === 'number' ? (test[key] as number) : undefined);
  return {
    ...{ id: text('id'), title: text('title'), source: text('source'), criterion: text('criterion') },
    ...{ verdict, because: text('because'), figure: text('figure'), reference: text('reference') },
    ...{ seeds: number('seeds') ?? 1, mean: number('mean'), deviation: number('deviation') },
    conflict: text('conflict'),
  };
}

/** Takes texts and plots from a page; nothing of it is put into this one, and its scripts do not run. */
function readPage(text: string): Omit<Report, 'name'> {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const tests = [...page.querySelectorAll('tbody tr')].flatMap((row): ReportedTest[] => {
    const cells = [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').slice(0, 2000));
    if (cells.length !== 5) return [];
    const note = row.querySelector('.note')?.textContent ?? '';
    const title = cells[1].slice(0, Math.max(0, cells[1].length - note.length));
    const verdict = VERDICTS.find((one) => cells[4].startsWith(one)) ?? 'not applicable';
    const isApart = row.closest('table') !== page.querySelector('table');
    return [
      {
        ...{ id: cells[0], title, source: '', criterion: note, verdict },
        because: cells[4].replace(/^not applicable, because /, ''),
        ...{ figure: cells[2], reference: cells[3], seeds: 1, mean: undefined, deviation: undefined },
        conflict: isApart ? 'contradicts experiments' : '',
      },
    ];
  });
  const plots = [...page.querySelectorAll('figure')].flatMap((figure) => {
    const svg = figure.querySelector('svg');
    const caption = figure.querySelector('figcaption')?.textContent ?? '';
    return svg ? [{ svg: new XMLSerializer().serializeToString(svg), caption }] : [];
  });
  return { tests, plots };
}

/** How many tests passed, failed and do not apply; those that contradict experiments are left out. */
export function countVerdicts(tests: readonly ReportedTest[]): Record<ReportedTest['verdict'], number> {
  const counts = { pass: 0, fail: 0, 'not applicable': 0 };
  for (const { conflict, verdict } of tests) if (conflict === '') counts[verdict]++;
  return counts;
}
