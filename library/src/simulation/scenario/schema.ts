import type * as z from 'zod/mini';
import { union } from './chained.ts';
import { scenarioDefaults } from './defaults.ts';
import {
  choice,
  exactly,
  list,
  number,
  oneOfNumbers,
  pair,
  record,
  text,
  wholeNumber,
  yesOrNo,
} from './fields.ts';
import {
  maximumAgents,
  maximumChangePoints,
  maximumChanges,
  maximumCoordinate,
  maximumGround,
  maximumGroups,
  maximumObstacleVertices,
  maximumScriptEntries,
  maximumTargets,
  maximumTeams,
  maximumVelocityFields,
} from './limits.ts';
import { agentSchema, groupSchema } from './schema-agents.ts';
import { areaSchema } from './schema-area.ts';
import { automataSchema } from './schema-automata.ts';
import { velocityFieldSchema } from './schema-fields.ts';
import { patchSchema } from './schema-ground.ts';
import { measuredSchema, measurementsSchema } from './schema-measurements.ts';
import { neighboursSchema } from './schema-neighbours.ts';
import { boxShape, name, obstacleSchema, targetSchema } from './schema-obstacles.ts';
import { plannerSchema } from './schema-planner.ts';
import { scriptEntrySchema } from './schema-script.ts';
import { steeringSchema } from './schema-steering.ts';
import { teamSchema } from './schema-teams.ts';

/**
 * The scenario file, version 1. SI units, radians, counter-clockwise, x to the right, y up the page, and in three
 * dimensions z up. What one field alone can say stands in the schema-*.ts files; what several fields say together
 * stands in the check-*.ts files.
 */

const time = () => number({ above: 0, max: 1e6, unit: 's' });
const fraction = () => number({ min: 0, max: 1 });

const changeSchema = record({
  name: name().describe('Unique among the changes.'),
  groups: list(name(), 1, maximumGroups)
    .exactOptional()
    .describe('Names of the groups that it affects; if absent, all agents.'),
  trait: choice(['speed', 'agility', 'mass', 'aggressiveness', 'viewRadius']).describe(
    'The trait that changes.',
  ),
  over: choice(['time', 'distance-walked', 'gap', 'goal-distance', 'speed']).describe(
    'The quantity it depends on: time since the start, s; distance walked, m; gap to the nearest thing, m; distance to the goal, m; the agent’s speed, m/s.',
  ),
  points: list(
    pair({ min: -1e6, max: 1e6 }, '[input, output]'),
    1,
    maximumChangePoints,
    'pairs [input, output]',
  ).describe('Pairs [input, output], inputs rising; straight lines between them, constant beyond them.'),
  as: choice(['factor', 'value'])
    .default(scenarioDefaults.changeAs)
    .describe('factor: the output multiplies the agent’s own trait; value: the output replaces it.'),
  lag: number({ min: 0, max: 1e6, unit: 's' })
    .default(scenarioDefaults.lag)
    .describe('Time constant with which the input is smoothed, s.'),
}).describe('A trait that depends on a quantity; the result is clipped to the range of the trait.');

const everySteps = () => wholeNumber({ min: 1, max: 1000 });
const phaseCadence = () =>
  union(
    [
      everySteps().describe('Every n steps.'),
      record({
        adaptive: choice(['goal-distance', 'speed', 'local-target', 'attention', 'threat']).describe(
          'What the interval of each agent depends on: goal-distance: its distance to the goal; speed: its speed; local-target: its distance to the local target; attention: whether it walks, is slow or has touched something; threat: whether anything threatens it.',
        ),
        fastest: everySteps().describe('Fewest steps between two updates.'),
        slowest: everySteps().describe('Most steps between two updates.'),
      }),
    ],
    { error: 'expected a whole number from 1 to 1000 or {"adaptive", "fastest", "slowest"}' },
  ).default(scenarioDefaults.cadence);

