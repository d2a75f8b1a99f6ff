// Anna passes close to a friend and far from a stranger: node examples/personal-distance.js
import { readAgent, sendCommand, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const scenario = {
  version: 1,
  name: 'friend and stranger',
  bounds: { min: [-2, -5], max: [22, 5] },
  duration: 20,
  agents: [
    { name: 'Anna', at: [0, 0], goal: [20, 0] },
    { name: 'friend', at: [6, 0.2] },
    { name: 'stranger', at: [14, 0.2] },
  ],
};

/** The smallest gaps between Anna and the two others. */
function walk(personalDistance) {
  const world = createScenarioWorld(scenario);
  sendCommand(world, { kind: 'change-traits', id: 0, traits: { personalDistance } });
  const gaps = [Infinity, Infinity];
  while (world.step * world.dt < scenario.duration) {
    stepWorld(world);
    const anna = readAgent(world, 0);
    for (const other of [1, 2]) {
      const { radius, x, y } = readAgent(world, other);
      gaps[other - 1] = Math.min(gaps[other - 1], Math.hypot(x - anna.x, y - anna.y) - radius - anna.radius);
    }
  }
  return gaps.map((gap) => gap.toFixed(2));
}

const [friend, stranger] = walk([
  { agent: 'friend', distance: 0.1 },
  { agent: 'stranger', distance: 1 },
]);
console.log(`Anna keeps ${friend} m from her friend and ${stranger} m from the stranger`);
const [one, other] = walk([]);
console.log(`without personal distances ${one} m and ${other} m`);
