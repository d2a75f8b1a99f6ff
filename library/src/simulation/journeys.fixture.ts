import { EventKind } from '../crowd/index.ts';
import { type ScenarioInput, stepWorld, timeOf, type World } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

export type AgentInput = NonNullable<ScenarioInput['agents']>[number];
export type Stages = NonNullable<AgentInput['journey']>['stages'];

export const targets = [
  { name: 'shop', at: [10, 0], radius: 0.5 },
  { name: 'home', at: [0, 0], radius: 0.5 },
  { name: 'hall', region: { box: { min: [20, -10], max: [30, 10] } } },
] satisfies ScenarioInput['targets'];

/** A world with one agent at the origin, 1 m/s fast, on a journey. */
export function travel(
  stages: Stages,
  more: Partial<ScenarioInput> = {},
  journey: object = {},
  heading = 0,
): ScenarioInput {
  return {
    ...openSquare,
    targets,
    agents: [
      { name: 'walker', at: [0, 0], speed: 1, journey: { stages, ...journey }, ...(heading && { heading }) },
    ],
    ...more,
  };
}

/** What happened, as [time, target]: arrivals of an agent until a time. */
export function arrivalsOf(world: World, until: number, agent = 0): [number, number][] {
  const arrivals: [number, number][] = [];
  while (timeOf(world) < until) {
    stepWorld(world);
    const { agent: who, count, kind, other } = world.events;
    for (let k = 0; k < count; k++) {
      if (kind[k] === EventKind.arrival && who[k] === agent) arrivals.push([timeOf(world), other[k]]);
    }
  }
  return arrivals;
}
