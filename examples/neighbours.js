// What an agent sees, when others enter and leave its view, and its first contact: node examples/neighbours.js
import {
  beginLists,
  contactsOf,
  createNearLists,
  createNeighbourIndex,
  EventKind,
  rowOf,
  stepWorld,
} from 'wend';
import { createScenarioWorld } from 'wend/scenario';

const VIEW = 4;
const scenario = {
  version: 1,
  name: 'two rooms and a door',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 10,
  steering: { name: 'nonlinear' },
  neighbours: { radius: VIEW, events: true },
  // A wall from north to south with a gap in the middle.
  obstacles: [
    { shape: 'segment', from: [0, 1], to: [0, 10] },
    { shape: 'segment', from: [0, -1], to: [0, -10] },
  ],
  // Agent 0 walks south; the others stand.
  agents: [
    { at: [-2, 3], goal: [-2, -9], speed: 1 },
    { at: [1, 3] },
    { at: [1, 0] },
    { at: [-2, -2.02] },
    { at: [-4, 4] },
  ],
};
/** All agents walk straight on, whatever is in the way, so that the times can be checked by hand. */
const straightOn = {
  name: 'straight on',
  computeControls({ crowd }) {
    const { motion, next, plan } = crowd;
    for (let row = 0; row < crowd.count; row++) {
      next.velocityX[row] = plan.pace[row] * motion.headingX[row];
      next.velocityY[row] = plan.pace[row] * motion.headingY[row];
    }
  },
};
const world = createScenarioWorld(scenario, { steering: straightOn });

// A separate index, updated to the current positions. It needs only a world.
const index = createNeighbourIndex('kinetic');
index.update(world);
const lists = createNearLists();

/** The ids of the agents that a query for agent 0 finds. */
function ask(query, amount) {
  const row = rowOf(world.crowd, 0);
  beginLists(lists, world.crowd.capacity);
  index[query](row, amount, lists);
  const found = lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row]);
  return Array.from(found, (other) => world.crowd.ids[other]);
}
for (const query of ['near', 'visible', 'approachable']) {
  console.log(`${query} within ${VIEW} m: ${ask(query, VIEW).sort().join(', ')}`);
}
console.log(`the two nearest: ${ask('nearest', 2).join(', ')}`);

let contacts = [];
while (contacts.length === 0) {
  const begin = world.step * world.dt;
  stepWorld(world);
  const { agent, count, kind, other, time } = world.events;
  for (let k = 0; k < count; k++) {
    if (agent[k] !== 0 || (kind[k] !== EventKind.enter && kind[k] !== EventKind.exit)) continue;
    const what = kind[k] === EventKind.enter ? 'comes' : 'goes';
    console.log(`${(begin + time[k]).toFixed(4)} s: ${other[k]} ${what}`);
  }
  contacts = contactsOf(world.events, 0);
  for (const { other, time, x, y } of contacts)
    console.log(`${(begin + time).toFixed(4)} s: touches ${other} at (${x.toFixed(2)}, ${y.toFixed(2)})`);
}
