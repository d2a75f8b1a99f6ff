// What a neighbour costs in space beside the plane, and what more classes cost: node benchmarks/kernels.js
// Cases take turns, block by block, and the best block of each counts: ratios of one run, on one machine.
import { createWorld, stepWorld } from '../library/dist/index.js';

const AGENTS = 3999;
const BLOCKS = 30;
const STEPS = 20;
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
  `a neighbour in space costs ${times(space, plane, 'perNeighbour')} times one in the plane (at most 1.6)`,
);
const both = (what) =>
  `${times(classes, plane, what)} in the plane and ${times(classesInSpace, space, what)} in space`;
console.log(`a whole step with 4 classes costs, in units of one with 2: ${both('step')} (at most 1.3)`);
console.log(`its steering alone: ${both('steering')}`);

/** A crowd of three kinds in a box of these sizes, everybody on the way to a place of its own. */
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
