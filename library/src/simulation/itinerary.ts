import { GoalKind } from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import { registerGoalKinds } from '../planning/base/goal-kinds.ts';
import { NO_GOAL, OWN_GOAL, type PlannerSettings } from '../planning/index.ts';
import type { TraitChanges } from './command-schema.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import type { Distribution, Journey, OpenRegion, Scenario, Stage } from './scenario/index.ts';
import { createScenarioIndex, type ObstacleIndex } from './scenario/obstacle-index.ts';
import { createTargetSetFinder } from './scenario/target-sets.ts';

/** A stage of a journey as the columns of an agent take it up. */
export type PreparedStage = {
  kind: number;
  /** What plan.targetSet, goalX … goalRadius and field become. */
  targetSet: number;
  x: number;
  y: number;
  z: number;
  radius: number;
  field: number;
  /** Steps that it takes; infinite where no time ends it. */
  steps: number;
  /** Steps of standing at what was sought, from … to, or seconds that are drawn otherwise. */
  dwell: readonly [number, number] | Distribution;
  /** Where points are drawn, and the steps from one to the next. */
  region: OpenRegion | undefined;
  interval: number;
  /** The agent that is pursued or fled from: its id, or the number of a group; −1: neither. */
  quarry: number;
  quarryGroup: number;
  /** Names of queues, of which it chooses one. */
  queues: readonly string[];
  traits: TraitChanges | undefined;
  /** The planner from this stage on. */
  planner: PlannerSettings | undefined;
  /** The row of the next stage; −1: the journey is over. */
  next: number;
  /** Whether what comes next is another round. */
  endsRound: boolean;
  /** What happens when the journey is over. */
  end: Scenario['arrival'];
};

/** The journeys of a scenario in one table of stages: plan.stage is a row of it. */
export type Itinerary = {
  stages: PreparedStage[];
  /** The first stage of each agent and group of the scenario; −1: none. */
  ofAgent: Int32Array;
  ofGroup: Int32Array;
  /** The journeys of agents that came during the run, in the order of coming: saved with the world. */
  ofComers: { key: string; journey: Journey; first: number }[];
  /** Where points to wander to may lie; nothing where no agent wanders. */
  room: ObstacleIndex | undefined;
  /** Scratch of the drawing. */
  point: Float64Array;
};

/** Prepares the journeys of the agents and of some groups of a scenario. Lists of targets that are new are added to `targetSets`. */
export function createItinerary(
  scenario: Scenario,
  targetSets: Int32Array[],
  groups: Scenario['groups'],
): Itinerary {
  registerGoalKinds();
  const itinerary: Itinerary = {
    stages: [],
    ofAgent: new Int32Array(0),
    ofGroup: new Int32Array(0),
    ofComers: [],
    room: undefined,
    point: new Float64Array(3),
  };
  const prepare = createPreparation(scenario, targetSets);
  const add = ({ journey }: { journey?: Journey }) => addStages(scenario, itinerary, prepare, journey);
  itinerary.ofAgent = Int32Array.from(scenario.agents, add);
  itinerary.ofGroup = Int32Array.from(groups, add);
  return itinerary;
}

/** The first stage of the journey of an agent that comes during the run; equal journeys share their stages. */
export function addJourney(
  scenario: Scenario,
  itinerary: Itinerary,
  targetSets: Int32Array[],
  journey: Journey,
): number {
  const key = JSON.stringify(journey);
  const known = itinerary.ofComers.find((other) => other.key === key);
  if (known) return known.first;
  const first = addStages(scenario, itinerary, createPreparation(scenario, targetSets), journey);
  itinerary.ofComers.push({ key, journey, first });
  return first;
}

/** Adds the stages of a journey; returns the row of the first, −1 without a journey. */
function addStages(
  scenario: Scenario,
  itinerary: Itinerary,
  prepare: Preparation,
  journey: Journey | undefined,
): number {
  if (!journey) return -1;
  const { stages } = itinerary;
  const first = stages.length;
  const last = first + journey.stages.length - 1;
  for (const stage of journey.stages) {
    const isLast = stages.length === last;
    const prepared = prepare(stage);
    if (prepared.region) itinerary.room ??= createScenarioIndex(scenario);
    stages.push({
      ...prepared,
      next: !isLast ? stages.length + 1 : journey.loop ? first : -1,
      endsRound: isLast && journey.loop,
      end: journey.end ?? scenario.arrival,
    });
  }
  return first;
}

