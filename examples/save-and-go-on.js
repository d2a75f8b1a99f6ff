// Saves a world during a run. The loaded world continues with the same bits as the original.
import { stateHashOf, stepWorld, timeOf } from 'wend';
import { createScenarioWorld, loadWorld, saveWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'interrupted walk',
  bounds: { min: [-15, -15], max: [15, 15], walls: true },
  duration: 20,
  groups: [
    {
      name: 'people',
      count: 50,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: { normal: { mean: 1.3, deviation: 0.2 } },
    },
  ],
  steering: { noise: 0.1 },
});
const stepOften = (stepped, times) => {
  for (let step = 0; step < times; step++) stepWorld(stepped);
};
stepOften(world, 120);
const saved = saveWorld(world);
const loaded = loadWorld(saved);
console.log(`saved ${saved.length} bytes at ${timeOf(world).toFixed(1)} s`);
stepOften(world, 200);
stepOften(loaded, 200);
console.log(`went on to ${timeOf(world).toFixed(1)} s: ${stateHashOf(world)}`);
console.log(`loaded, to ${timeOf(loaded).toFixed(1)} s: ${stateHashOf(loaded)}`);
