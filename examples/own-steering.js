// Your own steering model, with public exports only: node examples/own-steering.js
import { createMeasurements, createWorld, observeStep, stateHashOf, stepWorld, summarize } from 'wend';

/** Turns towards the goal and away from near agents; slows down in sharp turns. */
const shyness = {
  name: 'shyness',
  computeControls({ crowd, perception, due }) {
    const { motion, next, plan } = crowd;
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
      next.turnRate[row] = ahead > 0 ? 3 * left : left > 0 ? 3 : -3;
      next.speed[row] = plan.pace[row] * Math.max(0.1, ahead);
    }
  },
};

const scenario = {
  version: 1,
  name: 'shy people',
  bounds: { min: [-12, -12], max: [12, 12] },
  duration: 40,
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
const world = createWorld(scenario, { steering: shyness });
const measurements = createMeasurements(world);
for (let step = 0; step < scenario.duration / world.dt; step++) {
  stepWorld(world);
  observeStep(measurements, world);
}
const { agents, arrived, collisions } = summarize(measurements, world);
console.log(`${arrived} of ${agents} shy people arrived, with ${collisions.serious} serious collisions`);
console.log(`state ${stateHashOf(world)}`);
