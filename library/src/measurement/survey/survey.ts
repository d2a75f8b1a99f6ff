import {
  clearRow,
  createTable,
  EventKind,
  growTable,
  hasAgent,
  longer,
  rowOf,
  slotOf,
  type Table,
} from '../../crowd/index.ts';
import type { Scenario } from '../../simulation/scenario/index.ts';
import type {
  SurveyArea,
  SurveyLine,
  SurveyPlan,
  SurveyPlanInput,
} from '../../simulation/scenario/schema-measurements.ts';
import { timeOf, type World } from '../../simulation/world.ts';
import {
  type AreaRecord,
  type AreaSummary,
  createAreaRecord,
  makeRoomForGroups,
  type Sample,
  sampleArea,
  summarizeArea,
} from './areas.ts';
import { createDensityMap, type DensityMap, sampleDensity } from './density-map.ts';
import { createGround, type Ground, walkableArea } from './ground.ts';
import {
  createLineRecord,
  directionOf,
  type LineRecord,
  type LineSummary,
  shareAtCrossing,
  summarizeLine,
} from './lines.ts';
import { readPlan } from './plan.ts';
import { observeQueues, type QueueRecord, type QueueSummary, summarizeQueue } from './queues.ts';
import { addRow } from './series.ts';
import { createTravelRecord, summarizeTravel, type TravelRecord, type TravelSummary } from './travel.ts';
import { createVoronoi, placeAgents, type Voronoi } from './voronoi.ts';

/** What is kept of each agent; one row for each slot of ids. */
const agentLayout = {
  /** Position after the last step. */
  x: 'float64',
  y: 'float64',
  /** Position and time of the last sample, or of entering since. */
  sampleX: 'float64',
  sampleY: 'float64',
  sampleTime: 'float64',
  entered: 'float64',
  distance: 'float64',
  group: 'int32',
  id: 'float64',
  /** 1 from entering to arriving. */
  travels: 'uint8',
} as const;

/** Observes lines, areas and travel times of a world after each step; never changes the world. */
export type Survey = {
  readonly plan: SurveyPlan;
  /** The scenario as it was at the last step: commands may add groups, lines and areas. */
  scenario: Scenario;
  readonly groups: string[];
  readonly lines: LineRecord[];
  readonly areas: AreaRecord[];
  readonly travel: TravelRecord;
  readonly queues: QueueRecord[];
  /** Where agents were; only if it was asked for. */
  readonly map: DensityMap | undefined;
  /** Agents that took part, of each group and in all. */
  members: Float64Array;
  agents: number;
  readonly kept: Table<typeof agentLayout>;
  ground: Ground | undefined;
  /** The obstacles that the ground shows. */
  shapes: World['shapes'];
  voronoi: Voronoi | undefined;
  readonly sample: Sample;
  /** Steps between two samples. */
  readonly every: number;
};

/** What a survey has measured. */
export type SurveySummary = {
  lines: LineSummary[];
  areas: AreaSummary[];
  /** Absent where no ground has a queue. */
  queues?: QueueSummary[];
  travel: TravelSummary & { groups: ({ name: string } & TravelSummary)[] };
};

/** What a survey measures instead of the `measurements` of the scenario, and whether it also maps the density. */
export type SurveyOptions = { plan?: SurveyPlanInput; densityMap?: boolean };

/** Starts observing a world as it is now. */
export function createSurvey(world: World, { densityMap = false, plan: given }: SurveyOptions = {}): Survey {
  const { crowd, dt, scenario } = world;
  const plan = given ? readPlan(given, scenario) : scenario.measurements;
  const { min, max } = scenario.bounds;
  const isFlat = scenario.dimension === 2;
  const survey: Survey = {
    plan,
    scenario,
    groups: [],
    lines: [],
    areas: [],
    travel: createTravelRecord(),
    queues: [],
    map: densityMap && isFlat ? createDensityMap(min[0], min[1], max[0], max[1]) : undefined,
    members: new Float64Array(0),
    agents: 0,
    kept: createTable(agentLayout, crowd.capacity),
    ground: undefined,
    shapes: world.shapes,
    voronoi: undefined,
    sample: { time: 0, count: 0, ...createColumns(crowd.capacity) },
    every: Math.max(1, Math.round(plan.interval / dt)),
  };
  followGroups(survey, world);
  measure(survey, world, plan.lines, plan.areas);
  for (let row = 0; row < crowd.count; row++) admit(survey, world, row);
  return survey;
}

