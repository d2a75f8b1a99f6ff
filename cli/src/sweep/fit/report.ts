import { drawPlot, escapeText } from 'wend/draw';
import { pageOf, plotFigure } from '../../report/page.ts';
import { curveColours, plotStyles, withUnit } from '../report/styles.ts';
import { HOPELESS } from './evaluate.ts';
import type { FitResult, Sensitivity } from './result.ts';

/** The fit in some lines. */
export function describeFit(result: FitResult): string {
  const { constantVelocity, evaluations, failed, misfit, misfitInterval, sensitivity, targets } = result;
  const spread = misfitInterval ? `, of single seeds ${intervalIn(misfitInterval)} (95 %)` : '';
  const lines = [
    `misfit ${short(misfit)}${spread}, after ${evaluations.length} points`,
    ...sensitivity.map(
      ({ path, range }) =>
        `  ${path} = ${short(result.parameters[path])} (nearly as good from ${short(range[0])} to ${short(range[1])})`,
    ),
    ...targets.map(
      ({ figure, fitted, settings, value }) =>
        `  ${[...settings, figure].join(' ')}: ${short(fitted)}, reference ${short(value)}`,
    ),
    ...(constantVelocity
      ? [
          `  people that keep their velocity: ${short(constantVelocity.mean)} m, at the end ${short(constantVelocity.final)} m`,
        ]
      : []),
    ...(failed ? [`  ${failed.points} points could not be simulated: ${failed.reason.split('\n')[0]}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The report of a fit as a page that needs nothing else. */
export function fitPage(result: FitResult): string {
  const title = `Fit of ${result.scenario}`;
  const known = result.evaluations.filter(({ misfit }) => misfit < HOPELESS);
  const plots = Object.keys(result.parameters).map((path, factor) => plotOf(result, known, path, factor));
  return pageOf(
    title,
    `${plotStyles}\n.table { overflow-x: auto; }`,
    `<p>${escapeText(summaryOf(result))}</p>
<h2>Parameters and their sensitivity</h2>
<p class="note">Nearly as good: within 25 % of the best misfit. Where that range is wide, the data say little about the parameter. A step is 5 % of the searched range, all other parameters as they are in the best point.</p>
<div class="table"><table><thead><tr><th>parameter</th><th>best value</th><th>nearly as good</th><th>misfit a step below</th><th>misfit a step above</th></tr></thead>
<tbody>${result.sensitivity.map((one) => sensitivityRow(one, result.parameters[one.path])).join('\n')}</tbody></table></div>
<h2>Reference and fit</h2>
<div class="table"><table><thead><tr><th>figure</th><th>reference</th><th>fitted</th><th>tolerance</th></tr></thead>
<tbody>${result.targets.map(targetRow).join('\n')}</tbody></table></div>
${baselineIn(result)}
<h2>The search</h2>
<p class="note">Every point of the search over one parameter. The other parameters differ between the points: the lower edge shows what is possible.</p>
<div class="plots">
${plots.map((svg, k) => plotFigure(svg, k)).join('\n')}
</div>`,
  );
}

function summaryOf({ evaluations, failed, misfit, misfitInterval, seeds, version }: FitResult): string {
  const spread = misfitInterval
    ? ` Single seeds have misfits of ${intervalIn(misfitInterval)} in the mean (95 %).`
    : '';
  const failures = failed
    ? ` ${failed.points} points could not be simulated, most often since: ${failed.reason.split('\n')[0]}`
    : '';
  return `The best of ${evaluations.length} points has a misfit of ${short(misfit)}, over ${seeds.length === 1 ? 'one seed' : `${seeds.length} seeds`}.${spread}${failures} wend ${version}.`;
}

function sensitivityRow({ path, range, steps }: Sensitivity, value: number): string {
  const at = (isBelow: boolean) => {
    const step = steps.find((one) => one.value < value === isBelow);
    if (!step) return 'outside the range';
    return step.misfit >= HOPELESS
      ? `none (${short(step.value)})`
      : `${short(step.misfit)} (${short(step.value)})`;
  };
  return `<tr><th scope="row">${escapeText(path)}</th><td>${short(value)}</td><td>${short(range[0])} to ${short(range[1])}</td><td>${at(true)}</td><td>${at(false)}</td></tr>`;
}

function targetRow({ figure, fitted, scale, settings, value }: FitResult['targets'][number]): string {
  const name = escapeText([...settings, withUnit(figure)].join(' '));
  return `<tr><th scope="row">${name}</th><td>${short(value)}</td><td>${short(fitted)}</td><td>${short(scale)}</td></tr>`;
}

function baselineIn({ constantVelocity }: FitResult): string {
  if (!constantVelocity) return '';
  const { final, mean } = constantVelocity;
  return `<p>Displacements are in metres. People that kept the velocity of the first moment would be ${short(mean)} m away in the mean and ${short(final)} m at the end: a model that explains the recording comes nearer.</p>`;
}

function plotOf(result: FitResult, known: FitResult['evaluations'], path: string, factor: number): string {
  const top = Math.max(...known.map(({ misfit }) => misfit)) || 1;
  const values = known.map((one) => one.values[factor]);
  const room = 0.05 * (Math.max(...values) - Math.min(...values)) || 1;
  return drawPlot({
    title: `Misfit over ${path}`,
    x: { label: path, min: Math.min(...values) - room, max: Math.max(...values) + room },
    y: { label: 'misfit', min: 0, max: 1.05 * top },
    curves: [],
    clouds: [
      {
        label: 'points of the search',
        points: known.map((one) => [one.values[factor], one.misfit] as const),
        colour: curveColours[0],
      },
    ],
    marks: [{ x: result.parameters[path], y: result.misfit, symbol: 'filled' }],
  });
}

function intervalIn([low, high]: readonly [number, number]): string {
  return `${short(low)} to ${short(high)}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
