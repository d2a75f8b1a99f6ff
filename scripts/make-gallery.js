// Writes docs/gallery/: a picture of every built-in scenario, the plots, and README.md with the results of 20 runs of each.
// Usage: node scripts/make-gallery.js [--pictures-only]; after npm run build. It takes some minutes.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { figures } from './figures/papers.js';
import { stepsPerSecond } from './gallery/runs.js';
import { publishedPlots, sections } from './gallery/stories.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const start = promisify(execFile);
const SEEDS = 20;

const stories = Object.assign({}, ...sections.map((section) => section.stories));
const names = readdirSync(at('scenarios'))
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => file.slice(0, -'.json'.length));
const untold = names.filter((name) => !Object.hasOwn(stories, name));
if (untold.length > 0) throw new Error(`scripts/make-gallery.js: no story for ${untold.join(', ')}`);

mkdirSync(at('docs/gallery/figures'), { recursive: true });
for (const [name, svg] of Object.entries(figures)) writeFigure(name, svg);
await start(process.execPath, [at('scripts/draw-model-figures.js')]);
for (const file of publishedPlots.flatMap((plot) => plot.files)) {
  if (!existsSync(at(`docs/gallery/${file}`))) process.stderr.write(`docs/gallery/${file} is missing\n`);
}
for (const [name, { colour, field, moment, plots = {} }] of Object.entries(stories)) {
  for (const [figure, draw] of Object.entries(plots)) writeFigure(figure, draw());
  const until = moment === undefined ? [] : ['--duration', String(moment)];
  const by = colour === undefined ? [] : ['--colour', colour];
  const over = field === undefined ? [] : field === true ? ['--field'] : ['--field', field];
  await wend([
    'run',
    name,
    '--seed',
    '1',
    '--quiet',
    '--picture',
    at(`docs/gallery/${name}.svg`),
    ...until,
    ...by,
    ...over,
  ]);
}
if (!process.argv.includes('--pictures-only')) {
  const parts = [heading(), contents()];
  for (const { title, text, stories } of sections) {
    parts.push(`## ${title}\n${text === '' ? '' : `\n${text}\n`}`);
    for (const [name, story] of Object.entries(stories)) parts.push(await describeScenario(name, story));
  }
  parts.push(describePlots());
  writeFileSync(at('docs/gallery/README.md'), parts.join('\n'));
}

function heading() {
  return `# Gallery

Every scenario that comes with wend. \`npx wend run NAME --picture FILE.svg\` draws these pictures (with seed 1; with \`--duration\` where a time is given, \`--colour speed\` where speed is coloured, \`--field\` where a field is drawn).
The tables give the smallest and the largest value over the seeds 1 to ${SEEDS}.
Steps per second were measured on one core of the machine that wrote this page, rounded, without start and output; other machines differ. The paper of 2001 reports 1 to 700 frames per second for its scenes on a 400 MHz Pentium II.
\`node scripts/make-gallery.js\` writes this page; do not edit it by hand.
`;
}

function contents() {
  const lines = sections.flatMap(({ stories, title }) => [
    `- [${title}](#${anchor(title)})`,
    ...Object.keys(stories).map((name) => `  - [${name}](#${name})`),
  ]);
  return `${[...lines, '- [The published plots](#the-published-plots)'].join('\n')}\n`;
}

function anchor(title) {
  return title.toLowerCase().replaceAll(' ', '-');
}