/** Makes room for the groups that commands have added. */
function followGroups(survey: Survey, { scenario: { groups } }: World): void {
  for (const { name } of groups.slice(survey.groups.length)) survey.groups.push(name);
  survey.members = longer(survey.members, groups.length);
  for (const area of survey.areas) makeRoomForGroups(area, groups.length);
}

/** Measures more lines and areas from now on. */
function measure(
  survey: Survey,
  world: World,
  lines: readonly SurveyLine[],
  areas: readonly SurveyArea[],
): void {
  survey.lines.push(...lines.map(createLineRecord));
  if (areas.length === 0) return;
  const { max, min } = world.scenario.bounds;
  survey.voronoi ??= createVoronoi(min[0], min[1], max[0], max[1]);
  followShapes(survey, world);
  for (const area of areas) survey.areas.push(createAreaRecord(area, survey.ground!, survey.groups.length));
}

/** Follows what commands have added to the scenario in the last step. */
function followScenario(survey: Survey, world: World): void {
  const { areas, lines } = survey.scenario.measurements;
  survey.scenario = world.scenario;
  followGroups(survey, world);
  const { measurements } = world.scenario;
  measure(survey, world, measurements.lines.slice(lines.length), measurements.areas.slice(areas.length));
}

function createColumns(capacity: number) {
  return {
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    group: new Int32Array(capacity),
    speedX: new Float64Array(capacity),
    speedY: new Float64Array(capacity),
  };
}

/** Observes the world after a step. */
export function surveyStep(survey: Survey, world: World): void {
  const { kept, plan } = survey;
  const { crowd, dt, events } = world;
  if (survey.scenario !== world.scenario) followScenario(survey, world);
  if (kept.x.length < crowd.capacity) growTable(kept, crowd.capacity);
  for (let event = 0; event < events.count; event++) {
    if (events.kind[event] === EventKind.removed) recordLeaving(survey, world, events.agent[event]);
  }
  for (let event = 0; event < events.count; event++) {
    const id = events.agent[event];
    if (events.kind[event] === EventKind.added && hasAgent(crowd, id)) admit(survey, world, rowOf(crowd, id));
  }
  const end = timeOf(world);
  const isMeasured = end > plan.from && end <= (plan.until ?? Number.POSITIVE_INFINITY);
  const { x, y } = crowd.motion;
  for (let row = 0; row < crowd.count; row++) {
    const slot = slotOf(crowd.ids[row]);
    if (kept.travels[slot] === 1 && crowd.plan.hasArrived[row] === 1) recordArrival(survey, slot, end - dt);
    const dx = x[row] - kept.x[slot];
    const dy = y[row] - kept.y[slot];
    kept.distance[slot] += Math.sqrt(dx * dx + dy * dy);
    if (isMeasured && survey.lines.length > 0) recordCrossings(survey, world, row, slot);
    kept.x[slot] = x[row];
    kept.y[slot] = y[row];
  }
  const isSample = world.step % survey.every === 0;
  if (isMeasured) observeQueues(survey.queues, world, isSample);
  if (isSample) takeSample(survey, world, isMeasured);
}

function recordCrossings({ kept, lines }: Survey, world: World, row: number, slot: number): void {
  const { x, y } = world.crowd.motion;
  for (let k = 0; k < lines.length; k++) {
    const { crossings, line } = lines[k];
    const share = shareAtCrossing(line, kept.x[slot], kept.y[slot], x[row], y[row]);
    if (share < 0) continue;
    const n = addRow(crossings);
    crossings.columns.time[n] = timeOf(world) - (1 - share) * world.dt;
    crossings.columns.id[n] = kept.id[slot];
    crossings.columns.group[n] = kept.group[slot];
    crossings.columns.direction[n] = directionOf(line, kept.x[slot], kept.y[slot]);
  }
}

