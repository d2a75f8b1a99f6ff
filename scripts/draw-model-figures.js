// Draws the figures of docs/models/ from the library itself: npm run build && node scripts/draw-model-figures.js
import { writeFileSync } from 'node:fs';
import { drawPhasePlane } from '../library/dist/draw/index.js';
import { analyseStability } from '../library/dist/models.js';
import { figures as critters } from './figures/critters.js';
import { figures as departures } from './figures/departures.js';
import { figures as distance } from './figures/distance.js';
import { figures as fields } from './figures/fields.js';
import { figures as harmonic } from './figures/harmonic.js';
import { figures as heading } from './figures/heading.js';
import { figures as mouse } from './figures/mouse.js';
import { figures as neighbours } from './figures/neighbours.js';
import { figures as paths } from './figures/paths.js';
import { figures as personality } from './figures/personality.js';
import { figures as sharing } from './figures/sharing.js';
import { figures as spaceTime } from './figures/space-time.js';
import { figures as teams } from './figures/teams.js';

/** The phase plane of a target and one class of obstacles. */
function drawPhase(title, alpha, gamma12, gamma21) {
  const analysis = analyseStability(alpha, [
    [0, gamma12],
    [gamma21, 0],
  ]);
  return drawPhasePlane({ title, alpha, gamma12, gamma21, analysis, names: ['target', 'obstacles'] });
}

const stability = {
  'phase-both-on': drawPhase('An obstacle beside the path: both stay on', [0.27, 0.34], 0.135, 0.05),
  'phase-target-alone': drawPhase('Nothing close: the target alone', [0.39, 0.03], 0.135, 0.05),
  'phase-obstacles-alone': drawPhase('A close obstacle on the path: it wins', [0.13, 0.66], 0.67, 0.05),
  'phase-bistable': drawPhase('A far obstacle on the path: either', [0.39, 0.03], 0.67, 0.05),
};

const figures = {
  ...distance,
  ...harmonic,
  ...heading,
  ...departures,
  ...stability,
  ...personality,
  ...critters,
  ...sharing,
  ...teams,
  ...fields,
  ...mouse,
  ...neighbours,
  ...paths,
  ...spaceTime,
};
for (const [name, svg] of Object.entries(figures)) {
  writeFileSync(new URL(`../docs/models/${name}.svg`, import.meta.url), svg);
}
