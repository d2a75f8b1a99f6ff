import { choice, defaultsOf, number, pair, type SettingsOf } from '../../settings/index.ts';
import { type BehaviourClass, classFields, type Rivalry } from './class-parameters.ts';

export {
  type Advantage,
  type BehaviourClass,
  competition,
  type Rivalry,
  standardClasses,
} from './class-parameters.ts';

const length = (about: string, metres: number) =>
  number({ default: metres, min: 0, max: 1000, unit: 'm', about });
const filterTimes = (about: string, seconds: readonly [number, number]) =>
  pair({ default: seconds, above: 0, max: 1000, unit: 's', names: '[shortest, longest]', about });

/** Parameters of the heading dynamics; equations and how to choose them: docs/models/. SI units, radians. */
export const nonlinearParameters = {
  variant: choice(['smooth', 'faithful'], {
    default: 'smooth',
    about: 'smooth: differentiable; faithful: as published.',
  }),
  /** How the weights are found: stable fixed point in closed form, or by integrating the competition. */
  solver: choice(['closed', 'integrate'], {
    default: 'closed',
    about: 'closed: equilibrium weights in closed form; integrate: step by step.',
  }),
  speedLaw: choice(['time-to-contact', 'constant'], {
    default: 'time-to-contact',
    about: 'How the speed depends on what is near.',
  }),
  /** d0base. */
  baseDistance: length('Distance d0 at which obstacles begin to matter, at aggressiveness 1/2, m.', 1),
  /** d1: the gap at which the agent stands still. */
  safetyDistance: length('Distance d1 kept to obstacles, at aggressiveness 1/2, m.', 0.1),
  /** t2c. */
  timeToContact: number({
    default: 0.5,
    above: 0,
    max: 1000,
    unit: 's',
    about: 'Time to contact that the speed law holds, s.',
  }),
  retreatSpeed: number({
    default: 0.3,
    min: 0,
    max: 50,
    unit: 'm/s',
    about: 'Largest speed backwards when something is too near, m/s.',
  }),
  speedScale: number({
    default: 1,
    min: 0,
    max: 10,
    about: 'Factor on the speed that the speed law gives.',
  }),
  noise: number({
    default: 0.05,
    min: 0,
    max: 100,
    unit: 'rad/√s',
    about: 'How the heading diffuses: standard deviation after one second, radians per √second.',
  }),
  /** The noise n of the weights, 2001 (4): docs/models/weights.md. */
  weightNoise: number({
    default: 0,
    min: 0,
    max: 1,
    about: 'Noise of the weights before they settle, in each step: its standard deviation. 0: none.',
  }),
  /** 0 keeps a plane scene plane. */
  climbNoise: number({
    default: 0,
    min: 0,
    max: 100,
    unit: 'rad/√s',
    about: 'In three dimensions: how the heading diffuses up and down, radians per √second.',
  }),
  /** k, radians per second. */
  attraction: number({ default: 1, min: 0, max: 1000, about: 'Strength of the turn towards the goal.' }),
  margin: number({
    default: 0.8,
    min: 0.05,
    max: 2,
    unit: 'rad',
    about: 'Angular safety margin δ around obstacles, radians.',
  }),
  agilityTime: filterTimes('Filter time of the turn rate at agility 1 and at agility 0, s.', [0.05, 1]),
  massTime: filterTimes('Filter time of the speed at mass 0 and at mass 1, s.', [0.05, 2]),
  ...classFields,
};

/** The parameters of nonlinear steering. */
export type NonlinearParameters = Omit<SettingsOf<typeof nonlinearParameters>, 'classes' | 'competition'> & {
  classes?: readonly BehaviourClass[] | undefined;
  competition?: readonly Rivalry[] | undefined;
};

/** The default parameters of nonlinear steering. */
export const nonlinearDefaults: NonlinearParameters = defaultsOf(nonlinearParameters);
