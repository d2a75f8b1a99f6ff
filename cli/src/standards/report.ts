import { escapeText } from 'wend/draw';
import { pageOf, plotFigure } from '../report/page.ts';
import { styles } from '../report/styles.ts';
import type { Outcome } from './contract.ts';
import { summaryIn } from './table.ts';

/** A self-contained page: the table, the criteria that contradict experiments, and the plots beside the references. */
export function reportIn(outcomes: readonly Outcome[], steering: string): string {
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const apart = outcomes.filter(({ conflict }) => conflict !== undefined);
  const title = `Standards and experiments: ${steering}`;
  return pageOf(
    title,
    ownStyles,
    `<p>${escapeText(summaryIn(outcomes))}</p>
${tableOf(plain)}
${apart.length > 0 ? `<h2>Criteria that contradict experiments</h2>\n${[...new Set(apart.map(({ conflict }) => conflict!))].map((conflict) => `<p class="note">${escapeText(conflict)}.</p>`).join('\n')}\n${tableOf(apart)}` : ''}
<h2>Plots beside the references</h2>
<div class="plots">
${plotsOf(outcomes).join('\n')}
</div>
<p class="note">Figures are means over seeds; ± is the standard deviation over seeds. A test that is not applicable says why. The
criteria and the protocol of each test are in docs/guide/standards.md.</p>`,
  );
}

const ownStyles = `${styles}
td, th { white-space: normal; vertical-align: top; text-align: left; }
td.verdict { white-space: nowrap; }
main > h2 { margin-top: 28px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(520px, 100%), 1fr)); gap: 16px; margin: 16px 0; }
.plots svg { height: auto; }
.plots svg text { font-size: inherit; fill: inherit; }`;

/** Tests of several standards share a run: each picture is shown once. */
function plotsOf(outcomes: readonly Outcome[]): string[] {
  const shown = new Map<string, string[]>();
  for (const { id, plot } of outcomes) {
    if (plot !== undefined) shown.set(plot, [...(shown.get(plot) ?? []), id]);
  }
  return [...shown].map(([plot, ids], k) => plotFigure(plot, k, ids.join(', ')));
}

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ because, criterion, deviation, figure, id, mean, reference, seeds, source, title, verdict }) => {
      const tone = verdict === 'pass' ? 'good' : verdict === 'fail' ? 'bad' : 'plain';
      const says = verdict === 'not applicable' ? `not applicable, because ${because}` : verdict;
      const spread =
        mean === null || seeds < 2
          ? ''
          : ` (main figure ${mean.toFixed(3)} ± ${deviation!.toFixed(3)}, ${seeds} seeds)`;
      return `<tr><th scope="row">${escapeText(id)}</th><td>${escapeText(title)}<br><span class="note">${escapeText([source, criterion].filter((part) => part !== '').join(': '))}</span></td><td>${escapeText(figure + spread)}</td><td>${escapeText(reference)}</td><td class="${verdict === 'not applicable' ? '' : 'verdict '}${tone}">${escapeText(says)}</td></tr>`;
    },
  );
  return `<div class="wide"><table>
<thead><tr><th>test</th><th>what</th><th>measured</th><th>reference</th><th>verdict</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}
