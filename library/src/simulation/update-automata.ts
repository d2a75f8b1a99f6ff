import type { AutomatonActions, AutomatonInput } from '../automata/index.ts';
import { goalOf, retarget } from './apply-commands.ts';
import { ownPlannerOf } from './given/planner.ts';
import { completeSteering } from './given/steering.ts';
import { plannerRow, setPlannerRow } from './planners.ts';
import { beginSteering, modelNumber, switchSteering } from './steering.ts';
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
    happening: world.happening,
    targets,
    targetNamed: (name) => targetNumbers.get(name) ?? -1,
    obstacleNamed: (name) => world.shapes.findIndex((shape) => shape?.name === name),
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
  const modelOf = remember((settings: Settings) =>
    modelNumber(world, completeSteering(settings as { name: string })),
  );
  const plannerOf = remember((settings: Settings) => plannerRow(world.planners, ownPlannerOf(settings)));
  const goalOfTargets = remember((targets: readonly string[]) => goalOf(world, { targets: [...targets] }));
  return {
    setSteering(row, settings) {
      const number = typeof settings === 'number' ? settings : modelOf(settings);
      if (world.crowd.traits.steering[row] !== number) beginSteering(world, row, number);
    },
    setPlanner: (row, settings) =>
      setPlannerRow(world, row, typeof settings === 'number' ? settings : plannerOf(settings)),
    setTargets: (row, names) => retarget(world, row, goalOfTargets(names)),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** Finds what belongs to each key once: modes name the same objects in every jump. */
function remember<Key extends object, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, Found>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}