/** Speeds are the displacement since the last sample, which every sample needs, also one that does not count. */
function takeSample(survey: Survey, world: World, isMeasured: boolean): void {
  const { areas, kept, map, sample } = survey;
  const { crowd } = world;
  const time = timeOf(world);
  if (sample.x.length < crowd.count) Object.assign(sample, createColumns(crowd.capacity));
  sample.time = time;
  sample.count = crowd.count;
  for (let row = 0; row < crowd.count; row++) {
    const slot = slotOf(crowd.ids[row]);
    const elapsed = time - kept.sampleTime[slot];
    sample.x[row] = crowd.motion.x[row];
    sample.y[row] = crowd.motion.y[row];
    sample.group[row] = kept.group[slot];
    sample.speedX[row] = elapsed > 0 ? (sample.x[row] - kept.sampleX[slot]) / elapsed : Number.NaN;
    sample.speedY[row] = elapsed > 0 ? (sample.y[row] - kept.sampleY[slot]) / elapsed : Number.NaN;
    kept.sampleX[slot] = sample.x[row];
    kept.sampleY[slot] = sample.y[row];
    kept.sampleTime[slot] = time;
  }
  if (!isMeasured) return;
  if (map) sampleDensity(map, sample.x, sample.y, sample.count);
  if (areas.length === 0) return;
  if (survey.shapes !== world.shapes) followShapes(survey, world);
  placeAgents(survey.voronoi!, sample.x, sample.y, sample.count);
  for (let k = 0; k < areas.length; k++) sampleArea(areas[k], sample, survey.voronoi!, survey.ground!);
}

/** Commands have changed obstacles: other ground is walkable. */
function followShapes(survey: Survey, { scenario, shapes }: World): void {
  survey.shapes = shapes;
  survey.ground = createGround(scenario, shapes);
  for (const area of survey.areas) area.size = walkableArea(survey.ground, area.region);
}

function admit(survey: Survey, world: World, row: number): void {
  const { kept } = survey;
  const { crowd } = world;
  const slot = slotOf(crowd.ids[row]);
  clearRow(kept, slot);
  kept.x[slot] = kept.sampleX[slot] = crowd.motion.x[row];
  kept.y[slot] = kept.sampleY[slot] = crowd.motion.y[row];
  kept.sampleTime[slot] = timeOf(world);
  // An agent that enters does so at the beginning of the step.
  kept.entered[slot] = Math.max(0, timeOf(world) - world.dt);
  kept.group[slot] = crowd.traits.group[row];
  kept.id[slot] = crowd.ids[row];
  kept.travels[slot] = crowd.plan.hasArrived[row] === 1 ? 0 : 1;
  survey.agents++;
  if (kept.group[slot] >= 0) survey.members[kept.group[slot]]++;
}

/** An agent that leaves without a command to remove it has arrived. */
function recordLeaving(survey: Survey, world: World, id: number): void {
  const slot = slotOf(id);
  if (survey.kept.travels[slot] === 0 || survey.kept.id[slot] !== id) return;
  const isRemoved = world.applied.some((command) => command.kind === 'remove' && command.id === id);
  if (!isRemoved) recordArrival(survey, slot, timeOf(world) - world.dt);
  survey.kept.travels[slot] = 0;
}

function recordArrival({ kept, travel }: Survey, slot: number, time: number): void {
  const n = addRow(travel);
  kept.travels[slot] = 0;
  travel.columns.id[n] = kept.id[slot];
  travel.columns.group[n] = kept.group[slot];
  travel.columns.entered[n] = kept.entered[slot];
  travel.columns.arrived[n] = time;
  travel.columns.walked[n] = kept.distance[slot];
}

/** The results of the survey so far. */
export function summarizeSurvey(survey: Survey): SurveySummary {
  const { agents, areas, groups, lines, members, queues, travel } = survey;
  return {
    lines: lines.map((line) => summarizeLine(line, groups)),
    areas: areas.map((area) => summarizeArea(area, groups)),
    ...(queues.length > 0 && { queues: queues.map(summarizeQueue) }),
    travel: {
      ...summarizeTravel(travel, agents),
      groups: groups.map((name, group) => ({ name, ...summarizeTravel(travel, members[group], group) })),
    },
  };
}