async function describeScenario(name, { colour, measure, moment, plots = {}, seeds = SEEDS, text }) {
  const { description, expect } = JSON.parse(readFileSync(at(`scenarios/${name}.json`), 'utf8'));
  const runs = await runAll(name, seeds);
  const broken = runs.filter((run) => run.unmetExpectations.length > 0).map((run) => run.seed);
  if (broken.length > 0) process.stderr.write(`${name}: expectation not met with the seeds ${broken}\n`);
  const arrivals = runs.some((run) => run.arrived > 0);
  const all = runs.every((run) => run.arrived === run.agents);
  const rows = [
    [`over ${seeds} seeds`, 'measured', 'expected'],
    ...(arrivals
      ? [
          [
            'arrived',
            `${range(runs, (run) => run.arrived, 0)} of ${runs[0].agents}`,
            share(expect, runs[0].agents),
          ],
        ]
      : [['agents', runs[0].agents, '']]),
    ['serious collisions', range(runs, (run) => run.collisions.serious, 0), expect.seriousCollisionsAtMost],
    ['collisions', range(runs, (run) => run.collisions.unique, 0), ''],
    ['smallest gap, m', range(runs, (run) => run.minimumClearance, 2), expect.minimumClearanceAtLeast],
    ...(expect.stayWithinBounds
      ? [['agents outside the bounds', range(runs, (run) => run.outside, 0), 0]]
      : []),
    ...(arrivals
      ? [['mean speed / desired', range(runs, (run) => run.meanSpeed, 2), expect.meanSpeedAtLeast ?? '']]
      : []),
    [all ? 'time until all have arrived, s' : 'time, s', range(runs, (run) => run.time, 0), ''],
    ['steps per second, one core', rounded(stepsPerSecond(name)), ''],
  ];
  const notes = [
    moment === undefined ? '' : ` at ${moment} s`,
    colour === undefined ? '' : `, coloured by ${colour}`,
  ];
  const pieces = [
    `### ${name}`,
    description,
    `![${name}${notes.join('')}](${name}.svg)`,
    text,
    table(rows),
    ...(measure ? [table(measure())] : []),
    ...Object.keys(plots).map((figure) => `![${figure}](figures/${figure}.svg)`),
  ];
  return `${pieces.join('\n\n')}\n`;
}

function describePlots() {
  const parts = publishedPlots.map(
    ({ files, text, title }) =>
      `### ${title}\n\n${text}\n\n${files.map((file) => `![${title}](${file})`).join('\n\n')}\n`,
  );
  return ['## The published plots\n', 'Drawn from the functions that the model runs on.\n', ...parts].join(
    '\n',
  );
}

/** A table in Markdown, columns aligned for readers of the source; the first row is its head. */
function table(rows) {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0].map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}

function share({ arrivedAtLeast, arrivedAtMost }, agents) {
  if (arrivedAtLeast === 1) return 'all';
  const number = (fraction) => +(fraction * agents).toFixed(2);
  return arrivedAtLeast === arrivedAtMost
    ? `${number(arrivedAtLeast)}`
    : `${number(arrivedAtLeast)} to ${number(arrivedAtMost ?? 1)}`;
}

/** "least to greatest"; a gap above one metre is not measured and is null. */
function range(runs, read, digits) {
  const show = (value) =>
    value === Number.POSITIVE_INFINITY ? 'above 1' : value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1');
  const values = runs.map((run) => read(run) ?? Number.POSITIVE_INFINITY);
  const least = show(Math.min(...values));
  const greatest = show(Math.max(...values));
  return least === greatest ? least : `${least} to ${greatest}`;
}

/** To two digits, as thousands from 10,000 on. */
function rounded(value) {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

function writeFigure(name, svg) {
  writeFileSync(at(`docs/gallery/figures/${name}.svg`), svg);
}

/** The results of the seeds 1 to `seeds`, distributed over as many processes as there are cores. */
async function runAll(name, seeds) {
  const runs = [];
  let next = 1;
  const work = async () => {
    while (next <= seeds) {
      const seed = next++;
      runs[seed - 1] = JSON.parse(await wend(['run', name, '--seed', String(seed), '--quiet', '--json']));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), seeds) }, work));
  process.stderr.write(`${name}: ${seeds} runs\n`);
  return runs;
}

/** Runs the command line; a missed expectation (exit code 1) is a result, too. */
async function wend(parameters) {
  try {
    const { stdout } = await start(process.execPath, [at('cli/bin/wend.js'), ...parameters]);
    return stdout;
  } catch (error) {
    if (error.code === 1) return error.stdout;
    throw error;
  }
}
