import { addEvent, createTable, EventKind, growTable, reserveAgent, type Table } from '../crowd/index.ts';
import {
  addHash,
  createHash,
  finishHash,
  type Hash64,
  hashDouble,
  log,
  Purpose,
  resetHash,
  uniform,
} from '../numerics/index.ts';
import { beginAgent, memberStart, placeAgent } from './agents.ts';
import { isTaken, occupy } from './occupied.ts';
import type { WorldParts } from './parts.ts';
import { findPlacedObstacle, isOutside, scenarioIndexOf } from './placed-obstacles.ts';
import { plannerRow } from './planners.ts';
import { gapToBounds } from './scenario/bounds.ts';
import type { SourceChange } from './scenario/check-sources.ts';
import { classNumbers } from './scenario/classes.ts';
import { resolveDistances } from './scenario/distances.ts';
import { drawPoint } from './scenario/draw.ts';
import { createGoalAssignment, type GoalAssignment } from './scenario/goals.ts';
import { maximumAgents } from './scenario/limits.ts';
import { drawMember } from './scenario/populate.ts';
import { createPopulation, type Population } from './scenario/population.ts';
import type { Group, Scenario } from './scenario/schema.ts';
import type { SourceDefinition } from './scenario/schema-sources.ts';
import { modelNumber } from './steering.ts';
import type { World } from './world.ts';

/** What a source must not forget, one row each. Times are seconds, counts are agents. */
const sourceLayout = {
  rate: 'float64',
  /** When the present rate began, and the batches that have come at it. */
  since: 'float64',
  batches: 'float64',
  /** When the next batch comes; infinite without a rate. */
  nextAt: 'float64',
  /** Random gaps drawn so far. */
  drawn: 'float64',
  /** Pairs of the schedule that are over. */
  scheduled: 'float64',
  /** Agents that have come so far, and those that have entered; the others wait outside. */
  came: 'float64',
  entered: 'float64',
} as const;

/** The groups that enter during the run. */
export type Sources = {
  /** The number of each source's group. */
  groups: number[];
  /** What each source does: as in the scenario, or as a command has said since. `most` then counts all that came before, too. */
  definitions: SourceDefinition[];
  /** Whether a command has. */
  changed: boolean[];
  table: Table<typeof sourceLayout>;
  entrance: Entrance | undefined;
};

/** Scratch of entering: a population of one agent, how it gets its goal, and how often a step has searched the crowd. */
type Entrance = {
  scenario: Scenario;
  population: Population;
  assign: GoalAssignment;
  point: Float64Array;
  step: number;
  searches: number;
};

/** Draws of a place in one step; then the agent waits for the next step. */
const ATTEMPTS = 16;

/**
 * Streams of random numbers of entering agents: 2^52 + group × 2^32 + how many came before it. No id and no
 * row of a population is as large, so that the nth agent of a source is the same, whenever it comes and whatever else does.
 */
const FIRST_STREAM = 4_503_599_627_370_496;
const GROUP_STREAMS = 4_294_967_296;

function createSources({ groups }: Scenario, seed: number): Sources | undefined {
  const numbers = groups.flatMap(({ source }, number) => (source ? [number] : []));
  if (numbers.length === 0) return undefined;
  const sources: Sources = {
    groups: numbers,
    definitions: numbers.map((group) => groups[group].source!),
    changed: numbers.map(() => false),
    table: createTable(sourceLayout, numbers.length),
    entrance: undefined,
  };
  numbers.forEach((_, row) => {
    const { from, rate = 0 } = sources.definitions[row];
    startRate(sources, row, seed, from, rate);
  });
  return sources;
}

/** Lets agents come at a rate from a time on. */
function startRate(
  { definitions, groups, table }: Sources,
  row: number,
  seed: number,
  since: number,
  rate: number,
): void {
  const { arrivals, batch } = definitions[row];
  table.rate[row] = rate;
  table.since[row] = since;
  table.batches[row] = 0;
  table.nextAt[row] = since;
  if (rate === 0) table.nextAt[row] = Number.POSITIVE_INFINITY;
  else if (arrivals === 'poisson') table.nextAt[row] += drawGap(table, row, groups[row], batch, seed);
}

/** Seconds between two batches of a Poisson process: exponentially distributed. */
function drawGap(
  { drawn, rate }: Sources['table'],
  row: number,
  group: number,
  batch: number,
  seed: number,
): number {
  const fraction = uniform(seed, Purpose.spawning, group, drawn[row]++);
  return (-log(1 - fraction) * batch) / rate[row];
}

