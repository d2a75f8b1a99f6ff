import { Status } from '../crowd/index.ts';
import { createPlannerOf, type Planner, type PlannerMap, type PlannerSettings } from '../planning/index.ts';
import { mapOf } from './scenario/check-walkable.ts';
import type { Scenario } from './scenario/index.ts';
import { plannerKey, plannerUses } from './scenario/planner-uses.ts';
import type { World } from './world.ts';

/** A planner of a world and the settings that it was made from. */
export type PlannerInUse = {
  planner: Planner;
  readonly settings: PlannerSettings;
  /** Tells settings apart; absent of a planner that a program passes. */
  readonly key: string | undefined;
};

/** The planners of a world: plan.planner is a row of the list. The first is that of the scenario. */
export type Planners = {
  list: PlannerInUse[];
  /** The rows of settings that were asked for before. */
  rows: Map<PlannerSettings, number>;
  /** The map that the planner of the scenario makes, if it makes one. */
  readonly map: PlannerMap | undefined;
  /** Scratch: the rows that are due and belong to one planner. */
  due: Uint8Array;
};

/** The planners that a scenario names; `own` takes the place of the scenario's. */
export function createPlanners(scenario: Scenario, own?: Planner): Planners {
  const map = mapOf(scenario.planner);
  const planners: Planners = { list: [], rows: new Map(), map, due: new Uint8Array(0) };
  if (own) planners.list.push({ planner: own, settings: scenario.planner, key: undefined });
  for (const { settings } of plannerUses(scenario)) {
    if (!own || settings !== scenario.planner) plannerRow(planners, settings);
  }
  return planners;
}

/** The row of the planner with some settings, which is made when it is asked for first. */
export function plannerRow(planners: Planners, settings: PlannerSettings): number {
  const { list, rows } = planners;
  let row = rows.get(settings);
  if (row !== undefined) return row;
  const key = plannerKey(settings);
  row = list.findIndex((used) => used.key === key);
  if (row < 0) row = list.push({ planner: createPlannerOf(settings), settings, key }) - 1;
  rows.set(settings, row);
  return row;
}

/** The planner of the agent in a row. */
export function plannerOf({ crowd, planners }: World, row: number): Planner {
  return planners.list[crowd.plan.planner[row]].planner;
}

/** Another planner plans for an agent from now on, as for one that has just come. */
export function setPlanner({ crowd, planners, step }: World, row: number, settings: PlannerSettings): void {
  setPlannerRow({ crowd, step }, row, plannerRow(planners, settings));
}

/** The same by the row of the planner. */
export function setPlannerRow(
  { crowd, step }: Pick<World, 'crowd' | 'step'>,
  row: number,
  next: number,
): void {
  const { plan, schedule } = crowd;
  if (plan.planner[row] === next) return;
  plan.planner[row] = next;
  plan.target[row] = -1;
  plan.inSight[row] = 0;
  plan.strandedAt[row] = -1;
  if (plan.status[row] === Status.stranded) plan.status[row] = Status.walking;
  schedule.planning[row] = step;
}
