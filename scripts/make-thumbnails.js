// Writes studio/public/thumbnails/: a small picture of every built-in scenario for the studio's gallery, from a real run.
//
//   node scripts/make-thumbnails.js [--missing] [names…]       after npm run build; all take a minute
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sceneOf } from '@wend/formats/playback';
import { stepWorld } from 'wend';
import { palette } from 'wend/draw';
import { openScenario } from 'wend/scenario';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [WIDTH, HEIGHT, MARGIN] = [240, 150, 8];
/** Trails in a picture, points in a trail, and simulated agent-steps of a run at most. */
const [MOST_TRAILS, POINTS, MOST_WORK] = [70, 28, 400_000];

const all = ['', 'steerbench/'].flatMap((part) =>
  readdirSync(at(`scenarios/${part}`))
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => `${part}${file.slice(0, -'.json'.length)}`),
);
const [option, ...more] = process.argv.slice(2);
const isMissing = (name) => !existsSync(at(`studio/public/thumbnails/${name}.svg`));
const given = option === undefined || option === '--missing' ? more : [option, ...more];
const names = option === '--missing' ? all.filter(isMissing) : given.length > 0 ? given : all;
for (const name of names) {
  const file = at(`studio/public/thumbnails/${name}.svg`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await drawThumbnail(readFileSync(at(`scenarios/${name}.json`), 'utf8')));
}

async function drawThumbnail(text) {
  const world = await openScenario(text, { seed: 1 });
  const project = projectionOf(world);
  const tracks = followCrowd(world, stepsOf(world));
  const lines = tracks.map(({ group, points }) => {
    const path = points.map(([x, y, z]) => project(x, y, z).join(' ')).join('L');
    return `<path d="M${path}" stroke="${colourOf(group)}"/>`;
  });
  const size = Math.max(1.3, Math.min(4, 0.3 * project.scale));
  const { crowd } = world;
  const dots = Array.from({ length: Math.min(crowd.count, 400) }, (_, k) => {
    const row = Math.floor((k * crowd.count) / Math.min(crowd.count, 400));
    const { x, y, z } = crowd.motion;
    const [across, down] = project(x[row], y[row], z[row]);
    return `<circle cx="${across}" cy="${down}" r="${size.toFixed(1)}" fill="${colourOf(crowd.traits.group[row])}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#e9e7e1"/>
${frameOf(world, project)}
<g fill="#cfccc2" stroke="#4a4f56" stroke-width="1">${thingsOf(world, project)}</g>
<g fill="none" stroke-width="1" stroke-opacity=".55">${lines.join('')}</g>
${dots.join('')}
</svg>
`;
}

/** From above; worlds of three dimensions at an angle. */
function projectionOf({ crowd, scenario: { bounds } }) {
  const isFlat = crowd.dimension === 2;
  const place = (x, y, z) =>
    isFlat ? [x, y] : [0.94 * x + 0.34 * y, 0.34 * (0.94 * y - 0.34 * x) + 0.94 * z];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    place(...[0, 1, 2].map((axis) => (corner & (1 << axis) ? bounds.max : bounds.min)[axis] ?? 0)),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (high - low));
  const round = (value) => Math.round(10 * value) / 10;
  const project = (x, y, z = 0) => {
    const [across, up] = place(x, y, z);
    return [
      round(WIDTH / 2 + (across - (left + right) / 2) * scale),
      round(HEIGHT / 2 - (up - (low + high) / 2) * scale),
    ];
  };
  project.scale = scale;
  return project;
}

/** As long as it takes to cross half of the world, and not so long that it takes minutes. */
function stepsOf({ crowd, dt, scenario: { bounds, duration } }) {
  const extent = Math.max(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]);
  // Where agents come one by one, there is little to see at first.
  const least = crowd.count === 0 ? 0.3 * duration : 4;
  const seconds = Math.min(duration, Math.max(least, (0.55 * extent) / 1.3));
  return Math.max(10, Math.min(Math.round(seconds / dt), Math.ceil(MOST_WORK / Math.max(1, crowd.count))));
}

function followCrowd(world, steps) {
  const tracks = new Map();
  const period = Math.max(1, Math.floor(steps / POINTS));
  for (let step = 0; step <= steps; step++) {
    if (step > 0) stepWorld(world);
    if (step % period !== 0) continue;
    const { ids, count, motion, traits } = world.crowd;
    const stride = Math.max(1, Math.floor(count / MOST_TRAILS));
    for (let row = 0; row < count; row++) {
      const known = tracks.get(ids[row]);
      if (!known && (ids[row] % stride !== 0 || tracks.size >= MOST_TRAILS)) continue;
      if (!known) tracks.set(ids[row], { group: traits.group[row], points: [] });
      tracks.get(ids[row]).points.push([motion.x[row], motion.y[row], motion.z[row]]);
    }
  }
  return [...tracks.values()].filter(({ points }) => points.length > 1);
}

function frameOf({ crowd, scenario: { bounds } }, project) {
  const [[x0, y0, z = 0], [x1, y1]] = [bounds.min, bounds.max];
  const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(([x, y]) => project(x, y, z).join(' ')); // biome-ignore format: one line
  const line = bounds.walls && crowd.dimension === 2 ? ' stroke="#4a4f56" stroke-width="1.5"' : '';
  return `<path d="M${corners.join('L')}z" fill="#faf9f6"${line}/>`;
}

function thingsOf(world, project) {
  const { obstacles, targets } = sceneOf(world);
  const drawn = obstacles.map(({ kind, radius = 0, at: places }) => {
    const [[x, y], ...others] = places.map((place) => project(...place));
    if (kind === 'disc')
      return `<circle cx="${x}" cy="${y}" r="${Math.max(0.8, radius * project.scale).toFixed(1)}"/>`;
    return `<path d="M${x} ${y}${others.map((point) => `L${point.join(' ')}`).join('')}${kind === 'wall' ? '' : 'z'}"/>`;
  });
  const aims = targets.slice(0, 40).map(({ at: [place] }) => {
    const [x, y] = project(...place);
    return `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke-dasharray="2 1.5"/>`;
  });
  return [...drawn, ...aims].join('');
}

function colourOf(group) {
  return group < 0 ? '#5b6168' : palette[group % palette.length];
}
