// Writes docs/gallery/: a picture of every built-in scenario, and README.md with what 20 runs of each came to.
// Usage: node scripts/make-gallery.js [--pictures-only]; after npm run build. It takes some minutes.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const start = promisify(execFile);
const SEEDS = 20;

/** What the pictures cannot say, in the order of the page. `moment`: draw the picture at this time, seconds. */
const stories = {
  'four-ways-through': {
    moment: 45,
    text: 'The crowd that `npm start` simulates. People keep to the right of the plaza, so each quarter is crossed by two streams. The layout makes the whole turn counter-clockwise about the fountain; how people find their way through the crossing stream is up to each of them. The eastbound hurry and keep narrow distances, the westbound take their time and keep wide ones.',
  },
  'static-obstacles': {
    text: 'The first of the four experiments that the heading dynamics was published with, d0 = 3, in the `faithful` variant. The agent feels the barrier from afar; while it is close the weight of the target is 0, and only the columns steer. The published runs took Euler steps of 0.25 s; these four take 0.05 s.',
  },
  'moving-obstacles': {
    text: 'The second experiment, d0 = 2, `faithful`. Ten obstacles move on loops, swings and straight lines at up to 0.8 m/s; their courses are part of the scenario, so every seed meets the same obstacles, but from another start. A time to contact of 1 s makes the agent slow down in good time: in every run below half its speed, in some almost to a standstill.',
  },
  'moving-target': {
    text: 'The third experiment, d0 = 0.8 and the speed scaled by 0.8. The target goes at 1 m/s, the agent at most at 1.06 m/s: it stays on its heels until the target stops.',
  },
  'many-targets': {
    text: 'The fourth experiment, d0 = 1. Two targets start near the agents and run off through the gaps of the walls; the others swing or stand behind them. Only the nearest target counts at any time. Where it is behind a wall, the agent comes close before the obstacles win and turn it aside.',
  },
  corridor: {
    moment: 15,
    text: 'The property that keeps a crowd moving: at 0.5 people per square metre everybody arrives, at more than 0.8 of the speed that they want.',
  },
  'antipodal-circle': {
    text: 'The classic knot. Everybody heads for the middle, where they slow down, sidestep and work their way through. Those who find their place blocked by a neighbour walk round.',
  },
};

const names = readdirSync(at('scenarios'))
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => file.slice(0, -'.json'.length));
const untold = names.filter((name) => !Object.hasOwn(stories, name));
if (untold.length > 0) throw new Error(`scripts/make-gallery.js: no story for ${untold.join(', ')}`);

mkdirSync(at('docs/gallery'), { recursive: true });
for (const [name, { moment }] of Object.entries(stories)) {
  const until = moment === undefined ? [] : ['--duration', String(moment)];
  await wend(['run', name, '--seed', '1', '--quiet', '--picture', at(`docs/gallery/${name}.svg`), ...until]);
}
if (!process.argv.includes('--pictures-only')) {
  const sections = [];
  for (const name of Object.keys(stories)) sections.push(await describeScenario(name));
  writeFileSync(at('docs/gallery/README.md'), [heading(), ...sections].join('\n'));
}

function heading() {
  return `# Gallery

Every scenario that comes with wend: \`npx wend run NAME --picture FILE.svg\` draws these pictures (seed 1; where a time is given, with --duration).
The tables give the least and the greatest value over the seeds 1 to ${SEEDS}.
Written by \`node scripts/make-gallery.js\`; do not edit by hand.
`;
}

async function describeScenario(name) {
  const scenario = JSON.parse(readFileSync(at(`scenarios/${name}.json`), 'utf8'));
  const { moment, text } = stories[name];
  const runs = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    runs.push(JSON.parse(await wend(['run', name, '--seed', String(seed), '--quiet', '--json'])));
    process.stderr.write(`\r${name}: ${seed} of ${SEEDS} runs${seed === SEEDS ? '\n' : ''}`);
  }
  const broken = runs.filter((run) => run.unmetExpectations.length > 0).map((run) => run.seed);
  if (broken.length > 0) process.stderr.write(`${name}: expectation not met with the seeds ${broken}\n`);
  const asked = scenario.expect;
  const rows = [
    ['arrived', `${range(runs, (run) => run.arrived, 0)} of ${runs[0].agents}`, share(asked.arrivedAtLeast)],
    ['serious collisions', range(runs, (run) => run.collisions.serious, 0), asked.seriousCollisionsAtMost],
    ['collisions', range(runs, (run) => run.collisions.unique, 0), ''],
    ['smallest gap, m', range(runs, (run) => run.minimumClearance, 2), asked.minimumClearanceAtLeast],
    ['mean speed / desired', range(runs, (run) => run.meanSpeed, 2), asked.meanSpeedAtLeast ?? ''],
    ['time until all have arrived, s', range(runs, (run) => run.time, 0), ''],
  ];
  const table = rows.map(([what, measured, limit]) => `| ${what} | ${measured} | ${limit} |`).join('\n');
  const caption = moment === undefined ? '' : ` at ${moment} s`;
  return `## ${name}

${scenario.description}

![${name}${caption}](${name}.svg)

${text}

| over ${SEEDS} seeds | measured | expected |
|---|---|---|
${table}
`;
}

function share(fraction) {
  return fraction === 1 ? 'all' : `${100 * fraction} %`;
}

/** "least to greatest"; a gap above one metre is not measured and comes as null. */
function range(runs, read, digits) {
  const show = (value) =>
    value === Number.POSITIVE_INFINITY ? 'above 1' : value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1');
  const values = runs.map((run) => read(run) ?? Number.POSITIVE_INFINITY);
  const least = show(Math.min(...values));
  const greatest = show(Math.max(...values));
  return least === greatest ? least : `${least} to ${greatest}`;
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
