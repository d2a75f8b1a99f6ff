// Your own automaton: people slow down among others. Its memory is saved with the world: node examples/own-automaton.js
import { stateHashOf, stepWorld } from 'wend';
import { createScenarioWorld, loadWorld, saveWorld } from 'wend/scenario';

/** Sets each agent's speed to its own speed divided by 1 + a quarter of the number of agents that it sees. */
const caution = {
  name: 'caution',
  memory: { ownSpeed: 'float64', seen: 'int32' },
  /** An agent has entered, or its traits were changed from outside. */
  begin(crowd, row) {
    crowd.memory.ownSpeed[row] = crowd.traits.desiredSpeed[row];
  },
  /** Restores the agent's own trait before traits are changed from outside. */
  restore(crowd, row) {
    crowd.traits.desiredSpeed[row] = crowd.memory.ownSpeed[row];
  },
  /** The only place that sees the surroundings. It stores what update needs in the next step. */
  sense({ crowd }, perception) {
    const { counts } = perception.agents;
    for (let row = 0; row < crowd.count; row++) crowd.memory.seen[row] = counts[row];
  },
  update({ crowd }) {
    const { memory, traits } = crowd;
    for (let row = 0; row < crowd.count; row++) {
      traits.desiredSpeed[row] = memory.ownSpeed[row] / (1 + memory.seen[row] / 4);
    }
  },
};

const people = { count: 40, region: { circle: { center: [0, 0], radius: 8 } }, goal: { mirror: [0, 0] } };
const scenario = {
  version: 1,
  name: 'cautious people',
  bounds: { min: [-12, -12], max: [12, 12] },
  duration: 30,
  steering: { name: 'nonlinear' },
  groups: [{ name: 'people', ...people, goalRadius: 1, speed: { uniform: [1, 1.6] } }],
};
const world = createScenarioWorld(scenario, { automaton: caution });
const calm = createScenarioWorld(scenario);
const stepOften = (stepped, times) => {
  for (let step = 0; step < times; step++) stepWorld(stepped);
};
for (const one of [world, calm]) stepOften(one, 100);
const loaded = loadWorld(saveWorld(world), { automaton: caution });
for (const one of [world, calm, loaded]) stepOften(one, 200);
console.log(`after 15 s ${calm.arrived} have arrived, and ${world.arrived} of the cautious ones`);
console.log(`went on: ${stateHashOf(world)}\nloaded:  ${stateHashOf(loaded)}`);
