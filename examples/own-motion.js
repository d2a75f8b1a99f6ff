// A steering model with inertia: boats that drift: node examples/own-motion.js
import { readAgent, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** Time constant, in seconds, with which a boat approaches its desired velocity. */
const INERTIA = 2;

const boats = {
  name: 'boats',
  /** Writes the next velocity and heading; the engine moves the boats. */
  computeControls({ crowd, dt }) {
    const { motion, next, plan } = crowd;
    for (let row = 0; row < crowd.count; row++) {
      const wishX = plan.pace[row] * plan.directionX[row];
      const wishY = plan.pace[row] * plan.directionY[row];
      const velocityX = motion.velocityX[row] + (dt / INERTIA) * (wishX - motion.velocityX[row]);
      const velocityY = motion.velocityY[row] + (dt / INERTIA) * (wishY - motion.velocityY[row]);
      next.velocityX[row] = velocityX;
      next.velocityY[row] = velocityY;
      const speed = Math.sqrt(velocityX * velocityX + velocityY * velocityY);
      // A boat that stands keeps its heading.
      if (speed === 0) continue;
      next.headingX[row] = velocityX / speed;
      next.headingY[row] = velocityY / speed;
    }
  },
};

const scenario = {
  version: 1,
  name: 'harbour',
  bounds: { min: [-5, -5], max: [45, 5] },
  duration: 40,
  agents: [{ at: [0, 0], goal: [30, 0], speed: 2, heading: 0, radius: 0.5 }],
};
const world = createScenarioWorld(scenario, { steering: boats });
const steps = Math.round(scenario.duration / world.dt);
let furthest = 0;
for (let step = 0; step < steps; step++) {
  stepWorld(world);
  if (step === 39) console.log(`after 2 s at ${readAgent(world, 0).speed.toFixed(3)} m/s`);
  furthest = Math.max(furthest, readAgent(world, 0).x);
}
console.log(`${world.arrived} of 1 arrived, and drifted to ${furthest.toFixed(2)} m before it stood`);
