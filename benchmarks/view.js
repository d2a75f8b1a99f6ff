// The cost of a view for 10,000 agents: taking up a step, and reading places and headings between two steps.
//
//   node benchmarks/view.js          after npm run build
//
// Milliseconds of processor time, the median of 300 calls each. The aim: below 0.3 ms for a read, which a page does in
// every picture.
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { createView, readView, takeSnapshot, updateView } from 'wend/view';

const CALLS = 300;
const agents = Number(process.argv[2] ?? 10_000);
const side = Math.sqrt(agents) * 1.2;
const world = createScenarioWorld({
  version: 1,
  name: 'view',
  bounds: { min: [0, 0], max: [side, side] },
  duration: 60,
  steering: { name: 'straight' },
  groups: [
    {
      name: 'people',
      count: agents,
      region: { box: { min: [0.5, 0.5], max: [side - 0.5, side - 0.5] } },
      goal: { mirror: [side / 2, side / 2] },
    },
  ],
});
const view = createView(world);
stepWorld(world);
updateView(view, world);
const column = () => new Float32Array(agents);
const into = { x: column(), y: column(), headingX: column(), headingY: column() };
let { buffer } = takeSnapshot(world);

const figures = {
  'read places and headings': median((k) => readView(view, (view.time * (k % 10)) / 10, into)),
  'take up a step': median(() => updateView(view, world)),
  'take a snapshot': median(() => {
    ({ buffer } = takeSnapshot(world, buffer));
  }),
};
console.log(`${world.crowd.count} agents`);
for (const [name, time] of Object.entries(figures)) console.log(`${name.padEnd(26)} ${time.toFixed(3)} ms`);

function median(act) {
  for (let k = 0; k < 50; k++) act(k);
  const times = Array.from({ length: CALLS }, (_, k) => {
    const begin = process.cpuUsage();
    act(k);
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[CALLS / 2];
}
