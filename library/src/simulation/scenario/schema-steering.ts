import * as z from 'zod';
import { classDefaults, crittersDefaults, steeringDefaults, walkerDefaults } from './defaults.ts';
import {
  choice,
  exactly,
  kind,
  kindsError,
  list,
  number,
  pair,
  record,
  wholeNumber,
  yesOrNo,
} from './fields.ts';
import { maximumClasses, speedRange } from './limits.ts';
import { fieldShape, name } from './schema-obstacles.ts';
import { pipelineParameters } from './schema-pipeline.ts';

/** The local layer: one of several models, told apart by name; where there is none, see nameModel in load.ts. */

const descriptions = {
  walker: 'Prediction, planning in space and time, and personality.',
  nonlinear: 'Nonlinear heading dynamics.',
  pipeline: 'Phases with several techniques, after Singh et al. (2011).',
  critters: 'Accelerations towards and away from objects.',
  straight: 'Straight to the local target, as if alone.',
} as const;

const models = Object.keys(descriptions);
const named = <Name extends keyof typeof descriptions>(model: Name) =>
  kind(model, models).describe(descriptions[model]);

const filterTimes = () => pair({ above: 0, max: 1000, unit: 's' }, '[shortest, longest]');
const steeringLength = () => number({ min: 0, max: 1000, unit: 'm' });
const share = () =>
  number({ above: 0, max: 1000 }).default(classDefaults.share).describe('Its largest value.');

const constantAdvantage = record({
  constant: number({
    above: 0,
    max: 1000,
    why: 'with α ≤ 0 the state (0, 0) would be stable: everything would be switched off',
  }),
}).describe('Always the same, above 0.');

const targetClass = record({
  name: name().describe('Unique among the classes.'),
  kind: exactly('target').describe('Attracts.'),
  distance: exactly(1)
    .default(classDefaults.distance)
    .describe('Always 1: only repulsion fades with the distance.'),
  advantage: z
    .union(
      [
        constantAdvantage,
        record({ remaining: record({ share: share() }) }).describe(
          'share × (1 − tanh C), C the closeness of the obstacles of all classes: ΣD in the faithful variant, D of the closest in the way in the smooth one.',
        ),
        record({
          nearby: record({
            share: share(),
            length: number({ above: 0, max: 1e6, unit: 'm' }).describe('Decay length, m.'),
          }),
        }).describe('share × exp(−distance / length): what is near counts more.'),
      ],
      { error: 'expected for a target class {"constant"}, {"remaining"} or {"nearby"}' },
    )
    .prefault({ remaining: {} })
    .describe('How strong the class is in the competition, α.'),
}).describe('A class of targets.');

const obstacleClass = record({
  name: name().describe('Unique among the classes.'),
  kind: exactly('obstacle').describe('Repels.'),
  distance: number({ min: 0.001, max: 1000 })
    .default(classDefaults.distance)
    .describe('Factor on the distance d0 at which its obstacles begin to matter.'),
  advantage: z
    .union(
      [
        constantAdvantage,
        record({
          closeness: record({
            scale: number({ above: 0, max: 1000 })
              .default(classDefaults.closeness)
              .describe('Slope at no obstacles.'),
          }),
        }).describe(
          'tanh(scale × C), C the closeness of the obstacles of the class: ΣD in the faithful variant, D of the closest in the way in the smooth one.',
        ),
      ],
      { error: 'expected for an obstacle class {"constant"} or {"closeness"}' },
    )
    .prefault({ closeness: {} })
    .describe('How strong the class is in the competition, α.'),
}).describe('A class of obstacles.');

const competitionSchema = record({
  of: name().describe('The class that loses.'),
  from: name().describe('The class that takes.'),
  by: z
    .union(
      [
        record({ constant: number({ min: 0, max: 1000 }) }).describe('Always the same.'),
        record({
          conflict: record({
            sharpness: number({ above: 0, max: 100 })
              .default(classDefaults.sharpness)
              .describe('How narrow the peak is, c2.'),
          }),
        }).describe('exp(−sharpness × (P_of P_from + 1)): of a target class from an obstacle class.'),
        record({
          exclusive: record({
            margin: number({ above: 1, max: 1000 })
              .default(classDefaults.margin)
              .describe('Factor, above 1: the stronger of two switches the other off.'),
          }),
        }).describe('margin × the advantage of the class that takes.'),
      ],
      { error: 'expected {"constant"}, {"conflict"} or {"exclusive"}' },
    )
    .describe('How much, γ.'),
}).describe('What one class takes from another in the competition; pairs that are not listed have defaults.');

