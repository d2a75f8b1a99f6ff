import { applyCommands } from './apply-commands.ts';
import { commitStep } from './commit-step.ts';
import { computeControls } from './compute-controls.ts';
import { integrateMotion } from './integrate-motion.ts';
import { resolveContacts } from './resolve-contacts.ts';
import { updateAutomata } from './update-automata.ts';
import { updateNeighbours } from './update-neighbours.ts';
import { updatePlans } from './update-plans.ts';
import type { World } from './world.ts';

/** One step: these stages, in this order, each in the file of its name. */
const stages = [
  { name: 'applyCommands', run: applyCommands },
  { name: 'updateAutomata', run: updateAutomata },
  { name: 'updatePlans', run: updatePlans },
  { name: 'updateNeighbours', run: updateNeighbours },
  { name: 'computeControls', run: computeControls },
  { name: 'integrateMotion', run: integrateMotion },
  { name: 'resolveContacts', run: resolveContacts },
  { name: 'commitStep', run: commitStep },
] as const;

/** The names of the stages, in the order of World.stageTimes. */
export const stageNames = stages.map(({ name }) => name);

/** Advances the world by dt. Throws where a model, planner, automaton or clock calls it from inside a step. */
export function stepWorld(world: World): void {
  if (world.isStepping)
    throw new Error('stepWorld was called inside a step: a callback cannot step its world');
  world.isStepping = true;
  try {
    runStages(world);
  } finally {
    world.isStepping = false;
  }
}

function runStages(world: World): void {
  const { clock, stageTimes } = world;
  for (let stage = 0; stage < stages.length; stage++) {
    const begin = clock ? clock() : 0;
    stages[stage].run(world);
    if (clock) stageTimes[stage] += clock() - begin;
  }
}
