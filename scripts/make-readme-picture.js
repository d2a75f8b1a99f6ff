// Draws the moving picture of the README, docs/gallery/counterflow.svg: two groups meet in a corridor with two columns.
// Every position comes from a run of the default model.
// Usage: node scripts/make-readme-picture.js [FILE.svg]; after npm run build.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** Simulated seconds in the picture, and how many times faster than life it plays. */
const SECONDS = 26;
const SPEED_UP = 2;
/** Positions kept per simulated second; the browser interpolates linearly between them. */
const FRAMES_PER_SECOND = 4;
/** Pixels per metre, and the empty border around the corridor in pixels. */
const SCALE = 22;
const MARGIN = 10;
/** Metres of trail behind each agent. */
const TRAIL = 1.6;
/** Colours on the card's dark ground: legible on white and on dark pages, and apart for colour-blind readers. */
const CARD = '#10151f';
const WALL = '#5b6b85';
const COLOURS = { eastbound: '#ffb454', westbound: '#5cc8ff' };

const speed = { normal: { mean: 1.33, deviation: 0.15, min: 1, max: 1.7 } };
const scenario = {
  version: 1,
  name: 'counterflow',
  seed: 4,
  bounds: { min: [-20, -4.5], max: [20, 4.5], walls: true },
  duration: SECONDS,
  arrival: 'vanish',
  obstacles: [
    { shape: 'circle', center: [-4, 0], radius: 0.5 },
    { shape: 'circle', center: [4, 0], radius: 0.5 },
  ],
  targets: [
    { name: 'east', region: { box: { min: [19, -4.5], max: [20, 4.5] } } },
    { name: 'west', region: { box: { min: [-20, -4.5], max: [-19, 4.5] } } },
  ],
  groups: [
    {
      name: 'eastbound',
      count: 45,
      region: { box: { min: [-19, -4.1], max: [-5, 4.1] } },
      targets: ['east'],
      heading: 0,
      speed,
    },
    {
      name: 'westbound',
      count: 45,
      region: { box: { min: [5, -4.1], max: [19, 4.1] } },
      targets: ['west'],
      heading: Math.PI,
      speed,
    },
  ],
};

const tracks = simulate();
const file = process.argv[2] ?? fileURLToPath(new URL('../docs/gallery/counterflow.svg', import.meta.url));
writeFileSync(file, draw(tracks));

/** The positions of every agent at the frames of the picture, up to the frame in which it has left. */
function simulate() {
  const world = createScenarioWorld(scenario);
  const { crowd } = world;
  const groupOf = (id) => (id < scenario.groups[0].count ? 'eastbound' : 'westbound');
  const tracks = Array.from({ length: crowd.count }, (_, id) => ({
    colour: COLOURS[groupOf(id)],
    radius: 0,
    points: [],
  }));
  const stepsPerFrame = Math.round(1 / (FRAMES_PER_SECOND * world.dt));
  for (let step = 0; step <= SECONDS / world.dt; step++) {
    if (step % stepsPerFrame === 0) {
      for (let row = 0; row < crowd.count; row++) {
        const track = tracks[crowd.ids[row]];
        track.radius = crowd.traits.radius[row];
        track.points.push([crowd.motion.x[row], crowd.motion.y[row]]);
      }
    }
    stepWorld(world);
  }
  return tracks;
}

function draw(tracks) {
  const { max, min } = scenario.bounds;
  const width = (max[0] - min[0]) * SCALE + 2 * MARGIN;
  const height = (max[1] - min[1]) * SCALE + 2 * MARGIN;
  const left = (x) => MARGIN + (x - min[0]) * SCALE;
  const top = (y) => MARGIN + (max[1] - y) * SCALE;
  const frames = SECONDS * FRAMES_PER_SECOND + 1;
  const duration = `${SECONDS / SPEED_UP}s`;
  const columns = scenario.obstacles.map(
    ({ center, radius }) =>
      `<circle cx="${left(center[0])}" cy="${top(center[1])}" r="${radius * SCALE}" fill="${WALL}"/>`,
  );
  const walls = [min[1], max[1]].map(
    (y) =>
      `<path d="M${left(min[0])} ${top(y)}H${left(max[0])}" stroke="${WALL}" stroke-width="4" stroke-linecap="round"/>`,
  );
  const agents = tracks.map((track) => drawAgent(track, { duration, frames, left, top }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>90 people in two groups meet in a corridor, form lanes and pass each other</title>
<rect width="${width}" height="${height}" rx="8" fill="${CARD}"/>
${walls.join('\n')}
<g fill="none" stroke-linecap="round">
<animate attributeName="opacity" values="0;1;1;0" keyTimes="0;0.04;0.96;1" dur="${duration}" repeatCount="indefinite"/>
${agents.map(({ trail }) => trail).join('\n')}
</g>
${columns.join('\n')}
<g>
<animate attributeName="opacity" values="0;1;1;0" keyTimes="0;0.04;0.96;1" dur="${duration}" repeatCount="indefinite"/>
${agents.map(({ body }) => body).join('\n')}
</g>
</svg>
`;
}

/**
 * A disc that moves, and its trail: a dash that runs along the whole trajectory. A viewer that shows no animation sees
 * both as they are in the middle of the run.
 */
function drawAgent({ colour, points, radius }, { duration, frames, left, top }) {
  const places = points.map(([x, y]) => [left(x).toFixed(1), top(y).toFixed(1)]);
  const walked = [0];
  for (let k = 1; k < places.length; k++) {
    const [x, y] = places[k];
    walked.push(walked[k - 1] + Math.hypot(x - places[k - 1][0], y - places[k - 1][1]));
  }
  const length = walked.at(-1);
  const trail = TRAIL * SCALE;
  // An agent that has left stays at its last place, invisible.
  const padded = (values) => [...values, ...Array(frames - values.length).fill(values.at(-1))];
  const animate = (attribute, values) =>
    `<animate attributeName="${attribute}" values="${padded(values).join(';')}" dur="${duration}" repeatCount="indefinite"/>`;
  const stay = (points.length - 1) / (frames - 1);
  const leave =
    points.length === frames
      ? ''
      : `<animate attributeName="opacity" values="1;1;0;0" keyTimes="0;${Math.max(0, stay - 0.015).toFixed(3)};${stay.toFixed(3)};1" dur="${duration}" repeatCount="indefinite"/>`;
  const middle = Math.min(places.length - 1, Math.round(frames * 0.45));
  const offsets = walked.map((distance) => (trail - distance).toFixed(0));
  return {
    trail: `<path d="M${places.map((place) => place.join(' ')).join('L')}" stroke="${colour}" stroke-opacity=".38" stroke-width="${(radius * SCALE).toFixed(1)}" stroke-dasharray="${trail} ${Math.ceil(length + trail)}" stroke-dashoffset="${offsets[middle]}">${animate('stroke-dashoffset', offsets)}${leave}</path>`,
    body: `<circle r="${(radius * SCALE).toFixed(1)}" fill="${colour}" cx="${places[middle][0]}" cy="${places[middle][1]}">${animate(
      'cx',
      places.map(([x]) => x),
    )}${animate(
      'cy',
      places.map(([, y]) => y),
    )}${leave}</circle>`,
  };
}
