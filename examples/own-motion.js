// A steering model with its own law of motion: boats that drift: node examples/own-motion.js
import { readAgent, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

/** Time constant, in seconds, with which a boat approaches its desired velocity. */
const INERTIA = 2;

const boats = {
  name: 'boats',
  /** Nothing to decide: the velocity follows from the plan. */
  computeControls() {},
  /** Writes position, heading and speed of every row, due or not: the columns of next hold stale values. */
  integrateMotion({ crowd, dt }) {
    const { motion, next, plan } = crowd;
    for (let row = 0; row < crowd.count; row++) {
      const wishX = plan.pace[row] * plan.directionX[row];
      const wishY = plan.pace[row] * plan.directionY[row];
      const velocityX = motion.speed[row] * motion.headingX[row];
      const velocityY = motion.speed[row] * motion.headingY[row];
      const newX = velocityX + (dt / INERTIA) * (wishX - velocityX);
      const newY = velocityY + (dt / INERTIA) * (wishY - velocityY);
      const speed = Math.sqrt(newX * newX + newY * newY);
      next.x[row] = motion.x[row] + dt * newX;
      next.y[row] = motion.y[row] + dt * newY;
      next.z[row] = 0;
      // A boat that stands keeps its heading.
      next.headingX[row] = speed > 0 ? newX / speed : motion.headingX[row];
      next.headingY[row] = speed > 0 ? newY / speed : motion.headingY[row];
      next.headingZ[row] = 0;
      next.speed[row] = speed;
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
