import { numerics } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
import { type Cast, quarryOf, type Role } from './cast.ts';
import { type Reading, readEach } from './error.ts';
import { GOAL_RADIUS, type Goal } from './goals.ts';
import type { Reach } from './reach.ts';
import { type Dice, draw, drawPlace, MAXIMUM_ATTEMPTS, type Room } from './room.ts';
import type { Walker } from './test-case.ts';
import { type Box, failFrom, type Point, type PointOrRandom } from './values.ts';

export type Agent = NonNullable<ScenarioInput['agents']>[number];
export type Group = NonNullable<ScenarioInput['groups']>[number];
type Target = NonNullable<ScenarioInput['targets']>[number];
type Command = NonNullable<ScenarioInput['script']>[number];
type Stage = NonNullable<Agent['journey']>['stages'][number];

/** A scenario under construction. */
export type Sketch = {
  bounds: Box;
  duration: number;
  dice: Dice;
  cast: Cast;
  /** The obstacles, and the bodies that have a place. */
  room: Room;
  bodies: Room;
  agents: Agent[];
  groups: Group[];
  targets: Target[];
  /** Names of the targets that stand for regions. */
  regions: Map<Box, string>;
  script: Command[];
  /** What a body of some radius can walk on. */
  reachOf: (radius: number) => Reach;
  reading: Reading;
};

/** Where an agent goes: a goal of its own, targets, a journey, or nowhere. */
export type Aim = {
  goal?: [number, number];
  goalRadius?: number;
  targets?: string[];
  journey?: { stages: Stage[] };
};

/** A single goal becomes a plain goal or target; several goals become a journey. `start`: where the agent begins. */
export function aimOf(sketch: Sketch, role: Role, self: number, start?: Point): Aim {
  const { goals } = role.walker;
  const stages = readEach(sketch.reading, goals, (goal, k) => stageOf(sketch, role, self, goal, k, start));
  const [first] = stages;
  if (stages.length === 1) {
    if (first.kind === 'seek' && first.point) {
      return { goal: first.point as [number, number], goalRadius: GOAL_RADIUS };
    }
    if (first.kind === 'seek') return { targets: first.targets! };
    if (first.kind === 'idle' && first.for === undefined) return {};
  }
  return { journey: { stages } };
}

function stageOf(
  sketch: Sketch,
  role: Role,
  self: number,
  goal: Goal,
  number: number,
  start: Point | undefined,
): Stage {
  const { goals, radius } = role.walker;
  const isLast = number === goals.length - 1;
  const isOther = number > 0 && goal.speed !== goals[number - 1].speed;
  const traits = isOther ? { traits: { speed: goal.speed } } : {};
  const lasting = isLast && goal.time >= sketch.duration ? {} : { for: timeOf(goal) };
  if (!lastsATime(goal)) requireTime(sketch, role.walker, number);
  switch (goal.kind) {
    case 'seek':
      return {
        kind: 'seek',
        point: [...pointOf(sketch, goal, goal.at, radius, start)],
        radius: GOAL_RADIUS,
        ...traits,
      };
    case 'region':
      return { kind: 'seek', targets: [targetOf(sketch, goal.box)], ...traits };
    case 'flee': {
      const from = pointOf(sketch, goal, goal.at, 0);
      return { kind: 'flee', from: [targetOf(sketch, from)], distance: beyondReach(sketch, goal), ...traits };
    }
    case 'pursue':
    case 'avoid': {
      const [other, member] = quarryOf(sketch.cast, role, self, goal, sketch.dice);
      const whom = other.isGroup ? { group: other.names[0] } : { agent: other.names[member] };
      if (goal.kind === 'avoid')
        return { kind: 'flee', ...whom, distance: beyondReach(sketch, goal), ...traits };
      return { kind: 'pursue', ...whom, distance: radius + other.walker.radius + GOAL_RADIUS, ...traits };
    }
    case 'flow': {
      const { direction } = role.walker;
      const isKnown = direction !== 'random' && (direction[0] !== 0 || direction[1] !== 0);
      return {
        kind: 'direction',
        along: [...(isKnown ? direction : drawDirection(sketch))],
        ...lasting,
        ...traits,
      };
    }
    case 'direction': {
      const along = goal.along === 'random' ? drawDirection(sketch) : goal.along;
      return { kind: 'direction', along: [...along], ...lasting, ...traits };
    }
    case 'idle':
      return { kind: 'idle', ...lasting, ...traits };
  }
}

const lastsATime = ({ kind }: Goal) => kind === 'direction' || kind === 'flow' || kind === 'idle';

/** Scenarios allow at most a million seconds, and a stage lasts at least one step. */
const timeOf = ({ time }: Goal) => Math.min(1e6, Math.max(1e-3, time));

/** Stages of seeking, fleeing and pursuing end with an event, not after a time. */
function requireTime({ duration }: Sketch, { goals }: Walker, number: number): void {
  const goal = goals[number];
  if (goal.time >= duration) return;
  if (number === goals.length - 1 && goals.slice(0, -1).every(lastsATime)) return;
  failFrom(
    goal.origin,
    `cannot be expressed: expected a <timeDuration> of at least ${duration} s, which the scenario lasts, got ${goal.time}; only the last of the goals may end by time, after goals of which it is known how long they take`,
  );
}

/** When an agent has to leave because the time of its last goal is over; undefined if that is after the end. */
export function leavingTime({ goals }: Walker, duration: number): number | undefined {
  const last = goals[goals.length - 1];
  if (lastsATime(last) || last.time >= duration) return undefined;
  const at = goals.reduce((sum, { time }) => sum + time, 0);
  return at < duration ? at : undefined;
}

/** How many random places are drawn until one can be reached. */
const MAXIMUM_DRAWS = 200;

/** A place of the file, or one drawn that a body can reach from its start. */
export function pointOf(
  { bounds, dice, reachOf, room }: Sketch,
  { origin }: Goal,
  point: PointOrRandom,
  radius: number,
  start?: Point,
): Point {
  if (point !== 'random') return point;
  for (let k = 0; k < MAXIMUM_DRAWS; k++) {
    const place =
      drawPlace(dice, bounds, radius, [room]) ??
      failFrom(origin, `expected room for a random target, found none in ${MAXIMUM_ATTEMPTS} attempts`);
    const isClosed = start && room.shapes.length > 0 && !reachOf(radius).isJoined(start, place);
    if (!isClosed) return place;
  }
  return failFrom(
    origin,
    `expected a random target that can be reached, found none in ${MAXIMUM_DRAWS} draws`,
  );
}

function drawDirection({ dice }: Sketch): Point {
  const angle = 2 * Math.PI * draw(dice);
  return [numerics.cos(angle), numerics.sin(angle)];
}

/** Names a place or a region as a target. */
function targetOf({ regions, targets }: Sketch, place: Point | Box): string {
  const name = ('min' in place && regions.get(place)) || `target ${targets.length + 1}`;
  if ('min' in place) {
    if (regions.has(place)) return name;
    regions.set(place, name);
    targets.push({ name, region: { box: { min: [...place.min], max: [...place.max] } } });
  } else targets.push({ name, at: [...place], radius: GOAL_RADIUS });
  return name;
}

/** A distance that a fleeing agent cannot reach, so that it flees for the whole scenario. */
function beyondReach({ bounds: { max, min } }: Sketch, { speed }: Goal): number {
  return Math.min(1e6, max[0] - min[0] + (max[1] - min[1]) + 2000 * speed + 1);
}
