// A crowd on a canvas. A page needs one bundle:
//   npx esbuild examples/browser.js --bundle --format=esm --outfile=examples/bundle.js
// and any web server that serves browser.html beside it.
import { stepWorld } from 'wend';
import { openScenario } from 'wend/scenario';

const canvas = document.querySelector('canvas');
const context = canvas.getContext('2d');
const world = await openScenario({
  version: 1,
  name: 'browser',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 60,
  obstacles: [
    { shape: 'circle', center: [-6, 0], radius: 1.5 },
    { shape: 'circle', center: [6, 0], radius: 1.5 },
  ],
  groups: [
    {
      name: 'ring',
      count: 80,
      region: { ring: { center: [0, 0], radius: 17 } },
      goal: { mirror: [0, 0] },
      radius: { uniform: [0.2, 0.3] },
    },
  ],
});

/** Steps the world once for each twentieth of a second that has passed, then draws a frame. */
let simulated = performance.now();
function showFrame(now) {
  for (; simulated < now; simulated += 1000 * world.dt) stepWorld(world);
  drawWorld();
  requestAnimationFrame(showFrame);
}

function drawWorld() {
  const scale = canvas.width / 40;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2);
  context.fillStyle = 'dimgray';
  for (const { center, radius } of world.scenario.obstacles) drawDisc(center[0], center[1], radius);
  const { motion, traits, count } = world.crowd;
  for (let row = 0; row < count; row++) {
    context.fillStyle = `hsl(${(360 * row) / count} 70% 45%)`;
    drawDisc(motion.x[row], motion.y[row], traits.radius[row]);
  }
}

function drawDisc(x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

requestAnimationFrame(showFrame);
