// Your own steering model, with public exports only: node examples/own-steering.js
import {
  createMeasurements,
  observeStep,
  registerSteering,
  settings,
  stateHashOf,
  stepWorld,
  summarize,
  turning,
} from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** Turns towards the goal and away from near agents; slows down in sharp turns. */
const shyness = {
  name: 'shyness',
  about: 'Keeps away from others and slows down in sharp turns.',
  parameters: {
    turnRate: settings.number({
      default: 3,
      above: 0,
      max: 10,
      unit: 'rad/s',
      about: 'Fastest turn, rad/s.',
    }),
  },
  dimensions: [2],
  perception: { radius: 3, sight: false },
  create: ({ turnRate }) => ({
    name: 'shyness',
    // Turn rates outlast a step, so they are in columns.
    columns: turning.turnColumns,
    computeControls: (input) => steer(input, turnRate),
  }),
};

/** Scratch: the speeds of the agents along their headings. */
let speeds = new Float64Array(0);

function steer({ crowd, dt, perception, due, members }, turnRate) {
  const { motion, plan, steer: turns } = crowd;
  if (speeds.length < crowd.count) speeds = new Float64Array(crowd.capacity);
  turning.readForwardSpeeds(crowd, speeds);
  const { starts, counts, items } = perception.agents;
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    let wishX = plan.directionX[row];
    let wishY = plan.directionY[row];
    for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
      const dx = motion.x[row] - motion.x[items[entry]];
      const dy = motion.y[row] - motion.y[items[entry]];
      const square = dx * dx + dy * dy;
      if (square === 0) continue;
      wishX += dx / square;
      wishY += dy / square;
    }
    const length = Math.sqrt(wishX * wishX + wishY * wishY);
    const ahead = (motion.headingX[row] * wishX + motion.headingY[row] * wishY) / (length || 1);
    const left = (motion.headingX[row] * wishY - motion.headingY[row] * wishX) / (length || 1);
    turns.turnRate[row] = turnRate * (ahead > 0 ? left : left > 0 ? 1 : -1);
    speeds[row] = plan.pace[row] * Math.max(0.1, ahead);
  }
  // Velocities and headings from turn rates and speeds.
  turning.turnAndGo(crowd, turns, speeds, dt, members);
}

// From now on scenarios can name it, in files too.
registerSteering(shyness);

const scenario = {
  version: 1,
  name: 'shy people',
  bounds: { min: [-12, -12], max: [12, 12] },
  duration: 40,
  steering: { name: 'shyness', turnRate: 3 },
  groups: [
    {
      name: 'ring',
      count: 24,
      region: { ring: { center: [0, 0], radius: 9 } },
      goal: { mirror: [0, 0] },
      goalRadius: 1,
    },
  ],
};
const world = createScenarioWorld(scenario);
const measurements = createMeasurements(world);
for (let step = 0; step < scenario.duration / world.dt; step++) {
  stepWorld(world);
  observeStep(measurements, world);
}
const { agents, arrived, collisions } = summarize(measurements, world);
console.log(`${arrived} of ${agents} shy people arrived, with ${collisions.serious} serious collisions`);
console.log(`state ${stateHashOf(world)}`);
