import * as z from 'zod';
import { bodyDefaults, personalityDefaults, scenarioDefaults, steeringDefaults } from './defaults.ts';
import {
  choice,
  exactly,
  kindsError,
  list,
  number,
  pair,
  place,
  record,
  text,
  wholeNumber,
  yesOrNo,
} from './fields.ts';
import {
  maximumAgents,
  maximumCoordinate,
  maximumCoursePoints,
  maximumCourseSpeed,
  maximumGroups,
  maximumObstacleVertices,
  maximumTargets,
  radiusRange,
  speedRange,
  traitRange,
} from './limits.ts';

/**
 * The scenario file, version 1. SI units, radians, counter-clockwise, x to the right and y up.
 * What one field alone can say stands here; what several fields say together stands in the checks-*.ts files.
 */

const name = () => text(1, 100);
const length = (above: number) => number({ above, max: maximumCoordinate, unit: 'm' });
const time = () => number({ above: 0, max: 1e6, unit: 's' });
const angle = () => number({ min: -1000, max: 1000, unit: 'rad' });
const fraction = () => number({ min: 0, max: 1 });
const speedOfCourse = () => number({ above: 0, max: maximumCourseSpeed, unit: 'm/s' });

const boxShape = {
  min: place().describe('Lower left corner [x, y], m.'),
  max: place().describe('Upper right corner [x, y], m.'),
};
const circleShape = {
  center: place().describe('Centre [x, y], m.'),
  radius: length(0).describe('Radius, m.'),
};
const pathShape = {
  points: list(place(), 1, maximumCoursePoints).describe('Points [x, y] that it passes in this order, m.'),
  speed: speedOfCourse().describe('Speed along the path, m/s.'),
};

