import { numerics } from 'wend';
import { maximumScriptEntries, scenarioDefaults } from 'wend/scenario';
import type { Role } from './cast.ts';
import { readPart } from './error.ts';
import { addShape, draw, drawPlace, MAXIMUM_ATTEMPTS } from './room.ts';
import { type Agent, type Aim, aimOf, type Group, leavingTime, pointOf, type Sketch } from './stages.ts';
import type { Walker } from './test-case.ts';
import { failFrom, type Point } from './values.ts';

/** Seconds from one agent of an emitter to the next; files do not give it. */
const EMISSION = 2;

/** Fills in agents and groups. Agents have the first numbers, then come the groups: the script refers to them. */
export function setUpWalkers(sketch: Sketch): void {
  const { cast } = sketch;
  let member = 0;
  for (const { isGroup, names } of cast.roles) if (!isGroup) member += names.length;
  const setUp = (role: Role) => {
    const { count } = role.walker;
    const leaving = leavingTime(role.walker, sketch.duration);
    const first = role.isGroup ? member : sketch.agents.length;
    if (role.isGroup) {
      sketch.groups.push({ name: role.names[0], count, ...groupOf(sketch, role) });
      member += count;
    } else {
      role.names.forEach((name, k) => {
        sketch.agents.push({ name, ...agentOf(sketch, role, k) });
      });
    }
    if (leaving === undefined) return;
    if (sketch.script.length + count > maximumScriptEntries) tooManyCommands(role.walker);
    for (let k = 0; k < count; k++) sketch.script.push({ at: leaving, kind: 'remove', agent: first + k });
  };
  for (const role of cast.roles) readPart(sketch.reading, () => setUp(role));
}

function tooManyCommands({ origin }: Walker): never {
  const who = 'agents that emitters bring or that leave after a time';
  return failFrom(origin, `expected at most ${maximumScriptEntries} ${who}`);
}

function agentOf(sketch: Sketch, role: Role, self: number): Omit<Agent, 'name'> {
  const { goals, radius } = role.walker;
  const start = startOf(sketch, role.walker);
  return {
    at: [...start],
    ...headingOf(sketch, role.walker),
    radius,
    speed: goals[0].speed,
    ...aimOf(sketch, role, self, start),
  };
}

/** The start of an agent; a random start keeps clear of the agents placed before. */
function startOf({ bodies, bounds, dice, room }: Sketch, { at, origin, radius, region }: Walker): Point {
  if (at !== 'random') return at;
  const place =
    drawPlace(dice, region ?? bounds, radius + scenarioDefaults.clearance, [room, bodies]) ??
    failFrom(origin, `expected room for all agents, found none in ${MAXIMUM_ATTEMPTS} attempts`);
  addShape(bodies, { shape: 'circle', center: [...place], radius });
  return place;
}

function groupOf(sketch: Sketch, role: Role): Omit<Group, 'name' | 'count'> {
  const { direction, goals, radius, region = sketch.bounds } = role.walker;
  const [goal] = goals;
  const isChance = goals.length === 1 && goal.kind === 'seek' && goal.at === 'random';
  return {
    region: { box: { min: [...region.min], max: [...region.max] } },
    // Members of a group cannot have random headings of their own; they face their goals.
    ...(direction === 'random' ? {} : headingOf(sketch, role.walker)),
    radius,
    speed: goal.speed,
    ...(isChance
      ? { goal: { random: { box: { min: [...sketch.bounds.min], max: [...sketch.bounds.max] } } } }
      : pointed(aimOf(sketch, role, 0))),
  };
}

/** The same for a group. */
function pointed({ goal, ...aim }: Aim) {
  return goal ? { ...aim, goal: { point: goal } } : aim;
}

/** A direction as an angle; none for a zero vector: then agents face their goals. */
function headingOf(sketch: Sketch, { direction }: Pick<Walker, 'direction'>): { heading?: number } {
  if (direction === 'random') return { heading: 2 * Math.PI * draw(sketch.dice) };
  const [x, y] = direction;
  return x === 0 && y === 0 ? {} : { heading: numerics.atan2(y, x) };
}

/** The numbers of an agent of the script are there or not, never undefined. */
type ScriptedAgent = Extract<Sketch['script'][number], { kind: 'add' }>['agent'];

/** Adds an agent every two seconds, from the beginning to the end, as soon as the place is free. */
export function setUpEmitters(sketch: Sketch, emitters: readonly Walker[]): void {
  const setUp = (walker: Walker) => {
    const { at, goals, origin, radius } = walker;
    const [goal] = goals;
    if (leavingTime(walker, sketch.duration) !== undefined) {
      const wish = `${sketch.duration} s, which the scenario lasts, or longer`;
      failFrom(origin, `cannot be expressed: expected a <timeDuration> of the last goal of ${wish}`);
    }
    const role: Role = { walker, names: [], isGroup: false };
    const emissions = Math.ceil(sketch.duration / EMISSION);
    if (sketch.script.length + emissions > maximumScriptEntries) tooManyCommands(walker);
    for (let k = 0; k < emissions; k++) {
      const place = pointOf(sketch, goal, at, radius);
      sketch.script.push({
        at: k * EMISSION,
        kind: 'add',
        agent: agentOf(sketch, { ...role, walker: { ...walker, at: place } }, 0) as ScriptedAgent,
      });
    }
  };
  for (const walker of emitters) readPart(sketch.reading, () => setUp(walker));
}
