import type { AutomatonActions, AutomatonInput } from '../automata/index.ts';
import { addTimedEvent, EventKind } from '../crowd/index.ts';
import type { PlannerSettings } from '../planning/index.ts';
import type { SteeringSettings } from '../steering/index.ts';
import { retarget } from './apply-commands.ts';
import { ownPlannerOf } from './given/planner.ts';
import { completeSteering } from './given/steering.ts';
import { obstacleNumber } from './placed-obstacles.ts';
import { setPlanner, setPlannerRow } from './planners.ts';
import { beginSteering, switchSteering } from './steering.ts';
import type { World } from './world.ts';

/** Lets the automata change what agents are like. */
export function updateAutomata(world: World): void {
  world.automaton.update(automatonInputOf(world));
}

/** What a world shows its automata: made once, for a step makes nothing. */
const inputs = new WeakMap<World, AutomatonInput>();

export function automatonInputOf(world: World): AutomatonInput {
  const input = inputs.get(world) ?? createInput(world);
  input.step = world.step;
  return input;
}

function createInput(world: World): AutomatonInput {
  const { crowd, dt, events, obstacles, scenario, seed, solids, targets } = world;
  const targetNumbers = new Map(scenario.targets.map(({ name }, number) => [name, number]));
  const input: AutomatonInput = {
    crowd,
    obstacles,
    solids,
    events,
    targets,
    targetNamed: (name) => targetNumbers.get(name) ?? -1,
    obstacleNamed: (name) => obstacleNumber(world, name),
    seed,
    step: world.step,
    dt,
    switchSteering: (row, name) => switchSteering(world, row, completeSteering({ name })),
    actions: createActions(world),
  };
  inputs.set(world, input);
  return input;
}

function createActions(world: World): AutomatonActions {
  // Settings as a mode has them, completed once.
  const steerings = new Map<object, SteeringSettings>();
  const planners = new Map<object, PlannerSettings>();
  return {
    setSteering(row, settings) {
      if (typeof settings === 'number') {
        if (world.crowd.traits.steering[row] !== settings) beginSteering(world, row, settings);
        return;
      }
      let complete = steerings.get(settings);
      if (!complete) {
        complete = completeSteering(settings as { name: string });
        steerings.set(settings, complete);
      }
      switchSteering(world, row, complete);
    },
    setPlanner(row, settings) {
      if (typeof settings === 'number') {
        setPlannerRow(world, row, settings);
        return;
      }
      let complete = planners.get(settings);
      if (!complete) {
        complete = ownPlannerOf(settings);
        planners.set(settings, complete);
      }
      setPlanner(world, row, complete);
    },
    setTargets: (row, names) => retarget(world, row, { targets: [...names] }),
    recordJump(row, transition, after) {
      addTimedEvent(world.happening, EventKind.jump, world.crowd.ids[row], transition, after);
    },
  };
}
