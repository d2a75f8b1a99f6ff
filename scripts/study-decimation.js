// Phase decimation as in Singh et al. (2011), Table 3 and Figures 8 and 9: npm run build && node scripts/study-decimation.js
// Writes docs/gallery/decimation/: CSV, plots, and a page with the table. --quick: few frames and runs; --out FOLDER.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawPage, drawSchemes, drawStatic } from './decimation/page.js';
import { createProfile, phaseNames, processorTime, readProfile, stepProfile } from './decimation/profile.js';
import { reference, schemes, staticPanels } from './decimation/rates.js';
import { cases, readCase, scoreCase } from './decimation/scores.js';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const folder = options.out ?? fileURLToPath(new URL('../docs/gallery/decimation', import.meta.url));
const extent = options.quick
  ? { frames: 40, agents: 400, cases: cases.slice(7, 9), staticRuns: 1, schemeRuns: 2 }
  : { frames: 1200, agents: 4000, cases, staticRuns: 9, schemeRuns: 21 };

/** Frames of one crowd's turn. */
const BLOCK = 20;

const say = (line) => process.stderr.write(`${line}\n`);
const began = performance.now();

/** Table 3: the same crowd at every cadence, in turn, block by block. */
function profileCrowds(cadences, frames) {
  say(`random-4000: ${cadences.join(', ')}; ${frames} frames`);
  const scenario = { ...readCase('random-4000'), steering: { name: 'pipeline' } };
  scenario.groups = [{ ...scenario.groups[0], count: extent.agents }];
  const profiles = cadences.map((cadence) => createProfile(scenario, cadence, processorTime));
  for (const profile of profiles) stepProfile(profile);
  for (let block = 0; block < frames / BLOCK; block++) {
    // The order changes, so that no contender always runs after the same one.
    for (let turn = 0; turn < profiles.length; turn++) {
      stepProfile(profiles[(block + turn) % profiles.length], BLOCK);
    }
  }
  return profiles.map((profile, k) => ({ cadence: cadences[k], ...readProfile(profile) }));
}

/** The scores of all cases at several rates, as shares of those at the first. */
function scoreAll(what, settings, runs) {
  const outcomes = settings.map(() => []);
  for (const { name } of extent.cases) {
    say(`${what}: ${name}`);
    const together = scoreCase(name, settings, runs);
    const base = together[0].score;
    for (const [k, outcome] of together.entries()) {
      const normalised = outcome.score === null || base === null ? null : outcome.score / base;
      outcomes[k].push({ ...outcome, normalised });
    }
  }
  return outcomes;
}

// A warm-up, so that the cost of the first contender does not include compilation.
const names = ['full', 'reference', 'static', 'adaptive'];
profileCrowds(names, extent.frames / 10);
const table = profileCrowds(names, extent.frames);
scoreAll('warming up', schemes, Math.min(2, extent.schemeRuns));
const schemeOutcomes = scoreAll('four schemes', schemes, extent.schemeRuns);
const settings = [reference, ...staticPanels.flatMap((panel) => panel.settings)];
const [staticReference, ...staticOutcomes] = scoreAll('lower rates', settings, extent.staticRuns);
const panels = staticPanels.map(({ title, settings: own }) => ({
  title,
  settings: own,
  outcomes: staticOutcomes.splice(0, own.length),
}));

const study = {
  machine: `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
  extent,
  table,
  schemes,
  schemeOutcomes,
  reference,
  staticReference,
  panels,
};
mkdirSync(resolve(folder), { recursive: true });
const write = (name, text) => writeFileSync(resolve(folder, name), text);
write('phases.csv', phasesCsv());
write('static.csv', staticCsv());
write('schemes.csv', schemesCsv());
write('static.svg', drawStatic(study));
write('schemes.svg', drawSchemes(study));
write('README.md', drawPage(study));
say(`${((performance.now() - began) / 1000).toFixed(0)} s; written to ${folder}`);

function phasesCsv() {
  const lines = [
    'machine,cadence,agents,frames,phase,hertz,profile_percent,us_per_update,us_per_agent_frame',
  ];
  for (const { cadence, agentFrames, phases, rows, steps, wholeStep } of table) {
    const line = (name, hertz, time, runs) =>
      [
        `"${study.machine}"`,
        cadence,
        extent.agents,
        steps,
        name,
        hertz,
        ((100 * time) / phases).toFixed(2),
        runs > 0 ? ((1000 * time) / runs).toFixed(3) : '',
        ((1000 * time) / agentFrames).toFixed(4),
      ].join(',');
    for (const name of phaseNames) {
      const { runs, time } = rows[name];
      lines.push(line(name, ((20 * runs) / agentFrames).toFixed(4), time, runs));
    }
    lines.push(line('all phases', 20, phases, agentFrames), line('whole step', 20, wholeStep, agentFrames));
  }
  return `${lines.join('\n')}\n`;
}

function staticCsv() {
  const lines = ['phase,setting,case,runs,completed,median_score,normalised'];
  const add = (title, { label }, outcomes) => {
    for (const outcome of outcomes)
      lines.push([`"${title}"`, `"${label}"`, ...scoreFields(outcome)].join(','));
  };
  add('reference', reference, staticReference);
  for (const { title, settings, outcomes } of panels) {
    for (const [k, setting] of settings.entries()) add(title, setting, outcomes[k]);
  }
  return `${lines.join('\n')}\n`;
}

function schemesCsv() {
  const lines = ['scheme,case,runs,completed,median_score,normalised,us_per_update'];
  for (const [k, { label }] of schemes.entries()) {
    for (const outcome of schemeOutcomes[k]) {
      lines.push([label, ...scoreFields(outcome), outcome.microseconds.toFixed(3)].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

function scoreFields({ name, runs, completed, score, normalised }) {
  const number = (value, decimals) => (value === null ? '' : value.toFixed(decimals));
  return [name, runs, completed, number(score, 1), number(normalised, 4)];
}
