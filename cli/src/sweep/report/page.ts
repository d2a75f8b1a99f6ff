import { escapeText } from 'wend/draw';
import { counted } from '../../messages.ts';
import { pageOf, plotFigure } from '../../report/page.ts';
import { type Acceptance, usualAcceptance } from '../statistics/convergence.ts';
import { figuresIn, type ReportData } from './data.ts';
import { convergencePlot, distributionsOf, interactions, mainEffects } from './plots.ts';
import { plotStyles } from './styles.ts';

/** What a report is about. */
export type ReportSubject = {
  scenario: string;
  version: string;
  runs: number;
  failed: number;
  seeds: number;
  acceptance?: Acceptance;
};

/** The report of a sweep as a page that needs nothing else. */
export function reportPage(subject: ReportSubject, data: ReportData, wanted?: readonly string[]): string {
  const figures = figuresIn(data, wanted);
  const title = `Sweep of ${subject.scenario}`;
  let plots = 0;
  const section = (heading: string, note: string, svgs: readonly string[]) => {
    if (svgs.length === 0) return '';
    const drawn = svgs.map((svg) => plotFigure(svg, plots++));
    return `<h2>${escapeText(heading)}</h2>\n<p class="note">${escapeText(note)}</p>\n<div class="plots">\n${drawn.join('\n')}\n</div>\n`;
  };
  return pageOf(
    title,
    plotStyles,
    `<p>${escapeText(summaryOf(subject, data))}</p>
${section(
  'Main effects',
  'Each factor alone: the mean over all settings with a level, and between the smallest and the largest of them.',
  figures.flatMap((figure) => mainEffects(data, figure)),
)}
${section(
  'Pairs of factors',
  'Curves that are not parallel: the effect of one factor depends on the other.',
  figures.slice(0, 1).flatMap((figure) => interactions(data, figure)),
)}
${section(
  'Distributions over the seeds',
  `The first settings of the table${data.count > 8 ? ` (8 of ${data.count})` : ''}. ${data.paths.length > 0 ? `Named by ${data.paths.join(', ')}. ` : ''}Steep curves vary little.`,
  figures.flatMap((figure) => distributionsOf(data, figure)),
)}
<h2>Were the seeds enough?</h2>
<p>${escapeText(seedsIn(subject, data))}</p>
${section('The slowest setting', `${data.slowest ? `${data.slowest.label}. ` : ''}Functional analysis of evacuation curves (Ronchi, Reneke and Peacock 2014): how much one more run changes the mean, as a share of the limit.`, convergencePlot(data, subject.acceptance ?? usualAcceptance))}`,
  );
}

function summaryOf({ failed, runs, seeds, version }: ReportSubject, { count }: ReportData): string {
  const failures = failed > 0 ? `; ${failed} failed, table.csv says why` : '';
  return `${counted(count, 'setting')} with ${counted(seeds, 'seed')}: ${counted(runs, 'run')}${failures}. wend ${version}.`;
}

function seedsIn(
  { acceptance = usualAcceptance, seeds }: ReportSubject,
  { count, enough, unjudged }: ReportData,
): string {
  const { epc, erd, runs, sc, sd, tet } = acceptance;
  const limits = `one more run changes the mean total evacuation time (TET) by at most ${percent(tet)}, its standard deviation (SD) by ${percent(sd)}, and the mean evacuation curve by ${percent(erd)} in its Euclidean relative difference (ERD), ${percent(epc)} in its projection coefficient (EPC) and ${percent(sc)} in its secant cosine (SC)`;
  const rule = `A setting has enough runs when ${limits}, for ${runs} runs in succession.`;
  const judged = count - unjudged;
  if (judged === 0)
    return `${rule} No setting could be judged: it takes two runs at least in which all agents arrive.`;
  const found =
    enough === judged
      ? `${seeds} seeds were enough for all ${judged} settings.`
      : `${seeds} seeds were enough for ${enough} of ${judged} settings: run more seeds with --resume.`;
  const others =
    unjudged > 0 ? ` ${unjudged} settings could not be judged, since not all agents arrived.` : '';
  return `${rule} ${found}${others}`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`;
}