/** Counts the agents that have come by now, and lets those enter that find room, in the order in which they came. */
function feedSources(world: World): void {
  const { scenario, sources } = world;
  if (!sources) return;
  const { came, entered } = sources.table;
  for (let row = 0; row < sources.groups.length; row++) {
    const group = sources.groups[row];
    countComers(world, sources, row);
    while (entered[row] < came[row] && enter(world, sources, scenario.groups[group], group, entered[row])) {
      entered[row]++;
    }
  }
}

function countComers({ dt, seed, step }: World, sources: Sources, row: number): void {
  const { definitions, groups, table } = sources;
  const { arrivals, batch, schedule, until = Number.POSITIVE_INFINITY } = definitions[row];
  // Rounding must not delay a time that is a multiple of dt by a step.
  const time = (step + 1e-6) * dt;
  let comers = 0;
  while (table.nextAt[row] <= time && table.nextAt[row] < until) {
    comers += batch;
    table.batches[row]++;
    if (arrivals === 'poisson') table.nextAt[row] += drawGap(table, row, groups[row], batch, seed);
    // Not a sum of gaps, which would add up their rounding.
    else table.nextAt[row] = table.since[row] + (table.batches[row] * batch) / table.rate[row];
  }
  for (; schedule && table.scheduled[row] < schedule.length; table.scheduled[row]++) {
    const [at, count] = schedule[table.scheduled[row]];
    if (at > time) break;
    comers += count;
  }
  if (comers > 0) admit(sources, row, comers);
}

/** Lets agents come, as many as the limit of the source allows. */
function admit({ definitions, table: { came } }: Sources, row: number, count: number): void {
  came[row] = Math.min(definitions[row].most ?? Number.POSITIVE_INFINITY, came[row] + count);
}

/** Puts the next agent of a source where there is room; false where there is none now. */
function enter(world: World, sources: Sources, group: Group, number: number, serial: number): boolean {
  const { crowd, happening, itinerary, planners, scenario, seed } = world;
  if (crowd.slotCount - crowd.freeSlotCount >= maximumAgents) return false;
  if (!world.parts.hasTeamPlace(world, number)) return false;
  const entrance = entranceOf(world, sources);
  const { assign, point, population } = entrance;
  const stream = FIRST_STREAM + number * GROUP_STREAMS + serial;
  drawMember(group, seed, population, 0, stream);
  if (!findPlace(world, entrance, group, population.radius[0], stream)) return false;
  population.group[0] = number;
  population.class[0] = classNumbers(scenario).obstacleClassOf(group.class);
  population.x[0] = point[0];
  population.y[0] = point[1];
  population.z[0] = point[2];
  assign(0, stream, group, group.goal);
  const { personalDistance, planner, viewRadius } = group;
  const start = memberStart(population, 0, {
    steering: modelNumber(world, group.steering),
    planner: planner ? plannerRow(planners, planner) : 0,
    viewRadius,
    distances: personalDistance === undefined ? undefined : resolveDistances(scenario, personalDistance),
  });
  const id = reserveAgent(crowd);
  const row = placeAgent(world, id, start);
  world.parts.joinTeam(world, row);
  beginAgent(world, row, itinerary.ofGroup[number], start.premovement);
  occupy(world, id, point[0], point[1], point[2], population.radius[0]);
  addEvent(happening, EventKind.added, id, -1, 0);
  return true;
}

function entranceOf(world: World, sources: Sources): Entrance {
  const { scenario, seed, targets, targetSets } = world;
  // A command may have added targets.
  if (sources.entrance?.scenario !== scenario) {
    const population = { ...createPopulation(1), targetSets };
    const assign = createGoalAssignment(scenario, seed, population, scenarioIndexOf(scenario), targets);
    sources.entrance = { scenario, population, assign, point: new Float64Array(3), step: -1, searches: 0 };
  }
  return sources.entrance;
}

function findPlace(
  world: World,
  entrance: Entrance,
  { clearance, region }: Group,
  radius: number,
  stream: number,
): boolean {
  const { scenario, seed, step } = world;
  const { point } = entrance;
  if ('ring' in region) return false;
  const margin = scenario.bounds.walls ? radius : 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!drawPoint(region, Purpose.placement, seed, stream, step * ATTEMPTS + attempt, point)) continue;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    if (gapToBounds(scenario, x, y, z, margin) < 0) continue;
    if (isOccupied(world, entrance, x, y, z, radius, clearance)) continue;
    if (!isOutside(world, x, y) && findPlacedObstacle(world, x, y, z, radius) < 0) return true;
  }
  return false;
}