const courseSchema = z
  .discriminatedUnion(
    'kind',
    [
      record({
        kind: exactly('velocity').describe('Moves on and on with one velocity.'),
        velocity: pair(
          { min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' },
          '[vx, vy]',
        ).describe('Velocity [vx, vy], m/s; its size is at most 50 m/s.'),
      }),
      record({
        kind: exactly('waypoints').describe(
          'Goes from its own place through the points and stays at the last.',
        ),
        ...pathShape,
      }),
      record({
        kind: exactly('loop').describe('Goes from its own place through the points, back, and again.'),
        ...pathShape,
      }),
      record({
        kind: exactly('oscillation').describe(
          'Swings about its own place: displaced by amplitude × sin(2π × time / period + phase).',
        ),
        amplitude: pair({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[ax, ay]').describe(
          'Largest displacement [ax, ay], m.',
        ),
        period: number({ min: 0.01, max: 1e6, unit: 's' }).describe('Time of one swing there and back, s.'),
        phase: angle().default(scenarioDefaults.phase).describe('Phase at time 0, radians.'),
      }),
    ],
    { error: kindsError(['velocity', 'waypoints', 'loop', 'oscillation']) },
  )
  .meta({
    id: 'course',
    description:
      'A scripted motion. The own place is the centre of a circle or box, the middle of a segment, the first corner of a polygon, the point of a target.',
  });

const obstacleCommon = {
  name: name().exactOptional().describe('For messages and pictures.'),
  course: courseSchema.exactOptional(),
};

export const obstacleSchema = z
  .discriminatedUnion(
    'shape',
    [
      record({ shape: exactly('circle'), ...circleShape, ...obstacleCommon }).describe('A solid disc.'),
      record({ shape: exactly('box'), ...boxShape, ...obstacleCommon }).describe(
        'A solid box along the axes.',
      ),
      record({
        shape: exactly('segment'),
        from: place().describe('One end [x, y], m.'),
        to: place().describe('The other end [x, y], m; a different point.'),
        ...obstacleCommon,
      }).describe('A wall without thickness.'),
      record({
        shape: exactly('polygon'),
        points: list(place(), 3, maximumObstacleVertices).describe(
          'Corners [x, y] in either sense of rotation, m; the last is joined to the first; the outline does not cross or touch itself.',
        ),
        ...obstacleCommon,
      }).describe('A solid polygon.'),
    ],
    { error: kindsError(['circle', 'box', 'segment', 'polygon']) },
  )
  .describe('Something solid, still or on a course.');

export const targetSchema = record({
  name: name().describe('Unique; agents and groups refer to it.'),
  at: place().describe('Place [x, y], m.'),
  radius: length(0)
    .default(scenarioDefaults.targetRadius)
    .describe('An agent has arrived when its centre is this near, m.'),
  course: courseSchema.exactOptional(),
}).describe('A place to go to.');

const targetNames = () =>
  list(name(), 1, 1000).exactOptional().describe('Names of targets; the nearest of them is pursued.');
const goalRadius = () =>
  length(0).default(bodyDefaults.goalRadius).describe('Distance at which its own goal counts as reached, m.');
const heading = () =>
  angle()
    .exactOptional()
    .describe('Heading at time 0, radians from the x axis, counter-clockwise; if absent, towards the goal.');

export const agentSchema = record({
  name: name().exactOptional().describe('For messages and pictures.'),
  at: place().describe('Place at time 0 [x, y], m.'),
  heading: heading(),
  radius: number({ ...radiusRange, unit: 'm' })
    .default(bodyDefaults.radius)
    .describe('Radius of its body, m.'),
  speed: number({ ...speedRange, unit: 'm/s' })
    .default(bodyDefaults.speed)
    .describe('Speed it wants, m/s.'),
  targets: targetNames(),
  goal: place()
    .exactOptional()
    .describe('A point of its own to go to [x, y], m; not together with targets. With neither, it stands.'),
  goalRadius: goalRadius(),
  personality: record({
    agility: number(traitRange).default(personalityDefaults.agility).describe('0 turns slowly, 1 at once.'),
    mass: number(traitRange).default(personalityDefaults.mass).describe('0 changes speed at once, 1 slowly.'),
    aggressiveness: number(traitRange)
      .default(personalityDefaults.aggressiveness)
      .describe('0 keeps wide distances, 1 narrow ones.'),
  })
    .prefault({})
    .describe('Traits from 0 to 1.'),
}).describe('One agent.');

type Range = { min: number; max: number; unit?: string };

/** A number, or numbers drawn for each agent; draws are clipped to the range of the field. */
function distribution(range: Range) {
  const within = () => number(range);
  const unit = range.unit === undefined ? '' : `, ${range.unit}`;
  return z.union(
    [
      within().describe(`The same for all${unit}.`),
      record({
        uniform: pair(range, '[low, high]').describe(`Drawn evenly from low to high${unit}.`),
      }),
      record({
        normal: record({
          mean: within().describe(`Mean${unit}.`),
          deviation: number({ min: 0, max: maximumCoordinate }).describe(`Standard deviation${unit}.`),
          min: within().exactOptional().describe(`Smaller draws become this${unit}.`),
          max: within().exactOptional().describe(`Larger draws become this${unit}.`),
        }).describe('Drawn from a normal distribution and clipped.'),
      }),
    ],
    { error: 'expected a number, {"uniform": [low, high]} or {"normal": {"mean", "deviation"}}' },
  );
}

const boxRegion = record({ box: record(boxShape) }).describe('Anywhere in a box.');
const circleRegion = record({ circle: record(circleShape) }).describe('Anywhere in a circle.');
const ringRegion = record({ ring: record(circleShape) }).describe(
  'Evenly spaced on a circle, the first at angle 0, counter-clockwise.',
);

const regionSchema = z
  .union([boxRegion, circleRegion, ringRegion], { error: 'expected {"box"}, {"circle"} or {"ring"}' })
  .describe('Where the centres of the bodies are at time 0.');

const groupGoalSchema = z
  .union(
    [
      record({ point: place() }).describe('One point for all [x, y], m.'),
      record({
        offset: pair({ min: -2 * maximumCoordinate, max: 2 * maximumCoordinate, unit: 'm' }, '[dx, dy]'),
      }).describe('Its own start plus [dx, dy], m.'),
      record({ mirror: place() }).describe('Its own start mirrored at the point [x, y], m.'),
      record({
        random: z.union([boxRegion, circleRegion], { error: 'expected {"box"} or {"circle"}' }),
      }).describe('A point drawn for each agent, outside the obstacles.'),
    ],
    { error: 'expected {"point"}, {"offset"}, {"mirror"} or {"random"}' },
  )
  .describe('A point of its own for each agent; not together with targets. With neither, they stand.');

export const groupSchema = record({
  name: name().describe('Unique among the groups.'),
  count: wholeNumber({ min: 1, max: maximumAgents }).describe('How many agents.'),
  region: regionSchema,
  heading: heading(),
  radius: distribution({ ...radiusRange, unit: 'm' })
    .default(bodyDefaults.radius)
    .describe('Radius of the bodies, m.'),
  speed: distribution({ ...speedRange, unit: 'm/s' })
    .default(bodyDefaults.speed)
    .describe('Speed they want, m/s.'),
  personality: record({
    agility: distribution(traitRange).default(personalityDefaults.agility),
    mass: distribution(traitRange).default(personalityDefaults.mass),
    aggressiveness: distribution(traitRange).default(personalityDefaults.aggressiveness),
  })
    .prefault({})
    .describe('Traits from 0 to 1.'),
  targets: targetNames(),
  goal: groupGoalSchema.exactOptional(),
  goalRadius: goalRadius(),
  clearance: number({ min: 0, max: 100, unit: 'm' })
    .default(scenarioDefaults.clearance)
    .describe('Smallest gap between placed bodies, m; a ring places exactly and does not ask.'),
}).describe('Many agents at once.');

const filterTimes = () => pair({ above: 0, max: 1000, unit: 's' }, '[shortest, longest]');
const steeringLength = () => number({ min: 0, max: 1000, unit: 'm' });

const steeringSchema = record({
  name: exactly('nonlinear').default('nonlinear').describe('Nonlinear heading dynamics.'),
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
}).describe('The local layer: how to move now.');

const everySteps = () => wholeNumber({ min: 1, max: 1000 });
const phaseCadence = () =>
  z
    .union(
      [
        everySteps().describe('Every n steps.'),
        record({
          adaptive: choice(['goal-distance', 'speed']).describe('What sets the pace of each agent.'),
          fastest: everySteps().describe('Fewest steps between two updates.'),
          slowest: everySteps().describe('Most steps between two updates.'),
        }),
      ],
      { error: 'expected a whole number from 1 to 1000 or {"adaptive", "fastest", "slowest"}' },
    )
    .default(scenarioDefaults.cadence);

export const scenarioSchema = record({
  $schema: text(0, 2000).exactOptional().describe('Where an editor finds this schema; not read.'),
  version: exactly(1).describe('Version of this format.'),
  name: name().describe('Name of the scenario.'),
  description: text(0, 2000).exactOptional().describe('What it shows.'),
  dimension: exactly(2).default(scenarioDefaults.dimension).describe('Dimension of the world.'),
  bounds: record({
    ...boxShape,
    walls: yesOrNo().default(scenarioDefaults.walls).describe('Whether the border is solid.'),
  }).describe('The world.'),
  dt: number({ above: 0, max: 0.25, unit: 's' }).default(scenarioDefaults.dt).describe('Time step, s.'),
  duration: time().describe('Simulated time, s.'),
  seed: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .default(scenarioDefaults.seed)
    .describe('Seed of all random numbers.'),
  obstacles: list(obstacleSchema, 0, maximumObstacleVertices).default([]),
  targets: list(targetSchema, 0, maximumTargets).default([]),
  agents: list(agentSchema, 0, maximumAgents).default([]),
  groups: list(groupSchema, 0, maximumGroups).default([]),
  steering: steeringSchema.prefault({}),
  neighbours: record({
    name: choice(['grid', 'brute']).default(scenarioDefaults.neighbours).describe('Index of neighbours.'),
    radius: number({ above: 0, max: 100, unit: 'm' })
      .default(scenarioDefaults.neighbourRadius)
      .describe('How far an agent sees, m.'),
  })
    .prefault({})
    .describe('Who is near.'),
  planner: record({ name: exactly('direct').default('direct').describe('Straight to the goal.') })
    .prefault({})
    .describe('The planning layer: where to go.'),
  automaton: record({ name: exactly('none').default('none').describe('No changes of behaviour.') })
    .prefault({})
    .describe('Changes of behaviour.'),
  cadence: record({
    planning: phaseCadence().describe('Steps between two plans.'),
    perception: phaseCadence().describe('Steps between two looks around.'),
    steering: phaseCadence().describe('Steps between two decisions.'),
  })
    .prefault({})
    .describe('How often each phase runs.'),
  arrival: choice(['stop', 'vanish', 'continue'])
    .default(scenarioDefaults.arrival)
    .describe('What an agent does at its goal.'),
  expect: record({
    arrivedAtLeast: fraction().exactOptional().describe('Fraction of the agents with a goal that reach it.'),
    seriousCollisionsAtMost: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .exactOptional()
      .describe('Number of serious collisions.'),
    minimumClearanceAtLeast: number({ min: -100, max: maximumCoordinate, unit: 'm' })
      .exactOptional()
      .describe('Smallest gap between two bodies, m; negative: they may overlap by so much.'),
    meanSpeedAtLeast: number({ min: 0, max: 10 })
      .exactOptional()
      .describe('Mean speed as a fraction of the wanted speed.'),
  })
    .exactOptional()
    .describe('Criteria that a run must meet.'),
}).describe('A crowd simulation for wend. SI units, radians; x to the right, y up.');

/** A checked scenario, every default filled in. */
export type Scenario = z.output<typeof scenarioSchema>;

/** What a file or a program may give: defaults may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>;

export type Obstacle = z.output<typeof obstacleSchema>;
export type Target = z.output<typeof targetSchema>;
export type Course = z.output<typeof courseSchema>;
export type Agent = z.output<typeof agentSchema>;
export type Group = z.output<typeof groupSchema>;
export type Region = z.output<typeof regionSchema>;
export type GroupGoal = z.output<typeof groupGoalSchema>;
export type Distribution = z.output<ReturnType<typeof distribution>>;
export type SteeringParameters = z.output<typeof steeringSchema>;
export type Cadence = z.output<ReturnType<typeof phaseCadence>>;
export type Place = z.output<ReturnType<typeof place>>;
