// Compares the cost of a neighbour in space and in the plane, and of more classes: node benchmarks/kernels.js
// Cases take turns, block by block, and the best block of each counts: ratios of one run, on one machine.
import { stepWorld } from '../library/dist/index.js';
import { createScenarioWorld as createWorld } from '../library/dist/scenario.js';
import { createClasses } from '../library/dist/steering/nonlinear/classes.js';
import { ASIDE, NEAREST, NEGLIGIBLE } from '../library/dist/steering/nonlinear/gather.js';
import { createKernel } from '../library/dist/steering/nonlinear/kernel.js';
import { createWindow } from '../library/dist/steering/nonlinear/repellers.js';

const AGENTS = 3999;
const BLOCKS = 30;
const STEPS = 20;
/** Runs of the kernel alone in a block. */
const REPEATS = 4;
/** The stage of steering, in the order of stageNames. */
const COMPUTE_CONTROLS = 4;

const square = [90, 90];
/** About as many neighbours as in the square. */
const cube = [34, 34, 34];
const cases = {
  plane: scenario(square, false),
  space: scenario(cube, false),
  'plane, 4 classes': scenario(square, true),
  'space, 4 classes': scenario(cube, true),
};

const runs = Object.entries(cases).map(([name, input]) => {
  const world = createWorld(input, { clock: () => performance.now() });
  for (let step = 0; step < STEPS; step++) stepWorld(world);
  const unknown = Number.POSITIVE_INFINITY;
  return { name, world, perNeighbour: unknown, steering: unknown, step: unknown, neighbours: 0 };
});
for (let block = 0; block < BLOCKS; block++) {
  for (const run of runs) {
    const { stageTimes } = run.world;
    const begin = stageTimes[COMPUTE_CONTROLS];
    const beginAll = stageTimes.reduce((sum, time) => sum + time, 0);
    let neighbours = 0;
    for (let step = 0; step < STEPS; step++) {
      stepWorld(run.world);
      neighbours += run.world.environment.perception.agents.length;
    }
    const all = stageTimes.reduce((sum, time) => sum + time, 0) - beginAll;
    const steering = stageTimes[COMPUTE_CONTROLS] - begin;
    run.perNeighbour = Math.min(run.perNeighbour, steering / neighbours);
    run.steering = Math.min(run.steering, steering / (AGENTS * STEPS));
    run.step = Math.min(run.step, all / (AGENTS * STEPS));
    run.neighbours = neighbours / (AGENTS * STEPS);
  }
}

for (const { name, neighbours, perNeighbour, steering, step } of runs) {
  const figures = [
    `${neighbours.toFixed(1)} neighbours`,
    `steering ${(1e6 * perNeighbour).toFixed(1)} ns per neighbour and ${(1000 * steering).toFixed(2)} µs per agent`,
    `whole step ${(1000 * step).toFixed(2)} µs per agent`,
  ];
  console.log(`${name.padEnd(17)} ${figures.join(', ')}`);
}
const [plane, space, classes, classesInSpace] = runs;
const times = (a, b, what) => (a[what] / b[what]).toFixed(2);
console.log(
  `a neighbour in space costs ${times(space, plane, 'perNeighbour')} times one in the plane, steering as a whole`,
);
const both = (what) =>
  `${times(classes, plane, what)} in the plane and ${times(classesInSpace, space, what)} in space`;
console.log(`a whole step with 4 classes costs, in units of one with 2: ${both('step')}`);
console.log(`its steering alone: ${both('steering')}`);

const kernels = runs.map(({ world }) => loadKernel(world));
// Many short blocks, so that at least one of each case runs undisturbed.
for (let block = 0; block < 5 * BLOCKS; block++) for (const kernel of kernels) kernel.run();
const [inPlane, inSpace, classesInPlane, classesInTheSpace] = kernels.map(({ best }) => best());
const share = (a, b) => (a / b).toFixed(2);
console.log('the compiled sums over neighbours alone, on crowds that stand still:');
console.log(
  `  ${(1e6 * inPlane).toFixed(1)} ns per neighbour in the plane; in space ${share(inSpace, inPlane)} times that (at most 1.6)`,
);
console.log(
  `  with 4 classes ${share(classesInPlane, inPlane)} times 2 in the plane, ${share(classesInTheSpace, inSpace)} in space (at most 1.3)`,
);

/** The kernel with a world's agents and near lists in its memory. */
function loadKernel({ crowd, environment, scenario }) {
  const { count, dimension, motion, traits } = crowd;
  const { counts, items, length, order, starts } = environment.perception.agents;
  const classes = createClasses(scenario.steering);
  const kernel = createKernel(createWindow(scenario.steering.margin), classes, dimension, count, length);
  for (let row = 0; row < count; row++) {
    kernel.bodies.set([motion.x[row], motion.y[row], traits.radius[row], motion.z[row]], 4 * row);
  }
  kernel.headingX.set(motion.headingX.subarray(0, count));
  kernel.headingY.set(motion.headingY.subarray(0, count));
  if (dimension === 3) kernel.headingZ.set(motion.headingZ.subarray(0, count));
  kernel.decayRate.fill(1);
  kernel.starts.set(starts.subarray(0, count));
  kernel.counts.set(counts.subarray(0, count));
  kernel.order.set(order.subarray(0, count));
  kernel.classes.set(traits.class.subarray(0, count));
  kernel.items.set(items.subarray(0, length));
  let best = Number.POSITIVE_INFINITY;
  return {
    run() {
      const begin = performance.now();
      for (let time = 0; time < REPEATS; time++) kernel.repel(count, 0, ASIDE, NEGLIGIBLE, NEAREST);
      best = Math.min(best, (performance.now() - begin) / (REPEATS * length));
    },
    best: () => best,
  };
}

/** A crowd of three kinds in a box of these sizes; each agent has its own goal. */
function scenario(size, areClasses) {
  const max = size;
  const min = size.map(() => 0);
  const kinds = ['people', 'dogs', 'carts'];
  return {
    version: 1,
    name: 'kernel',
    dimension: size.length,
    bounds: { min, max },
    duration: 1000,
    arrival: 'continue',
    steering: { name: 'nonlinear' },
    groups: kinds.map((name) => ({
      name,
      count: AGENTS / kinds.length,
      region: { box: { min, max } },
      goal: { random: { box: { min, max } } },
      ...(areClasses && { class: name }),
    })),
    ...(areClasses && {
      steering: {
        name: 'nonlinear',
        classes: [{ name: 'target', kind: 'target' }, ...kinds.map((name) => ({ name, kind: 'obstacle' }))],
      },
    }),
  };
}