/** Reading the crowd into a grid costs about as much as searching it this often. */
const FEW_SEARCHES = 32;

/** As isTaken. The first questions of a step are answered without the grid. */
function isOccupied(
  world: World,
  entrance: Entrance,
  x: number,
  y: number,
  z: number,
  radius: number,
  gap: number,
): boolean {
  const { count, motion, traits } = world.crowd;
  if (entrance.step !== world.step) entrance.searches = 0;
  entrance.step = world.step;
  if (++entrance.searches > FEW_SEARCHES) return isTaken(world, x, y, z, radius, gap);
  for (let row = 0; row < count; row++) {
    const dx = motion.x[row] - x;
    const dy = motion.y[row] - y;
    const dz = motion.z[row] - z;
    const distance = traits.radius[row] + radius + gap;
    if (distance > 0 && dx * dx + dy * dy + dz * dz < distance * distance) return true;
  }
  return false;
}

/** Whether agents wait outside or are still to come. */
function expectsAgents({ sources }: World): boolean {
  if (!sources) return false;
  const { came, entered, nextAt, scheduled } = sources.table;
  return sources.definitions.some((definition, row) => {
    const { most = Number.POSITIVE_INFINITY, schedule = [], until = Number.POSITIVE_INFINITY } = definition;
    if (entered[row] < came[row]) return true;
    return came[row] < most && (scheduled[row] < schedule.length || nextAt[row] < until);
  });
}

/** Carries out the command that gives a group another source, changes its rate, or lets more of its agents come. */
export function changeSource(world: World, name: string, change: SourceChange): void {
  const { dt, scenario, seed, step } = world;
  const { enter: count = 0, rate, source } = change;
  const group = scenario.groups.findIndex((one) => one.name === name);
  const now = step * dt;
  if (source) {
    const row = defineSource(world, group, source);
    const { definitions, table } = world.sources!;
    const { from, most, rate: first = 0, schedule = [] } = source;
    if (most !== undefined) definitions[row] = { ...source, most: table.came[row] + most };
    // What would have come before this step does not.
    table.scheduled[row] = schedule.filter(([at]) => at < now).length;
    startRate(world.sources!, row, seed, Math.max(from, now), first);
  }
  const { sources } = world;
  const row = sources ? sources.groups.indexOf(group) : -1;
  if (!sources || row < 0) return;
  admit(sources, row, count);
  if (rate !== undefined) startRate(sources, row, seed, now, rate);
}

/** Gives a group a source, in the place of the one that it has or in a new row; returns the row. */
export function defineSource(world: World, group: number, source: SourceDefinition): number {
  world.sources ??= {
    ...{ groups: [], definitions: [], changed: [] },
    ...{ table: createTable(sourceLayout, 1), entrance: undefined },
  };
  const { changed, definitions, groups, table } = world.sources;
  let row = groups.indexOf(group);
  if (row < 0) {
    row = groups.push(group) - 1;
    if (groups.length > table.rate.length) growTable(table, 2 * groups.length);
    table.nextAt[row] = Number.POSITIVE_INFINITY;
  }
  definitions[row] = source;
  changed[row] = true;
  return row;
}

/** Sources that commands have changed, as a saved world has them. */
export function savedSources({ sources }: World): { group: number; source: SourceDefinition }[] {
  if (!sources) return [];
  const all = sources.groups.map((group, row) => ({ group, source: sources.definitions[row] }));
  return all.filter((_, row) => sources.changed[row]);
}

function addSourceHashes({ changed, definitions, groups, table }: Sources, total: Hash64): void {
  for (let row = 0; row < groups.length; row++) {
    resetHash(scratch);
    hashDouble(scratch, row);
    for (const column of Object.values(table)) hashDouble(scratch, column[row]);
    if (changed[row]) {
      const text = `${groups[row]} ${JSON.stringify(definitions[row])}`;
      for (let k = 0; k < text.length; k++) hashDouble(scratch, text.charCodeAt(k));
    }
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const sourceParts = {
  createSources,
  feedSources,
  expectsAgents,
  addSourceHashes,
} satisfies Partial<WorldParts>;
