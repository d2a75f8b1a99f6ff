// Whom somebody sees, who comes near and goes and when, and the first touch: node examples/neighbours.js
import {
  beginLists,
  contactsOf,
  createNearLists,
  createNeighbourIndex,
  createWorld,
  EventKind,
  rowOf,
  stepWorld,
} from 'wend';

const VIEW = 4;
const scenario = {
  version: 1,
  name: 'two rooms and a door',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 10,
  steering: { name: 'nonlinear' },
  neighbours: { radius: VIEW, events: true },
  // A wall from north to south, open in the middle.
  obstacles: [
    { shape: 'segment', from: [0, 1], to: [0, 10] },
    { shape: 'segment', from: [0, -1], to: [0, -10] },
  ],
  // Number 0 walks southward; the others stand.
  agents: [
    { at: [-2, 3], goal: [-2, -9], speed: 1 },
    { at: [1, 3] },
    { at: [1, 0] },
    { at: [-2, -2.02] },
    { at: [-4, 4] },
  ],
};
/** Everybody goes straight on, whatever is in the way: so that the times can be checked by hand. */
const straightOn = {
  name: 'straight on',
  computeControls({ crowd }) {
    crowd.next.speed.set(crowd.plan.pace);
    crowd.next.turnRate.fill(0);
  },
};
const world = createWorld(scenario, { steering: straightOn });

// An index of one's own, brought up to where everybody is; a world is all that it needs to look at.
const index = createNeighbourIndex('kinetic');
index.update(world);
const lists = createNearLists();

/** The numbers of those that a question about agent 0 finds. */
function ask(question, amount) {
  const row = rowOf(world.crowd, 0);
  beginLists(lists, world.crowd.capacity);
  index[question](row, amount, lists);
  const found = lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row]);
  return Array.from(found, (other) => world.crowd.ids[other]);
}
for (const question of ['near', 'visible', 'approachable']) {
  console.log(`${question} within ${VIEW} m: ${ask(question, VIEW).sort().join(', ')}`);
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
