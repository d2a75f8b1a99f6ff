// A crowd on a hand-made velocity field: node examples/velocity-field.js
import { stepWorld, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'round dance',
  bounds: { min: [-12, -12], max: [12, 12] },
  duration: 60,
  steering: { name: 'nonlinear' },
  obstacles: [{ shape: 'circle', center: [0, 0], radius: 1.5 }],
  velocityFields: [
    {
      name: 'whirl',
      kind: 'formula',
      u: '-y * speed / max(1, sqrt(x*x + y*y))',
      v: 'x * speed / max(1, sqrt(x*x + y*y))',
      parameters: { speed: 1.2 },
      cell: 0.2,
    },
    {
      name: 'inwards',
      kind: 'formula',
      u: '-x * tanh(sqrt(x*x + y*y) - 6) / max(1, sqrt(x*x + y*y))',
      v: '-y * tanh(sqrt(x*x + y*y) - 6) / max(1, sqrt(x*x + y*y))',
      cell: 0.2,
    },
    { name: 'dance', kind: 'sum', of: [{ field: 'whirl' }, { field: 'inwards', scale: 0.8 }] },
  ],
  groups: [
    {
      name: 'dancers',
      count: 24,
      region: { circle: { center: [0, 0], radius: 9 } },
      journey: { stages: [{ kind: 'follow', field: 'dance' }] },
    },
  ],
});

const { crowd, velocityFields } = world;
const vector = new Float64Array(2);
velocityFields[2].sample(7, 0, vector);
console.log(`the dance at (7, 0): ${[...vector].map((part) => part.toFixed(2)).join(', ')} m/s`);

const turned = new Float64Array(crowd.count);
while (timeOf(world) < 60) {
  stepWorld(world);
  const { x, y, velocityX, velocityY } = crowd.motion;
  for (let row = 0; row < crowd.count; row++) {
    const along = x[row] * velocityY[row] - y[row] * velocityX[row];
    turned[row] += (along * world.dt) / (x[row] ** 2 + y[row] ** 2);
  }
}
const distances = Array.from(turned, (_, row) => Math.hypot(crowd.motion.x[row], crowd.motion.y[row]));
const rounds = Array.from(turned, (angle) => angle / (2 * Math.PI));
const range = (values) => `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
console.log(`after 60 s: ${range(distances)} m from the middle, ${range(rounds)} rounds danced`);
