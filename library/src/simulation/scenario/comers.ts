import { Purpose } from '../../numerics/index.ts';
import { bodyDefaults, personalityDefaults } from './defaults.ts';
import { drawFrom, Quantity } from './distributions.ts';
import { drawPoint } from './draw.ts';
import { delayRange, radiusRange, speedRange, traitRange } from './limits.ts';
import type { Agent, Comer, Distribution, Group, Place, Scenario } from './schema.ts';

/** An agent that comes, every number filled in. */
export type CompleteComer = Agent & { group?: string };

/** The group that an agent joins, if it joins one. */
export function groupOf(
  { groups }: Pick<Scenario, 'groups'>,
  { group }: { group?: string },
): Group | undefined {
  return group === undefined ? undefined : groups.find(({ name }) => name === group);
}

/** The radius of an agent that comes, which its group may leave open. */
export function radiusOf(scenario: Pick<Scenario, 'groups'>, comer: Comer): Distribution {
  return comer.radius ?? groupOf(scenario, comer)?.radius ?? bodyDefaults.radius;
}

/** What all members of a group have in common, besides where they go. */
const shared = [
  'class',
  'climb',
  'goalRadius',
  'heading',
  'personalDistance',
  'planner',
  'steering',
  'velocity',
  'viewRadius',
] as const;

/** Fills in what an agent leaves to its group, by the random numbers of its id, and defaults where it has no group. */
export function completeComer(scenario: Scenario, seed: number, comer: Comer, id: number): CompleteComer {
  const group = groupOf(scenario, comer);
  const own = group ?? { ...bodyDefaults, personality: personalityDefaults };
  const { premovement = own.premovement, radius = own.radius, speed = own.speed } = comer;
  const { aggressiveness, agility, mass } = { ...own.personality, ...comer.personality };
  const drawn = {
    radius: drawFrom(radius, radiusRange, seed, id, Quantity.radius),
    speed: drawFrom(speed, speedRange, seed, id, Quantity.speed),
    premovement: drawFrom(premovement, delayRange, seed, id, Quantity.premovement),
    personality: {
      agility: drawFrom(agility, traitRange, seed, id, Quantity.agility),
      mass: drawFrom(mass, traitRange, seed, id, Quantity.mass),
      aggressiveness: drawFrom(aggressiveness, traitRange, seed, id, Quantity.aggressiveness),
    },
  };
  if (!group) return { goalRadius: bodyDefaults.goalRadius, ...comer, ...drawn };
  const complete: Record<string, unknown> = {};
  for (const key of shared) if (group[key] !== undefined) complete[key] = group[key];
  if (!(comer.targets || comer.goal || comer.journey))
    Object.assign(complete, aimOf(group, seed, comer.at, id));
  return Object.assign(complete, comer, drawn) as unknown as CompleteComer;
}

/** The goal of a member of a group; a journey is begun when the agent enters. */
function aimOf(
  { goal, targets }: Group,
  seed: number,
  at: Place,
  id: number,
): { targets?: string[]; goal?: Place } {
  if (targets) return { targets };
  if (!goal) return {};
  if ('point' in goal) return { goal: goal.point };
  if ('offset' in goal) return { goal: at.map((value, axis) => value + (goal.offset[axis] ?? 0)) as Place };
  if ('mirror' in goal)
    return { goal: at.map((value, axis) => 2 * (goal.mirror[axis] ?? 0) - value) as Place };
  const point = new Float64Array(3);
  let attempt = 0;
  while (!drawPoint(goal.random, Purpose.goalChoice, seed, id, attempt, point)) attempt++;
  return { goal: [...point.subarray(0, at.length)] as Place };
}
