import { type Point2, type Point3, type Scene, sceneOf } from '@wend/formats/playback';
import { EventKind, stageNames, type World } from 'wend';
import { steeringNames } from 'wend/scenario';
import { agentDetails, explanationOf } from './agents.ts';
import { dynamicsOf } from './dynamics.ts';
import { fieldOf, meshOf } from './fields.ts';
import { type GroundShape, groundIn } from './ground.ts';

/** What does not change during a run. */
export type Head = {
  name: string;
  description: string;
  seed: number;
  dimension: 2 | 3;
  /** Metres: [x, y, z] of the two corners. */
  min: Point3;
  max: Point3;
  walls: boolean;
  groups: string[];
  /** Outer rings of the walkable area; none where all of the bounds is walkable. */
  area: Point2[][];
  /** Seconds per step, and the steps of the whole run. */
  dt: number;
  steps: number;
  /** The speed at the end of the colour scale, metres per second. */
  fastest: number;
  /** Whether obstacles or targets are on a course. */
  moves: boolean;
  steering: string;
  /** The steering models that a second run may have. */
  models: string[];
  planner: string;
};

/** What stands in the world at a moment. */
export type LiveScene = Omit<Scene, 'frame'> & { ground: GroundShape[] };

/** Figures of each step; index 0 is the state before the first. */
export type Series = Record<SeriesName, number[]>;
type SeriesName = (typeof seriesNames)[number];

export const seriesNames = [
  'present',
  'arrived',
  'meanSpeed',
  'density',
  'contacts',
  'jumps',
  'power',
] as const;

let series = emptySeries();

export function emptySeries(): Series {
  return { present: [], arrived: [], meanSpeed: [], density: [], contacts: [], jumps: [], power: [] };
}

/** Measures the state after a step. */
export function observe({ arrived, crowd, events, step }: World): void {
  if (step === 0) series = emptySeries();
  const { velocityX, velocityY, velocityZ } = crowd.motion;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < crowd.count; row++) {
    const speed = Math.hypot(velocityX[row], velocityY[row], velocityZ[row]);
    sum += speed;
    squares += speed * speed;
  }
  let contacts = 0;
  let jumps = 0;
  for (let k = 0; k < events.count; k++) {
    if (events.kind[k] === EventKind.contact || events.kind[k] === EventKind.obstacleContact) contacts++;
    else if (events.kind[k] === EventKind.jump) jumps++;
  }
  series.present[step] = crowd.count;
  series.arrived[step] = arrived;
  series.meanSpeed[step] = crowd.count > 0 ? sum / crowd.count : 0;
  series.density[step] = feltDensity(crowd);
  series.power[step] = crowd.count > 0 ? POWER_AT_REST + (POWER_OF_SPEED * squares) / crowd.count : 0;
  series.contacts[step] = contacts;
  series.jumps[step] = jumps;
}

/** What walking takes, W/kg and W/kg per (m/s)²: docs/models/measurements.md. */
const POWER_AT_REST = 2.23;
const POWER_OF_SPEED = 1.26;

/** Metres: the side of the squares in which density is counted. */
const SQUARE = 2;

/** Agents per square metre in the squares where agents are, as an agent feels it on average. */
function feltDensity({ count, dimension, motion: { x, y } }: World['crowd']): number {
  if (count === 0 || dimension === 3) return 0;
  const counts = new Map<number, number>();
  for (let row = 0; row < count; row++) {
    const square = Math.floor(x[row] / SQUARE) * 1e6 + Math.floor(y[row] / SQUARE);
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  let sum = 0;
  for (const inside of counts.values()) sum += inside * inside;
  return sum / count / SQUARE ** 2;
}

/** The series from a step on. */
function seriesFrom(_: World, from: number): Series {
  const part = emptySeries();
  for (const name of seriesNames) part[name] = series[name].slice(from);
  return part;
}

function headOf(world: World): Head {
  const { area, bounds, description, duration, groups, name } = world.scenario;
  const { obstacles, solids, targets, models, planners, crowd } = world;
  return {
    name,
    description: description ?? '',
    seed: world.seed,
    dimension: crowd.dimension,
    min: place(bounds.min),
    max: place(bounds.max),
    walls: bounds.walls,
    groups: groups.map((group) => group.name),
    area: (area?.polygons ?? []).map(([outer]) => outer.map(([x, y]): Point2 => [x, y])),
    dt: world.dt,
    steps: Math.max(1, Math.round(duration / world.dt)),
    fastest: fastestOf(world),
    moves:
      obstacles.firstMoving < obstacles.count ||
      solids.firstMoving < solids.count ||
      targets.courses.some((course) => course !== undefined) ||
      // Doors open and shut.
      world.scenario.ground.some(({ kind }) => kind === 'door'),
    steering: models[0].model.name,
    models: steeringNames(),
    planner: planners.list[0].planner.name,
  };
}

function place([x, y, z = 0]: readonly number[]): Point3 {
  return [x, y, z];
}

/** A round speed that nearly all agents wish to stay below. */
function fastestOf({ crowd }: World): number {
  const wished = crowd.traits.desiredSpeed.slice(0, crowd.count).sort();
  const high = wished[Math.floor(0.98 * (crowd.count - 1))] ?? 1.5;
  return Math.max(0.2, Math.ceil(high * 5) / 5);
}

/** Milliseconds of all steps so far, by stage. */
function stageTimesOf({ stageTimes }: World): Record<string, number> {
  return Object.fromEntries(stageNames.map((name, k) => [name, stageTimes[k]]));
}

/** The questions that the page asks besides those of wend/worker. */
export const answers = {
  agent: agentDetails,
  dynamics: dynamicsOf,
  explanation: explanationOf,
  field: fieldOf,
  head: headOf,
  scenario: ({ scenario }: World): unknown => scenario,
  mesh: meshOf,
  scene: (world: World): LiveScene => ({ ...sceneOf(world), ground: groundIn(world) }),
  series: seriesFrom,
  stageTimes: stageTimesOf,
};