/** The schema of a scenario file; checkScenario checks more than one field alone can say. */
export const scenarioSchema = record({
  $schema: text(0, 2000).exactOptional().describe('Address of this schema, for editors; wend ignores it.'),
  version: exactly(1).describe('Version of this format.'),
  name: name().describe('Name of the scenario.'),
  description: text(0, 2000).exactOptional().describe('What the scenario shows.'),
  dimension: oneOfNumbers([2, 3])
    .default(scenarioDefaults.dimension)
    .describe(
      'Dimension of the world. Places are [x, y]; in three dimensions [x, y, z], and [x, y] means z = 0.',
    ),
  bounds: record({
    ...boxShape,
    walls: yesOrNo().default(scenarioDefaults.walls).describe('Whether the border is solid.'),
  }).describe('Extent of the world.'),
  dt: number({ above: 0, max: 0.25, unit: 's' }).default(scenarioDefaults.dt).describe('Time step, s.'),
  duration: time().describe('Simulated time, s.'),
  seed: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .default(scenarioDefaults.seed)
    .describe('Seed of all random numbers.'),
  area: areaSchema.exactOptional(),
  obstacles: list(obstacleSchema, 0, maximumObstacleVertices).default([]),
  targets: list(targetSchema, 0, maximumTargets).default([]),
  ground: list(patchSchema, 0, maximumGround)
    .default([])
    .describe('Ground that changes walking: stairs, belts, smoke, gates.'),
  velocityFields: list(velocityFieldSchema, 0, maximumVelocityFields)
    .default([])
    .describe('Velocity fields that journeys can follow; later fields can combine earlier ones.'),
  agents: list(agentSchema, 0, maximumAgents).default([]),
  groups: list(groupSchema, 0, maximumGroups).default([]).describe('Agents that are described together.'),
  teams: list(teamSchema, 0, maximumTeams).default([]).describe('Agents with a common task.'),
  script: list(scriptEntrySchema, 0, maximumScriptEntries).default([]).describe('Commands at given times.'),
  steering: steeringSchema.prefault({}),
  neighbours: neighboursSchema.prefault({}).describe('What agents perceive.'),
  planner: plannerSchema.prefault({}),
  automaton: record({ name: exactly('none').default('none').describe('The only value.') })
    .prefault({})
    .describe('No effect; use automata.'),
  automata: automataSchema
    .default([])
    .describe('Hybrid automata. Each one overwrites the results of changes and of earlier automata.'),
  changes: list(changeSchema, 0, maximumChanges).default([]).describe('Traits that change during the run.'),
  cadence: union(
    [
      record({
        planning: phaseCadence().describe('Steps between two plans.'),
        perception: phaseCadence().describe(
          'Steps between two perceptions; if absent, as the steering model declares: with more than 50 agents, walkers plan and perceive every 0.2 s and decide every 0.1 s.',
        ),
        prediction: phaseCadence().describe('Steps between two predictions of collisions.'),
        reaction: phaseCadence().describe('Steps between two reactions to what is close.'),
        steering: phaseCadence().describe('Steps between two decisions.'),
      }),
      choice(['full', 'reference', 'static', 'adaptive', 'matched']).describe(
        'A scheme of Singh et al. (2011), docs/models/decimation.md.',
      ),
    ],
    { error: 'expected an object, or "full", "reference", "static", "adaptive" or "matched"' },
  )
    .prefault({})
    .describe('How often each phase runs.'),
  contacts: choice(['solid', 'none'])
    .default(scenarioDefaults.contacts)
    .describe('solid: bodies do not pass through each other or obstacles; none: they do.'),
  arrival: choice(['stop', 'vanish', 'continue'])
    .default(scenarioDefaults.arrival)
    .describe('What an agent does at its goal.'),
  measurements: measurementsSchema.prefault({}),
  expect: record({
    arrivedAtLeast: fraction()
      .exactOptional()
      .describe('Smallest fraction of the agents with a goal that reach it.'),
    arrivedAtMost: fraction()
      .exactOptional()
      .describe('Largest fraction of the agents with a goal that reach it.'),
    stayWithinBounds: exactly(true)
      .exactOptional()
      .describe('The centre of every agent stays inside the bounds.'),
    seriousCollisionsAtMost: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .exactOptional()
      .describe('Number of serious collisions.'),
    minimumClearanceAtLeast: number({ min: -100, max: maximumCoordinate, unit: 'm' })
      .exactOptional()
      .describe('Smallest gap between two bodies, m; if negative, the allowed overlap.'),
    unreachableAtMost: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .exactOptional()
      .describe('Number of agents that found no path to a goal at some time.'),
    meanSpeedAtLeast: number({ min: 0, max: 10 })
      .exactOptional()
      .describe('Mean speed as a fraction of the desired speed.'),
    measured: list(measuredSchema, 0, 1000)
      .exactOptional()
      .describe('Ranges for figures of lines, areas and travel times.'),
  })
    .exactOptional()
    .describe('Criteria that a run must meet.'),
}).describe(
  'A crowd simulation for wend. SI units, radians; x to the right, y up the page; in three dimensions z is up.',
);

/** A checked scenario, every default filled in. */
export type Scenario = z.output<typeof scenarioSchema>;

/** What a file or a program may give: defaults may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>;

/** How often a phase runs: every so many steps, or adaptively. */
export type Cadence = z.output<ReturnType<typeof phaseCadence>>;
/** The cadence of each phase. */
export type Cadences = Scenario['cadence'];
/** A trait that changes during a run. */
export type Change = z.output<typeof changeSchema>;
export type { Place } from './fields.ts';
export type { Agent, Comer, Distribution, Group, GroupGoal, OpenRegion, Region } from './schema-agents.ts';
export type { Area } from './schema-area.ts';
export type { GroundPatch } from './schema-ground.ts';
export type { Journey, Stage } from './schema-journeys.ts';
export type { MeasuredCriterion } from './schema-measurements.ts';
export type { Course, Obstacle, Target, TargetRegion } from './schema-obstacles.ts';
export type { ScriptEntry } from './schema-script.ts';
