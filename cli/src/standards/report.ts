import { drawPlot, escapeText } from 'wend/draw';
import { pageOf, plotFigure } from '../report/page.ts';
import { styles } from '../report/styles.ts';
import type { Outcome } from './contract.ts';
import { mergePlots } from './merge-plots.ts';
import { summaryIn } from './table.ts';

/** What a page says about its run. */
export type ReportSubject = {
  /** The steering model, by its name. */
  steering: string;
  isDefault: boolean;
  version: string;
  /** The day of the run, such as 2026-11-19. */
  date: string;
  /** What was typed. */
  command: string;
  firstSeed: number;
};

/** Pixels of a plot: as wide as a small screen, so that its texts can be read there. */
const PLOT = { width: 400, plotHeight: 240 };

/** A self-contained page: the table, the criteria that contradict experiments, and the plots beside the references. */
export function reportIn(outcomes: readonly Outcome[], subject: ReportSubject): string {
  const { command, date, firstSeed, isDefault, steering, version } = subject;
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const apart = outcomes.filter(({ conflict }) => conflict !== undefined);
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const plots = mergePlots(outcomes).map(({ ids, plot }, k) =>
    plotFigure(drawPlot(plot, PLOT), k, captionOf(ids)),
  );
  return pageOf(
    `Standards and experiments: ${steering}${isDefault ? ', the default model' : ''}`,
    ownStyles,
    [
      `<p class="note">wend ${escapeText(version)} · ${escapeText(date)} · <code>${escapeText(command)}</code> · first seed ${firstSeed}</p>`,
      `<p>${linked(summaryIn(outcomes), failed)}</p>`,
      ...(plain.length > 0 ? [tableOf(plain, firstSeed)] : []),
      ...(apart.length > 0
        ? [
            '<h2>Criteria that contradict experiments</h2>',
            ...[...new Set(apart.map(({ conflict }) => conflict!))].map(
              (conflict) => `<p class="note">${escapeText(conflict)}.</p>`,
            ),
            tableOf(apart, firstSeed),
          ]
        : []),
      ...(plots.length > 0
        ? ['<h2>Plots beside the references</h2>', `<div class="plots">\n${plots.join('\n')}\n</div>`]
        : []),
      `<p class="note">Figures are means over seeds; ± is the standard deviation over seeds. A test that fails or is not
applicable says why. The criteria and the protocol of each test are in docs/guide/standards.md.</p>`,
    ].join('\n'),
  );
}

const ownStyles = `${styles}
main { max-width: 1320px; }
code { overflow-wrap: anywhere; }
td, th { white-space: normal; vertical-align: top; text-align: left; }
tbody th { position: static; white-space: nowrap; }
thead th { position: sticky; top: 0; z-index: 1; box-shadow: 0 1px var(--rule); }
tr { scroll-margin-top: 40px; }
tr:target { outline: 2px solid var(--a0); outline-offset: -2px; }
td.verdict { white-space: nowrap; }
th:nth-child(3) { width: 32%; }
th:nth-child(4) { width: 28%; }
tr.fail td.verdict { font-weight: 700; }
.reason { font-weight: 600; }
.results { border: 1px solid var(--rule); border-radius: 6px; }
main > h2 { margin-top: 28px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(380px, 100%), 1fr)); gap: 16px; margin: 16px 0; }
.plots svg { height: auto; max-width: 520px; }
@media (max-width: 760px) {
  thead { display: none; }
  table, tbody { display: block; }
  tr { display: grid; grid-template-columns: 1fr auto; padding: 8px 10px; border-bottom: 1px solid var(--rule); }
  tbody tr > *, tbody tr:last-child > * { border: 0; padding: 2px 0; }
  td.part { grid-column: 1 / -1; }
  td.part[data-name]::before { content: attr(data-name) ': '; color: var(--quiet); }
  figure { padding: 8px; }
}`;

const captionOf = (ids: readonly string[]) => ids.join(', ');

/** The text with a link to its row for each of these tests. */
function linked(text: string, ids: readonly string[]): string {
  const names = new Set(ids);
  return text
    .split(/([a-z]+\/[\w.-]*\w)/)
    .map((part) => (names.has(part) ? `<a href="#${rowOf(part)}">${escapeText(part)}</a>` : escapeText(part)))
    .join('');
}

const rowOf = (id: string) => `test-${id.replace('/', '-')}`;

/** A verdict differs by a sign, a word and its weight, not by its colour only. */
const verdicts = {
  pass: { sign: '✓', tone: 'good' },
  fail: { sign: '✗', tone: 'bad' },
  'not applicable': { sign: '–', tone: 'plain' },
} as const;

function tableOf(outcomes: readonly Outcome[], firstSeed: number): string {
  return `<div class="results"><table>
<thead><tr><th>test</th><th>verdict</th><th>what</th><th>measured</th><th>reference</th></tr></thead>
<tbody>
${outcomes.map((outcome) => rowIn(outcome, firstSeed)).join('\n')}
</tbody>
</table></div>`;
}

function rowIn(outcome: Outcome, firstSeed: number): string {
  const { because, criterion, figure, id, reference, source, title, verdict } = outcome;
  const { sign, tone } = verdicts[verdict];
  const about = [source, criterion].filter((part) => part !== '').join(': ');
  const reason =
    because === undefined
      ? ''
      : `<span class="${verdict === 'fail' ? 'reason bad' : 'plain'}">${verdict === 'fail' ? 'fails' : 'not applicable,'} because ${escapeText(because)}</span>`;
  const measured = [escapeText(figure), notesOn(outcome, firstSeed), reason].filter((part) => part !== '');
  return [
    `<tr id="${rowOf(id)}" class="${verdict.replace(' ', '-')}"><th scope="row">${escapeText(id)}</th>`,
    `<td class="verdict ${tone}">${sign} ${verdict}</td>`,
    `<td class="part">${escapeText(title)}<br><span class="note">${escapeText(about)}</span></td>`,
    `<td class="part"${figure === '' ? '' : ' data-name="measured"'}>${measured.join('<br>')}</td>`,
    reference === ''
      ? '<td class="part"></td></tr>'
      : `<td class="part" data-name="reference">${escapeText(reference)}</td></tr>`,
  ].join('');
}

/** The spread of the main figure, and the seeds. */
function notesOn({ deviation, mean, seeds }: Outcome, firstSeed: number): string {
  if (seeds === 0) return '';
  const range = seeds === 1 ? `seed ${firstSeed}` : `seeds ${firstSeed} to ${firstSeed + seeds - 1}`;
  const spread =
    mean === null || seeds < 2 ? '' : `main figure ${mean.toFixed(3)} ± ${deviation!.toFixed(3)}, `;
  return `<span class="note">${spread}${range}</span>`;
}
