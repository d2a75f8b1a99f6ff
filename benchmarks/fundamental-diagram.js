// Walking speed over density in a one-way corridor, beside Weidmann's curve. It has no limit: it shows how far the models
// are from real people. Usage: node benchmarks/fundamental-diagram.js [MODEL ...]; after npm run build.
import { stepWorld, timeOf } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const WIDTH = 3.6;
/** Metres: the part of the corridor that is filled, the start of the measuring area, and its length. */
const FILLED = 80;
const FROM = 40;
const LENGTH = 4;
/** Seconds that are discarded, and the end of the measurement. */
const SETTLE = 10;
const END = 30;
const DENSITIES = [0.5, 1, 1.5, 2, 2.5];
const SEEDS = [1, 2, 3];

/** Weidmann, Transporttechnik der Fussgänger (1993): m/s at this many people per square metre. */
const weidmann = (density) => 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4)));

function measure(steering, density, seed) {
  const world = createScenarioWorld({
    version: 1,
    name: 'fundamental diagram',
    seed,
    bounds: { min: [0, 0], max: [FILLED + 60, WIDTH], walls: true },
    duration: END,
    steering: { name: steering },
    planner: { name: 'direct' },
    groups: [
      {
        name: 'people',
        count: Math.round(density * FILLED * WIDTH),
        region: { box: { min: [0.2, 0.2], max: [FILLED, WIDTH - 0.2] } },
        clearance: 0,
        heading: 0,
        radius: 0.2,
        speed: { normal: { mean: 1.34, deviation: 0.26, min: 0.82, max: 1.86 } },
        journey: { stages: [{ kind: 'direction', along: [1, 0] }] },
      },
    ],
  });
  const { crowd } = world;
  let people = 0;
  let speed = 0;
  let steps = 0;
  while (timeOf(world) < END) {
    // By id: a step may reorder rows.
    const before = new Map(
      Array.from(crowd.ids.subarray(0, crowd.count), (id, row) => [id, crowd.motion.x[row]]),
    );
    stepWorld(world);
    if (timeOf(world) < SETTLE) continue;
    steps++;
    for (let row = 0; row < crowd.count; row++) {
      const x = crowd.motion.x[row];
      if (x < FROM || x > FROM + LENGTH) continue;
      people++;
      speed += (x - before.get(crowd.ids[row])) / world.dt;
    }
  }
  return { density: people / steps / (LENGTH * WIDTH), speed: speed / people };
}

const models = process.argv.length > 2 ? process.argv.slice(2) : ['walker'];
for (const model of models) {
  for (const density of DENSITIES) {
    const runs = SEEDS.map((seed) => measure(model, density, seed));
    const mean = (key) => runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
    const measured = mean('density');
    console.log(
      `${model}: ${measured.toFixed(2)} people/m² walk at ${mean('speed').toFixed(2)} m/s; Weidmann ${weidmann(measured).toFixed(2)} m/s`,
    );
  }
}
