import { escapeText } from 'wend/draw';
import { pageOf } from '../report/page.ts';
import { styles } from '../report/styles.ts';
import type { Outcome } from './outcome.ts';
import { isTurned, pictureOf } from './picture.ts';
import type { RunRecord } from './runs.ts';
import { stripOf } from './strip.ts';
import { columns, summaryIn } from './table.ts';

/** A self-contained page: the table, then each case with a picture of its median run and the scores of all runs. */
export function reportIn(outcomes: readonly Outcome[], shown: readonly RunRecord[]): string {
  const steering = [...new Set(outcomes.map((outcome) => outcome.steering))].join(', ');
  const title = `SteerBench: ${steering} steering`;
  return pageOf(
    title,
    styles,
    `<p>${escapeText(summaryIn(outcomes))}</p>
${tableOf(outcomes)}
<p class="note">A score is the mean over agents of 150 × collisions + time (s) + Σ ½|v|² + Σ |Δv|/Δt per frame of 0.05 s; lower is better, and
only scores of one case compare. ${startsIn(outcomes)} Serious collisions are deeper than
0.1 m for longer than 0.1 s; collisions, deeper than 1 mm, and touches are added up over the runs. The figure to beat is the lower of the
published score and the lowest measured one at which all agents arrived without a collision.</p>
<div class="cases">
${outcomes.map((outcome, k) => cardOf(outcome, shown[k], k)).join('\n')}
</div>
<p class="note">Pictures: the run with the median score. Circles are bodies at the start, crosses goals; there is a dot every 2 s, or 10 s
where it lasts longer than a minute. Strips: a
dot for each run, hollow if an agent did not arrive; the tall mark is the median.</p>`,
  );
}

function tableOf(outcomes: readonly Outcome[]): string {
  const align = (left: true | undefined) => (left ? ' class="left"' : '');
  const head = columns.map(({ left, title }) => `<th scope="col"${align(left)}>${title}</th>`).join('');
  const rows = outcomes.map((outcome, k) => {
    const cells = columns.map(({ cell, left }, column) => {
      const text = escapeText(cell(outcome));
      if (column === 0) return `<th scope="row" class="left"><a href="#${idOf(k)}">${text}</a></th>`;
      const isVerdict = column === columns.length - 1;
      return `<td${isVerdict ? ` class="left ${toneOf(outcome)}"` : align(left)}>${text}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

function cardOf(outcome: Outcome, record: RunRecord, k: number): string {
  const { completed, figures, runs, score, seriousCollisions, touches, verdict } = outcome;
  const { run } = record;
  const source = figures.toBeat === figures.published ? 'published' : 'measured';
  const against = figures.toBeat === null ? 'no figure' : `to beat ${figures.toBeat} (${source})`;
  const facts = [
    `${completed} of ${runs} ${runs === 1 ? 'run' : 'runs'} completed`,
    `${seriousCollisions} serious`,
    `${touches} ${touches === 1 ? 'touch' : 'touches'}`,
  ];
  const drawn = `${run.seed === 0 ? 'starts as they stand' : `seed ${run.seed}`}, score ${run.score.toFixed(0)}, ${run.duration.toFixed(1)} s${isTurned(record) ? ', y to the right' : ''}`;
  return `<figure id="${idOf(k)}">
<h2>${escapeText(outcome.name)} <span class="${toneOf(outcome)}">${escapeText(verdict)}</span></h2>
${pictureOf(record, idOf(k))}
<figcaption>Median ${score.median.toFixed(0)}, worst ${score.worst.toFixed(0)}; ${against}. ${facts.join(', ')}. Drawn: ${drawn}.</figcaption>
${stripOf(outcome)}
</figure>`;
}

function toneOf({ difference, passed }: Outcome): string {
  return !passed ? 'bad' : difference === null ? 'plain' : difference < 0 ? 'good' : 'short';
}

/** A case may be named twice: numbers tell them apart. */
function idOf(k: number): string {
  return `case-${k + 1}`;
}

function startsIn(outcomes: readonly Outcome[]): string {
  return outcomes.every(({ seeds }) => seeds.every(({ seed }) => seed === 0))
    ? 'The starts are as the files have them.'
    : 'Each run begins from starts displaced by up to 0.1 m and turned by up to 5°.';
}
