import { type NamedClass, steeringNamed } from '../../steering/index.ts';
import type { Scenario } from './schema.ts';

/** The classes of targets and obstacles; each counts within its kind, in the order of the scenario. */
export type ClassNumbers = {
  obstacleClasses: string[];
  targetClasses: string[];
  /** The number of a class by its name; without a name the first. */
  obstacleClassOf(name: string | undefined): number;
  targetClassOf(name: string | undefined): number;
};

/** The classes of a world whose steering does not tell any apart. */
const standardClasses: readonly NamedClass[] = [
  { name: 'target', kind: 'target' },
  { name: 'obstacles', kind: 'obstacle' },
];

/** The numbers of the classes of obstacles and targets that a scenario names. */
export function classNumbers(scenario: Scenario): ClassNumbers {
  let numbers = ofScenario.get(scenario);
  if (!numbers) {
    numbers = numberClasses(scenario);
    ofScenario.set(scenario, numbers);
  }
  return numbers;
}

/** Commands ask for each agent that they add. */
const ofScenario = new WeakMap<Scenario, ClassNumbers>();

/** A scenario to which a run has added something keeps its classes: what is there has their numbers. */
export function shareClasses(scenario: Scenario, extended: Scenario): Scenario {
  ofScenario.set(extended, classNumbers(scenario));
  return extended;
}

function numberClasses({ agents, groups, steering }: Scenario): ClassNumbers {
  const targetClasses: string[] = [];
  const obstacleClasses: string[] = [];
  const classes = classesOf(steering) ?? firstOf(groups, classesOf) ?? firstOf(agents, classesOf);
  for (const { kind, name } of classes ?? standardClasses)
    (kind === 'target' ? targetClasses : obstacleClasses).push(name);
  return {
    obstacleClasses,
    targetClasses,
    obstacleClassOf: (name) => (name === undefined ? 0 : obstacleClasses.indexOf(name)),
    targetClassOf: (name) => (name === undefined ? 0 : targetClasses.indexOf(name)),
  };
}

/** The classes that a model tells apart; agents of other models are of the first class of obstacles. */
function classesOf(settings: Scenario['steering']): readonly NamedClass[] | undefined {
  return steeringNamed(settings.name)?.classes?.(settings as never);
}

function firstOf<Result>(
  things: readonly { steering?: Scenario['steering'] }[],
  ask: (settings: Scenario['steering']) => Result | undefined,
): Result | undefined {
  for (const { steering } of things) {
    const result = steering && ask(steering);
    if (result !== undefined) return result;
  }
  return undefined;
}