const nonlinearShape = {
  name: named('nonlinear').default('nonlinear'),
  variant: choice(['smooth', 'faithful'])
    .default(steeringDefaults.variant)
    .describe('smooth: differentiable; faithful: as published.'),
  solver: choice(['closed', 'integrate'])
    .default(steeringDefaults.solver)
    .describe('closed: equilibrium weights in closed form; integrate: step by step.'),
  speedLaw: choice(['time-to-contact', 'constant'])
    .default(steeringDefaults.speedLaw)
    .describe('How the speed follows from what is near.'),
  baseDistance: steeringLength()
    .default(steeringDefaults.baseDistance)
    .describe('Distance d0 at which obstacles begin to matter, at aggressiveness 1/2, m.'),
  safetyDistance: steeringLength()
    .default(steeringDefaults.safetyDistance)
    .describe('Distance d1 kept to obstacles, at aggressiveness 1/2, m.'),
  timeToContact: number({ above: 0, max: 1000, unit: 's' })
    .default(steeringDefaults.timeToContact)
    .describe('Time to contact that the speed law holds, s.'),
  retreatSpeed: number({ ...speedRange, unit: 'm/s' })
    .default(steeringDefaults.retreatSpeed)
    .describe('Speed backwards when too near, m/s.'),
  speedScale: number({ min: 0, max: 10 })
    .default(steeringDefaults.speedScale)
    .describe('Factor on the speed that the speed law gives.'),
  noise: number({ min: 0, max: 100, unit: 'rad/√s' })
    .default(steeringDefaults.noise)
    .describe('How the heading diffuses: standard deviation after one second, radians per √second.'),
  climbNoise: number({ min: 0, max: 100, unit: 'rad/√s' })
    .default(steeringDefaults.climbNoise)
    .describe('In three dimensions: how the heading diffuses up and down, radians per √second.'),
  attraction: number({ min: 0, max: 1000 })
    .default(steeringDefaults.attraction)
    .describe('Strength of the turn towards the goal.'),
  margin: number({ min: 0.05, max: 2, unit: 'rad' })
    .default(steeringDefaults.margin)
    .describe('Angular safety margin δ around obstacles, radians.'),
  agilityTime: filterTimes()
    .default([...steeringDefaults.agilityTime])
    .describe('Filter time of the turn rate at agility 1 and at agility 0, s.'),
  massTime: filterTimes()
    .default([...steeringDefaults.massTime])
    .describe('Filter time of the speed at mass 0 and at mass 1, s.'),
  classes: list(
    z.discriminatedUnion('kind', [targetClass, obstacleClass], {
      error: kindsError(['target', 'obstacle']),
    }),
    2,
    maximumClasses,
  )
    .exactOptional()
    .describe(
      'Classes of targets and obstacles that compete for the heading; if absent, "target" and "obstacles".',
    ),
  competition: list(competitionSchema, 0, maximumClasses * (maximumClasses - 1))
    .exactOptional()
    .describe(
      'What classes take from one another. If not listed: a target class loses to an obstacle class by conflict, an obstacle class to a target class 0.05, to another obstacle class 0, a target class to another by exclusion.',
    ),
};

const fieldOf = (field: { strength: number; exponent: number }, what: string) =>
  record({
    strength: fieldShape.strength.default(field.strength),
    exponent: fieldShape.exponent.default(field.exponent),
  })
    .prefault({})
    .describe(what);

const crittersShape = {
  name: named('critters'),
  method: choice(['semi-implicit', 'euler'])
    .default(crittersDefaults.method)
    .describe('semi-implicit: places follow the new velocity; euler: the old one, which adds energy.'),
  drag: number({ min: 0, max: 1000, unit: '1/s' })
    .default(crittersDefaults.drag)
    .describe('Deceleration by drag as a multiple of the velocity, 1/s.'),
  maximumAcceleration: number({ above: 0, max: 1e6, unit: 'm/s²' })
    .default(crittersDefaults.maximumAcceleration)
    .describe('Larger accelerations become this, m/s².'),
  maximumStep: number({ min: 0.0001, max: 1, unit: 's' })
    .default(crittersDefaults.maximumStep)
    .describe('A step is divided so that no part is longer, s.'),
  obstacles: fieldOf(crittersDefaults.obstacles, 'The acceleration that obstacles give.'),
  agents: fieldOf(crittersDefaults.agents, 'The acceleration that agents give one another.'),
  targets: fieldOf(crittersDefaults.targets, 'The acceleration that targets and goals give.'),
};

const pipelineShape = {
  name: named('pipeline'),
  ...pipelineParameters,
};

const walkerShape = {
  name: named('walker').default('walker'),
  horizon: number({ min: 0.01, max: 60, unit: 's' })
    .default(walkerDefaults.horizon)
    .describe('How far ahead collisions with agents are avoided, s.'),
  wallHorizon: number({ min: 0.01, max: 60, unit: 's' })
    .default(walkerDefaults.wallHorizon)
    .describe('How far ahead walls are avoided, s.'),
  spaceTime: yesOrNo()
    .default(walkerDefaults.spaceTime)
    .describe('Whether agents plan in space and time where they would get stuck.'),
  planningCrowd: wholeNumber({ min: 0, max: 100 })
    .default(walkerDefaults.planningCrowd)
    .describe('Nobody plans in space and time who sees more agents than this.'),
};

/** Whoever writes other keys without a name means another model. */
export const walkerKeys = Object.keys(walkerShape);

const shapes = {
  walker: walkerShape,
  nonlinear: nonlinearShape,
  pipeline: pipelineShape,
  critters: crittersShape,
  straight: { name: named('straight') },
};

/** A model, which knows the keys of the others by name to say whose they are. */
function modelSchema<Name extends keyof typeof shapes>(model: Name) {
  const others = Object.entries(shapes)
    .filter(([name]) => name !== model)
    .map(([name, shape]) => ({ what: `${name} steering`, keys: Object.keys(shape) }));
  return record(shapes[model], others).describe(descriptions[model]);
}

const nonlinearSchema = modelSchema('nonlinear');
const crittersSchema = modelSchema('critters');

export const steeringSchema = z
  .discriminatedUnion(
    'name',
    [
      modelSchema('walker'),
      nonlinearSchema,
      modelSchema('pipeline'),
      crittersSchema,
      modelSchema('straight'),
    ],
    {
      // Without a name the alternatives are tried in turn.
      unionFallback: true,
      error: kindsError(models),
    },
  )
  .describe('The local layer: how to move now.');

export type SteeringParameters = z.output<typeof steeringSchema>;
export type NonlinearSteering = z.output<typeof nonlinearSchema>;
export type CrittersSteering = z.output<typeof crittersSchema>;
export type SteeringClass = NonNullable<NonlinearSteering['classes']>[number];
export type Competition = z.output<typeof competitionSchema>;
