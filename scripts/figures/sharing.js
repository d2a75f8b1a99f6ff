// The figure of docs/models/sharing.md, drawn from the library itself; name → SVG.
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { moveObstacle, stepWorld } from '../../library/dist/index.js';
import { createScenarioWorld as createWorld, newsOf } from '../../library/dist/scenario.js';

const DELAY = 0.5;
const MEMORY = 4;
/** When the pillar is removed, seconds. */
const GONE = 6;
const END = 11;

/** Sentries on a ring, 3 m apart, that see 1 m far and hear 3.5 m; the first has a pillar beside it. */
function createSentries() {
  const count = 12;
  const radius = (3 * count) / (2 * Math.PI);
  return createWorld({
    version: 1,
    name: 'sentries',
    bounds: { min: [-50, -50], max: [50, 50] },
    duration: END,
    steering: { name: 'nonlinear' },
    neighbours: { radius: 1 },
    obstacles: [{ shape: 'circle', center: [radius + 1, 0], radius: 0.5 }],
    groups: [
      {
        name: 'sentries',
        count,
        region: { ring: { center: [0, 0], radius } },
        sharing: { distance: 3.5, delay: DELAY, memory: MEMORY },
      },
    ],
  });
}

/** The age of what each sentry knows, after each step: [time, age]. */
function watchAges(sentries) {
  const world = createSentries();
  const ages = sentries.map(() => []);
  while (world.step * world.dt < END) {
    if (world.step === Math.round(GONE / world.dt)) moveObstacle(world, 0, [30, 0]);
    stepWorld(world);
    sentries.forEach((agent, k) => {
      const known = newsOf(world, agent).find(({ usable }) => usable);
      if (known) ages[k].push([world.step * world.dt, known.age]);
    });
  }
  return ages;
}

function drawAges() {
  const labels = ['sees it', 'told once', 'passed on twice', 'passed on three times'];
  const ages = watchAges([0, 1, 2, 3]);
  return drawPlot({
    title: 'How old the news is',
    x: { label: 'time (s)', min: 0, max: END },
    y: { label: 'age of what an agent knows (s)', min: 0, max: MEMORY + 0.5 },
    curves: labels.map((label, k) => ({
      label,
      points: ages[k],
      colour: palette[k],
      width: 2.5,
      ...(k > 0 && { dash: ['9 5', '2.5 3.5', '12 3 2.5 3'][k - 1] }),
    })),
    verticals: [{ at: GONE, label: 'the thing is taken away' }],
    caption: [
      `Sentries in a row; the first sees a pillar. Delay ${DELAY} s, memory ${MEMORY} s.`,
      'A curve begins when the news is taken in, and all end together when it is forgotten.',
    ],
  });
}

export const figures = { 'sharing-age': drawAges() };
