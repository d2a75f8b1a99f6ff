// A world, an agent, some steps, and where the agent is then: node examples/first-steps.js
import { addAgent, createWorld, readAgent, stepWorld, timeOf } from 'wend';

const world = createWorld({
  bounds: { min: [0, 0], max: [20, 10] },
  obstacles: [{ shape: 'circle', center: [10, 5], radius: 1 }],
});
const agent = addAgent(world, { at: [2, 5], goal: [18, 5] });
do stepWorld(world);
while (!readAgent(world, agent).arrived && timeOf(world) < 30);
const { x, y } = readAgent(world, agent);
console.log(`at (${x.toFixed(2)}, ${y.toFixed(2)}) after ${timeOf(world).toFixed(1)} s`);
