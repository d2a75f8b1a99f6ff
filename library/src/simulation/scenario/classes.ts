import { standardClasses } from '../../steering/nonlinear/parameters.ts';
import type { Scenario } from './schema.ts';

/** The classes that compete for the heading; each counts within its kind, in the order of the scenario. */
export type ClassNumbers = {
  obstacleClasses: string[];
  targetClasses: string[];
  /** The number of a class by its name; without a name the first. */
  obstacleClassOf(name: string | undefined): number;
  targetClassOf(name: string | undefined): number;
};

export function classNumbers({ steering }: Pick<Scenario, 'steering'>): ClassNumbers {
  const targetClasses: string[] = [];
  const obstacleClasses: string[] = [];
  const classes = steering.name === 'nonlinear' ? steering.classes : undefined;
  for (const { kind, name } of classes ?? standardClasses)
    (kind === 'target' ? targetClasses : obstacleClasses).push(name);
  return {
    obstacleClasses,
    targetClasses,
    obstacleClassOf: (name) => (name === undefined ? 0 : obstacleClasses.indexOf(name)),
    targetClassOf: (name) => (name === undefined ? 0 : targetClasses.indexOf(name)),
  };
}
