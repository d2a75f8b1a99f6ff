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

export function classNumbers({ steering }: Pick<Scenario, 'steering'>): ClassNumbers {
  const targetClasses: string[] = [];
  const obstacleClasses: string[] = [];
  const classes = steeringNamed(steering.name)?.classes?.(steering as never);
  for (const { kind, name } of classes ?? standardClasses)
    (kind === 'target' ? targetClasses : obstacleClasses).push(name);
  return {
    obstacleClasses,
    targetClasses,
    obstacleClassOf: (name) => (name === undefined ? 0 : obstacleClasses.indexOf(name)),
    targetClassOf: (name) => (name === undefined ? 0 : targetClasses.indexOf(name)),
  };
}