type Preparation = (stage: Stage) => Omit<PreparedStage, 'next' | 'endsRound' | 'end'>;

function createPreparation(scenario: Scenario, targetSets: Int32Array[]): Preparation {
  const { agents, dt, groups, velocityFields } = scenario;
  const setOf = createTargetSetFinder(scenario, targetSets);
  const agentNumbers = new Map(agents.map(({ name }, k) => [name, k]));
  const groupNumbers = new Map(groups.map(({ name }, k) => [name, k]));
  const fieldNumbers = new Map(velocityFields.map(({ name }, k) => [name, k]));
  const stepsOf = (seconds: number) => Math.round(seconds / dt);
  const lastingOf = (seconds: number | undefined) =>
    seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(1, stepsOf(seconds));
  const othersOf = ({ agent, group }: { agent?: string; group?: string }) => ({
    quarry: agent === undefined ? -1 : agentNumbers.get(agent)!,
    quarryGroup: group === undefined ? -1 : groupNumbers.get(group)!,
  });
  return (stage) => {
    const common = { ...nothing, kind: GoalKind[stage.kind], traits: stage.traits, planner: stage.planner };
    switch (stage.kind) {
      case 'seek': {
        const { dwell, point, radius, targets } = stage;
        const isEven = typeof dwell === 'number' || 'uniform' in dwell;
        const [low, high] = typeof dwell === 'number' ? [dwell, dwell] : isEven ? dwell.uniform : [0, 0];
        return {
          ...common,
          targetSet: targets ? setOf(targets) : OWN_GOAL,
          x: point?.[0] ?? 0,
          y: point?.[1] ?? 0,
          z: point ? heightOf(point) : 0,
          radius,
          dwell: isEven ? [stepsOf(low), stepsOf(high)] : dwell,
        };
      }
      case 'flee':
        if (stage.from) return { ...common, targetSet: setOf(stage.from), radius: stage.distance };
        // The direction away from the other is set in each step; and the nearest of a group, now and then.
        return {
          ...common,
          ...othersOf(stage),
          kind: GoalKind.direction,
          radius: stage.distance,
          interval: Math.max(1, stepsOf(LOOK_AROUND)),
        };
      case 'direction': {
        const { along } = stage;
        const [x, y] = along;
        const z = heightOf(along);
        const size = Math.sqrt(x * x + y * y + z * z);
        return { ...common, x: x / size, y: y / size, z: z / size, steps: lastingOf(stage.for) };
      }
      case 'idle':
        return { ...common, steps: lastingOf(stage.for) };
      case 'wander': {
        const interval = Math.max(1, stepsOf(stage.interval));
        const { region } = stage;
        return {
          ...common,
          targetSet: OWN_GOAL,
          region,
          interval,
          radius: bodyDefaults.goalRadius,
          steps: lastingOf(stage.for),
        };
      }
      case 'pursue':
        return {
          ...common,
          targetSet: OWN_GOAL,
          radius: stage.distance,
          ...othersOf(stage),
        };
      case 'queue':
        return { ...common, targetSet: OWN_GOAL, queues: stage.queues };
      case 'follow':
        return { ...common, field: fieldNumbers.get(stage.field)!, steps: lastingOf(stage.for) };
    }
  };
}

/** Seconds after which an agent that flees from a group looks for the nearest member again. */
const LOOK_AROUND = 0.5;

/** Whether a stage flees from an agent. */
export function fleesAgent({ kind, quarry, quarryGroup }: PreparedStage): boolean {
  return kind === GoalKind.direction && (quarry >= 0 || quarryGroup >= 0);
}

/** A stage that says nothing. */
const nothing = {
  targetSet: NO_GOAL,
  x: 0,
  y: 0,
  z: 0,
  radius: 0,
  field: -1,
  steps: Number.POSITIVE_INFINITY,
  dwell: [0, 0],
  region: undefined,
  interval: 0,
  quarry: -1,
  quarryGroup: -1,
  queues: [],
} as const;
